import { type JsonObject, member } from '../json/json.ts';
import { fieldAt, isListedField } from '../resources/fields.ts';
import { isLocal, ownId, type Resource } from '../resources/resource.ts';
import { type Filter, fits, type Term } from './parse.ts';
import { fieldText, fieldTexts, numberKey, numberKeys, rowIds, rowTexts } from './row-values.ts';

/** `UNKNOWN`: the row lacks a field that only the full record has. */
export const NO = 0;
export const YES = 1;
export const UNKNOWN = 2;

/** `whole`: the full records that were loaded, by id. */
export type FilterInput = Readonly<{
  resource: Resource;
  items: readonly JsonObject[];
  whole: ReadonlyMap<string, JsonObject>;
  /** Epoch milliseconds; ages are relative to it. */
  now: number;
}>;

/** Of every row. `isLoose`: no row has the words, so rows with their letters in order match. */
export type FilterResult = Readonly<ReturnType<typeof applyTerms>>;

/** Undefined if only the full record could tell. */
type Matcher = (at: number) => boolean | undefined;

function hasLettersInOrder(text: string, word: string) {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function wordMatcher(input: FilterInput, term: Term & { kind: 'word' }, isLoose: boolean): Matcher {
  const { resource, items } = input;
  const { word, isNot } = term;
  const texts = rowTexts(resource, items);
  if (isLoose && !isNot) return at => hasLettersInOrder(texts[at] ?? '', word);
  const ids = rowIds(items);
  // Scattered letters of a random id mean nothing: only its beginning counts.
  return at => (texts[at] ?? '').includes(word) || (ids[at] ?? '').startsWith(word);
}

function fieldMatcher(input: FilterInput, { name, condition }: Term & { kind: 'field' }): Matcher {
  const { resource, items, whole, now } = input;
  const field = fieldAt(resource, name);
  const [root = ''] = name.split('.');
  const isListed = resource.listed !== undefined && isListedField(resource, name);
  const isNumber = condition.kind === 'number' || condition.kind === 'age';
  const keys = isNumber ? numberKeys(resource, name)(items) : [];
  const texts = isNumber ? [] : fieldTexts(resource, name)(items);
  return at => {
    // The row shows the member of the list item, so that is matched.
    const record = isListed || whole.size === 0 ? undefined : whole.get(ownId(items[at] ?? {}) ?? '');
    if (record !== undefined) {
      const value = { key: numberKey(field, record, name), text: fieldText(resource, record, name) };
      return fits(condition, value, now);
    }
    if (!isListed && !isLocal(resource) && member(items[at], root) === undefined) return undefined;
    return fits(condition, { key: keys[at] ?? NaN, text: texts[at] ?? '' }, now);
  };
}

type Test = Readonly<{ isNot: boolean; matcher: Matcher }>;

/** A row must match each term: one "no" decides, even if another term is unknown. */
function matchOf(at: number, tests: readonly Test[]) {
  let match: typeof YES | typeof UNKNOWN = YES;
  for (const { isNot, matcher } of tests) {
    const isMatch = matcher(at);
    if (isMatch === isNot) return NO;
    if (isMatch === undefined) match = UNKNOWN;
  }
  return match;
}

function applyTerms(input: FilterInput, { terms }: Filter, isLoose: boolean) {
  const tests = terms.map((term): Test => {
    const matcher = term.kind === 'word' ? wordMatcher(input, term, isLoose) : fieldMatcher(input, term);
    return { isNot: term.isNot, matcher };
  });
  const matches = new Uint8Array(input.items.length);
  const counts = { [NO]: 0, [YES]: 0, [UNKNOWN]: 0 };
  for (let at = 0; at < matches.length; at++) {
    const match = matchOf(at, tests);
    matches[at] = match;
    counts[match]++;
  }
  return { matches, passed: counts[YES], unchecked: counts[UNKNOWN], isLoose };
}

/** Without loose matches: a script gets exactly what it names, or nothing. */
export const exactFilterResult = (input: FilterInput, filter: Filter): FilterResult =>
  applyTerms(input, filter, false);

/** If no row can match the words, rows with the letters of each word in order match. */
export function filterResult(input: FilterInput, filter: Filter): FilterResult {
  const exact = exactFilterResult(input, filter);
  const hasWords = filter.terms.some(term => term.kind === 'word' && !term.isNot);
  return exact.passed + exact.unchecked > 0 || !hasWords ? exact : applyTerms(input, filter, true);
}
