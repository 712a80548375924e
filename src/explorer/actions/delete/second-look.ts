import { sendEach } from '../../../api/send-each.ts';
import { LOOK_MS, secondLookProblem } from '../../../deletion/second-look.ts';
import { isSame, type JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { nameOf } from '../../../resources/resource.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { span } from '../../../text/units.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/dialogs.ts';
import type { Ports } from '../../state/store.ts';
import type { LoadActions } from '../load/load.ts';
import { isConfirmed } from './confirmation.ts';
import type { OpenedDialog } from './opened-dialog.ts';
import { includedAt, includedTargets } from './targets.ts';

/** Returns the time of the oldest load of the included targets; 0 if one was never loaded. */
export const oldestLook = (dialog: Pick<DeleteDialog, 'targets'>): number =>
  Math.min(...includedTargets(dialog).map(({ lookedAt = 0 }) => lookedAt));

/** Returns true if a target must be loaded again before its DELETE is sent. */
export const isLookOld = (dialog: DeleteDialog, now: number): boolean =>
  resourceOf(dialog.recordKind).read !== undefined && now - oldestLook(dialog) > LOOK_MS;

/** Returns how old a look at a record is: `just now`, `2m ago`. */
export const lookAge = (lookedAt: number, now: number): SafeText =>
  now - lookedAt < LOOK_MS ? safe`just now` : safe`${span(now - lookedAt)} ago`;

/** Returns what a read changes of a target: record and name, and whether it differs from the known row. */
function readTarget({ ref, record: before }: DeleteTarget, record: JsonObject): Partial<DeleteTarget> {
  const resource = resourceOf(ref.kind);
  const isChanged = (resource.listed ?? []).some(
    field => before !== undefined && Object.hasOwn(before, field) && !isSame(before[field], record[field]),
  );
  return { record, name: nameOf(resource, record), ...(isChanged ? { isChanged } : {}) };
}

/** Creates the loads of the targets of a dialog; `isOpen` is true until the dialog is closed. */
export function createLooks(
  { loadRecord, client, now }: Pick<Ports, 'client' | 'now'> & Pick<LoadActions, 'loadRecord'>,
  { present, change, changeTarget }: OpenedDialog,
) {
  /** Reloads the targets that a DELETE would be sent for, several at once; false if the dialog was closed. */
  async function read(isOpen: () => boolean): Promise<boolean> {
    const { targets = [] } = present() ?? {};
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
      changeTarget(at, read);
    }
    return isOpen();
  }

  /** Loads the targets, whose age on the screen grows from now on; false if the dialog was closed. */
  function first(isOpen: () => boolean): Promise<boolean> {
    const timer = setInterval(() => {
      if (isOpen()) change(() => ({}));
      else clearInterval(timer);
    }, LOOK_MS).unref();
    return read(isOpen);
  }

  /** Loads confirmed targets once more; resolves to why they must be confirmed anew, if they must. */
  async function again(asked: DeleteDialog, isOpen: () => boolean): Promise<'closed' | 'same' | SafeText> {
    const isStillOpen = await read(isOpen);
    const dialog = present();
    if (!isStillOpen || dialog === undefined) return 'closed';
    const looks = includedAt(asked).map(at => {
      const { record: after, failure } = dialog.targets[at] ?? {};
      return { before: asked.targets[at]?.record, after: failure === undefined ? after : undefined };
    });
    const isStillConfirmed = isConfirmed(dialog) && oldestLook(asked) > 0;
    return secondLookProblem(looks) ?? (isStillConfirmed ? 'same' : safe`Nothing was sent: confirm it anew.`);
  }

  return { first, again };
}
