import type { JsonObject } from '../json/json.ts';
import { fieldNamed, isListedField } from '../resources/fields.ts';
import { ownId, type Resource } from '../resources/resource.ts';
import { fits } from './condition.ts';
import type { Filter, Term } from './parse.ts';
import {
  fieldPresence,
  fieldText,
  fieldTexts,
  hasLettersInOrder,
  numberKey,
  numberKeys,
  rowIds,
  rowTexts,
} from './row-values.ts';

/** Matches of a row. `UNKNOWN`: the row lacks a field that only the full record has. */
export const NO = 0;
export const YES = 1;
export const UNKNOWN = 2;

/** The rows of a list, and the full records that were loaded, by id. */
export type FilterInput = {
  readonly resource: Resource;
  readonly items: readonly JsonObject[];
  readonly whole: ReadonlyMap<string, JsonObject>;
  /** Epoch milliseconds; ages are relative to it. */
  readonly now: number;
};

/** The match of every row. `isLoose`: no row has the words, so rows with their letters in order match. */
export type FilterResult = {
  readonly matches: Uint8Array;
  readonly passed: number;
  readonly unchecked: number;
  readonly isLoose: boolean;
};

/** Tests the row at a place of the list; undefined if only its full record could tell. */
type Matcher = (at: number) => boolean | undefined;

function wordMatcher(
  { resource, items }: FilterInput,
  { word, isNot }: Term & { kind: 'word' },
  isLoose: boolean,
): Matcher {
  const texts = rowTexts(resource, items);
  if (isLoose && !isNot) return at => hasLettersInOrder(texts[at] ?? '', word);
  const ids = rowIds(items);
  // Scattered letters of a random id mean nothing: only its beginning counts.
  return at => (texts[at] ?? '').includes(word) || (ids[at] ?? '').startsWith(word);
}

/** Tests a field of a row: in the full record if loaded, else in the list item. */
function fieldMatcher(
  { resource, items, whole, now }: FilterInput,
  { name, condition }: Term & { kind: 'field' },
): Matcher {
  const field = fieldNamed(resource, name);
  const isListed = resource.listed !== undefined && isListedField(resource, name);
  const isNumber = condition.kind === 'number' || condition.kind === 'age';
  const keys = isNumber ? numberKeys(resource, name)(items) : [];
  const texts = isNumber ? [] : fieldTexts(resource, name)(items);
  const presence = isListed ? [] : fieldPresence(resource, name)(items);
  return at => {
    const record = whole.size === 0 ? undefined : whole.get(ownId(items[at] ?? {}) ?? '');
    if (record !== undefined) {
      const value = { key: numberKey(field, record, name), text: fieldText(resource, record, name) };
      return fits(condition, value, now);
    }
    if (presence[at] === 0) return undefined;
    return fits(condition, { key: keys[at] ?? Number.NaN, text: texts[at] ?? '' }, now);
  };
}

function applyTerm(matches: Uint8Array, isNot: boolean, matcher: Matcher): void {
  for (let at = 0; at < matches.length; at++) {
    if (matches[at] === NO) continue;
    const isMatch = matcher(at);
    if (isMatch === undefined) matches[at] = UNKNOWN;
    else if (isMatch === isNot) matches[at] = NO;
  }
}

/** Applies all terms. A row must match each: one "no" decides, even if another term is unknown. */
function applyTerms(input: FilterInput, { terms }: Filter, isLoose: boolean): FilterResult {
  const matches = new Uint8Array(input.items.length).fill(YES);
  for (const term of terms) {
    const matcher = term.kind === 'word' ? wordMatcher(input, term, isLoose) : fieldMatcher(input, term);
    applyTerm(matches, term.isNot, matcher);
  }
  let passed = 0;
  let unchecked = 0;
  for (const match of matches) {
    if (match === YES) passed++;
    else if (match === UNKNOWN) unchecked++;
  }
  return { matches, passed, unchecked, isLoose };
}

/**
 * Applies a filter without the fallback to loose matches: a script gets exactly what it names, or nothing.
 */
export const exactFilterResult = (input: FilterInput, filter: Filter): FilterResult =>
  applyTerms(input, filter, false);

/** Applies a filter. If no row can match its words, rows with the letters of each word in order match. */
export function filterResult(input: FilterInput, filter: Filter): FilterResult {
  const exact = exactFilterResult(input, filter);
  const hasWords = filter.terms.some(term => term.kind === 'word' && !term.isNot);
  return exact.passed + exact.unchecked > 0 || !hasWords ? exact : applyTerms(input, filter, true);
}
