import { placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { recordLoad } from '../../state/record-load.ts';
import type { RecordChanges } from '../../state/slices.ts';
import { currentView, type State } from '../../state/state.ts';
import { update } from '../../state/store.ts';
import { differentFields } from './list-changes.ts';

const SHOWN_MS = 10_000;

function changesSince(
  state: State,
  before: State,
): { readonly recordChanges: RecordChanges | undefined } | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'record') return undefined;
  const now = recordLoad(state, place.ref)?.last?.value;
  const then = recordLoad(before, place.ref)?.last?.value;
  if (now === undefined || then === undefined || now === then) return undefined;
  const fields = differentFields(then, now).length;
  return { recordChanges: fields === 0 ? undefined : { key: placeKey(place), before: then, fields } };
}

export function recordChangeMarker({ store }: Pick<Ports, 'store'>): (before: State) => void {
  let timer: NodeJS.Timeout | undefined;
  return before => {
    const state = store.getState();
    const found = changesSince(state, before);
    if (found === undefined) return;
    clearTimeout(timer);
    if (found.recordChanges === undefined && state.data.recordChanges === undefined) return;
    update(store, { data: found });
    timer = setTimeout(() => update(store, { data: { recordChanges: undefined } }), SHOWN_MS);
    timer.unref();
  };
}
