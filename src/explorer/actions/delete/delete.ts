import { sendEach } from '../../../api/limiter.ts';
import { LOOK_MS, secondLookProblem } from '../../../deletion/confirmation.ts';
import { deleteMany } from '../../../deletion/delete.ts';
import { isGone, missingWords } from '../../../deletion/results.ts';
import { isSame, type JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { nameOf, type Ref } from '../../../resources/resource.ts';
import { safe } from '../../../text/sanitise.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import type { MarkedRef } from '../../selection/cursor.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { retryWait } from '../../state/load.ts';
import { currentView } from '../../state/state.ts';
import { type Ports, update } from '../../state/store.ts';
import { emptyEditor } from '../../state/text-field.ts';
import type { LoadActions } from '../load/load.ts';
import {
  AFTER_REFUSAL_MS,
  confirmationOf,
  confirmRefusal,
  isConfirmed,
  isLookOld,
  mayBeHeld,
  oldestLook,
} from './confirmation.ts';
import { type DeleteDialogContext, newDeleteDialog, openedDialog } from './opened-dialog.ts';
import { backupsOf, forgetRefusals, showResults, withoutRecord } from './outcomes.ts';
import { includedTargets, singleTarget } from './targets.ts';

function readTarget({ ref, record: before }: DeleteDialogTarget, record: JsonObject) {
  const resource = resourceOf(ref.kind);
  const isChanged = (resource.listed ?? []).some(
    field => before !== undefined && Object.hasOwn(before, field) && !isSame(before[field], record[field]),
  );
  return { record, name: nameOf(resource, record), ...(isChanged && { isChanged }) };
}

/** `wasSeen`: a single target was known before. */
function showConfirmation(context: DeleteDialogContext, wasSeen: boolean): void {
  const { store, now, load, dialog } = context;
  const current = dialog.current();
  if (current === undefined) return;
  const single = singleTarget(current);
  if (single?.failure?.kind !== 'not-found') {
    const confirmation = confirmationOf(store.getState(), current);
    return dialog.enter('confirming', { openedAt: now(), typedAt: now(), confirmation, top: current.top });
  }
  const { missingHint } = resourceOf(current.recordKind);
  if (missingHint !== undefined) return dialog.close('warn', safe`404: ${missingHint}`);
  if (!wasSeen) return dialog.close('warn', missingWords(current.recordKind));
  update(store, state => withoutRecord(state, single.ref));
  dialog.close('good', safe`Already gone (404). No delete was sent.`);
  load(currentView(store.getState()).place);
}

async function reload({ loadRecord, client, now, dialog }: DeleteDialogContext, isOpen: () => boolean) {
  const included = includedTargets(dialog.current() ?? { targets: [] });
  const limit = () => client?.limit() ?? 1;
  for await (const [target, outcome] of sendEach(included, ({ ref }) => loadRecord(ref), limit)) {
    if (!isOpen()) return false;
    const read = outcome.ok
      ? { ...readTarget(target, outcome.value), failure: undefined, lookedAt: now() }
      : { failure: outcome.failure, lookedAt: undefined };
    dialog.changeTarget(target, read);
  }
  return isOpen();
}

function firstLook(context: DeleteDialogContext, isOpen: () => boolean): Promise<boolean> {
  const timer = setInterval(() => {
    if (isOpen()) context.dialog.change(() => ({}));
    else clearInterval(timer);
  }, LOOK_MS).unref();
  return reload(context, isOpen);
}

/** Resolves to why the targets must be confirmed anew, if they must. */
async function secondLook(context: DeleteDialogContext, asked: DeleteDialog, isOpen: () => boolean) {
  const isStillOpen = await reload(context, isOpen);
  const dialog = context.dialog.current();
  if (!isStillOpen || dialog === undefined) return 'closed';
  const looks = includedTargets(asked).map(({ ref, record: before }) => {
    const { record: after, failure } = dialog.targets.find(each => each.ref === ref) ?? {};
    return { before, after: failure === undefined ? after : undefined };
  });
  const isStillConfirmed = isConfirmed(dialog) && oldestLook(asked) > 0;
  return secondLookProblem(looks) ?? (isStillConfirmed ? 'same' : safe`Nothing was sent: confirm it again.`);
}

/** One after another, while in the phase `running`. `waiting` aborts a DELETE not yet sent. */
async function sendTargets(context: DeleteDialogContext, waiting: AbortController): Promise<void> {
  const { store, client, deleteStorage, loadRecord, dialog } = context;
  const included = includedTargets(dialog.current() ?? { targets: [] });
  if (client === undefined) return;
  let target: DeleteDialogTarget | undefined;

  await deleteMany(
    included.map(({ ref, record }) => ({ ref, record })),
    {
      ...deleteStorage,
      client,
      waitSignal: waiting.signal,
      readAgain: loadRecord,
      // The journal and the backups have the system's own time.
      now: Date.now,
      isDry: store.getState().session.writeProtection.isDry,
      onWait: (ms, failure) => dialog.change(() => ({ wait: retryWait(ms, failure, context.now()) })),
      onSend: () => dialog.changeTarget(target, { result: 'sending' }),
      onCheck: () => dialog.changeTarget(target, { result: 'checking' }),
    },
    {
      isStopped: () => dialog.current()?.phase !== 'running',
      onBegin: index => {
        target = included[index];
        dialog.changeTarget(target, { result: 'waiting', failure: undefined });
      },
      // A record that is gone leaves lists and marks at once; one that failed stays marked.
      onResult: (_index, result) => {
        const ref = target?.ref;
        if (ref !== undefined && isGone(result))
          update(store, state => withoutRecord(state, ref, result.end === 'deleted' ? 'deleted' : true));
        dialog.changeTarget(target, { result });
      },
    },
  );
}

/** The seconds to cancel while `isOpen`, then one request after another. */
function createSending(context: DeleteDialogContext) {
  const { dialog } = context;
  let running: Promise<void> = Promise.resolve();
  let waiting = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    dialog.enter('running');
    waiting = new AbortController();
    running = sendTargets(context, waiting).then(() => showResults(context));
  }

  function count(leftMs: number, isOpen: () => boolean): void {
    if (!isOpen() || dialog.current()?.phase !== 'grace') return;
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

export function createDeleter(ports: Ports, loading: LoadActions) {
  const { store, deleteStorage, now } = ports;
  const dialog = openedDialog(ports);
  const context: DeleteDialogContext = { ...ports, ...loading, dialog };
  const sending = createSending(context);
  let isOpen = () => false;

  function cancelDelete(): void {
    sending.cancel();
    const current = dialog.current();
    switch (current?.phase) {
      case 'grace':
        return dialog.enter('confirming', { editor: emptyEditor, hint: safe`Cancelled. Nothing was sent.` });
      case 'running':
        return includedTargets(current).length > 0 ? dialog.enter('stopping') : undefined;
      case 'reading':
      case 'confirming':
      case 'done':
        return dialog.close();
      case 'stopping':
      case undefined:
    }
  }

  return {
    openDelete: (marked: readonly MarkedRef[], from?: Ref): void => {
      const state = store.getState();
      const opened = newDeleteDialog(state, marked, now(), from);
      if (opened === undefined) return;
      const why = deleteRefusal(state, now());
      if (why !== undefined) return dialog.close('warn', why);
      const results = dialog.current();
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
    /** `isAlone`: no other key came in the same read. */
    confirmDelete: (isAlone: boolean): void => {
      const current = dialog.current();
      if (current === undefined || ['grace', 'stopping'].includes(current.phase)) return;
      if (current.phase === 'done') {
        // An Enter that is still held down since the confirmation does not close the results.
        const isHeld = now() - current.since < AFTER_REFUSAL_MS || mayBeHeld(current, now());
        return isHeld ? dialog.change(() => ({ refusedAt: now() })) : dialog.close();
      }
      const hint = deleteRefusal(store.getState(), now()) ?? confirmRefusal(current, now(), isAlone);
      // Each refused Enter starts the wait anew: one that is held down never gets past it.
      if (hint !== undefined) return dialog.change(() => ({ hint, refusedAt: now() }));
      if (!isLookOld(current, now())) return sending.start(current, isOpen);
      dialog.enter('reading');
      void secondLook(context, current, isOpen).then(hint => {
        if (hint === 'closed') return;
        if (hint === 'same') return sending.start(current, isOpen);
        showConfirmation(context, true);
        dialog.change(() => ({ editor: emptyEditor, hint }));
      });
    },
    cancelDelete,
    haltDeletes: (): Promise<void> => {
      cancelDelete();
      return sending.ended();
    },
    forgetRefusals: () => forgetRefusals(store),
  };
}
