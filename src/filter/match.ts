import type { JsonObject } from '../json/json.ts';
import { fieldNamed, isTold } from '../resources/fields.ts';
import { ownId } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';
import { fits } from './condition.ts';
import { type Filter, narrows, type Term } from './parse.ts';
import { fieldCarried, fieldText, fieldTexts, isLoosely, rowIds, rowTexts } from './row-text.ts';
import { numberKey, numberKeys } from './sort-key.ts';

/** What a filter says of a row. `UNREAD`: what it asks for was never read. */
export const NO = 0;
export const YES = 1;
export const UNREAD = 2;

/** What is filtered: the rows of a list, and what is known of them from reading the whole record, by id. */
export type Filtered = {
  readonly resource: Resource;
  readonly items: readonly JsonObject[];
  readonly whole: ReadonlyMap<string, JsonObject>;
  /** Epoch milliseconds that ages are counted from. */
  readonly now: number;
};

/** A verdict for every row. `isLoose`: nothing held the words, so these rows hold their letters in order. */
export type Verdicts = {
  readonly of: Uint8Array;
  readonly passed: number;
  readonly unread: number;
  readonly isLoose: boolean;
};

/** Takes the verdict of every row that is not out yet one part of a filter further. */
type Pass = (of: Uint8Array) => void;

function wordPass({ resource, items }: Filtered, term: Term & { is: 'word' }, isLoose: boolean): Pass {
  const { word, isNot } = term;
  const byLetters = isLoose && !isNot;
  const texts = rowTexts(resource, items);
  const inText = (at: number): boolean =>
    byLetters ? isLoosely(texts[at] ?? '', word) : (texts[at] ?? '').includes(word);
  const ids = rowIds(items);
  // Scattered letters of an id mean nothing: only its beginning counts.
  const startsId = (at: number): boolean => !byLetters && (ids[at] ?? '').startsWith(word);
  return of => {
    for (let at = 0; at < of.length; at++)
      if (of[at] !== NO && (inText(at) || startsId(at)) === isNot) of[at] = NO;
  };
}

/** Asks the item of the list when it holds the field, or when such items always do; else the whole record. */
function fieldJudge(
  { resource, items, whole, now }: Filtered,
  { name, ask }: Term & { is: 'field' },
): (at: number) => boolean | undefined {
  const field = fieldNamed(resource, name);
  const isListed = resource.listed !== undefined && isTold(resource, name);
  const isNumber = ask.is === 'number' || ask.is === 'age';
  const keys = isNumber ? numberKeys(resource, name)(items) : [];
  const texts = isNumber ? [] : fieldTexts(resource, name)(items);
  const carried = isListed ? [] : fieldCarried(resource, name)(items);
  return at => {
    const record = whole.size === 0 ? undefined : whole.get(ownId(items[at] ?? {}) ?? '');
    if (record !== undefined) {
      const value = { key: numberKey(field, record, name), text: fieldText(resource, record, name) };
      return fits(ask, value, now);
    }
    if (carried[at] === 0) return undefined;
    return fits(ask, { key: keys[at] ?? Number.NaN, text: texts[at] ?? '' }, now);
  };
}

function fieldPass(about: Filtered, term: Term & { is: 'field' }): Pass {
  const judge = fieldJudge(about, term);
  return of => {
    for (let at = 0; at < of.length; at++) {
      if (of[at] === NO) continue;
      const fit = judge(at);
      if (fit === undefined) of[at] = UNREAD;
      else if (fit === term.isNot) of[at] = NO;
    }
  };
}

/** Verdicts to begin with: nothing is out but what was out before. */
function begun(size: number, within: Uint8Array | undefined): Uint8Array {
  const of = new Uint8Array(size).fill(YES);
  if (within !== undefined) for (let at = 0; at < size; at++) if (within[at] === NO) of[at] = NO;
  return of;
}

/** A row passes when it passes every part; one "no" is enough to be out, whatever was not read. */
function judgeAll(
  about: Filtered,
  { terms }: Filter,
  how: { isLoose: boolean; within: Uint8Array | undefined },
) {
  const of = begun(about.items.length, how.within);
  for (const term of terms) {
    const pass = term.is === 'word' ? wordPass(about, term, how.isLoose) : fieldPass(about, term);
    pass(of);
  }
  let passed = 0;
  let unread = 0;
  for (let at = 0; at < of.length; at++) {
    if (of[at] === YES) passed++;
    else if (of[at] === UNREAD) unread++;
  }
  return { of, passed, unread };
}

/** Judges every row by a filter, by the words themselves and nothing else: a script gets what it asked for, or nothing. */
export const judgedExactly = (about: Filtered, filter: Filter): Verdicts => ({
  ...judgeAll(about, filter, { isLoose: false, within: undefined }),
  isLoose: false,
});

/**
 * Judges every row by a filter: by the words themselves, and when no row holds them and none is unread, by their
 * letters. `before` are the verdicts on the same rows by a wider filter: what was out stays out.
 */
export function judged(about: Filtered, filter: Filter, before?: Verdicts): Verdicts {
  if (before?.isLoose !== true) {
    const exact = judgeAll(about, filter, { isLoose: false, within: before?.of });
    const hasWords = filter.terms.some(term => term.is === 'word' && !term.isNot);
    if (exact.passed + exact.unread > 0 || !hasWords) return { ...exact, isLoose: false };
  }
  // Where the letters were already all there was, a longer word is not found whole either.
  const within = before?.isLoose === true ? before.of : undefined;
  return { ...judgeAll(about, filter, { isLoose: true, within }), isLoose: true };
}

/** Judges one filter after another; while one types on, only what was left is looked at again. */
export function createJudging(): (about: Filtered, filter: Filter) => Verdicts {
  let last: { readonly about: Filtered; readonly filter: Filter; readonly verdicts: Verdicts } | undefined;
  return (about, filter) => {
    const isSame =
      last?.about.items === about.items && last.about.whole === about.whole && last.about.now === about.now;
    const wider = last !== undefined && isSame && narrows(last.filter, filter) ? last.verdicts : undefined;
    const verdicts = judged(about, filter, wider);
    last = { about, filter, verdicts };
    return verdicts;
  };
}
