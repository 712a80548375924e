import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { lower, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { isConfirmed } from '../../actions/delete/confirmation.ts';
import { backupsOf } from '../../actions/delete/outcomes.ts';
import {
  includedTargets,
  isFailed,
  progressOf,
  reportOf,
  singleTarget,
  tallyWords,
} from '../../actions/delete/targets.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { NOT_ALONE, type Press } from '../../commands/command.ts';
import { openLastBackup } from '../../commands/record.ts';
import { newSaveDialog } from '../../commands/save.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import { type Hint, hint, noKeys, type Spans, span } from '../../facts/line.ts';
import type { DeleteDialog } from '../../state/dialogs.ts';
import { requestsPlace } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { edit, typed } from '../../state/text-field.ts';
import { type Dialog, type DialogCommand, hintsOf, readerStep, refusePaste } from '../shared/dialog.ts';
import { isAsking, isSending, pageOf } from './page.ts';

/** `Delete 3 bots permanently?`, then `Deleting 3 bots`, at the end the tally. */
function titleOf(dialog: DeleteDialog) {
  const { phase, recordKind, targets, since } = dialog;
  if (phase === 'done') return { title: safe`Done`, right: tallyWords(dialog) };
  const resource = resourceOf(recordKind);
  const { ended, left } = progressOf(dialog);
  const isReading = phase === 'reading';
  const read = targets.filter(({ failure, lookedAt = 0 }) => failure !== undefined || lookedAt >= since);
  const total = isReading ? targets.length : ended + left;
  const what = targets.length === 1 ? safe`this ${lower(resource.title)}` : countedRecords(resource, total);
  return {
    title: isSending(dialog) ? safe`Deleting ${what}` : safe`Delete ${what} permanently?`,
    right: undefined,
    isDangerous: true,
    work:
      isReading || isSending(dialog)
        ? { done: isReading ? read.length : ended, from: 0, total, since }
        : undefined,
  };
}

const cancelHint = hint(safe`Esc`, safe`cancel`);
const enterHint = (text: SafeText): Hint => hint(safe`Enter`, text);

function deleteHint(dialog: DeleteDialog, { screen: { size } }: State): Hint {
  if (!isConfirmed(dialog)) return enterHint(safe`delete (not yet)`);
  const single = singleTarget(dialog);
  const what = single === undefined ? safe` ${includedTargets(dialog).length}` : safe` ${single.name}`;
  // A narrow screen needs the room for Esc; the name is in the lines above.
  const named = single !== undefined && isNarrow(size.columns) ? safe`` : what;
  const after = dialog.graceMs > 0 && safe` after ${dialog.graceMs / 1000} s`;
  return hint(safe`Enter`, safe`DELETES${named}${after}`, 'bad');
}

function hints(dialog: DeleteDialog, state: State): readonly Hint[] {
  const { phase, wait } = dialog;
  const isLast = includedTargets(dialog).length === 0;
  if (isAsking(dialog) && pageOf(state, dialog).below > 0)
    return [hint(safe`Enter PgDn`, safe`more`), cancelHint];
  if (phase === 'done') return [enterHint(safe`close`), ...hintsOf(deleteCommands, dialog, state)];
  if (phase === 'stopping') return noKeys(safe`Stopping. Nothing else is sent.`);
  if (phase === 'running')
    return isLast && wait === undefined
      ? noKeys(safe`Wait for the response. Nothing else is sent.`)
      : [hint(safe`Esc`, wait === undefined ? safe`stop after this one` : safe`stop`)];
  return phase === 'confirming' && !isLast ? [deleteHint(dialog, state), cancelHint] : [cancelHint];
}

function phaseWords(dialog: DeleteDialog): SafeText {
  const { phase, graceMs } = dialog;
  if (phase === 'running') return safe`One request each, never retried automatically.`;
  if (phase === 'stopping') return safe`Nothing else is sent.`;
  if (phase === 'done') return safe``;
  const seconds = safe` After Enter you have ${graceMs / 1000} seconds to cancel.`;
  const next = graceMs === 0 ? safe` Enter deletes immediately once it matches.` : seconds;
  return safe`Nothing deleted yet.${phase === 'confirming' && includedTargets(dialog).length > 0 && next}`;
}

function message(state: State, dialog: DeleteDialog): Spans {
  const { phase, targets, hint } = dialog;
  const { below } = pageOf(state, dialog);
  if (below > 0 && isAsking(dialog))
    return [span(safe` ${counted(below, safe`more row`)}: scroll to the end first.`)];
  if (hint === undefined) return [span(safe` ${phaseWords(dialog)}`)];
  const isGood = phase === 'done' && progressOf(dialog).left === 0 && !targets.some(isFailed);
  const more = below > 0 && safe` · ${counted(below, safe`more row`)}: PgDn`;
  return [span(safe` ${hint}${more}`, isGood ? 'good' : 'warn')];
}

function notRefused({ targets }: DeleteDialog): SafeText | undefined {
  const isRefused = targets.some(
    ({ result }) => typeof result === 'object' && result.failure?.kind === 'forbidden',
  );
  return isRefused ? undefined : safe`Nothing was refused.`;
}

const retry: DialogCommand<DeleteDialog> = {
  id: 'record.delete',
  title: safe`retry the failed ones (asks again)`,
  blocked: ({ targets }) => (targets.some(isFailed) ? undefined : safe`Nothing failed.`),
  run: ({ openDelete, notify }, { targets }, { alone }) =>
    alone ? openDelete(targets.filter(isFailed).map(({ ref }) => ({ ref }))) : notify('warn', NOT_ALONE),
};

const closing = (act: (explorer: Explorer) => void) => (explorer: Explorer) => {
  explorer.cancelDelete();
  act(explorer);
};

const afterwards: readonly DialogCommand<DeleteDialog>[] = [
  { ...retry, id: 'delete.retry', keys: ['r'], hint: safe`retry` },
  retry,
  {
    id: 'backup.open',
    title: safe`show the backup`,
    hint: dialog => (backupsOf(dialog).length === 1 ? safe`backup` : safe`backups`),
    blocked: dialog => (backupsOf(dialog).length > 0 ? undefined : safe`No backup.`),
    run: closing(openLastBackup),
  },
  {
    id: 'export.save',
    title: safe`save the report to a file`,
    hint: safe`save`,
    run: ({ openDialog, now }, dialog) => openDialog(newSaveDialog(reportOf(dialog), now())),
  },
  {
    id: 'request.log',
    title: safe`show the request`,
    hint: safe`requests`,
    blocked: notRefused,
    run: closing(({ open }) => open(requestsPlace)),
  },
  {
    id: 'profile.switch',
    title: safe`use another profile`,
    hint: safe`profile`,
    blocked: notRefused,
    run: closing(({ chooseLogin }) => chooseLogin()),
  },
];

const deleteCommands = afterwards.map(command => ({
  ...command,
  blocked: (dialog: DeleteDialog, state: State) =>
    dialog.phase === 'done' ? command.blocked?.(dialog, state) : safe`No results yet.`,
}));

/** Nothing is typed or confirmed before the end of the page is shown. */
function deleteKey(explorer: Explorer, dialog: DeleteDialog, { key, alone }: Press): void {
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

export const deleteDialog: Dialog<DeleteDialog> = {
  form: 'delete',
  commands: deleteCommands,
  isTyping: isAsking,
  key: (explorer, dialog, press) => {
    deleteKey(explorer, dialog, press);
    return true;
  },
  paste: refusePaste,
  cancel: ({ cancelDelete }) => cancelDelete(),
  title: (_state, dialog) => titleOf(dialog),
  lines: (state, dialog, { rows }) => ({ lines: pageOf(state, dialog, rows).lines }),
  hints,
  message,
  field: (_state, { phase, editor }) =>
    phase === 'confirming' ? { name: safe`Type it: `, editor } : undefined,
};
