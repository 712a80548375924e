import { failureOf } from '../../../deletion/results.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { backupsOf } from '../../actions/delete/outcomes.ts';
import { isFailed, reportOf } from '../../actions/delete/targets.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { openLastBackup } from '../../commands/record.ts';
import { newSaveDialog } from '../../commands/save.ts';
import { layoutOf } from '../../facts/layout.ts';
import type { DeleteDialog } from '../../state/dialogs.ts';
import { requestsPlace } from '../../state/place.ts';
import { edit, typed } from '../../state/text-field.ts';
import type { DialogCommand } from '../shared/dialog.ts';
import { readerStep } from '../shared/moves.ts';
import { isAsking, pageOf } from './page.ts';

const whyNotDone = ({ phase }: DeleteDialog): SafeText | undefined =>
  phase === 'done' ? undefined : safe`There are no results yet.`;

function notRefused({ targets }: DeleteDialog): SafeText | undefined {
  const isRefused = targets.some(
    ({ result }) => typeof result === 'object' && failureOf(result)?.kind === 'forbidden',
  );
  return isRefused ? undefined : safe`Nothing was refused.`;
}

export const deleteCommands: readonly DialogCommand<DeleteDialog>[] = [
  {
    id: 'record.delete',
    title: safe`afterwards: retry failed (asks again)`,
    hint: safe`retry`,
    blocked: dialog =>
      whyNotDone(dialog) ?? (dialog.targets.some(isFailed) ? undefined : safe`Nothing failed.`),
    run: ({ openDelete, notify }, { targets }, { alone }) =>
      alone ? openDelete(targets.filter(isFailed).map(({ ref }) => ({ ref }))) : notify('warn', ALONE),
  },
  {
    id: 'backup.open',
    title: safe`afterwards: backup of what was deleted`,
    hint: dialog => (backupsOf(dialog).length === 1 ? safe`backup` : safe`backups`),
    blocked: dialog =>
      whyNotDone(dialog) ?? (backupsOf(dialog).length > 0 ? undefined : safe`There is no backup.`),
    run: explorer => {
      explorer.cancelDelete();
      openLastBackup(explorer);
    },
  },
  {
    id: 'export.save',
    title: safe`afterwards: save the report to a file`,
    hint: safe`save`,
    blocked: whyNotDone,
    run: ({ openDialog, now }, dialog) => openDialog(newSaveDialog(reportOf(dialog), now())),
  },
  {
    id: 'request.log',
    title: safe`after a refusal: what was sent`,
    hint: safe`requests`,
    blocked: dialog => whyNotDone(dialog) ?? notRefused(dialog),
    run: ({ cancelDelete, open }) => {
      cancelDelete();
      open(requestsPlace);
    },
  },
  {
    id: 'profile.switch',
    title: safe`after a refusal: another profile`,
    hint: safe`profile`,
    blocked: dialog => whyNotDone(dialog) ?? notRefused(dialog),
    run: ({ cancelDelete, chooseLogin }) => {
      cancelDelete();
      chooseLogin();
    },
  },
];

/** Types the confirmation, or scrolls. Nothing is typed or confirmed before the end of the page is shown. */
export function deleteKey(explorer: Explorer, dialog: DeleteDialog, { key, alone }: Press): void {
  const { store, changeDialog, confirmDelete, now } = explorer;
  const state = store.getState();
  const { body } = layoutOf(state);
  const { top, below } = pageOf(state, dialog);
  const isField = isAsking(dialog) && below === 0;
  const isEnter = key.name === 'enter';
  if (isEnter && (isField || !isAsking(dialog))) return confirmDelete(alone);
  if (isField && (key.text !== '' || edit(dialog.editor, key.name) !== undefined)) {
    const editor = typed(dialog.editor, key);
    return changeDialog(dialog, { editor, typedAt: now(), refusedAt: undefined, hint: undefined });
  }
  const by = isEnter ? body : readerStep(state, key.name, body);
  if (by === undefined) return;
  // An Enter that scrolls may still be held down at the end: it must not confirm what was typed ahead.
  const refusedAt = isEnter ? now() : dialog.refusedAt;
  changeDialog(dialog, { top: Math.max(0, Math.min(top + by, top + below)), refusedAt });
}
