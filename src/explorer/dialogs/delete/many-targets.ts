import { ownIdName } from '../../../resources/record-ids.ts';
import { ownerRef, resourceOf, root } from '../../../resources/registry.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import { reportOf } from '../../actions/delete/report.ts';
import { lookAge, oldestLook } from '../../actions/delete/second-look.ts';
import {
  type FactCount,
  factCounts,
  includedTargets,
  singleTarget,
  tallyOf,
  tallyWords,
} from '../../actions/delete/targets.ts';
import { nameOrFullId } from '../../facts/choices.ts';
import { isNarrow } from '../../facts/layout.ts';
import { blank, type Line, MARKS, span, textLine } from '../../facts/line.ts';
import { refusedBefore } from '../../facts/write-protection.ts';
import type { DeleteDialog } from '../../state/delete-dialog.ts';
import type { State } from '../../state/state.ts';
import { questionLines } from './question.ts';
import { type ListRoom, targetLines } from './target-list.ts';

/** The facts that are true of any included target. */
const factsOf = (state: State, dialog: DeleteDialog): readonly FactCount[] =>
  factCounts(dialog, resourceOf(dialog.recordKind), { now: state.session.now, exact: false }).filter(
    ({ count }) => count > 0,
  );

/** All warnings in one sentence; '' when there are none. */
export const warningWords = (state: State, dialog: DeleteDialog): SafeText =>
  joinSafe(
    factsOf(state, dialog).flatMap(({ count, words, isWarning }) =>
      isWarning ? [safe`${count} ${words}`] : [],
    ),
    ', ',
  );

function factLines(state: State, dialog: DeleteDialog, width: number): readonly Line[] {
  if (isNarrow(width)) {
    const words = warningWords(state, dialog);
    const rows = words === '' ? [] : wrap(words, width - 6);
    return rows.map((row, at) =>
      textLine(`count:${at}`, span(safe`   ${at === 0 ? MARKS.warn : safe` `} ${row}`, 'warn')),
    );
  }
  const total = includedTargets(dialog).length;
  const digits = `${total}`.length;
  return factsOf(state, dialog).map(({ count, words, isWarning }, at) =>
    textLine(
      `count:${at}`,
      span(safe`   ${isWarning ? MARKS.warn : MARKS.plain} `, isWarning ? 'warn' : 'plain'),
      span(safe`${clean(`${count}`.padStart(digits))} of ${total}   ${words}`),
    ),
  );
}

/** Names the owner of the targets, and how current their data is. */
function introLines(state: State, dialog: DeleteDialog, width: number): readonly Line[] {
  const { recordKind, targets } = dialog;
  const resource = resourceOf(recordKind);
  const plural = clean(resource.plural.toLowerCase());
  const home = { kind: root.kind, ids: { [ownIdName(root)]: state.session.server?.workspaceId ?? '' } };
  const unread = targets.filter(({ failure }) => failure !== undefined).length;
  const age = lookAge(oldestLook(dialog), state.session.now);
  const checked =
    unread === 0
      ? safe`all ${targets.length} re-checked ${age}`
      : safe`${targets.length - unread} re-checked ${age}; ${unread} could not be loaded and are left out`;
  const above = targets[0] === undefined ? undefined : ownerRef(targets[0].ref);
  const owner =
    above === undefined || resource.ids.length === 1
      ? safe`Workspace ${nameOrFullId(state, home)}`
      : safe`Of ${clean(above.kind)} ${nameOrFullId(state, above)}, ${clean(Object.values(above.ids).at(-1) ?? '', 80)}`;
  const text =
    resource.read === undefined
      ? safe`${owner}. The API can't show ${plural}, so there is no preview.`
      : safe`${owner} · ${checked}`;
  const before = refusedBefore(state, recordKind);
  const warning = before === undefined ? [] : wrap(safe`${MARKS.warn} ${before}`, width - 6);
  return [
    ...wrap(text, width - 6).map((row, at) => textLine(`intro:${at}`, span(safe`   ${row}`))),
    ...warning.map((row, at) => textLine(`refused:${at}`, span(safe`   ${row}`, 'warn'))),
  ];
}

/** Id of the line with the tally; speech announces each result instead. */
export const TALLY_ID = 'tally';

/** The receipt of a single delete: what was sent, and the response. */
function receiptLines(dialog: DeleteDialog): readonly Line[] {
  const [record] = singleTarget(dialog) === undefined ? [] : reportOf(dialog).records;
  if (record === undefined) return [];
  return (['request', 'scope', 'status', 'at'] as const).map(name =>
    textLine(
      `receipt:${name}`,
      span(safe`   ${clean(name.padEnd(10))}`, 'label'),
      span(clean(`${record[name] ?? 'no response'}`, 300)),
    ),
  );
}

const backupLines = ({ backupFolder, targets, recordKind }: DeleteDialog): readonly Line[] =>
  backupFolder === undefined || resourceOf(recordKind).read === undefined || targets.length === 0
    ? []
    : [textLine('backup', span(safe`   Backups (without secrets) go to ${backupFolder}`, 'dim'))];

/**
 * The lines above the list in at most `height` rows: on a narrow screen warnings first, and no half of the
 * rest.
 */
export function summaryLines(
  state: State,
  dialog: DeleteDialog,
  { height, width }: ListRoom,
): readonly Line[] {
  switch (dialog.phase) {
    case 'reading':
    case 'refused':
      return [blank('b')];
    case 'running':
    case 'stopping':
      return [textLine(TALLY_ID, span(safe`   ${tallyWords(tallyOf(dialog), true)}`)), blank('b')];
    case 'done':
      return [...receiptLines(dialog), blank('b')];
    case 'confirming':
    case 'grace': {
      const intro = introLines(state, dialog, width);
      const facts = factLines(state, dialog, width);
      const backup = backupLines(dialog);
      if (!isNarrow(width)) return [...intro, ...facts, ...backup, blank('b')];
      const more = [...intro, ...backup];
      return [...facts, ...(facts.length + more.length <= height ? more : [])];
    }
  }
}

/** Returns the dialog with its list, in the rows there are: summary, targets, and the question below them. */
export function listLines(state: State, dialog: DeleteDialog, { height, width }: ListRoom): readonly Line[] {
  const bottom = questionLines(dialog, { width, height }).slice(-height);
  const least = Math.min(isNarrow(width) ? 1 : 3, dialog.targets.length);
  const most = Math.max(0, height - bottom.length - least);
  const summary = summaryLines(state, dialog, { height: most, width }).slice(0, most);
  const room = Math.max(0, height - bottom.length - summary.length);
  const targets = targetLines(dialog, { height: room, width });
  const gap = targets.length < room && bottom.length > 0 ? [blank('gap')] : [];
  return [...summary, ...targets, ...gap, ...bottom];
}
