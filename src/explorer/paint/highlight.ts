import type { Term } from '../../filter/parse.ts';
import { clean, type SafeText } from '../../text/sanitise.ts';
import { type Span, type Style, span } from '../facts/line.ts';
import type { Listing } from '../facts/visible-rows.ts';

/** Returns the text that a filter term looks for in a column; `atStart`: only at the beginning. */
function soughtText(
  term: Term,
  field: string,
): { readonly text: string; readonly atStart: boolean } | undefined {
  if (term.isNot) return undefined;
  if (term.kind === 'word') return { text: term.word, atStart: field === 'id' };
  return term.name === field && term.condition.kind === 'text' ? term.condition : undefined;
}

function textPositions(
  text: string,
  { text: word, atStart }: { text: string; atStart: boolean },
): readonly number[] {
  const at = text.indexOf(word);
  if (at < 0 || (atStart && at > 0)) return [];
  return Array.from(word, (_letter, index) => at + index);
}

function letterPositions(text: string, word: string): readonly number[] {
  const places: number[] = [];
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return [];
    places.push(at);
  }
  return places;
}

function matchPositions(text: string, { filter, isLoose }: Listing, field: string): ReadonlySet<number> {
  const places = (filter?.terms ?? []).flatMap(term => {
    const wanted = soughtText(term, field);
    if (wanted === undefined) return [];
    const isByLetter = isLoose && term.kind === 'word' && field !== 'id';
    return isByLetter ? letterPositions(text, wanted.text) : textPositions(text, wanted);
  });
  return new Set(places);
}

const ELLIPSIS = '…';
// The lower case of other texts may have another length, so positions would differ.
const ONE_TO_ONE = /^[\x20-\x7e…]*$/;

/**
 * Returns the position in a cell of a position in its whole text. The middle of a long text is cut: a
 * position there is that of the ellipsis.
 */
function positionInCell(at: number, text: string, full: string): number {
  const shown = text.trimEnd();
  const cut = shown.indexOf(ELLIPSIS);
  if (shown === full || cut < 0 || at < cut) return at;
  const fromEnd = full.length - at;
  return fromEnd < shown.length - cut ? shown.length - fromEnd : cut;
}

/** Returns a cell as spans, with the matches of the filter underlined. `full`: its text before it was cut. */
export function highlightedSpans(
  text: SafeText,
  style: Style,
  { listing, field, full }: { readonly listing: Listing; readonly field: string; readonly full: SafeText },
): readonly Span[] {
  if (listing.filter === undefined || !ONE_TO_ONE.test(full)) return [span(text, style)];
  // Cells aligned to the right begin with spaces.
  const indent = text.length - text.trimStart().length;
  const positions = [...matchPositions(full.toLowerCase(), listing, field)];
  const matched = new Set(positions.map(at => indent + positionInCell(at, text.slice(indent), full)));
  if (matched.size === 0) return [span(text, style)];
  const runs: { text: string; isFound: boolean }[] = [];
  for (const [at, letter] of Array.from(text).entries()) {
    const isMatch = matched.has(at);
    const last = runs.at(-1);
    if (last?.isFound === isMatch) last.text += letter;
    else runs.push({ text: letter, isFound: isMatch });
  }
  return runs.map(run => span(clean(run.text), run.isFound ? 'match' : style));
}
