import { placeKey } from '../../state/place.ts';
import { recordLoad } from '../../state/records.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Ports, update } from '../../state/store.ts';
import { differentFields } from './list-changes.ts';

const SHOWN_MS = 10_000;

/** Returns a reaction that shows for a while what a reload has changed in the record on the screen. */
export function recordChangeMarker({ store }: Pick<Ports, 'store'>): (before: State) => void {
  let timer: NodeJS.Timeout | undefined;
  return before => {
    const state = store.getState();
    const { place } = currentView(state);
    if (place.screen !== 'record') return;
    const now = recordLoad(state, place.ref)?.last?.value;
    const then = recordLoad(before, place.ref)?.last?.value;
    if (now === undefined || then === undefined || now === then) return;
    clearTimeout(timer);
    const fields = differentFields(then, now).length;
    if (fields === 0 && state.data.recordChanges === undefined) return;
    const recordChanges = fields === 0 ? undefined : { key: placeKey(place), before: then, fields };
    update(store, { data: { recordChanges } });
    timer = setTimeout(() => update(store, { data: { recordChanges: undefined } }), SHOWN_MS);
    timer.unref();
  };
}
