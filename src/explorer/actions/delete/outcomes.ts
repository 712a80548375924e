import { failureOf, isGone, missingWords, resultWords } from '../../../deletion/results.ts';
import { resourceOf, resources } from '../../../resources/registry.ts';
import { deleteAction } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/dialogs.ts';
import { currentView } from '../../state/state.ts';
import { type Ports, update } from '../../state/store.ts';
import type { LoadActions } from '../load/load.ts';
import { confirmationOf } from './confirmation.ts';
import type { OpenedDialog } from './opened-dialog.ts';
import { isNamed, singleTarget, tallyWords, targetId } from './targets.ts';
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
  const confirmation = confirmationOf(store.getState(), present);
  dialog.enter('confirming', { openedAt: now(), typedAt: now(), confirmation, top: present.top });
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

/** Shows the results. A single record that is gone is told by the list without it: the dialog closes. */
export function showResults({ store, load }: Context, dialog: OpenedDialog): void {
  const present = dialog.present();
  if (present === undefined) return;
  const lastBackups = backupsOf(present);
  if (lastBackups.length > 0) update(store, { data: { lastBackups } });
  rememberRefusals(store, present);
  const single = singleTarget(present);
  const result = typeof single?.result === 'object' ? single.result : undefined;
  const text =
    single && result
      ? resultWords(result, { kind: single.ref.kind, what: targetWords(single) })
      : safe`${tallyWords({ ...present, phase: 'done' })}.`;
  const hint = safe`${text}${backupWords(present)}`;
  const isOver = result !== undefined && (isGone(result) || result.end === 'played');
  // A record that cannot be read has no list to look at, so the page stays as a receipt.
  if (isOver && resourceOf(present.recordKind).read !== undefined) dialog.close({ tone: 'good', text: hint });
  else dialog.enter('done', { hint });
  // The view below may never have been loaded; rows of several are loaded again.
  if (single === undefined || (result !== undefined && isGone(result)))
    load(currentView(store.getState()).place, single === undefined);
}

/** Returns, for example, `bot support-prod (9f3c…)`. */
function targetWords(target: DeleteTarget): SafeText {
  const kind = clean(resourceOf(target.ref.kind).title.toLowerCase());
  const id = cutMiddle(clean(targetId(target)), 13);
  return isNamed(target) ? safe`${kind} ${cutMiddle(target.name, 30)} (${id})` : safe`${kind} ${id}`;
}
