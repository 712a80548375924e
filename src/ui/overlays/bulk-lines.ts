import { ownerName } from '../../commands/child-commands.ts';
import { explain } from '../../failure.ts';
import { ownerRef, resourceOf, root } from '../../resources/index.ts';
import { ownIdName, type Resource } from '../../resources/resource.ts';
import { reportOf } from '../../store/bulk-report.ts';
import { isNarrow } from '../../store/layout.ts';
import { blank, type Line, MARKS, type Span, span, textLine } from '../../store/line.ts';
import type { RemovingMany, Victim } from '../../store/removing-many.ts';
import type { State } from '../../store/state.ts';
import {
  type Count,
  countsOf,
  isTarget,
  listedAt,
  type Tally,
  tallyOf,
  tallyWords,
  targetsOf,
  tokenOf,
  victimId,
} from '../../store/victims.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cutMiddle, sized, wrap } from '../../text/width.ts';
import { fieldSpans } from '../parts/field.ts';

const plural = (resource: Resource, count: number): SafeText =>
  clean((count === 1 ? resource.title : resource.plural).toLowerCase());

/** `Delete 40 bots for good?`, then how far it is. */
export function bulkTitle(dialog: RemovingMany): {
  readonly title: SafeText;
  readonly right: SafeText | undefined;
} {
  const resource = resourceOf(dialog.kind);
  const count = targetsOf(dialog).length;
  const all = dialog.victims.length;
  switch (dialog.phase) {
    case 'reading':
      return { title: safe`Reading ${all} ${plural(resource, all)} again`, right: undefined };
    case 'asking':
    case 'grace':
      return { title: safe`Delete ${count} ${plural(resource, count)} for good?`, right: undefined };
    case 'running':
    case 'stopping':
    case 'done': {
      const title =
        dialog.phase === 'done' ? safe`Deleting has ended` : safe`Deleting ${plural(resource, 2)}`;
      return { title, right: tallyWords(tallyOf(dialog), dialog.phase === 'running') };
    }
  }
}

/** What stands beside a victim: what is known of it, or what came of it. */
function verdict(victim: Victim): Span {
  const { failure, isLeftOut, isChanged, result } = victim;
  if (result === 'sending') return span(safe`… sending`, 'strong');
  if (result !== undefined) return resultSpan(result);
  if (failure !== undefined) return span(safe`${MARKS.warn} left out: ${explain(failure).title}`, 'warn');
  if (isLeftOut) return span(safe`left out`, 'dim');
  return isChanged ? span(safe`${MARKS.warn} changed`, 'warn') : span(safe``);
}

function resultSpan(result: Exclude<Victim['result'], 'sending' | undefined>): Span {
  const why = 'failure' in result && result.failure !== undefined ? explain(result.failure).title : undefined;
  switch (result.end) {
    case 'deleted':
      return span(safe`${MARKS.good} deleted`, 'good');
    case 'gone':
      return span(safe`${MARKS.good} already gone (404)`, 'good');
    case 'played':
      return span(safe`${MARKS.good} played; the log of requests has it`, 'good');
    case 'unknown':
      return span(safe`${MARKS.warn} unknown, check: ${why ?? safe`no answer`}`, 'warn');
    case 'not-deleted':
      return span(safe`${MARKS.bad} ${why ?? safe`not deleted`}`, 'bad');
    case 'unsent':
      return span(
        safe`${MARKS.bad} not sent: ${'why' in result ? result.why : (why ?? safe`refused`)}`,
        'bad',
      );
  }
}

type Page = { readonly height: number; readonly width: number };

/** The victims around the cursor, as many as there is room for. */
function victimLines(dialog: RemovingMany, { height, width }: Page): readonly Line[] {
  const { victims, phase } = dialog;
  const resource = resourceOf(dialog.kind);
  // While they are deleted, the one under way is in sight.
  const underWay = victims.findIndex(({ result }) => result === 'sending');
  const at = (phase === 'running' || phase === 'stopping') && !dialog.isOnlyFailed ? underWay : dialog.cursor;
  const listed = listedAt(dialog);
  const here = listed.findIndex(index => index >= at);
  const top = Math.max(0, Math.min(here - Math.floor(height / 2), listed.length - height));
  const nameCells = Math.max(12, Math.min(30, Math.floor(width / 2) - 12));
  return listed.slice(top, top + height).flatMap(index => {
    const victim = victims[index];
    if (victim === undefined) return [];
    const isHere = index === listed[here] && (dialog.isInList || phase !== 'asking');
    const isIn = isTarget(victim) || victim.result !== undefined;
    return textLine(
      `victim:${index}`,
      span(safe` ${isHere ? safe`▸` : safe` `} ${isIn ? safe`●` : safe` `} `, isHere ? 'strong' : 'plain'),
      span(sized(victim.name, nameCells), isIn ? 'strong' : 'dim'),
      span(safe`  ${sized(cutMiddle(clean(victimId(resource, victim)), 13), 13)}  `, 'dim'),
      verdict(victim),
    );
  });
}

/** What is true of how many of them. */
const factsOf = (state: State, dialog: RemovingMany): readonly Count[] =>
  countsOf(dialog, resourceOf(dialog.kind), { now: state.now, exact: false }).filter(
    ({ count }) => count > 0,
  );

/** All that warns, in one sentence; '' when nothing does. */
export const bulkWarning = (state: State, dialog: RemovingMany): SafeText =>
  joinSafe(
    factsOf(state, dialog).flatMap(({ count, words, isWarning }) =>
      isWarning ? [safe`${count} ${words}`] : [],
    ),
    ', ',
  );

function countLines(state: State, dialog: RemovingMany, width: number): readonly Line[] {
  if (isNarrow(width)) {
    const said = bulkWarning(state, dialog);
    const rows = said === '' ? [] : wrap(said, width - 6);
    return rows.map((row, at) =>
      textLine(`count:${at}`, span(safe`   ${at === 0 ? MARKS.warn : safe` `} ${row}`, 'warn')),
    );
  }
  const total = targetsOf(dialog).length;
  const digits = `${total}`.length;
  return factsOf(state, dialog).map(({ count, words, isWarning }, at) =>
    textLine(
      `count:${at}`,
      span(safe`   ${isWarning ? MARKS.warn : MARKS.plain} `, isWarning ? 'warn' : 'plain'),
      span(safe`${clean(`${count}`.padStart(digits))} of ${total}   ${words}`),
    ),
  );
}

/** Where they are, and that nobody has to trust an old list. */
function introLines(state: State, dialog: RemovingMany, width: number): readonly Line[] {
  const resource = resourceOf(dialog.kind);
  const home = { kind: root.kind, ids: { [ownIdName(root)]: state.server?.workspaceId ?? '' } };
  const unread = dialog.victims.filter(({ failure }) => failure !== undefined).length;
  const read =
    resource.read === undefined
      ? safe`None can be looked at first: the API has no call that reads one.`
      : safe`All were read again just now.`;
  const left = unread === 0 ? safe`` : safe` ${unread} could not be, and are left out.`;
  const above = dialog.victims[0] === undefined ? undefined : ownerRef(dialog.victims[0].ref);
  const owner =
    above === undefined || resource.ids.length === 1
      ? safe`Workspace ${ownerName(state, home)}. `
      : safe`Of ${clean(above.kind)} ${ownerName(state, above)}, ${clean(Object.values(above.ids).at(-1) ?? '', 80)}. `;
  return wrap(safe`${owner}${read}${left}`, width - 6).map((row, at) =>
    textLine(`intro:${at}`, span(safe`   ${row}`)),
  );
}

function bar({ deleted, gone, failed, unknown, left, played }: Tally, width: number): Line {
  const done = deleted + gone + failed + unknown + played;
  const all = Math.max(1, done + left);
  const room = Math.max(4, width - 20);
  const full = Math.round((room * done) / all);
  return textLine(
    'bar',
    span(clean(`   ${'█'.repeat(full)}`), 'good'),
    span(clean('░'.repeat(room - full)), 'dim'),
    span(safe`  ${done} / ${all}`),
  );
}

/** What is asked for, and the field; they stay on the screen however low it is. */
export function bulkQuestion(dialog: RemovingMany, width: number): readonly Line[] {
  const { phase, victims, keptIn } = dialog;
  if (phase === 'grace')
    return [blank('gap'), textLine('grace', span(safe`   Nothing is sent yet. Esc stops it.`, 'warn'))];
  if (phase !== 'asking') return [];
  const resource = resourceOf(dialog.kind);
  const orLeave = isNarrow(width) ? safe`` : safe`, or Esc to leave`;
  const kept =
    keptIn === undefined || resource.read === undefined || victims.length === 0
      ? []
      : [textLine('kept', span(safe`   Copies without secrets go to ${keptIn}`, 'dim'))];
  return [
    ...kept,
    textLine('asking', span(safe`   Type  ${clean(tokenOf(dialog))}  to go on${orLeave}:`)),
    textLine('field', span(safe`   > `), ...fieldSpans(dialog.editor, width - 8)),
  ];
}

/** What was sent and answered, where it was only one. */
function receiptLines(dialog: RemovingMany): readonly Line[] {
  const [row, ...others] = dialog.phase === 'done' ? reportOf(dialog).records : [];
  if (row === undefined || others.length > 0) return [];
  return (['request', 'scope', 'status', 'at'] as const).map(name =>
    textLine(
      `receipt:${name}`,
      span(safe`   ${clean(name.padEnd(10))}`, 'label'),
      span(clean(`${row[name] ?? 'no answer'}`, 300)),
    ),
  );
}

/** The dialog that deletes several, in the rows there are: counts, the list of them, the question. */
export function bulkLines(state: State, dialog: RemovingMany, { height, width }: Page): readonly Line[] {
  const question = bulkQuestion(dialog, width).slice(-height);
  const isBefore = dialog.phase === 'asking' || dialog.phase === 'grace';
  const [intro, counts] = [introLines(state, dialog, width), countLines(state, dialog, width)];
  const above = isBefore
    ? [...(isNarrow(width) ? [...counts, ...intro] : [...intro, ...counts]), blank('b')]
    : dialog.phase === 'reading'
      ? [blank('b')]
      : [bar(tallyOf(dialog), width), ...receiptLines(dialog), blank('b')];
  const least = Math.min(3, dialog.victims.length);
  const kept = above.slice(0, Math.max(0, height - question.length - least));
  const room = Math.max(0, height - question.length - kept.length);
  return [...kept, ...filled(victimLines(dialog, { height: room, width }), room), ...question];
}

/** Lines made up to a number of rows, so that what follows stays where it is. */
function filled(lines: readonly Line[], height: number): readonly Line[] {
  return [...lines, ...Array.from({ length: height - lines.length }, (_, at) => blank(`fill:${at}`))];
}
