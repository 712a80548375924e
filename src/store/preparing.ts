import type { StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '../api/json.ts';
import { resourceOf } from '../resources/index.ts';
import type { Resource } from '../resources/resource.ts';
import { parseFilter } from './filter.ts';
import { judged } from './filter-match.ts';
import { placeKey } from './place.ts';
import { prepareOrders } from './sort.ts';
import { currentView, type State } from './state.ts';

/** How long a list has to rest before work is done ahead for it. */
const REST_MS = 200;

/** The rows of the list on the screen, once nothing of it is under way. */
function restingRows(state: State): readonly JsonObject[] | undefined {
  const { place } = currentView(state);
  const load = place.screen === 'list' ? state.lists[placeKey(place)] : undefined;
  return load?.phase === 'ready' ? load.last.value.items : undefined;
}

/** Orders by every field, and the texts that a filter looks at. */
async function prepare(
  resource: Resource,
  items: readonly JsonObject[],
  isWanted: () => boolean,
): Promise<void> {
  await prepareOrders(resource, items, isWanted);
  if (!isWanted()) return;
  // Any word will do: what a filter needs of every row is then there.
  judged({ resource, items, whole: new Map(), now: 0 }, parseFilter(resource, 'any'));
}

/** Gets a long list ready while nobody is waiting: the first key that sorts or filters it then takes no longer. */
export function preparing(store: StoreApi<State>): (state: State) => void {
  let seen: readonly JsonObject[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  return state => {
    const items = restingRows(state);
    if (items === undefined || items === seen) return;
    seen = items;
    const { place } = currentView(state);
    if (place.screen !== 'list') return;
    clearTimeout(timer);
    const isWanted = (): boolean => restingRows(store.getState()) === items;
    timer = setTimeout(() => void prepare(resourceOf(place.kind), items, isWanted), REST_MS);
    timer.unref();
  };
}
