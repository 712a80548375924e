import { type FilterResult, filterResult, UNKNOWN, YES } from '../../filter/match.ts';
import { type Filter, parseFilter } from '../../filter/parse.ts';
import {
  hasNumberKey,
  numberKey,
  numberKeys,
  orderByKey,
  textKey,
  textKeys,
} from '../../filter/row-values.ts';
import type { JsonObject } from '../../json/json.ts';
import { fieldNamed, isListedField } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownId, type Resource } from '../../resources/resource.ts';
import { memo, memoFields } from '../../text/memo.ts';
import { baseOf, type Rows, rowIndex } from '../state/load.ts';
import type { ListPlace, Sort, View } from '../state/place.ts';
import { fullRecords, fullRecordsOf } from '../state/records.ts';
import { currentView, type State, serverMinute, serverNow } from '../state/state.ts';

type Order = readonly number[];

type FullRecords = ReadonlyMap<string, JsonObject>;

/**
 * The sort key of each record, from the list or, for fields that items do not have, from full
 * records; NaN and '' stand for "not set".
 */
function sortKeys(
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

/** `full`: for a field that items do not have. */
export const sortedOrder = memo(
  (resource: Resource, items: readonly JsonObject[], sort: Sort, full?: FullRecords): Order =>
    orderByKey(sortKeys(resource, sort.field, items, full), sort.isDescending),
);

export const usualOrderOf = memo(
  ({ usualOrder }: Resource, items: readonly JsonObject[]): Order | undefined =>
    usualOrder && orderByKey(items.map(usualOrder.rank), true),
);

export const hasUnsortedRows = (rows: Rows) => baseOf(rows).sorted.length < rows.ids.length;

/**
 * A new field starts with the newest, the most, or A; the same one is reversed, or sorts again with unsorted
 * rows.
 */
export function nextSort(resource: Resource, rows: Rows | undefined, name: string, sort?: Sort): Sort {
  if (sort?.field === name && rows && hasUnsortedRows(rows)) return sort;
  if (sort?.field === name) return { field: name, isDescending: !sort.isDescending };
  const field = fieldNamed(resource, name);
  return { field: name, isDescending: field !== undefined && hasNumberKey(field) };
}

export type Listing = Readonly<{
  /** '' for the line above the rows that the filter could not check, or above new rows. */
  ids: readonly string[];
  /** -1 for that line. Undefined: as loaded. */
  order: Order | undefined;
  passed: number;
  unchecked: number;
  /** Those of them that are not shown, but only counted. */
  hidden: readonly string[];
  /** True if no row contains the words of the filter: these rows contain their letters in order. */
  isLoose: boolean;
  filter: Filter | undefined;
}>;

export const isFiltered = ({ filter }: Listing) => (filter?.terms.length ?? 0) > 0;

const MAX_FILTERS = 9;

const cachedFilter = memo(parseFilter, MAX_FILTERS);

const NO_RECORDS: FullRecords = new Map();

const sortedRecordsOf = ({ data, session }: State, place: ListPlace): FullRecords =>
  fullRecords(data.sortedRecords, place, session.clockSkewMs);

/** In the list of a cause each row has it: a row that is not checked would be taken for one of its bots. */
const hidesUnchecked = ({ terms }: Filter) =>
  terms.some(term => term.kind === 'field' && term.name === 'cause');

function ordersOf(
  { matches, passed, unchecked: uncheckedCount }: FilterResult,
  order: Order,
  filter: Filter,
): readonly [shown: Order, hidden: Order] {
  const withMatch = (match: number, count: number): Order =>
    count === 0 ? [] : order.filter(at => matches[at] === match);
  const unchecked = withMatch(UNKNOWN, uncheckedCount);
  if (unchecked.length === 0) return [withMatch(YES, passed), []];
  const line = [...withMatch(YES, passed), -1];
  return hidesUnchecked(filter) ? [line, unchecked] : [[...line, ...unchecked], []];
}

function orderOf(
  resource: Resource,
  rows: Rows,
  sort: Sort | undefined,
  full: FullRecords | undefined,
): Order | undefined {
  const { sorted, isDivided } = baseOf(rows);
  const order =
    sort === undefined ? usualOrderOf(resource, sorted) : sortedOrder(resource, sorted, sort, full);
  if (!hasUnsortedRows(rows) || (order === undefined && !isDivided)) return order;
  const later = rows.ids.keys().drop(sorted.length);
  return [...(order ?? sorted.keys()), ...(isDivided ? [-1] : []), ...later];
}

const sortedListing = memo(
  (resource: Resource, rows: Rows, sort: Sort | undefined, full: FullRecords | undefined): Listing => {
    const order = orderOf(resource, rows, sort, full);
    const ids = order?.map(at => rows.ids[at] ?? '') ?? rows.ids;
    return { ids, order, passed: ids.length, unchecked: 0, hidden: [], isLoose: false, filter: undefined };
  },
);

/** Inputs of a filtered list. Those that its filter does not need stay the same, to apply it only once. */
type FilterInputs = Readonly<{
  resource: Resource;
  rows: Rows;
  sorted: Listing;
  filter: Filter;
  whole: FullRecords;
  now: number;
}>;

const filteredListing = memoFields(
  ({ resource, rows, sorted, filter, whole, now }: FilterInputs): Listing => {
    // Avoids a copy, also where the first letters of a filter match every row.
    if (filter.terms.length === 0) return { ...sorted, filter };
    const result = filterResult({ resource, items: baseOf(rows).items, whole, now }, filter);
    const { passed, unchecked, isLoose } = result;
    if (passed === sorted.ids.length) return { ...sorted, isLoose, filter };
    const [order, others] = ordersOf(result, sorted.order ?? rows.ids.map((_id, at) => at), filter);
    const idsAt = (positions: Order) => positions.map(at => rows.ids[at] ?? '');
    return { ids: idsAt(order), hidden: idsAt(others), order, passed, unchecked, isLoose, filter };
  },
);

const withArrivals = memo((listing: Listing, rows: Rows, live: FilterResult, now: FullRecords): Listing => {
  const liveMatch = (id: string) => live.matches[rowIndex(rows.ids, id)];
  const waiting = new Set(listing.hidden);
  const arrived = [...now.keys()].filter(id => waiting.has(id) && liveMatch(id) === YES);
  const hidden = listing.hidden.filter(id => liveMatch(id) === UNKNOWN);
  const ids = [...listing.ids.slice(0, -1), ...arrived, ...(hidden.length > 0 ? [''] : [])];
  return {
    ...listing,
    ids,
    order: ids.map(id => rowIndex(rows.ids, id)),
    passed: listing.passed + arrived.length,
    unchecked: hidden.length,
    hidden,
  };
});

/** Rows of a cause that are found later come last: they move none. */
export function listingOf(state: State, view: View, rows: Rows): Listing {
  const { place, filter = '' } = view;
  const listing = settledListing(state, view, rows);
  if (listing.hidden.length === 0 || place.screen !== 'list') return listing;
  const now = fullRecordsOf(state, place);
  return withArrivals(listing, rows, countMatches(state, place, rows, filter), now);
}

function settledListing(state: State, { place, filter: text = '', sort }: View, rows: Rows): Listing {
  if (place.screen !== 'list') throw new Error('only lists have rows');
  const resource = resourceOf(place.kind);
  const needsFull = sort !== undefined && !isListedField(resource, sort.field);
  const sorted = sortedListing(resource, rows, sort, needsFull ? sortedRecordsOf(state, place) : undefined);
  const filter = cachedFilter(resource, text);
  if (filter.terms.length === 0 && filter.problem === undefined) return sorted;
  const fields = filter.terms.filter(term => term.kind === 'field');
  return filteredListing({
    resource,
    rows,
    sorted,
    filter,
    whole: fields.length > 0 ? sortedRecordsOf(state, place) : NO_RECORDS,
    now: fields.some(({ condition }) => condition.kind === 'age') ? serverNow(state) : 0,
  });
}

const cachedResult = memoFields(
  ({ resource, rows, filter, whole, now }: Omit<FilterInputs, 'sorted'>) =>
    filterResult({ resource, items: baseOf(rows).items, whole, now }, filter),
  MAX_FILTERS,
);

export function countMatches(state: State, place: ListPlace, rows: Rows, text: string) {
  const resource = resourceOf(place.kind);
  const whole = fullRecordsOf(state, place);
  const filter = cachedFilter(resource, text);
  return cachedResult({ resource, rows, filter, whole, now: serverMinute(state) });
}

const countedSince = memo((rows: Rows, listing: Listing, before: FullRecords, now: FullRecords): number => {
  const unchecked = listing.unchecked > 0 ? new Set(listing.ids.slice(listing.passed + 1)) : undefined;
  const isWaiting = (id: string) => unchecked?.has(id) ?? rowIndex(rows.ids, id) >= 0;
  return [...now.keys()].filter(id => !before.has(id) && isWaiting(id)).length;
});

/**
 * The number of rows whose full record came after the list was filtered and sorted by it: they keep
 * their place until a person reloads, filters or sorts.
 */
export function checkedSince(state: State, rows: Rows, listing: Listing): number {
  const { place, sort } = currentView(state);
  if (place.screen !== 'list' || listing.hidden.length > 0) return 0;
  const isSortedByFull = sort !== undefined && !isListedField(resourceOf(place.kind), sort.field);
  if (listing.unchecked === 0 && !isSortedByFull) return 0;
  const now = fullRecordsOf(state, place);
  return countedSince(rows, listing, sortedRecordsOf(state, place), now);
}
