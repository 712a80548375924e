import stringWidth from 'string-width';
import { type SafeText, safe } from './sanitise.ts';

const ONE_CELL =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u203a\u2190-\u2193\u2500-\u25fc\u2605\u2713\u2717]*$/;
/** Ideographs, kana and Hangul syllables: two cells each. */
const TWO_CELLS = /^[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/;
const ELLIPSIS = '…';

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for single characters. The segmenter costs milliseconds to make, so it is made late. */
export function graphemes(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), part => part.segment);
}

/** Longest text whose width is kept, in UTF-16 units: a single character, as a rule. */
const MAX_KEPT = 8;
const MAX_WIDTHS = 1000;
/** Widths of short texts that are neither of one cell nor of two for sure: measuring one takes microseconds. */
const widths = new Map<string, number>();

function shortCells(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= MAX_WIDTHS) widths.clear();
  const width = stringWidth(text);
  widths.set(text, width);
  return width;
}

/** Width of a text in terminal cells. */
export function cells(text: string): number {
  if (ONE_CELL.test(text)) return text.length;
  if (TWO_CELLS.test(text)) return text.length * 2;
  if (text.length <= MAX_KEPT) return shortCells(text);
  let width = 0;
  for (const part of graphemes(text)) width += part.length > MAX_KEPT ? stringWidth(part) : shortCells(part);
  return width;
}

function fitting(parts: readonly string[], width: number): string {
  let text = '';
  let used = 0;
  for (const part of parts) {
    const more = cells(part);
    if (used + more > width) break;
    text += part;
    used += more;
  }
  return text;
}

function ending(parts: readonly string[], width: number): string {
  let from = parts.length;
  let used = 0;
  while (from > 0) {
    used += cells(parts[from - 1] ?? '');
    if (used > width) break;
    from--;
  }
  return parts.slice(from).join('');
}

/** The beginning of a text in at most `width` cells, with an ellipsis when something is missing. */
export function cutEnd(text: SafeText, width: number): SafeText {
  if (cells(text) <= width) return text;
  if (width <= 0) return safe``;
  return `${fitting(graphemes(text), width - 1)}${ELLIPSIS}` as SafeText;
}

/** Beginning and end of a text in at most `width` cells: the end tells apart what begins alike. */
export function cutMiddle(text: SafeText, width: number): SafeText {
  if (cells(text) <= width) return text;
  if (width < 4) return cutEnd(text, width);
  const parts = graphemes(text);
  const tail = ending(parts, Math.floor((width - 1) / 3));
  return `${fitting(parts, width - 1 - cells(tail))}${ELLIPSIS}${tail}` as SafeText;
}

/** The text in at most `width` cells, cut at the end of a word with an ellipsis. */
export function cutWords(text: SafeText, width: number): SafeText {
  if (cells(text) <= width) return text;
  const [line = ''] = wrap(text, Math.max(1, width - 1));
  const whole = line.trimEnd();
  const used = cells(whole);
  // Of a long word so little would be left that a part of it says more.
  return used * 2 < width || used >= width ? cutEnd(text, width) : (`${whole}${ELLIPSIS}` as SafeText);
}

/** Exactly `width` cells: cut in the middle or filled with spaces at the right (or left). */
export function sized(text: SafeText, width: number, align: 'left' | 'right' = 'left'): SafeText {
  const cut = cutMiddle(text, width);
  const gap = ' '.repeat(Math.max(0, width - cells(cut)));
  return (align === 'left' ? cut + gap : gap + cut) as SafeText;
}

/** Words of a text in lines of at most `width` cells; a word longer than a line is broken. */
export function wrap(text: SafeText, width: number): readonly SafeText[] {
  const room = Math.max(1, width);
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    if (line !== undefined && cells(line) + 1 + cells(word) <= room) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== undefined && line.trim() !== '') lines.push(line);
    line = breakWord(word, room, lines);
  }
  return [...lines, line ?? ''] as unknown as readonly SafeText[];
}

/** Puts all lines of a word but the last into `lines`. Looks at each character once: a word may be 64 K long. */
function breakWord(word: string, room: number, lines: string[]): string {
  if (cells(word) <= room) return word;
  let line = '';
  let used = 0;
  // A character made of many wide ones is taken apart where it alone is wider than the line.
  for (const part of graphemes(word).flatMap(part => (cells(part) > room ? [...part] : [part]))) {
    const more = cells(part);
    if (used + more > room && line !== '') {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += part;
    used += more;
  }
  return line;
}
