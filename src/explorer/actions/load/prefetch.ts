import { pageRows } from '../../facts/layout.ts';
import { canLoadList, listsOnTab } from '../../facts/undocumented.ts';
import { contentOf, currentLoad } from '../../screens/content.ts';
import { cursorIndex } from '../../selection/cursor.ts';
import type { Rows } from '../../state/load.ts';
import { placeKey, type View } from '../../state/place.ts';
import { recordLoad } from '../../state/records.ts';
import { currentView } from '../../state/state.ts';
import type { Ports } from '../../state/store.ts';
import type { LoadActions } from './load.ts';

/** Returns a key for the row of the cursor, the filter and the order of a list. */
const cursorStep = ({ place, cursor, filter, sort }: View): string =>
  [placeKey(place), cursor, filter, sort?.field, sort?.isDescending].join('\n');

/**
 * Returns a function that requests the next page when the cursor is within one screen of the last row.
 * Requests it once for the same rows: a cancelled page is not requested again by itself.
 */
export function prefetch({ store }: Pick<Ports, 'store'>, loading: LoadActions): () => void {
  let requested: Rows['ids'] | undefined;
  let requestedAt = '';
  return () => {
    const state = store.getState();
    const content = contentOf(state);
    if (content.kind !== 'table') requested = undefined;
    if (content.kind !== 'table' || content.rows.next === undefined || content.rows.ids === requested) return;
    const view = currentView(state);
    // A page may add no row at this end of a filtered or sorted list: then one page for each step of the
    // cursor.
    const at = content.listing.order === undefined ? '' : cursorStep(view);
    if (at !== '' && (at === requestedAt || state.dialog?.kind === 'filter')) return;
    const last = content.ids.length - 1;
    const room = pageRows(state, true);
    if (last - cursorIndex(content, view) >= room || currentLoad(state)?.phase !== 'ready') return;
    requested = content.rows.ids;
    requestedAt = at;
    // No key caused the request if the rows do not fill the screen.
    loading.loadMore(view.place, { isAutomatic: at === '' && last < room });
  };
}

export function loadListsOnTab({ store }: Pick<Ports, 'store'>, loading: LoadActions): void {
  const state = store.getState();
  const { place } = currentView(state);
  if (place.screen !== 'record') return;
  const lists = listsOnTab(state);
  if (lists.length === 0 || recordLoad(state, place.ref)?.last === undefined) return;
  for (const list of lists)
    if (state.data.lists[placeKey(list)] === undefined && canLoadList(state, list)) loading.load(list);
}
