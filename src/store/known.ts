import { resourceOf } from '../resources/index.ts';
import { ownIdName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { idsInKey, isListOf } from './place.ts';
import type { Known } from './record-lines.ts';
import type { State } from './state.ts';

/** How many of a kind were read whole, out of how many are listed so far: `24 of 163+ read`. */
function coverageOf(kind: string, read: number, lists: State['lists']): SafeText {
  const rows = Object.entries(lists).find(([key]) => isListOf(key, kind))?.[1].last?.value;
  const plural = clean(resourceOf(kind).plural.toLowerCase());
  if (rows === undefined) return safe`${read} ${plural} read`;
  const more = rows.next !== undefined || rows.stopped !== undefined ? safe`+` : safe``;
  return safe`${read} of ${rows.ids.length}${more} ${plural} read`;
}

/** The records of a kind that were read whole so far. What was not read is not known, and is not counted as no. */
export function knownRecords(kind: string, records: State['records'], lists: State['lists']): Known {
  const own = ownIdName(resourceOf(kind));
  const found = Object.entries(records).flatMap(([key, { last }]) => {
    const ids = idsInKey(key, kind);
    return ids?.[own] === undefined || last === undefined ? [] : [{ ref: { kind, ids }, record: last.value }];
  });
  return { records: found, coverage: coverageOf(kind, found.length, lists) };
}
