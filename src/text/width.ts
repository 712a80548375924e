import stringWidth from 'string-width';
import { kept } from './memo.ts';
import { type SafeText, safe } from './sanitise.ts';

/** Every terminal shows these in one cell each; also those that `--ascii` replaces. */
export const ONE_CELL =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u203a\u2190-\u2193\u2500-\u25fc\u2605\u2713\u2717\u2800-\u28ff]*$/;
/** Ideographs, kana and Hangul syllables are two cells wide. */
const TWO_CELLS = /^[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/;
const ELLIPSIS = '…';

let segmenter: Intl.Segmenter | undefined;

export function segments(text: string): Intl.Segments {
  // Creating a segmenter takes milliseconds: most starts need none.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

export const graphemes = (text: string): readonly string[] =>
  /^[\x20-\x7e]*$/.test(text) ? [...text] : Array.from(segments(text), part => part.segment);

const MAX_CACHED = 8;
const MAX_WIDTHS = 1000;
/** Measuring a text outside the two patterns above takes microseconds. */
const widths = new Map<string, number>();

const shortCells = (text: string) => kept(widths, text, () => stringWidth(text), MAX_WIDTHS);

export function cells(text: string): number {
  if (ONE_CELL.test(text)) return text.length;
  if (TWO_CELLS.test(text)) return text.length * 2;
  if (text.length <= MAX_CACHED) return shortCells(text);
  let width = 0;
  for (const part of graphemes(text))
    width += part.length > MAX_CACHED ? stringWidth(part) : shortCells(part);
  return width;
}

function fittingCount(parts: readonly string[], width: number) {
  let used = 0;
  for (const [at, part] of parts.entries()) {
    used += cells(part);
    if (used > width) return at;
  }
  return parts.length;
}

const fittingStart = (parts: readonly string[], width: number) =>
  parts.slice(0, fittingCount(parts, width)).join('');

export function cutEnd(text: SafeText, width: number): SafeText {
  if (cells(text) <= width) return text;
  if (width <= 0) return safe``;
  return `${fittingStart(graphemes(text), width - 1)}${ELLIPSIS}` as SafeText;
}

/** The ends distinguish names that begin alike. */
export function cutMiddle(text: SafeText, width: number): SafeText {
  if (cells(text) <= width) return text;
  if (width < 4) return cutEnd(text, width);
  const parts = graphemes(text);
  const tailParts = fittingCount(parts.toReversed(), Math.floor((width - 1) / 3));
  const tail = parts.slice(parts.length - tailParts).join('');
  return `${fittingStart(parts, width - 1 - cells(tail))}${ELLIPSIS}${tail}` as SafeText;
}

export function cutWords(text: SafeText, width: number): SafeText {
  if (cells(text) <= width) return text;
  const [line = ''] = wrap(text, Math.max(1, width - 1));
  const whole = line.trimEnd();
  const used = cells(whole);
  // Less than half the width would be left before a long word: then a part of that word is more useful.
  return used * 2 < width || used >= width ? cutEnd(text, width) : (`${whole}${ELLIPSIS}` as SafeText);
}

export function sized(text: SafeText, width: number, align: 'left' | 'right' = 'left'): SafeText {
  const cut = cutMiddle(text, width);
  const gap = ' '.repeat(Math.max(0, width - cells(cut)));
  return (align === 'left' ? cut + gap : gap + cut) as SafeText;
}

export const longest = (widths: readonly number[]) =>
  widths.reduce((most, width) => Math.max(most, width), 0);
export const widest = (texts: readonly SafeText[]) => longest(texts.map(cells));

/** Of the texts of a column, shown in full; all of them if the longest is not much longer. */
const USUAL_SHARE = 0.95;
const USUAL_EXCESS = 1.25;

/** A few very long texts are cut, because they would push the other columns away. */
export function usualWidth(widths: readonly number[]): number {
  const sorted = widths.toSorted((a, b) => a - b);
  const usual = sorted[Math.ceil(sorted.length * USUAL_SHARE) - 1] ?? 0;
  const most = sorted.at(-1) ?? 0;
  return most <= usual * USUAL_EXCESS ? most : usual;
}

export function alignColumns(rows: readonly (readonly SafeText[])[]): readonly SafeText[] {
  const widths = (rows[0] ?? []).map((_text, at) => widest(rows.map(row => row[at] ?? safe``)));
  const padded = (text: SafeText, at: number, row: readonly SafeText[]) =>
    at === row.length - 1 ? text : text + ' '.repeat((widths[at] ?? 0) - cells(text));
  return rows.map(row => row.map(padded).join('  ').trimEnd() as SafeText);
}

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

/** Appends all lines but the last, which it returns. Linear: a word may be 64 K long. */
function breakWord(word: string, room: number, lines: string[]) {
  if (cells(word) <= room) return word;
  let line = '';
  let used = 0;
  // A grapheme of many wide characters is split if it is wider than the line.
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
