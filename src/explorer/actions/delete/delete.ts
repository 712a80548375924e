import type { Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import type { MarkedRef } from '../../selection/list-marks.ts';
import type { DeleteDialog } from '../../state/dialogs.ts';
import type { Ports } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { LoadActions } from '../load/load.ts';
import { AFTER_REFUSAL_MS, isLookOld, mayBeHeld, refusal } from './confirmation.ts';
import { type DeleteDialogContext, newDeleteDialog, openedDialog } from './opened-dialog.ts';
import { backupsOf, forgetRefusals, showConfirmation, showResults } from './outcomes.ts';
import { firstLook, secondLook, sendTargets } from './requests.ts';
import { includedAt, singleTarget } from './targets.ts';

/** Creates the end of a delete: the seconds to cancel while `isOpen`, then one request after another. */
function createSending(context: DeleteDialogContext) {
  const { dialog } = context;
  let running: Promise<void> = Promise.resolve();
  /** Aborts a DELETE that still waits to be sent, never one under way. */
  let waiting = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    dialog.enter('running');
    waiting = new AbortController();
    running = sendTargets(context, waiting).then(() => showResults(context));
  }

  function count(leftMs: number, isOpen: () => boolean): void {
    if (!isOpen() || dialog.present()?.phase !== 'grace') return;
    if (leftMs <= 0) return begin();
    dialog.change(() => ({ secondsLeft: Math.ceil(leftMs / 1000) }));
    timer = setTimeout(() => count(leftMs - 1000, isOpen), Math.min(1000, leftMs));
  }

  return {
    start: ({ graceMs }: DeleteDialog, isOpen: () => boolean): void => {
      if (graceMs === 0) return begin();
      dialog.enter('grace');
      count(graceMs, isOpen);
    },
    cancel: (): void => {
      waiting.abort();
      clearTimeout(timer);
    },
    ended: (): Promise<void> => running,
  };
}

/** Deletes one or more records: reloads them, waits for the confirmation, sends one request at a time. */
export function createDeleter(ports: Ports, loading: LoadActions) {
  const { store, deleteStorage, now } = ports;
  const dialog = openedDialog(ports);
  const context: DeleteDialogContext = { ...ports, ...loading, dialog };
  const sending = createSending(context);
  let isOpen = (): boolean => false;

  /** Handles Esc in the dialog: one step back, or no further request. A waiting DELETE is not sent. */
  function cancelDelete(): void {
    sending.cancel();
    const present = dialog.present();
    switch (present?.phase) {
      case 'grace':
        return dialog.enter('confirming', { editor: emptyEditor, hint: safe`Cancelled. Nothing was sent.` });
      case 'running':
        return includedAt(present).length > 0 ? dialog.enter('stopping') : undefined;
      case 'reading':
      case 'confirming':
      case 'done':
        return dialog.close();
      case 'stopping':
      case undefined:
    }
  }

  return {
    /** Opens the dialog for records of one kind. `from`: the record on whose screen their rows are. */
    openDelete: (marked: readonly MarkedRef[], from?: Ref): void => {
      const state = store.getState();
      const kind = marked[0]?.ref.kind;
      if (kind === undefined) return;
      const why = deleteRefusal(state, now());
      if (why !== undefined) return dialog.close('warn', why);
      const opened = newDeleteDialog(state, kind, { marked, from, now: now() });
      const results = dialog.present();
      const isStillOpen = dialog.open({
        ...opened,
        backupFolder: state.session.writeProtection.isDry ? undefined : deleteStorage.folder,
        earlierBackups: results === undefined ? [] : backupsOf(results),
      });
      isOpen = isStillOpen;
      if (opened.phase !== 'reading') return;
      void firstLook(context, isStillOpen).then(isShown => {
        if (isShown) showConfirmation(context, singleTarget(opened)?.record !== undefined);
      });
    },
    /** Handles Enter in the dialog. `isAlone`: no other key came in the same read. */
    confirmDelete: (isAlone: boolean): void => {
      const present = dialog.present();
      if (present === undefined || ['grace', 'stopping'].includes(present.phase)) return;
      if (present.phase === 'done') {
        // An Enter that is still held down since the confirmation does not close the results.
        const isHeld = now() - present.since < AFTER_REFUSAL_MS || mayBeHeld(present, now());
        return isHeld ? dialog.change(() => ({ refusedAt: now() })) : dialog.close();
      }
      const hint = deleteRefusal(store.getState(), now()) ?? refusal(present, now(), isAlone);
      // Each refused Enter starts the wait anew: one that is held down never gets past it.
      if (hint !== undefined) return dialog.change(() => ({ hint, refusedAt: now() }));
      if (!isLookOld(present, now())) return sending.start(present, isOpen);
      dialog.enter('reading');
      void secondLook(context, present, isOpen).then(hint => {
        if (hint === 'closed') return;
        if (hint === 'same') return sending.start(present, isOpen);
        showConfirmation(context, true);
        dialog.change(() => ({ editor: emptyEditor, hint }));
      });
    },
    cancelDelete,
    /** Sends no further request; resolves once none is under way. */
    haltDeletes: (): Promise<void> => {
      cancelDelete();
      return sending.ended();
    },
    forgetRefusals: (): void => forgetRefusals(store),
  };
}
