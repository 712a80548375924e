import { type FilterResult, filterResult, UNKNOWN, YES } from '../../../filter/match.ts';
import { type Filter, parseFilter } from '../../../filter/parse.ts';
import type { JsonObject } from '../../../json/json.ts';
import { isListedField } from '../../../resources/fields.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { fullRecords } from '../../state/full-records.ts';
import type { Rows } from '../../state/load.ts';
import { type Place, placeKey, type Sort, type View } from '../../state/place.ts';
import { serverNow } from '../../state/server-clock.ts';
import type { State } from '../../state/state.ts';
import { type Order, sortedOrder } from './sort.ts';

type ListPlace = Extract<Place, { readonly screen: 'list' }>;

/** The rows of a list as shown: filtered and sorted. */
export type Listing = {
  /** Ids of the rows; '' for the line above the rows that the filter could not check. */
  readonly ids: readonly string[];
  /** Position of each row in the rows as loaded; -1 for that line. Undefined: as loaded. */
  readonly order: Order | undefined;
  /** Number of rows that pass the filter; they come first. */
  readonly passed: number;
  /** Number of rows that the filter could not check, because a field is not loaded. */
  readonly unread: number;
  /** True if no row contains the words of the filter: these rows contain their letters in order. */
  readonly isLoose: boolean;
  readonly filter: Filter | undefined;
};

const parsed = memo(parseFilter);

type Whole = ReadonlyMap<string, JsonObject>;

const NOTHING: Whole = new Map();

/**
 * Returns the full records for filter and sort. They stay the same while rows are checked, so that no row
 * moves.
 */
function wholeOf(
  { data: { records, scan }, session: { clockSkewMs: skewMs } }: State,
  place: ListPlace,
): Whole {
  const isScanned = scan !== undefined && scan.list === placeKey(place);
  return fullRecords(isScanned ? scan.sortedRecords : records, place, skewMs);
}

/** Writes the positions in `order` (or all) with a given result into `into`, starting at `from`. */
function put(
  { matches }: FilterResult,
  verdict: number,
  {
    order,
    into,
    from,
  }: { readonly order: Order | undefined; readonly into: Int32Array; readonly from: number },
): void {
  let to = from;
  for (let rank = 0; rank < matches.length; rank++) {
    const at = order === undefined ? rank : (order[rank] ?? 0);
    if (matches[at] === verdict) into[to++] = at;
  }
}

/** Returns the positions of the rows that pass, then a line, then those that could not be checked. */
function shownOrder(verdicts: FilterResult, order: Order | undefined): Order {
  const { passed, unread } = verdicts;
  const into = new Int32Array(passed + (unread === 0 ? 0 : unread + 1)).fill(-1);
  if (passed > 0) put(verdicts, YES, { order, into, from: 0 });
  if (unread > 0) put(verdicts, UNKNOWN, { order, into, from: passed + 1 });
  return into;
}

function idsIn({ ids }: Rows, order: Order): readonly string[] {
  const found: string[] = [];
  for (const at of order) found.push(ids[at] ?? '');
  return found;
}

/** Returns the order of a list; `whole` is undefined where its items have the sorted field. */
function orderOf(
  resource: Resource,
  { items }: Rows,
  { sort, whole }: { sort: Sort | undefined; whole: Whole | undefined },
): Order | undefined {
  if (sort === undefined) return undefined;
  return sortedOrder(resource, items, sort, whole);
}

const sortedListing = memo(
  (...[resource, rows, sort, whole]: [Resource, Rows, Sort | undefined, Whole | undefined]): Listing => {
    const order = orderOf(resource, rows, { sort, whole });
    const ids = order === undefined ? rows.ids : idsIn(rows, order);
    return { ids, order, passed: ids.length, unread: 0, isLoose: false, filter: undefined };
  },
);

type Asked = {
  readonly filter: Filter;
  readonly whole: Whole;
  readonly now: number;
};

const verdictsOn = memo(
  (...[resource, rows, filter, whole, now]: [Resource, Rows, Filter, Asked['whole'], number]) =>
    filterResult({ resource, items: rows.items, whole, now }, filter),
);

const filteredListing = memo(
  (...[rows, sorted, verdicts, filter]: [Rows, Listing, FilterResult, Filter]): Listing => {
    const { passed, unread, isLoose } = verdicts;
    // The first letters of a filter often match every row.
    if (passed === sorted.ids.length) return { ...sorted, isLoose, filter };
    const order = shownOrder(verdicts, sorted.order);
    return { ids: idsIn(rows, order), order, passed, unread, isLoose, filter };
  },
);

/** Returns what a filter depends on besides the rows, so that other changes do not apply it again. */
function askedBy(filter: Filter, state: State, place: ListPlace): Asked {
  const asksFields = filter.terms.some(term => term.kind === 'field');
  const asksAges = filter.terms.some(term => term.kind === 'field' && term.condition.kind === 'age');
  return {
    filter,
    whole: asksFields ? wholeOf(state, place) : NOTHING,
    now: asksAges ? serverNow(state) : 0,
  };
}

/** Returns the rows of a list as a view shows them. Cached until one of its inputs changes. */
export function listingOf(state: State, { place, filter: text = '', sort }: View, rows: Rows): Listing {
  if (place.screen !== 'list') throw new Error('only lists have rows');
  const resource = resourceOf(place.kind);
  const isWhole = sort !== undefined && !isListedField(resource, sort.field);
  const sorted = sortedListing(resource, rows, sort, isWhole ? wholeOf(state, place) : undefined);
  const filter = parsed(resource, text);
  if (filter.terms.length === 0) return filter.problem === undefined ? sorted : withProblem(sorted, filter);
  const { whole, now } = askedBy(filter, state, place);
  const verdicts = verdictsOn(resource, rows, filter, whole, now);
  return filteredListing(rows, sorted, verdicts, filter);
}

const withProblem = memo((sorted: Listing, filter: Filter): Listing => ({ ...sorted, filter }));
