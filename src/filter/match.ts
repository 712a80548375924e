import type { JsonObject } from '../json/json.ts';
import { fieldNamed, isListedField } from '../resources/fields.ts';
import { ownId } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';
import { fits } from './condition.ts';
import type { Filter, Term } from './parse.ts';
import { fieldPresence, fieldText, fieldTexts, hasLettersInOrder, rowIds, rowTexts } from './row-text.ts';
import { numberKey, numberKeys } from './sort-key.ts';

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

type Pass = (matches: Uint8Array) => void;

function wordPass({ resource, items }: FilterInput, term: Term & { kind: 'word' }, isLoose: boolean): Pass {
  const { word, isNot } = term;
  const byLetters = isLoose && !isNot;
  const texts = rowTexts(resource, items);
  const inText = (at: number): boolean =>
    byLetters ? hasLettersInOrder(texts[at] ?? '', word) : (texts[at] ?? '').includes(word);
  const ids = rowIds(items);
  // Scattered letters of a random id mean nothing: only its beginning counts.
  const startsId = (at: number): boolean => !byLetters && (ids[at] ?? '').startsWith(word);
  return matches => {
    for (let at = 0; at < matches.length; at++)
      if (matches[at] !== NO && (inText(at) || startsId(at)) === isNot) matches[at] = NO;
  };
}

/**
 * Tests a field of a row: in the full record if loaded, else in the list item; undefined if neither has it.
 */
function fieldMatcher(
  { resource, items, whole, now }: FilterInput,
  { name, condition }: Term & { kind: 'field' },
): (at: number) => boolean | undefined {
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

function fieldPass(input: FilterInput, term: Term & { kind: 'field' }): Pass {
  const matcher = fieldMatcher(input, term);
  return matches => {
    for (let at = 0; at < matches.length; at++) {
      if (matches[at] === NO) continue;
      const isMatch = matcher(at);
      if (isMatch === undefined) matches[at] = UNKNOWN;
      else if (isMatch === term.isNot) matches[at] = NO;
    }
  };
}

/** Applies all terms. A row must match each: one "no" decides, even if another term is unknown. */
function applyTerms(input: FilterInput, { terms }: Filter, isLoose: boolean): FilterResult {
  const matches = new Uint8Array(input.items.length).fill(YES);
  for (const term of terms) {
    const pass = term.kind === 'word' ? wordPass(input, term, isLoose) : fieldPass(input, term);
    pass(matches);
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
