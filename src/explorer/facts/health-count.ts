import { type Failure, statusOf } from '../../failure.ts';
import { filterResult } from '../../filter/match.ts';
import { parseFilter } from '../../filter/parse.ts';
import type { JsonObject } from '../../json/json.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownIdName, type Resource, unreadWords } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { type Rows, rowIndex } from '../state/load.ts';
import { idsInKey, type ListPlace } from '../state/place.ts';
import { fullRecords } from '../state/records.ts';
import type { State } from '../state/state.ts';

export const isAllLoaded = (rows: Rows): boolean => rows.next === undefined && rows.stopped === undefined;

/** Returns the loaded number of records: `40+` while more may come, `163` when complete. */
export function countOf(rows: Rows): SafeText {
  return safe`${rows.ids.length}${isAllLoaded(rows) ? safe`` : safe`+`}`;
}

/** Number of checked rows of a list, and of those that need attention; undefined without health. */
export type HealthCount = { readonly checked: number; readonly troubled: number | undefined };

const count = memo((kind: string, rows: Rows, full: ReadonlyMap<string, JsonObject>): HealthCount => {
  const resource = resourceOf(kind);
  const items = [...full].flatMap(([id, record]) => (rowIndex(rows.ids, id) < 0 ? [] : [record]));
  if (resource.troubled === undefined) return { checked: items.length, troubled: undefined };
  // The health of a record does not depend on the present time.
  const { passed } = filterResult(
    { resource, items, whole: full, now: 0 },
    parseFilter(resource, resource.troubled),
  );
  return { checked: items.length, troubled: passed };
});

/** Counts the checked rows of a list. Cached until its rows or records change. */
export const healthCount = (state: State, place: ListPlace, rows: Rows): HealthCount =>
  count(place.kind, rows, fullRecords(state.data.records, place, state.session.clockSkewMs));

/** Failures that need no retry: the record is gone, or a person stopped its load. */
const UNCOUNTED: ReadonlySet<Failure['kind']> = new Set(['not-found', 'cancelled']);

/** Returns the number of rows of a list whose full record could never be loaded. */
export const failedCount = memo(
  (records: State['data']['records'], resource: Resource, rows: Rows): number => {
    const own = ownIdName(resource);
    return Object.entries(records).filter(([key, load]) => {
      if (load.phase !== 'failed' || load.last !== undefined || UNCOUNTED.has(load.failure.kind))
        return false;
      return rowIndex(rows.ids, idsInKey(key, resource.kind)?.[own] ?? '') >= 0;
    }).length;
  },
);

/** Returns `27 of 60+ checked`; with a kind `27 of 60+ bots checked`. */
export function checkedWords({ checked }: HealthCount, rows: Rows, resource?: Resource): SafeText {
  const records = resource === undefined ? safe`` : safe` ${clean(resource.plural.toLowerCase())}`;
  return safe`${checked} of ${countOf(rows)}${records} checked`;
}

/** Returns `18 bots could not be read`; undefined for none. */
export function failedWords(
  { data: { records } }: State,
  resource: Resource,
  rows: Rows,
): SafeText | undefined {
  const count = failedCount(records, resource, rows);
  return count === 0 ? undefined : unreadWords(resource, count);
}

/** Returns why the rows that are left cannot be checked. */
export const fullWords = (left: number): SafeText =>
  safe`${left} left: filter the list first, memory for checked records is full.`;

/** Returns `429: health paused` while the program checks no more rows by itself; undefined otherwise. */
export function pauseWords({ data: { healthPause } }: State): SafeText | undefined {
  if (healthPause === undefined) return undefined;
  const status = statusOf(healthPause);
  return status === undefined ? safe`health paused` : safe`${status}: health paused`;
}

/**
 * Returns `14 need attention`, or `no problems found`; undefined while nothing is checked. `share`: without
 * another count, `14 of 27 need attention`.
 */
export function attentionWords({ checked, troubled }: HealthCount, share?: 'share'): SafeText | undefined {
  if (troubled === undefined || checked === 0) return undefined;
  if (troubled === 0) return safe`no problems found`;
  const of = share === undefined ? safe`` : safe` of ${checked}`;
  return safe`${troubled}${of} ${troubled === 1 ? safe`needs` : safe`need`} attention`;
}

/** Returns true if the program loads the visible rows of a list by itself, to check their health. */
export const isCheckedByItself = ({ user, data }: State, { troubled }: Resource): boolean =>
  troubled !== undefined && user.health === 'auto' && data.healthPause === undefined;
