import type { Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import type { DeleteDialog } from '../../state/delete-dialog.ts';
import type { Ports } from '../../state/ports.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { MarkedRef } from '../../view/content/list-marks.ts';
import { deleteDialogRefusal } from '../../view/write-protection.ts';
import type { LoadActions } from '../load/load.ts';
import { AFTER_REFUSAL_MS, mayBeHeld, newDeleteDialog, refusal } from './confirmation.ts';
import { type OpenedDialog, openedDialog } from './opened-dialog.ts';
import { backupsOf, forgetRefusals, showConfirmation, showResults } from './outcomes.ts';
import { readTargets, sendTargets } from './requests.ts';
import { failedRefs, includedAt, singleTarget } from './targets.ts';

/** Deletes one or more records: reloads them, waits for the confirmation, sends one request at a time. */
export type Deleter = {
  /** Opens the dialog for records of one kind. `from`: the record on whose screen their rows are. */
  readonly openDelete: (marked: readonly MarkedRef[], from?: Ref) => void;
  /** Handles Enter in the dialog. `isAlone`: no other key came in the same read. */
  readonly confirmDelete: (isAlone: boolean) => void;
  /** Handles Esc in the dialog: one step back, or no further request. A waiting DELETE is not sent. */
  readonly cancelDelete: () => void;
  /** Opens the dialog again for the targets that failed. */
  readonly retryDelete: () => void;
  /** Forgets that the token was refused deletes. */
  readonly forgetRefusals: () => void;
  /** Sends no further request; resolves once none is under way. */
  readonly haltDeletes: () => Promise<void>;
};

/** An Enter that is still held down since the confirmation does not close the results. */
function closeResults({ close, change }: OpenedDialog, present: DeleteDialog, now: number): void {
  if (now - present.since >= AFTER_REFUSAL_MS && !mayBeHeld(present, now)) return close();
  change(() => ({ refusedAt: now }));
}

/** Counts the seconds to cancel, while the dialog stays open. Returns a function that stops it. */
function startCountdown(
  { change, present }: OpenedDialog,
  graceMs: number,
  { isOpen, onEnd }: { readonly isOpen: () => boolean; readonly onEnd: () => void },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  function count(leftMs: number): void {
    if (!isOpen() || present()?.phase !== 'grace') return;
    if (leftMs <= 0) return onEnd();
    change(() => ({ secondsLeft: Math.ceil(leftMs / 1000) }));
    timer = setTimeout(() => count(leftMs - 1000), Math.min(1000, leftMs));
  }
  count(graceMs);
  return () => clearTimeout(timer);
}

export function createDeleter(ports: Ports, loading: LoadActions): Deleter {
  const { store, concurrency, deleteStorage, now } = ports;
  const context = { store, now, load: loading.load };
  const dialog = openedDialog(ports);
  let isOpen = (): boolean => false;
  let running: Promise<void> = Promise.resolve();
  /** Aborts a DELETE that still waits to be sent, never one under way. */
  let waiting = new AbortController();
  let stopCountdown = (): void => undefined;

  function openDelete(marked: readonly MarkedRef[], from?: Ref): void {
    const state = store.getState();
    const kind = marked[0]?.ref.kind;
    if (kind === undefined) return;
    const why = deleteDialogRefusal(state, now());
    if (why !== undefined) return dialog.close({ tone: 'warn', text: why });
    const backupFolder = state.session.writeProtection.isDry ? undefined : deleteStorage.folder;
    const opened = newDeleteDialog(state, kind, { marked, from, now: now() });
    const isStillOpen = dialog.open({ ...opened, backupFolder });
    isOpen = isStillOpen;
    if (opened.phase !== 'reading') return;
    const options = { loadRecord: loading.loadRecord, concurrency, isOpen: isStillOpen };
    void readTargets(dialog, options).then(() => {
      if (isStillOpen()) showConfirmation(context, dialog, singleTarget(opened)?.record !== undefined);
    });
  }

  function confirmDelete(isAlone: boolean): void {
    const present = dialog.present();
    if (present === undefined || ['grace', 'stopping', 'refused'].includes(present.phase)) return;
    if (present.phase === 'done') return closeResults(dialog, present, now());
    const hint = deleteDialogRefusal(store.getState(), now()) ?? refusal(present, now(), isAlone);
    // Each refused Enter starts the wait anew: one that is held down never gets past it.
    if (hint !== undefined) return dialog.change(() => ({ hint, refusedAt: now(), isInList: false }));
    if (present.graceMs === 0) return begin();
    dialog.enter('grace');
    stopCountdown = startCountdown(dialog, present.graceMs, { isOpen, onEnd: begin });
  }

  function begin(): void {
    dialog.enter('running');
    waiting = new AbortController();
    running = sendTargets(ports, dialog, { ...loading, waiting }).then(() => showResults(context, dialog));
  }

  function cancelDelete(): void {
    waiting.abort();
    const present = dialog.present();
    switch (present?.phase) {
      case 'grace':
        stopCountdown();
        return dialog.enter('confirming', { editor: emptyEditor, hint: safe`Cancelled. Nothing was sent.` });
      case 'running':
        return includedAt(present).length > 0 ? dialog.enter('stopping') : undefined;
      case 'reading':
      case 'confirming':
      case 'refused':
      case 'done':
        return dialog.close();
      case 'stopping':
      case undefined:
    }
  }

  function retryDelete(): void {
    const present = dialog.present();
    if (present?.phase !== 'done') return;
    openDelete(failedRefs(present).map(ref => ({ ref })));
    dialog.change(() => ({ earlierBackups: backupsOf(present) }));
  }

  function haltDeletes(): Promise<void> {
    cancelDelete();
    return running;
  }

  const forget = (): void => forgetRefusals(store);
  return { openDelete, confirmDelete, cancelDelete, retryDelete, haltDeletes, forgetRefusals: forget };
}
