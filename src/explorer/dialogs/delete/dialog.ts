import { failureOf } from '../../../deletion/results.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
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
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { openLastBackup } from '../../commands/record.ts';
import { newSaveDialog } from '../../commands/save.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import { type Hint, hint, noKeys, type Span, span } from '../../facts/line.ts';
import type { DeleteDialog } from '../../state/dialogs.ts';
import { requestsPlace } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { edit, typed } from '../../state/text-field.ts';
import {
  type Dialog,
  type DialogCommand,
  hintsOf,
  readerStep,
  refusePaste,
  type Title,
} from '../shared/dialog.ts';
import { isAsking, isSending, pageOf } from './page.ts';

/** `Delete 3 bots permanently?`, then `Deleting 3 bots`, at the end the tally. */
function titleOf(dialog: DeleteDialog): Title {
  const { phase, recordKind, targets, since } = dialog;
  if (phase === 'done') return { title: safe`Done`, right: tallyWords(dialog) };
  const resource = resourceOf(recordKind);
  const { ended, left } = progressOf(dialog);
  const isReading = phase === 'reading';
  const read = targets.filter(({ failure, lookedAt = 0 }) => failure !== undefined || lookedAt >= since);
  const total = isReading ? targets.length : ended + left;
  const what =
    targets.length === 1
      ? safe`this ${clean(resource.title.toLowerCase())}`
      : countedRecords(resource, total);
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

/** The hint of Enter while the page asks: it names what it deletes once it does. */
function deleteHint(dialog: DeleteDialog, { screen: { size } }: State): Hint {
  if (!isConfirmed(dialog)) return enterHint(safe`delete (not yet)`);
  const single = singleTarget(dialog);
  const what = single === undefined ? safe` ${includedTargets(dialog).length}` : safe` ${single.name}`;
  // A narrow screen needs the room for Esc; the name is in the lines above.
  const named = single !== undefined && isNarrow(size.columns) ? safe`` : what;
  const after = dialog.graceMs === 0 ? safe`` : safe` after ${dialog.graceMs / 1000} s`;
  return hint(safe`Enter`, safe`DELETES${named}${after}`, 'bad');
}

function hints(dialog: DeleteDialog, state: State): readonly Hint[] {
  const isLast = includedTargets(dialog).length === 0;
  if (isAsking(dialog) && pageOf(state, dialog).below > 0)
    return [hint(safe`Enter PgDn`, safe`more`), cancelHint];
  switch (dialog.phase) {
    case 'reading':
    case 'grace':
      return [cancelHint];
    case 'confirming':
      return isLast ? [cancelHint] : [deleteHint(dialog, state), cancelHint];
    case 'running':
      return isLast
        ? noKeys(safe`Wait for the response. Nothing else is sent.`)
        : [hint(safe`Esc`, safe`stop after this one`)];
    case 'stopping':
      return noKeys(safe`Stopping. Nothing else is sent.`);
    case 'done':
      return [enterHint(safe`close`), ...hintsOf(deleteCommands, dialog, state)];
  }
}

function phaseWords({ phase, graceMs }: DeleteDialog): SafeText {
  switch (phase) {
    case 'reading':
    case 'grace':
      return safe`Nothing deleted yet.`;
    case 'confirming':
      return graceMs === 0
        ? safe`Nothing deleted yet. Enter deletes immediately once it matches.`
        : safe`Nothing deleted yet. After Enter you have ${graceMs / 1000} seconds to cancel.`;
    case 'running':
      return safe`One request each, never retried automatically.`;
    case 'stopping':
      return safe`Nothing else is sent.`;
    case 'done':
      return safe``;
  }
}

function message(state: State, dialog: DeleteDialog): readonly Span[] {
  const { phase, targets, hint } = dialog;
  const { below } = pageOf(state, dialog);
  if (below > 0 && isAsking(dialog))
    return [span(safe` ${counted(below, safe`more row`)}: scroll to the end first.`)];
  if (hint === undefined) return [span(safe` ${phaseWords(dialog)}`)];
  const isGood = phase === 'done' && progressOf(dialog).left === 0 && !targets.some(isFailed);
  const more = below > 0 ? safe` ${counted(below, safe`more row`)}: PgDn` : safe``;
  return [span(safe` ${hint}${more}`, isGood ? 'good' : 'warn')];
}

const whyNotDone = ({ phase }: DeleteDialog): SafeText | undefined =>
  phase === 'done' ? undefined : safe`There are no results yet.`;

function notRefused({ targets }: DeleteDialog): SafeText | undefined {
  const isRefused = targets.some(
    ({ result }) => typeof result === 'object' && failureOf(result)?.kind === 'forbidden',
  );
  return isRefused ? undefined : safe`Nothing was refused.`;
}

const deleteCommands: readonly DialogCommand<DeleteDialog>[] = [
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
