import type { DeleteResult } from '../../../deletion/delete.ts';
import { failureOf, isGone, isStopped, missingWords, resultWords } from '../../../deletion/results.ts';
import { resourceOf, resources } from '../../../resources/registry.ts';
import { deleteAction } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';
import type { Ports } from '../../state/ports.ts';
import { currentView } from '../../state/state.ts';
import { update } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { LoadActions } from '../load/load.ts';
import { singleFacts } from './confirmation.ts';
import type { OpenedDialog } from './opened-dialog.ts';
import { isNamed, singleTarget, tallyOf, tallyWords, targetId } from './targets.ts';
import { withoutRecord } from './without-record.ts';

/** The explorer around the dialog. */
type Context = Pick<Ports, 'store' | 'now'> & Pick<LoadActions, 'load'>;

/**
 * Shows the confirmation once the targets are reloaded. `wasSeen`: a single target was known before.
 */
export function showConfirmation(context: Context, dialog: OpenedDialog, wasSeen: boolean): void {
  const { store, now } = context;
  const present = dialog.present();
  if (present === undefined) return;
  const single = singleTarget(present);
  if (single?.failure?.kind === 'not-found') return closeAbsent(context, dialog, { ...single, wasSeen });
  const times = { openedAt: now(), typedAt: now() };
  dialog.enter('confirming', { ...times, ...singleFacts(store.getState(), present, now()) });
}

/** Closes the dialog of a single target whose reload returns 404: no DELETE is sent for it. */
function closeAbsent(
  { store, load }: Context,
  { close }: OpenedDialog,
  { ref, wasSeen }: DeleteTarget & { readonly wasSeen: boolean },
): void {
  const { missingHint } = resourceOf(ref.kind);
  if (missingHint !== undefined) return close({ tone: 'warn', text: safe`404: ${missingHint}` });
  if (!wasSeen) return close({ tone: 'warn', text: missingWords(ref.kind) });
  update(store, state => withoutRecord(state, ref));
  close({ tone: 'good', text: safe`Already gone (404). No delete was sent.` });
  load(currentView(store.getState()).place);
}

/** Returns the paths of the backups of what was deleted, also before a retry. */
export const backupsOf = ({ targets, earlierBackups = [] }: DeleteDialog): readonly string[] => [
  ...earlierBackups,
  ...targets.flatMap(({ result }) =>
    typeof result === 'object' && 'backup' in result && isGone(result) ? (result.backup ?? []) : [],
  ),
];

/** Returns where the backups of what was deleted are, as the end of a notice. */
function backupWords(dialog: DeleteDialog): SafeText {
  const { length } = backupsOf(dialog);
  if (length === 0) return safe``;
  return length === 1 ? safe` Backup: :trash` : safe` Backups: :trash`;
}

/** Remembers that the token may not delete records of this kind, until one is deleted. */
function rememberRefusals(store: Ports['store'], { recordKind, targets }: DeleteDialog): void {
  const id = deleteAction(resourceOf(recordKind))?.operation.id;
  const results = targets.flatMap(({ result }) => (typeof result === 'object' ? [result] : []));
  const isForbidden = results.some(result => failureOf(result)?.kind === 'forbidden');
  const isAllowed = results.some(({ end }) => end === 'deleted');
  if (id === undefined || (!isForbidden && !isAllowed)) return;
  update(store, ({ session: { forbidden } }) => {
    const others = forbidden.filter(each => each !== id);
    return { session: { forbidden: isAllowed ? others : [...others, id] } };
  });
}

/** Forgets which deletes were refused: a new permission counts after a reload. */
export function forgetRefusals(store: Ports['store']): void {
  const ids = resources.flatMap(resource => deleteAction(resource)?.operation.id ?? []);
  update(store, ({ session: { forbidden } }) =>
    forbidden.some(id => ids.includes(id))
      ? { session: { forbidden: forbidden.filter(id => !ids.includes(id)) } }
      : {},
  );
}

/** Shows the results. After a single delete the dialog closes or, if nothing was deleted, confirms anew. */
export function showResults(context: Context, dialog: OpenedDialog): void {
  const { store, load } = context;
  const present = dialog.present();
  if (present === undefined) return;
  const lastBackups = backupsOf(present);
  if (lastBackups.length > 0) update(store, { data: { lastBackups } });
  rememberRefusals(store, present);
  const single = singleTarget(present);
  if (typeof single?.result === 'object')
    return showResult(context, dialog, { present, target: single, result: single.result });
  const tally = tallyWords(tallyOf(present));
  const backups = backupWords(present);
  dialog.enter('done', { hint: backups === '' ? tally : safe`${tally}.${backups}` });
  load(currentView(store.getState()).place, true);
}

function showResult(
  { store, load }: Context,
  dialog: OpenedDialog,
  {
    present,
    target,
    result,
  }: { readonly present: DeleteDialog; readonly target: DeleteTarget; readonly result: DeleteResult },
): void {
  const { kind } = target.ref;
  const text = resultWords(result, { kind, what: targetWords(target) });
  // Records that cannot be read have a receipt: what was sent, and the response.
  const hasReceipt = resourceOf(kind).read === undefined && (isGone(result) || result.end === 'missing');
  if (hasReceipt) dialog.enter('done', { hint: text });
  else if (isGone(result) || result.end === 'played')
    dialog.close({ tone: 'good', text: safe`${text}${backupWords(present)}` });
  else confirmAnew(dialog, target, { result, hint: text });
  // The view below may never have been loaded.
  if (isGone(result)) load(currentView(store.getState()).place);
}

/** Shows the confirmation anew after a single delete that failed, or whose outcome is unknown. */
function confirmAnew(
  { enter }: OpenedDialog,
  { result: _result, failure: _failure, ...target }: DeleteTarget,
  { result, hint }: { readonly result: DeleteResult; readonly hint: SafeText },
): void {
  const failure = failureOf(result);
  const targets = [failure === undefined || isStopped(result) ? target : { ...target, failure }];
  const wasSent = result.end === 'unsent' ? {} : { wasSent: true as const };
  // A repetition would be refused again, so nothing can be typed.
  const isRefused = failure?.kind === 'forbidden' && result.end !== 'unsent';
  enter(isRefused ? 'refused' : 'confirming', { targets, ...wasSent, editor: emptyEditor, hint });
}

/** Returns, for example, `bot support-prod (9f3c…)`. */
function targetWords(target: DeleteTarget): SafeText {
  const resource = resourceOf(target.ref.kind);
  const kind = clean(resource.title.toLowerCase());
  const id = cutMiddle(clean(targetId(resource, target)), 13);
  return isNamed(target) ? safe`${kind} ${cutMiddle(target.name, 30)} (${id})` : safe`${kind} ${id}`;
}
