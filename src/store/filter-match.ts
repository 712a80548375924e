import { type JsonObject, member } from '../api/json.ts';
import { ownId, type Resource } from '../resources/resource.ts';
import { type Filter, narrows, type Term } from './filter.ts';
import { fieldText, fieldTexts, isLoosely, rowIds, rowTexts } from './filter-text.ts';
import { fits } from './filter-value.ts';
import { fieldNamed, numberKey, numberKeys } from './sort-keys.ts';

/** What a filter says of a row. `UNREAD`: what it asks for was never read. */
export const NO = 0;
export const YES = 1;
export const UNREAD = 2;
export type Verdict = typeof NO | typeof YES | typeof UNREAD;

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

type Judge = (at: number) => Verdict;
const answer = (is: boolean, isNot: boolean): Verdict => (is === isNot ? NO : YES);

function wordJudge({ resource, items }: Filtered, term: Term & { is: 'word' }, isLoose: boolean): Judge {
  const { word, isNot } = term;
  const texts = rowTexts(resource, items);
  if (isLoose && !isNot) return at => answer(isLoosely(texts[at] ?? '', word), isNot);
  const ids = rowIds(items);
  return at => answer((texts[at] ?? '').includes(word) || (ids[at] ?? '').startsWith(word), isNot);
}

/** Asks the item of the list when it holds the field, or when such items always do; else the whole record. */
function fieldJudge({ resource, items, whole, now }: Filtered, term: Term & { is: 'field' }): Judge {
  const { name, ask, isNot } = term;
  const field = fieldNamed(resource, name);
  const isListed = resource.listed?.includes(name) ?? false;
  const isNumber = ask.is === 'number' || ask.is === 'age';
  const keys = isNumber ? numberKeys(resource, name)(items) : [];
  const texts = isNumber ? [] : fieldTexts(resource, name)(items);
  return at => {
    const item = items[at] ?? {};
    const record = whole.size === 0 ? undefined : whole.get(ownId(item) ?? '');
    if (record !== undefined) {
      const value = { key: numberKey(field, record, name), text: fieldText(resource, record, name) };
      return answer(fits(ask, value, now), isNot);
    }
    if (!isListed && member(item, name) === undefined) return UNREAD;
    return answer(fits(ask, { key: keys[at] ?? Number.NaN, text: texts[at] ?? '' }, now), isNot);
  };
}

/** A row passes when it passes every part; one "no" is enough to be out, whatever was not read. */
function judgeOf(about: Filtered, { terms }: Filter, isLoose: boolean): Judge {
  const judges = terms.map(term =>
    term.is === 'word' ? wordJudge(about, term, isLoose) : fieldJudge(about, term),
  );
  return at => {
    let verdict: Verdict = YES;
    for (const judge of judges) {
      const next = judge(at);
      if (next === NO) return NO;
      if (next === UNREAD) verdict = UNREAD;
    }
    return verdict;
  };
}

function judgeAll(about: Filtered, judge: Judge, within: Uint8Array | undefined) {
  const of = new Uint8Array(about.items.length);
  let passed = 0;
  let unread = 0;
  for (let at = 0; at < of.length; at++) {
    if (within !== undefined && within[at] === NO) continue;
    const verdict = judge(at);
    of[at] = verdict;
    if (verdict === YES) passed++;
    if (verdict === UNREAD) unread++;
  }
  return { of, passed, unread };
}

/**
 * Judges every row by a filter: by the words themselves, and when no row holds them and none is unread, by their
 * letters. `before` are the verdicts on the same rows by a wider filter: what was out stays out.
 */
export function judged(about: Filtered, filter: Filter, before?: Verdicts): Verdicts {
  if (before?.isLoose !== true) {
    const exact = judgeAll(about, judgeOf(about, filter, false), before?.of);
    const hasWords = filter.terms.some(term => term.is === 'word' && !term.isNot);
    if (exact.passed + exact.unread > 0 || !hasWords) return { ...exact, isLoose: false };
  }
  // Where the letters were already all there was, a longer word is not found whole either.
  const within = before?.isLoose === true ? before.of : undefined;
  return { ...judgeAll(about, judgeOf(about, filter, true), within), isLoose: true };
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
