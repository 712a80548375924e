import { explain } from '../../../failure.ts';
import { ownIdName, requestPath } from '../../../resources/record-ids.ts';
import { ownerRef, resourceOf, root } from '../../../resources/registry.ts';
import { deleteAction, type Ref, type Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle, wrap } from '../../../text/width.ts';
import { lookAge } from '../../actions/delete/second-look.ts';
import { isNamed, targetId } from '../../actions/delete/targets.ts';
import { nameOrFullId } from '../../facts/choices.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import { blank, type Line, MARKS, type Style, span, textLine } from '../../facts/line.ts';
import { refusedBefore } from '../../facts/write-protection.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';
import type { State } from '../../state/state.ts';
import { questionLines } from './question.ts';

const LABEL_CELLS = 17;

const styledPair = (
  { id, label, style }: { readonly id: string; readonly label: string; readonly style: Style },
  values: readonly SafeText[],
): Line[] =>
  values.map((value, at) =>
    textLine(
      `${id}:${at}`,
      span(safe`   ${clean((at === 0 ? label : '').padEnd(13))}`, 'label'),
      span(value, style),
    ),
  );

const pair = (id: string, label: string, ...values: readonly SafeText[]): Line[] =>
  styledPair({ id, label, style: 'plain' }, values);

/** The owner of a record: the bot of a conversation, the workspace of a bot. */
function ownerLines(state: State, ref: Ref): Line[] {
  const home = { kind: root.kind, ids: { [ownIdName(root)]: state.session.server?.workspaceId ?? '' } };
  const owner = ownerRef(ref) ?? home;
  const id = clean(owner.ids[ownIdName(resourceOf(owner.kind))] ?? '', 80);
  return pair('in', owner.kind, safe`${nameOrFullId(state, owner)}   ${id}`);
}

/** The facts about the record, or why there are none. */
function remarkLines(
  { screen, session: { now } }: State,
  { phase, remarks, since }: DeleteDialog,
  { ref, failure, lookedAt = since }: DeleteTarget,
): Line[] {
  const width = screen.size.columns;
  const { read, title } = resourceOf(ref.kind);
  if (phase === 'reading') return [textLine('again', span(safe`   Loading the current state …`, 'dim'))];
  if (read === undefined) {
    const kind = clean(title.toLowerCase());
    return wrap(safe`The API can't show a ${kind}, so there is no preview.`, width - 4).map((row, at) =>
      textLine(`again:${at}`, span(safe`   ${row}`, 'warn')),
    );
  }
  if (failure !== undefined) return [];
  const age = lookAge(lookedAt, now);
  const heading = remarks.length === 0 ? safe`   Checked ${age}.` : safe`   Current state, checked ${age}:`;
  return [
    textLine('again', span(heading)),
    ...remarks.flatMap(({ tone, text }, at) =>
      wrap(text, Math.max(10, width - 9)).map((row, part) =>
        part === 0
          ? textLine(`remark:${at}`, span(safe`     ${MARKS[tone]} `, tone), span(row))
          : textLine(`remark:${at}:${part}`, span(safe`       ${row}`)),
      ),
    ),
  ];
}

function failureLines({ failure }: DeleteTarget, width: number): Line[] {
  if (failure === undefined) return [];
  const { title } = explain(failure);
  const words = failure.detail === undefined ? title : safe`${title}: ${failure.detail}`;
  return wrap(words, width - 6).map((text, at) => textLine(`failure:${at}`, span(safe`   ${text}`, 'bad')));
}

/** The folder of the backup; records that cannot be read have none. */
function backupLines({ backupFolder }: DeleteDialog, { read }: Resource, columns: number): Line[] {
  if (backupFolder === undefined || read === undefined) return [];
  const folder = isNarrow(columns) ? safe`` : safe` in ${backupFolder}`;
  return pair('backup', 'Backup', ...wrap(safe`a copy without secrets${folder}`, columns - LABEL_CELLS));
}

/** Returns the warning that the record is shared, if it was chosen on the screen of one that uses it. */
export function sharedWarning(
  state: State,
  { from }: DeleteDialog,
  { ref, record }: DeleteTarget,
): SafeText | undefined {
  const resource = resourceOf(ref.kind);
  const id = ref.ids[ownIdName(resource)] ?? '';
  return from && deleteAction(resource)?.sharedWarning?.(id, record, nameOrFullId(state, from));
}

function sharedLines(state: State, dialog: DeleteDialog, target: DeleteTarget): Line[] {
  const text = sharedWarning(state, dialog, target);
  const rows = text === undefined ? [] : wrap(text, state.screen.size.columns - 6);
  return rows.map((row, at) => textLine(`shared:${at}`, span(safe`   ${row}`, 'bad')));
}

/** The warning that the token was refused before; the refusal itself is a failure of the target. */
function refusedLines(state: State, { phase, recordKind }: DeleteDialog): Line[] {
  const words = phase === 'refused' ? undefined : refusedBefore(state, recordKind);
  const rows = words === undefined ? [] : wrap(safe`${MARKS.warn} ${words}`, state.screen.size.columns - 6);
  return rows.map((row, at) => textLine(`refused:${at}`, span(safe`   ${row}`, 'warn')));
}

/** The dialog above its question: the record, its current state, and what the delete removes. */
function aboveLines(state: State, dialog: DeleteDialog, target: DeleteTarget): readonly Line[] {
  const { ref, name } = target;
  const resource = resourceOf(ref.kind);
  const id = clean(targetId(resource, target), 512);
  const { columns } = state.screen.size;
  const room = columns - LABEL_CELLS;
  const { operation, consequence = safe`` } = deleteAction(resource) ?? {};
  const request =
    operation === undefined || isNarrow(columns)
      ? []
      : wrap(safe`${clean(operation.method)} ${requestPath(operation, ref.ids)}`, room);
  return [
    ...sharedLines(state, dialog, target),
    ...(isNamed(target) ? styledPair({ id: 'name', label: 'name', style: 'strong' }, [name]) : []),
    ...pair('id', 'id', ...(isNarrow(columns) ? [cutMiddle(id, room)] : wrap(id, room))),
    ...ownerLines(state, ref),
    blank('b1'),
    ...refusedLines(state, dialog),
    ...failureLines(target, columns),
    ...remarkLines(state, dialog, target),
    blank('b2'),
    // A refused delete has removed nothing.
    ...(dialog.phase === 'refused' ? [] : pair('deletes', 'Deletes', ...wrap(consequence, room))),
    ...backupLines(dialog, resource, columns),
    ...styledPair({ id: 'request', label: 'Request', style: 'bad' }, request),
  ];
}

/** As much of the dialog as fits. */
type TargetPage = {
  readonly lines: readonly Line[];
  /** Everything above the question is or was on the screen, so the question is there. */
  readonly isLast: boolean;
  /** First line of the next page. */
  readonly next: number;
};

/**
 * Returns the lines of a single target. Where not all fit it drops blank lines; where that is not enough it
 * shows page by page, and the question comes with the last one: nobody types before everything was on the
 * screen.
 */
export function targetPage(state: State, dialog: DeleteDialog, target: DeleteTarget): TargetPage {
  const { body, columns } = layoutOf(state);
  const question = questionLines(dialog, { width: columns, height: body });
  const all = [...aboveLines(state, dialog, target), blank('gap')];
  const room = Math.max(0, body - question.length);
  if (all.length <= room) return { lines: [...all, ...question], isLast: true, next: 0 };
  const above = all.filter(line => line.kind !== 'blank');
  const top = Math.min(dialog.top ?? 0, above.length);
  const page = Math.max(1, body - 1);
  // A terminal of a few rows has none to spare for anything but the question.
  if (dialog.phase !== 'confirming' || above.length - top <= room || room === 0)
    return {
      lines: [...above.slice(Math.max(0, above.length - room)), ...question],
      isLast: true,
      next: top,
    };
  const next = top + page;
  const left = above.length - next;
  const rest = left > 0 ? safe`${left} more: Enter or PgDn` : safe`Enter or PgDn: confirm`;
  const more = textLine('more', span(safe`   … ${rest}`, 'warn'));
  return { lines: [...above.slice(top, next), more], isLast: false, next };
}
