import { type FilterResult, filterResult, UNKNOWN, YES } from '../../filter/match.ts';
import { type Filter, parseFilter } from '../../filter/parse.ts';
import { hasNumberKey, numberKey, numberKeys, textKey, textKeys } from '../../filter/row-values.ts';
import type { JsonObject } from '../../json/json.ts';
import { fieldNamed, isListedField } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownId, type Resource } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { baseOf, type Rows, rowIndex } from '../state/load.ts';
import type { ListPlace, Sort, View } from '../state/place.ts';
import { fullRecords } from '../state/records.ts';
import { currentView, type State, serverNow } from '../state/state.ts';

/** Positions in a list, in the order shown. */
export type Order = Int32Array;

type FullRecords = ReadonlyMap<string, JsonObject>;

/**
 * Returns the sort key of each record, from the list or, for fields that items do not have, from full
 * records; NaN and '' stand for "not set".
 */
function keysOf(
  resource: Resource,
  name: string,
  items: readonly JsonObject[],
  full: FullRecords | undefined,
): readonly (number | string)[] {
  const field = fieldNamed(resource, name);
  const isNumber = field !== undefined && hasNumberKey(field);
  if (full === undefined) return (isNumber ? numberKeys : textKeys)(resource, name)(items);
  const keyOf = isNumber ? numberKey : textKey;
  return items.map(item => {
    const record = full.get(ownId(item) ?? '');
    return record === undefined ? '' : keyOf(field, record, name);
  });
}

const isMissing = (key: number | string | undefined): boolean =>
  key === undefined || key === '' || Number.isNaN(key);

/**
 * Returns the positions of all records sorted by a field. Equal ones stay as sent, those without a value come
 * last. `full`: full records by id, for a field that the list does not have.
 */
export const sortedOrder = memo(
  (resource: Resource, items: readonly JsonObject[], sort: Sort, full?: FullRecords): Order => {
    const keys = keysOf(resource, sort.field, items, full);
    const direction = sort.isDescending ? -1 : 1;
    const compare = (a: number, b: number): number => {
      const left = keys[a] ?? '';
      const right = keys[b] ?? '';
      return left === right ? 0 : left < right ? -direction : direction;
    };
    const places = [...items.keys()];
    const sorted = places.filter(at => !isMissing(keys[at])).sort(compare);
    return Int32Array.from([...sorted, ...places.filter(at => isMissing(keys[at]))]);
  },
);

/** Returns the positions of all records in the usual order of their kind; undefined: as sent. */
export const usualOrderOf = memo((resource: Resource, items: readonly JsonObject[]): Order | undefined => {
  const { usualOrder } = resource;
  if (usualOrder === undefined) return undefined;
  const ranks = items.map(usualOrder.rank);
  const rank = (at: number): number => {
    const own = ranks[at] ?? Number.NaN;
    return Number.isNaN(own) ? Number.NEGATIVE_INFINITY : own;
  };
  return Int32Array.from([...items.keys()].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))));
});

export const hasUnsortedRows = (rows: Rows): boolean => baseOf(rows).sorted.length < rows.ids.length;

/**
 * Returns the sort after the key of a field: a new field starts with the newest, the most, or A. The same
 * field is reversed, or sorts again if there are unsorted rows.
 */
export function nextSort(
  { resource, rows }: { readonly resource: Resource; readonly rows: Rows },
  name: string,
  sort: Sort | undefined,
): Sort {
  if (sort?.field === name && hasUnsortedRows(rows)) return sort;
  if (sort?.field === name) return { field: name, isDescending: !sort.isDescending };
  const field = fieldNamed(resource, name);
  return { field: name, isDescending: field !== undefined && hasNumberKey(field) };
}

export type Listing = {
  /** Ids of the rows; '' for the line above the rows that the filter could not check. */
  readonly ids: readonly string[];
  /** Position of each row in the rows as loaded; -1 for that line. Undefined: as loaded. */
  readonly order: Order | undefined;
  readonly passed: number;
  /** Number of rows that the filter could not check, because a field is not loaded. */
  readonly unchecked: number;
  /** True if no row contains the words of the filter: these rows contain their letters in order. */
  readonly isLoose: boolean;
  readonly filter: Filter | undefined;
};

const cachedFilter = memo(parseFilter);

const NO_RECORDS: FullRecords = new Map();

const fullRecordsOf = (
  { data: { sortedRecords }, session: { clockSkewMs: skewMs } }: State,
  place: ListPlace,
): FullRecords => fullRecords(sortedRecords, place, skewMs);

/** Writes the positions in `order` (or all) with a given result into `into`. */
function put({ matches }: FilterResult, match: number, order: Order | undefined, into: Int32Array): void {
  let to = 0;
  for (let rank = 0; rank < matches.length; rank++) {
    const at = order === undefined ? rank : (order[rank] ?? 0);
    if (matches[at] === match) into[to++] = at;
  }
}

/** Returns the positions of the matching rows, then a line, then those of the unchecked rows. */
function shownOrder(result: FilterResult, order: Order | undefined): Order {
  const { passed, unchecked } = result;
  const into = new Int32Array(passed + (unchecked === 0 ? 0 : unchecked + 1)).fill(-1);
  if (passed > 0) put(result, YES, order, into);
  if (unchecked > 0) put(result, UNKNOWN, order, into.subarray(passed + 1));
  return into;
}

function idsIn({ ids }: Rows, order: Order): readonly string[] {
  const found: string[] = [];
  for (const at of order) found.push(ids[at] ?? '');
  return found;
}

/** Returns the order of a list; `full` is undefined where its items have the sorted field. */
function orderOf(
  resource: Resource,
  rows: Rows,
  sort: Sort | undefined,
  full: FullRecords | undefined,
): Order | undefined {
  const { sorted } = baseOf(rows);
  const order =
    sort === undefined ? usualOrderOf(resource, sorted) : sortedOrder(resource, sorted, sort, full);
  const later = rows.ids.length - sorted.length;
  if (order === undefined || later === 0) return order;
  return Int32Array.from([...order, ...Array.from({ length: later }, (_, at) => sorted.length + at)]);
}

const sortedListing = memo(
  (resource: Resource, rows: Rows, sort: Sort | undefined, full: FullRecords | undefined): Listing => {
    const order = orderOf(resource, rows, sort, full);
    const ids = order === undefined ? rows.ids : idsIn(rows, order);
    return { ids, order, passed: ids.length, unchecked: 0, isLoose: false, filter: undefined };
  },
);

const cachedResult = memo(
  (...[resource, rows, filter, full, now]: [Resource, Rows, Filter, FullRecords, number]) =>
    filterResult({ resource, items: baseOf(rows).items, whole: full, now }, filter),
);

const filteredListing = memo((rows: Rows, sorted: Listing, result: FilterResult, filter: Filter): Listing => {
  const { passed, unchecked, isLoose } = result;
  // Avoids a copy: the first letters of a filter often match every row.
  if (passed === sorted.ids.length) return { ...sorted, isLoose, filter };
  const order = shownOrder(result, sorted.order);
  return { ids: idsIn(rows, order), order, passed, unchecked, isLoose, filter };
});

/** Returns the inputs of a filter besides the rows, so that other changes do not apply it again. */
function filterInputs(
  filter: Filter,
  state: State,
  place: ListPlace,
): { readonly full: FullRecords; readonly now: number } {
  const needsFields = filter.terms.some(term => term.kind === 'field');
  const needsTime = filter.terms.some(term => term.kind === 'field' && term.condition.kind === 'age');
  return {
    full: needsFields ? fullRecordsOf(state, place) : NO_RECORDS,
    now: needsTime ? serverNow(state) : 0,
  };
}

const withProblem = memo((sorted: Listing, filter: Filter): Listing => ({ ...sorted, filter }));

/** Returns the visible rows of a list. Cached until one of its inputs changes. */
export function listingOf(state: State, { place, filter: text = '', sort }: View, rows: Rows): Listing {
  if (place.screen !== 'list') throw new Error('only lists have rows');
  const resource = resourceOf(place.kind);
  const needsFull = sort !== undefined && !isListedField(resource, sort.field);
  const sorted = sortedListing(resource, rows, sort, needsFull ? fullRecordsOf(state, place) : undefined);
  const filter = cachedFilter(resource, text);
  if (filter.terms.length === 0) return filter.problem === undefined ? sorted : withProblem(sorted, filter);
  const { full, now } = filterInputs(filter, state, place);
  const result = cachedResult(resource, rows, filter, full, now);
  return filteredListing(rows, sorted, result, filter);
}

const countedSince = memo((rows: Rows, listing: Listing, before: FullRecords, now: FullRecords): number => {
  const unchecked = listing.unchecked > 0 ? new Set(listing.ids.slice(listing.passed + 1)) : undefined;
  const isWaiting = (id: string): boolean => unchecked?.has(id) ?? rowIndex(rows.ids, id) >= 0;
  return [...now.keys()].filter(id => !before.has(id) && isWaiting(id)).length;
});

/**
 * Returns the number of rows whose full record came after the list was filtered and sorted by it: they keep
 * their place until a person reloads, filters or sorts.
 */
export function checkedSince(
  state: State,
  { rows, listing }: { readonly rows: Rows; readonly listing: Listing },
): number {
  const { place, sort } = currentView(state);
  if (place.screen !== 'list') return 0;
  const isSortedByFull = sort !== undefined && !isListedField(resourceOf(place.kind), sort.field);
  if (listing.unchecked === 0 && !isSortedByFull) return 0;
  const now = fullRecords(state.data.records, place, state.session.clockSkewMs);
  return countedSince(rows, listing, fullRecordsOf(state, place), now);
}
