import type { StoreApi } from 'zustand/vanilla';
import { textSteps } from '../filter/filter-text.ts';
import { type Steps, takeSteps } from '../filter/steps.ts';
import { isTold } from '../resources/asked.ts';
import { resourceOf } from '../resources/index.ts';
import type { Column, Resource } from '../resources/resource.ts';
import { placeKey } from './place.ts';
import { seenSteps } from './recents-seen.ts';
import { indexSteps } from './row-index.ts';
import { orderSteps } from './sort.ts';
import { currentView, type Rows, type State } from './state.ts';

/** How long a list has to rest before work is done ahead for it. */
const REST_MS = 200;

/** Lists as short as this are searched and sorted at once without anyone noticing. */
const SHORT = 2000;

/** The rows of the list on the screen, once nothing of it is under way. */
function restingRows(state: State): Rows | undefined {
  const { place } = currentView(state);
  const load = place.screen === 'list' ? state.lists[placeKey(place)] : undefined;
  return load?.phase === 'ready' ? load.last.value : undefined;
}

/** What keys may ask of a list, the likeliest first. */
function* stepsFor(resource: Resource, { items, ids }: Rows): Steps<undefined> {
  yield* textSteps(resource, items);
  yield* indexSteps(ids);
  if (resource.ids.length === 1) yield* seenSteps(resource, items);
  const isAhead = ({ field, sortKey }: Column): boolean => sortKey !== undefined && isTold(resource, field);
  for (const { field } of resource.columns.filter(isAhead)) yield* orderSteps(resource, field, items);
  return undefined;
}

/** Gets a long list ready while nobody is waiting: the first key that sorts or filters it then takes no longer. */
export function preparing(store: StoreApi<State>): (state: State) => void {
  let seen: Rows | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function prepare(resource: Resource, rows: Rows): Promise<void> {
    const isDone = await takeSteps(stepsFor(resource, rows), () => restingRows(store.getState()) === rows);
    // Left before the end: it begins anew when one comes back.
    if (!isDone && seen === rows) seen = undefined;
  }

  return state => {
    const rows = restingRows(state);
    if (rows === undefined || rows === seen) return;
    seen = rows;
    const { place } = currentView(state);
    clearTimeout(timer);
    if (place.screen !== 'list' || rows.ids.length <= SHORT) return;
    timer = setTimeout(() => void prepare(resourceOf(place.kind), rows), REST_MS);
    timer.unref();
  };
}
