import { labelOf } from '../../../deletion/results.ts';
import { explain } from '../../../failure.ts';
import type { Remark } from '../../../resources/diagnosis.ts';
import { ownerRef, refId, resourceOf, root } from '../../../resources/registry.ts';
import {
  countedRecords,
  deleteAction,
  nameOf,
  type Ref,
  refTo,
  requestPath,
} from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, joinFirst, joinSafe, lower, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { cells, cutMiddle, sized, widest, wrap } from '../../../text/width.ts';
import { lookAge, NO_TARGETS, oldestLook } from '../../actions/delete/confirmation.ts';
import {
  includedTargets,
  isFailed,
  isNamed,
  reportOf,
  singleTarget,
  tallyWords,
} from '../../actions/delete/targets.ts';
import { nameOrId } from '../../facts/choices.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import {
  asQuiet,
  blank,
  fieldSpans,
  type Line,
  type Lines,
  MARKS,
  type Span,
  type Style,
  span,
  textLine,
} from '../../facts/line.ts';
import { refusedBefore } from '../../facts/write-protection.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { knownRecords } from '../../state/records.ts';
import type { State } from '../../state/state.ts';

/** `many`: behind the number of targets that have it. */
type Note = Readonly<{ one: (target: DeleteDialogTarget) => Remark | undefined; many: SafeText | undefined }>;

const FLAGS = {
  isChanged: safe`changed since the list was loaded`,
  isHidden: safe`hidden by the filter`,
} as const;

function notesOf({ session: { now } }: State, kind: string): readonly Note[] {
  const flagNote = (flag: keyof typeof FLAGS): Note => ({
    one: target => (target[flag] ? { tone: 'warn', text: FLAGS[flag] } : undefined),
    many: FLAGS[flag],
  });
  const notes = deleteAction(resourceOf(kind))?.notes ?? [];
  return [
    ...notes.map(({ one, many }) => ({
      one: ({ record }: DeleteDialogTarget) => record && one(record, { now, exact: false }),
      many,
    })),
    flagNote('isChanged'),
    flagNote('isHidden'),
  ];
}

const MAX_NAMES = 3;

/** Counts loaded records; others do not count as unused. */
const usageOf = ({ data }: State, ref: Ref): readonly Remark[] =>
  resourceOf(ref.kind).children.flatMap((child): readonly Remark[] => {
    if (child.from !== 'known') return [];
    const users = resourceOf(child.to);
    const { records, count, plural, unlisted } = knownRecords(child.to, data.records, data.lists);
    const used = records.filter(({ loaded }) => child.uses(loaded.value, ref) !== undefined);
    const coverage = safe`${count} checked${unlisted && safe`, no ${unlisted}`}`;
    if (used.length === 0)
      return [{ tone: 'plain', text: safe`Used by none of the ${plural} loaded so far (${coverage})` }];
    const names = joinFirst(used, MAX_NAMES, ({ loaded }) => nameOf(users, loaded.value));
    const text = safe`Used by at least ${countedRecords(users, used.length)}: ${names} (${coverage})`;
    return [{ tone: 'warn', text }];
  });

const targetFacts = (state: State, target: DeleteDialogTarget): readonly Remark[] =>
  notesOf(state, target.ref.kind).flatMap(({ one }) => one(target) ?? []);

/** Words each in full for a single target, or for several how many it is true of. */
export function pageFacts(state: State, dialog: DeleteDialog): readonly Remark[] {
  const included = includedTargets(dialog);
  const single = singleTarget(dialog);
  if (single !== undefined) {
    const isLoaded = single.record !== undefined && single.failure === undefined;
    return isLoaded ? [...targetFacts(state, single), ...usageOf(state, single.ref)] : [];
  }
  const total = `${included.length}`;
  return notesOf(state, dialog.recordKind).flatMap(({ one, many }) => {
    const remarks = included.flatMap(target => one(target) ?? []);
    if (many === undefined || remarks.length === 0) return [];
    const tone = remarks.some(each => each.tone !== 'plain') ? 'warn' : 'plain';
    const count = clean(`${remarks.length}`.padStart(total.length));
    return [{ tone, text: safe`${count} of ${clean(total)}   ${many}` }];
  });
}

export const isAsking = ({ phase }: DeleteDialog) => phase === 'confirming' || phase === 'reading';

export const isSending = ({ phase }: DeleteDialog) => phase === 'running' || phase === 'stopping';

const ID_CELLS = 80;

/** A `text` takes as many lines as it needs behind its `lead`. */
type Part = Line | Readonly<{ id: string; text: Span; lead: Span }>;

const wrapped = (
  id: string,
  text: SafeText | undefined,
  style: Style = 'plain',
  lead = span(safe`   `),
): readonly Part[] => (text === undefined ? [] : [{ id, text: span(text, style), lead }]);

const labelled = (name: SafeText, text: SafeText | undefined, style: Style = 'plain'): readonly Part[] =>
  wrapped(name, text, style, span(safe`   ${sized(name, 13)}`, 'label'));

function linesOf(part: Part, width: number): Lines {
  if ('kind' in part) return [part];
  const { id, text, lead } = part;
  const indent = cells(lead.text);
  return wrap(text.text, Math.max(10, width - indent - 1)).map((row, at) =>
    textLine(`${id}:${at}`, at === 0 ? lead : span(repeat(safe` `, indent)), span(row, text.style)),
  );
}

function statusOf(state: State, dialog: DeleteDialog, target: DeleteDialogTarget): Span {
  const { failure, result } = target;
  if (result === 'waiting') return span(safe`… waiting`, 'dim');
  if (result === 'sending') return span(safe`… sending`, 'strong');
  if (result === 'checking') return span(safe`… no response, checking`, 'warn');
  if (result !== undefined) {
    const { tone, text } = labelOf(result);
    return span(safe`${MARKS[tone]} ${text}`, tone);
  }
  if (failure !== undefined) return span(safe`${MARKS.warn} left out: ${explain(failure).title}`, 'warn');
  if (isSending(dialog)) return span(safe`${MARKS.plain} waiting`, 'dim');
  if (dialog.phase === 'done') return span(safe`${MARKS.plain} not sent`, 'dim');
  const warnings = targetFacts(state, target).flatMap(({ tone, text }) => (tone === 'plain' ? [] : [text]));
  return span(warnings.length === 0 ? safe`` : safe`${MARKS.warn} ${joinSafe(warnings)}`, 'warn');
}

/**
 * At the end those that failed come first, with the words of the server. Rows are built when they are shown.
 */
function targetParts(state: State, dialog: DeleteDialog): readonly Part[] {
  const { columns } = state.screen.size;
  const isDone = dialog.phase === 'done';
  // Narrow screens lack the room for both: before the delete ids matter, then results do.
  const hasIds = !isNarrow(columns) || !(isDone || isSending(dialog));
  const names = widest(dialog.targets.map(({ name }) => name));
  const room = Math.max(12, Math.min(names, 30, Math.floor(columns / 2) - 12));
  const parts = dialog.targets.map((target, at): readonly Part[] => [
    {
      kind: 'text',
      id: `target:${at}`,
      ...(isSending(dialog) && typeof target.result !== 'object' && { isQuiet: true }),
      get spans() {
        const id = hasIds ? safe`  ${sized(cutMiddle(clean(refId(target.ref)), 13), 13)}  ` : safe`  `;
        const name = span(safe`   ${sized(target.name, room)}`, target.failure ? 'dim' : 'strong');
        return [name, span(id, 'dim'), statusOf(state, dialog, target)];
      },
    },
    ...(isDone && isFailed(target) && typeof target.result === 'object'
      ? wrapped(`reason:${at}`, target.result.failure?.detail, 'bad', span(safe`       `))
      : []),
  ]);
  const failed = (at: number) => isDone && dialog.targets.slice(at, at + 1).some(isFailed);
  return [...parts.filter((_part, at) => failed(at)), ...parts.filter((_part, at) => !failed(at))].flat();
}

/** Each sentence once, whatever number of targets it is for; an unknown outcome is checked first. */
function adviceParts({ targets }: DeleteDialog): readonly Part[] {
  const results = targets.flatMap(({ result }) => (typeof result === 'object' ? result : []));
  const refused = results.filter(({ end }) => end === 'not-deleted' || end === 'unsent');
  const advice = new Set(refused.flatMap(({ failure }) => (failure ? explain(failure).advice : [])));
  const parts = [...advice].flatMap((text, at) => wrapped(`advice:${at}`, text));
  return parts.length === 0 ? [] : [blank('b1'), ...parts];
}

function receiptParts(dialog: DeleteDialog): readonly Part[] {
  const [record] = singleTarget(dialog) === undefined ? [] : reportOf(dialog).records;
  if (record === undefined) return [];
  return (['request', 'scope', 'status', 'at'] as const).flatMap(name =>
    labelled(clean(name), clean(`${record[name] ?? 'no response'}`, 300)),
  );
}

function subjectParts(state: State, dialog: DeleteDialog): readonly Part[] {
  const { targets, from } = dialog;
  const [first] = targets;
  if (first === undefined) return [];
  const home = refTo(root, state.session.server?.workspaceId ?? '');
  const owner = ownerRef(first.ref) ?? home;
  const ownerId = clean(refId(owner), 80);
  const action = deleteAction(resourceOf(first.ref.kind));
  const shared =
    from && action?.sharedWarning?.(refId(first.ref), first.record, nameOrId(state, from, ID_CELLS));
  const single = [
    ...labelled(safe`name`, isNamed(first) ? first.name : undefined, 'strong'),
    ...labelled(safe`id`, clean(refId(first.ref), 512)),
  ];
  return [
    ...wrapped('shared', shared, 'bad'),
    ...(targets.length === 1 ? single : targetParts(state, dialog)),
    textLine(
      'in',
      span(safe`   ${sized(clean(owner.kind), 13)}`, 'label'),
      span(safe`${nameOrId(state, owner, ID_CELLS)}   ${ownerId}`),
    ),
  ];
}

function stateParts(state: State, dialog: DeleteDialog): readonly Part[] {
  const { targets, phase, recordKind } = dialog;
  const { read, title } = resourceOf(recordKind);
  const kind = lower(title);
  if (read === undefined)
    return wrapped('state', safe`The API can't show a ${kind}, so there is no preview.`, 'warn');
  if (phase === 'reading') return wrapped('state', safe`Loading the current state …`, 'dim');
  const failures = targets.flatMap(({ failure }) => failure ?? []);
  const age = lookAge(oldestLook(dialog), state.session.now);
  const [failure] = failures;
  const why = failure && joinSafe([explain(failure).title, failure.detail], ': ');
  const unread = safe`${failures.length} of ${targets.length} could not be loaded: left out.`;
  return [
    ...wrapped('failure', why && targets.length > 1 ? unread : why, 'bad'),
    ...(failures.length === targets.length ? [] : wrapped('state', safe`Current state, checked ${age}:`)),
    ...pageFacts(state, dialog).flatMap(({ tone, text }, at) =>
      wrapped(`fact:${at}`, text, 'plain', span(safe`     ${MARKS[tone]} `, tone)),
    ),
  ];
}

function effectParts(dialog: DeleteDialog, width: number): readonly Part[] {
  const { backupFolder } = dialog;
  const single = singleTarget(dialog);
  const resource = resourceOf(dialog.recordKind);
  const { operation, consequence = safe`` } = deleteAction(resource) ?? {};
  const hasBackup = backupFolder !== undefined && resource.read !== undefined;
  const folder = !isNarrow(width) && safe` in ${backupFolder ?? safe``}`;
  const request = operation && single && !isNarrow(width) ? operation : undefined;
  const path = request && single && safe`${clean(request.method)} ${requestPath(request, single.ref.ids)}`;
  return [
    ...labelled(safe`Deletes`, single ? consequence : safe`each: ${consequence}`),
    ...labelled(safe`Backup`, hasBackup ? safe`a copy without secrets${folder}` : undefined),
    ...labelled(safe`Request`, path, 'bad'),
  ];
}

export function countdownWords(dialog: DeleteDialog, width = Infinity): SafeText {
  const { recordKind, graceMs, secondsLeft = Math.ceil(graceMs / 1000) } = dialog;
  const count = countedRecords(resourceOf(recordKind), includedTargets(dialog).length);
  const single = singleTarget(dialog);
  const what = single === undefined ? count : cutMiddle(single.name, Math.max(8, Math.min(40, width - 44)));
  return safe`Deleting ${!isNarrow(width) && safe`${what} `}in ${secondsLeft} s`;
}

function confirmationWords({ confirmation: { kind, text }, recordKind }: DeleteDialog): SafeText {
  if (kind === 'count') return safe`this`;
  return kind === 'id'
    ? safe`the last ${counted(text.length, safe`character`)} of the id`
    : safe`the ${lower(resourceOf(recordKind).title)}'s name`;
}

function questionParts(dialog: DeleteDialog, width: number): readonly Part[] {
  const { phase, confirmation, editor, graceMs } = dialog;
  if (phase === 'grace') {
    const all = Math.ceil(graceMs / 1000);
    const { secondsLeft = all } = dialog;
    const bar = safe`${repeat(safe`▓`, secondsLeft)}${repeat(safe`░`, all - secondsLeft)}`;
    return [
      textLine('countdown', span(safe`   ${countdownWords(dialog, width)}. Esc cancels. ${bar}`, 'bad')),
    ];
  }
  if (phase !== 'confirming') return [];
  if (includedTargets(dialog).length === 0) return wrapped('question', NO_TARGETS);
  const cancels = !isNarrow(width) && safe` (Esc cancels)`;
  return [
    ...wrapped('question', safe`Type ${confirmationWords(dialog)} to confirm${cancels}:`),
    textLine('required', span(safe`     ${clean(confirmation.text)}`, 'strong')),
    asQuiet(textLine('field', span(safe`   > `), ...fieldSpans(editor, width - 8))),
  ];
}

function pageParts(state: State, dialog: DeleteDialog, width: number): readonly Part[] {
  if (isSending(dialog)) return [...wrapped('tally', tallyWords(dialog)), ...targetParts(state, dialog)];
  if (dialog.phase === 'done')
    return [...targetParts(state, dialog), ...adviceParts(dialog), blank('b'), ...receiptParts(dialog)];
  const refused = refusedBefore(state, dialog.recordKind);
  return [
    ...subjectParts(state, dialog),
    blank('b1'),
    ...wrapped('refused', refused && safe`${MARKS.warn} ${refused}`, 'warn'),
    ...stateParts(state, dialog),
    blank('b2'),
    ...effectParts(dialog, width),
    blank('b3'),
    ...questionParts(dialog, width),
  ];
}

export const pageText = memo((state: State, dialog: DeleteDialog): Lines => {
  const { columns } = layoutOf(state);
  return pageParts(state, dialog, columns).flatMap(part => linesOf(part, columns));
});

/**
 * The rows that are shown, the first one's place in the text, and how many more are below. Blank lines go if
 * not all fit. While deletes run the one under way is on the screen.
 */
export function pageOf(state: State, dialog: DeleteDialog, rows = layoutOf(state).body) {
  const all = pageText(state, dialog);
  const text = all.length <= rows ? all : all.filter(({ kind }) => kind !== 'blank');
  const last = Math.max(0, text.length - rows);
  const underWay = dialog.targets.findIndex(({ result }) => typeof result === 'string');
  const here = text.findIndex(({ id }) => id === `target:${underWay}`) - Math.floor(rows / 2);
  const wanted = dialog.phase === 'grace' ? last : isSending(dialog) ? here : dialog.top;
  const top = Math.max(0, Math.min(wanted, last));
  return { lines: text.slice(top, top + rows), top, below: last - top };
}
