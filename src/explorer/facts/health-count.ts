import { type Failure, statusOf } from '../../failure.ts';
import { filterResult } from '../../filter/match.ts';
import { parseFilter } from '../../filter/parse.ts';
import type { JsonObject } from '../../json/json.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownIdName, type Resource, unreadWords } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { lower, type SafeText, safe } from '../../text/sanitise.ts';
import { type Records, type Rows, rowIndex } from '../state/load.ts';
import { idsInKey, type ListPlace } from '../state/place.ts';
import { fullRecordsOf } from '../state/records.ts';
import type { State } from '../state/state.ts';

export const isAllLoaded = (rows: Rows) => rows.next === undefined && rows.stopped === undefined;

/** `40+` while more may come, `163` when complete. */
export const countOf = (rows: Rows) => safe`${rows.ids.length}${!isAllLoaded(rows) && safe`+`}`;

/** `troubled`: rows that need attention; undefined without health. */
type HealthCount = Readonly<{ checked: number; troubled: number | undefined }>;

export const isAllChecked = ({ checked }: HealthCount, rows: Rows): boolean =>
  isAllLoaded(rows) && checked === rows.ids.length;

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

export const healthCount = (state: State, place: ListPlace, rows: Rows): HealthCount =>
  count(place.kind, rows, fullRecordsOf(state, place));

/** No retry is needed: the record is gone, or a person stopped its load. */
const UNCOUNTED: ReadonlySet<Failure['kind']> = new Set(['not-found', 'cancelled']);

export const failedCount = memo((records: Records, resource: Resource, rows: Rows): number => {
  const own = ownIdName(resource);
  return Object.entries(records).filter(([key, load]) => {
    if (load.phase !== 'failed' || load.last !== undefined || UNCOUNTED.has(load.failure.kind)) return false;
    return rowIndex(rows.ids, idsInKey(key, resource.kind)?.[own] ?? '') >= 0;
  }).length;
});

/** `27 of 60+ checked` */
export function checkedWords({ checked }: HealthCount, rows: Rows, resource?: Resource): SafeText {
  const records = resource && safe` ${lower(resource.plural)}`;
  return safe`${checked} of ${countOf(rows)}${records} checked`;
}

export function failedWords({ data }: State, resource: Resource, rows: Rows): SafeText | undefined {
  const count = failedCount(data.records, resource, rows);
  return count === 0 ? undefined : unreadWords(resource, count);
}

export const fullWords = (left: number) =>
  safe`${left} not checked: memory for checked records is full. Filter the list first.`;

/** `429: health paused` while the program checks no more rows by itself. */
export function pauseWords({ data: { healthPause } }: State): SafeText | undefined {
  if (healthPause === undefined) return undefined;
  const status = statusOf(healthPause);
  return status === undefined ? safe`health paused` : safe`${status}: health paused`;
}

/**
 * `14 need attention`, or `no problems found`; undefined while nothing is checked. `share`: without another
 * count, `14 of 27 need attention`.
 */
export function attentionWords({ checked, troubled }: HealthCount, share?: 'share'): SafeText | undefined {
  if (troubled === undefined || checked === 0) return undefined;
  if (troubled === 0) return safe`no problems found`;
  const of = share && safe` of ${checked}`;
  return safe`${troubled}${of} ${troubled === 1 ? safe`needs` : safe`need`} attention`;
}

export const isCheckedByItself = ({ user, data }: State, { diagnose }: Resource) =>
  diagnose !== undefined && user.health === 'auto' && data.healthPause === undefined;
