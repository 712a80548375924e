import { ownIdName } from '../../../resources/record-ids.ts';
import { ownerRef, resourceOf, root } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import {
  type Count,
  countsOf,
  type Tally,
  tallyOf,
  tallyWords,
  targetsOf,
  tokenOf,
} from '../../actions/delete/many-rules.ts';
import { reportOf } from '../../actions/delete/report.ts';
import type { RemovingMany } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { recordName } from '../../view/choices.ts';
import { isNarrow } from '../../view/layout.ts';
import { blank, type Line, MARKS, span, textLine } from '../../view/line.ts';
import { fieldSpans } from '../../view/text-field.ts';
import { type Page, victimLines } from './rows.ts';

const plural = (resource: Resource, count: number): SafeText =>
  clean((count === 1 ? resource.title : resource.plural).toLowerCase());

/** `Delete 40 bots for good?`, then how far it is. */
export function bulkTitle(dialog: RemovingMany): {
  readonly title: SafeText;
  readonly right: SafeText | undefined;
} {
  const resource = resourceOf(dialog.recordKind);
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

/** What is true of how many of them. */
const factsOf = (state: State, dialog: RemovingMany): readonly Count[] =>
  countsOf(dialog, resourceOf(dialog.recordKind), { now: state.session.now, exact: false }).filter(
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
  const resource = resourceOf(dialog.recordKind);
  const home = { kind: root.kind, ids: { [ownIdName(root)]: state.session.server?.workspaceId ?? '' } };
  const unread = dialog.victims.filter(({ failure }) => failure !== undefined).length;
  const read =
    resource.read === undefined
      ? safe`None can be looked at first: the API has no call that reads one.`
      : safe`All were read again just now.`;
  const left = unread === 0 ? safe`` : safe` ${unread} could not be, and are left out.`;
  const above = dialog.victims[0] === undefined ? undefined : ownerRef(dialog.victims[0].ref);
  const owner =
    above === undefined || resource.ids.length === 1
      ? safe`Workspace ${recordName(state, home)}. `
      : safe`Of ${clean(above.kind)} ${recordName(state, above)}, ${clean(Object.values(above.ids).at(-1) ?? '', 80)}. `;
  return wrap(safe`${owner}${read}${left}`, width - 6).map((row, at) =>
    textLine(`intro:${at}`, span(safe`   ${row}`)),
  );
}

function bar({ left, ...ended }: Tally, width: number): Line {
  const done = Object.values(ended).reduce((sum, count) => sum + count, 0);
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
  const resource = resourceOf(dialog.recordKind);
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

/** What stands above the list, in at most `room` rows: on a narrow screen what warns first, and no half of the rest. */
function aboveLines(state: State, dialog: RemovingMany, { height: room, width }: Page): readonly Line[] {
  const { phase } = dialog;
  if (phase === 'reading') return [blank('b')];
  if (phase !== 'asking' && phase !== 'grace')
    return [bar(tallyOf(dialog), width), ...receiptLines(dialog), blank('b')];
  const [intro, counts] = [introLines(state, dialog, width), countLines(state, dialog, width)];
  if (!isNarrow(width)) return [...intro, ...counts, blank('b')];
  return [...counts, ...(counts.length + intro.length <= room ? intro : [])];
}

/** The dialog that deletes several, in the rows there are: counts, the list of them, the question. */
export function bulkLines(state: State, dialog: RemovingMany, { height, width }: Page): readonly Line[] {
  const question = bulkQuestion(dialog, width).slice(-height);
  const least = Math.min(isNarrow(width) ? 1 : 3, dialog.victims.length);
  const most = Math.max(0, height - question.length - least);
  const kept = aboveLines(state, dialog, { height: most, width }).slice(0, most);
  const room = Math.max(0, height - question.length - kept.length);
  return [...kept, ...filled(victimLines(dialog, { height: room, width }), room), ...question];
}

/** Lines made up to a number of rows, so that what follows stays where it is. */
function filled(lines: readonly Line[], height: number): readonly Line[] {
  return [...lines, ...Array.from({ length: height - lines.length }, (_, at) => blank(`fill:${at}`))];
}
