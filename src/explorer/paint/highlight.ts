import { clean, type SafeText } from '../../text/sanitise.ts';
import { type Spans, type Style, span } from '../facts/line.ts';
import type { Listing } from '../facts/visible-rows.ts';

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

const matchPositions = (text: string, { filter, isLoose }: Listing, field: string): readonly number[] =>
  (filter?.terms ?? []).flatMap(term => {
    if (term.isNot) return [];
    if (term.kind === 'word' && isLoose && field !== 'id') return letterPositions(text, term.word);
    const sought = term.kind === 'word' ? { text: term.word, atStart: field === 'id' } : term.condition;
    if (!('atStart' in sought) || ('name' in term && term.name !== field)) return [];
    const at = text.indexOf(sought.text);
    return at < 0 || (sought.atStart && at > 0)
      ? []
      : Array.from(sought.text, (_letter, index) => at + index);
  });

const ELLIPSIS = '…';
const ONE_TO_ONE = /^[\x20-\x7e…]*$/;

/** The middle of a long text is cut: a position there is that of the ellipsis. */
function positionInCell(at: number, text: string, full: string): number {
  const shown = text.trimEnd();
  const cut = shown.indexOf(ELLIPSIS);
  if (shown === full || cut < 0 || at < cut) return at;
  const fromEnd = full.length - at;
  return fromEnd < shown.length - cut ? shown.length - fromEnd : cut;
}

/** `full`: its text before it was cut. */
export function highlightedSpans(
  text: SafeText,
  style: Style,
  { listing, field, full }: Readonly<{ listing: Listing; field: string; full: SafeText }>,
): Spans {
  if (listing.filter === undefined || !ONE_TO_ONE.test(full)) return [span(text, style)];
  // Cells aligned to the right begin with spaces.
  const indent = text.length - text.trimStart().length;
  const positions = matchPositions(full.toLowerCase(), listing, field);
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
