import { deleteMany } from '../../../deletion/batch.ts';
import type { DeleteResult } from '../../../deletion/delete.ts';
import { isGone } from '../../../deletion/results.ts';
import { type Ports, update } from '../../state/store.ts';
import type { LoadActions } from '../load/load.ts';
import type { OpenedDialog } from './opened-dialog.ts';
import { includedAt } from './targets.ts';
import { withoutRecord } from './without-record.ts';

/**
 * Deletes the included targets of the dialog, one after another, until it leaves the phase `running`.
 * `waiting` aborts a DELETE that still waits to be sent.
 */
export async function sendTargets(
  { store, client, deleteStorage }: Ports,
  { present, changeTarget }: OpenedDialog,
  { loadRecord, waiting }: Pick<LoadActions, 'loadRecord'> & { readonly waiting: AbortController },
): Promise<void> {
  const dialog = present();
  if (client === undefined || dialog === undefined) return;
  const included = includedAt(dialog);
  const targetAt = (index: number): number => included[index] ?? -1;
  let current = 0;

  /** A record that is gone leaves lists and marks at once; one that failed stays marked. */
  function settle(index: number, result: DeleteResult): void {
    const ref = dialog?.targets[targetAt(index)]?.ref;
    if (ref !== undefined && isGone(result))
      update(store, state => withoutRecord(state, ref, result.end === 'deleted' ? 'deleted' : true));
    changeTarget(targetAt(index), { result });
  }

  await deleteMany(
    included.flatMap(at => {
      const { ref, record } = dialog.targets[at] ?? {};
      return ref === undefined ? [] : [{ ref, record }];
    }),
    {
      ...deleteStorage,
      client,
      waitSignal: waiting.signal,
      readAgain: loadRecord,
      // The journal and the backups have the system's own time.
      now: Date.now,
      isDry: store.getState().session.writeProtection.isDry,
      onCheck: () => changeTarget(targetAt(current), { result: 'checking' }),
    },
    {
      isStopped: () => present()?.phase !== 'running',
      onBegin: index => {
        current = index;
        changeTarget(targetAt(index), { result: 'sending', failure: undefined });
      },
      onResult: settle,
    },
  );
}
