import type { Rows } from '../../state/load.ts';
import { placeKey, type View } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { recordLoad } from '../../state/record-load.ts';
import { currentView } from '../../state/state.ts';
import { contentOf, currentLoad } from '../../view/content/content.ts';
import { cursorIndex } from '../../view/content/cursor.ts';
import { pageRows } from '../../view/layout.ts';
import { canLoadList, listsOnTab } from '../../view/record/lists-on-tab.ts';
import type { LoadActions } from './load.ts';

/** The row of the cursor in a list, with the filter and the order of the list. */
const cursorStep = ({ place, cursor, filter, sort }: View): string =>
  [placeKey(place), cursor, filter, sort?.field, sort?.isDescending].join('\n');

/**
 * Returns a function that requests the next page when the cursor is within one screen of the last row: once
 * for the same rows, so that a page that was cancelled is not requested again by itself.
 */
export function prefetch({ store }: Pick<Ports, 'store'>, loading: LoadActions): () => void {
  let requested: Rows | undefined;
  let requestedAt = '';
  return () => {
    const state = store.getState();
    const content = contentOf(state);
    if (content.kind !== 'table') requested = undefined;
    if (content.kind !== 'table' || content.rows.next === undefined || content.rows === requested) return;
    const view = currentView(state);
    // In a filtered or sorted list a page may add nothing at this end: then one page for each step there.
    const at = content.listing.order === undefined ? '' : cursorStep(view);
    if (at !== '' && (at === requestedAt || state.dialog?.kind === 'filter')) return;
    const left = content.ids.length - 1 - cursorIndex(content, view);
    if (left >= pageRows(state, true) || currentLoad(state)?.phase !== 'ready') return;
    requested = content.rows;
    requestedAt = at;
    loading.loadMore(view.place);
  };
}

/** Loads the lists of the tab on the screen that may be loaded, once its record is there. */
export function loadListsOnTab({ store }: Pick<Ports, 'store'>, loading: LoadActions): void {
  const state = store.getState();
  const { place } = currentView(state);
  if (place.screen !== 'record') return;
  const lists = listsOnTab(state);
  if (lists.length === 0 || recordLoad(state, place.ref)?.last === undefined) return;
  for (const list of lists)
    if (state.data.lists[placeKey(list)] === undefined && canLoadList(state, list)) loading.load(list);
}
