import { cursorIndex } from './cursor.ts';
import { pageRows } from './layout.ts';
import { placeKey, type View } from './place.ts';
import type { Reading } from './reading.ts';
import { currentView, type Rows, type State } from './state.ts';
import { currentLoad, surfaceOf } from './surface.ts';

/** Where the cursor is in which list, filtered and sorted how. */
const placeStep = ({ place, cursor, filter, sort }: View): string =>
  [placeKey(place), cursor, filter, sort?.field, sort?.isDescending].join('\n');

/**
 * Asks for the next page when the cursor is within one screen of the last row: once for the same rows, so that
 * a page which was stopped is not asked for again by itself.
 */
export function askAhead(reading: Reading): (state: State) => void {
  let asked: Rows | undefined;
  let askedAt = '';
  return state => {
    const surface = surfaceOf(state);
    if (surface.is !== 'table') asked = undefined;
    if (surface.is !== 'table' || surface.rows.next === undefined || surface.rows === asked) return;
    const view = currentView(state);
    // In a filtered or sorted list a page may bring nothing to this end of it: then one page for every step there.
    const at = surface.listing.order === undefined ? '' : placeStep(view);
    if (at !== '' && (at === askedAt || state.overlay?.is === 'filter')) return;
    const left = surface.ids.length - 1 - cursorIndex(surface, view);
    if (left >= pageRows(state, true) || currentLoad(state)?.phase !== 'ready') return;
    asked = surface.rows;
    askedAt = at;
    reading.more(view.place);
  };
}
