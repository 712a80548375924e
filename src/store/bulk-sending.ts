import { deleteMany } from '../deletion/batch.ts';
import type { Result } from '../deletion/delete.ts';
import { isGone } from '../deletion/results.ts';
import type { BulkDialog } from './bulk-dialog.ts';
import type { Reading } from './reading.ts';
import { goneBy, withoutRecord } from './removal.ts';
import { currentView } from './state.ts';
import { isTarget, tallyOf, tallyWords } from './victims.ts';
import type { World } from './world.ts';

/** Deletes the targets of the dialog, one after another, until it leaves the phase `running`; then says what came of it. */
export async function sendVictims(
  { store, client, keeping }: World,
  { readAgain, load }: Reading,
  { present, put, enter }: BulkDialog,
): Promise<void> {
  const dialog = present();
  if (client === undefined || dialog === undefined) return;
  const places = dialog.victims.flatMap((victim, at) => (isTarget(victim) ? [{ at, victim }] : []));
  const placeOf = (index: number): number => places[index]?.at ?? -1;

  /** What is gone leaves the lists and the marks at once; what failed stays marked. */
  function settle(index: number, result: Result): void {
    const ref = places[index]?.victim.ref;
    if (ref !== undefined && isGone(result))
      store.setState(state => withoutRecord(state, ref, goneBy(result)));
    put(placeOf(index), { result });
  }

  await deleteMany(
    places.map(({ victim: { ref, record } }) => ({ ref, record })),
    { ...keeping, client, readAgain, now: Date.now, isDry: store.getState().guard.isDry },
    {
      isStopped: () => present()?.phase !== 'running',
      onBegin: index => put(placeOf(index), { result: 'sending' }),
      onResult: settle,
    },
  );
  const ended = present();
  if (ended === undefined) return;
  enter('done', { hint: tallyWords(tallyOf(ended)) });
  load(currentView(store.getState()).place, true);
}
