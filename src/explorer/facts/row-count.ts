import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Rows } from '../state/load.ts';

/** Returns true if the list has no more pages. */
export const isAllLoaded = (rows: Rows): boolean => rows.next === undefined && rows.stopped === undefined;

/** Returns the loaded number of records: `40+` while more may come, `163` when complete. */
export function countOf(rows: Rows): SafeText {
  return safe`${rows.ids.length}${isAllLoaded(rows) ? safe`` : safe`+`}`;
}
