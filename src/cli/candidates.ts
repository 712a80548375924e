import { exactFilterResult, NO, YES } from '../filter/match.ts';
import type { Filter } from '../filter/parse.ts';
import type { JsonObject } from '../json/json.ts';
import { ownId } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';

/** A row of a page that may be wanted. `isSure`: it matches; else only its full record can tell. */
export type Candidate = { readonly item: JsonObject; readonly isSure: boolean };

type ListPage = { readonly resource: Resource; readonly items: readonly JsonObject[]; readonly now: number };

/** Returns the rows of a page that the list alone does not rule out. */
export function candidatesOf(page: ListPage, filter: Filter | undefined): readonly Candidate[] {
  if (filter === undefined) return page.items.map(item => ({ item, isSure: true }));
  const { matches } = exactFilterResult({ ...page, whole: new Map() }, filter);
  return page.items.flatMap((item, at) => {
    const match = matches[at] ?? YES;
    return match === NO ? [] : [{ item, isSure: match === YES }];
  });
}

type ReadRecords = {
  readonly resource: Resource;
  /** Full records by the list items they were read for. */
  readonly found: ReadonlyMap<JsonObject, JsonObject>;
  readonly now: number;
};

export function matchingItems(
  { resource, found, now }: ReadRecords,
  filter: Filter,
): ReadonlySet<JsonObject> {
  const items = [...found.keys()];
  const whole = new Map([...found].map(([item, record]) => [ownId(item) ?? '', record]));
  const { matches } = exactFilterResult({ resource, items, whole, now }, filter);
  return new Set(items.filter((_item, at) => matches[at] === YES));
}
