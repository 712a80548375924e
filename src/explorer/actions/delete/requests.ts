import { sendEach } from '../../../api/limiter.ts';
import { LOOK_MS, secondLookProblem } from '../../../deletion/confirmation.ts';
import { deleteMany } from '../../../deletion/delete.ts';
import { isGone } from '../../../deletion/results.ts';
import { isSame, type JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { nameOf } from '../../../resources/resource.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { DeleteDialog, DeleteDialogTarget } from '../../state/dialogs.ts';
import { update } from '../../state/store.ts';
import { isConfirmed, oldestLook } from './confirmation.ts';
import type { DeleteDialogContext } from './opened-dialog.ts';
import { withoutRecord } from './outcomes.ts';
import { includedAt } from './targets.ts';

/** Returns what a read changes of a target: record and name, and whether it differs from the known row. */
function readTarget(
  { ref, record: before }: DeleteDialogTarget,
  record: JsonObject,
): Partial<DeleteDialogTarget> {
  const resource = resourceOf(ref.kind);
  const isChanged = (resource.listed ?? []).some(
    field => before !== undefined && Object.hasOwn(before, field) && !isSame(before[field], record[field]),
  );
  return { record, name: nameOf(resource, record), ...(isChanged ? { isChanged } : {}) };
}

/** Reloads the targets that a DELETE would be sent for, several at once; false if the dialog was closed. */
async function reload(
  { loadRecord, client, now, dialog }: DeleteDialogContext,
  isOpen: () => boolean,
): Promise<boolean> {
  const { targets = [] } = dialog.present() ?? {};
  const included = new Set(includedAt({ targets }));
  for await (const [[at, target], outcome] of sendEach(
    [...targets.entries()].filter(([at]) => included.has(at)),
    ([, { ref }]) => loadRecord(ref),
    () => client?.limit() ?? 1,
  )) {
    if (!isOpen()) return false;
    const read = outcome.ok
      ? { ...readTarget(target, outcome.value), failure: undefined, lookedAt: now() }
      : { failure: outcome.failure, lookedAt: undefined };
    dialog.changeTarget(at, read);
  }
  return isOpen();
}

/** Loads the targets, whose age on the screen grows from now on; false if the dialog was closed. */
export function firstLook(context: DeleteDialogContext, isOpen: () => boolean): Promise<boolean> {
  const timer = setInterval(() => {
    if (isOpen()) context.dialog.change(() => ({}));
    else clearInterval(timer);
  }, LOOK_MS).unref();
  return reload(context, isOpen);
}

/** Loads confirmed targets once more; resolves to why they must be confirmed anew, if they must. */
export async function secondLook(
  context: DeleteDialogContext,
  asked: DeleteDialog,
  isOpen: () => boolean,
): Promise<'closed' | 'same' | SafeText> {
  const isStillOpen = await reload(context, isOpen);
  const dialog = context.dialog.present();
  if (!isStillOpen || dialog === undefined) return 'closed';
  const looks = includedAt(asked).map(at => {
    const { record: after, failure } = dialog.targets[at] ?? {};
    return { before: asked.targets[at]?.record, after: failure === undefined ? after : undefined };
  });
  const isStillConfirmed = isConfirmed(dialog) && oldestLook(asked) > 0;
  return secondLookProblem(looks) ?? (isStillConfirmed ? 'same' : safe`Nothing was sent: confirm it anew.`);
}

/**
 * Deletes the included targets of the dialog, one after another, until it leaves the phase `running`.
 * `waiting` aborts a DELETE that still waits to be sent.
 */
export async function sendTargets(context: DeleteDialogContext, waiting: AbortController): Promise<void> {
  const { store, client, deleteStorage, loadRecord } = context;
  const { present, changeTarget } = context.dialog;
  const targets = present()?.targets ?? [];
  if (client === undefined) return;
  const included = includedAt({ targets }).flatMap(at => {
    const target = targets[at];
    return target === undefined ? [] : [{ at, target }];
  });
  const change = (index: number, changes: Partial<DeleteDialogTarget>): void =>
    changeTarget(included[index]?.at ?? -1, changes);
  let current = 0;

  await deleteMany(
    included.map(({ target: { ref, record } }) => ({ ref, record })),
    {
      ...deleteStorage,
      client,
      waitSignal: waiting.signal,
      readAgain: loadRecord,
      // The journal and the backups have the system's own time.
      now: Date.now,
      isDry: store.getState().session.writeProtection.isDry,
      onCheck: () => change(current, { result: 'checking' }),
    },
    {
      isStopped: () => present()?.phase !== 'running',
      onBegin: index => {
        current = index;
        change(index, { result: 'sending', failure: undefined });
      },
      // A record that is gone leaves lists and marks at once; one that failed stays marked.
      onResult: (index, result) => {
        const ref = included[index]?.target.ref;
        if (ref !== undefined && isGone(result))
          update(store, state => withoutRecord(state, ref, result.end === 'deleted' ? 'deleted' : true));
        change(index, { result });
      },
    },
  );
}
