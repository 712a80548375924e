import { REVERSE, type Row, rowOf, type Screen, styleOf } from './screen.ts';

// The reference for bytes: an encoder that knows both screens and uses cursor moves, style changes, erasing,
// repeating and scroll regions. Not a proven minimum.

/** Gaps of up to this many unchanged cells are written again: that is shorter than a cursor move. */
const BRIDGE = 5;
const ERASE = '\x1b[K';
/** Changes of fewer bytes are not worth a scroll. */
const SMALL = 64;
/** Number of scrolls tried, those that move most rows first. */
const TRIED = 4;

type Pen = { y: number | undefined; x: number; style: number; out: string };

const shortest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length < best.length ? text : best));
const counted = (count: number): string => (count === 1 ? '' : String(count));
const bytesOf = (text: string): number => Buffer.byteLength(text);

const flagCodes = (flags: number): readonly string[] =>
  Array.from({ length: 9 }, (_, at) => at + 1)
    .filter(code => flags & (1 << code))
    .map(String);

export function sgr(from: number, to: number): string {
  if (from === to) return '';
  if (to === 0) return '\x1b[m';
  const a = styleOf(from);
  const b = styleOf(to);
  const set = [...flagCodes(b.flags), b.fg, b.bg].filter(code => code !== '');
  const ways = [`\x1b[${[...(from === 0 ? [] : ['0']), ...set].join(';')}m`];
  const colours = [...(a.fg === b.fg ? [] : [b.fg || '39']), ...(a.bg === b.bg ? [] : [b.bg || '49'])];
  const added = flagCodes(b.flags & ~a.flags);
  const gone = a.flags & ~b.flags;
  if (gone === 0) ways.push(`\x1b[${[...added, ...colours].join(';')}m`);
  if (gone === REVERSE) ways.push(`\x1b[${['27', ...added, ...colours].join(';')}m`);
  return shortest(ways);
}

/** Returns the shortest cursor move; its present place may be unknown. */
export function move(from: { readonly y: number | undefined; readonly x: number }, y: number, x: number) {
  if (from.y === y && from.x === x) return '';
  const absolute = x > 0 ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${y > 0 ? y + 1 : ''}H`;
  const ways = [absolute];
  if (from.y === y) {
    ways.push(`\x1b[${x + 1}G`);
    if (x > from.x) ways.push(`\x1b[${counted(x - from.x)}C`);
    if (x === 0) ways.push('\r');
  }
  if (from.y !== undefined && y === from.y + 1) ways.push(x === 0 ? '\r\n' : `\r\n\x1b[${counted(x)}C`);
  return shortest(ways);
}

/** Returns a character `count` times, by the repeat sequence if that is shorter. */
function repeated(text: string, count: number): string {
  const again = `${text}\x1b[${count - 1}b`;
  const plain = text.repeat(count);
  return count > 1 && again.length + (bytesOf(text) - text.length) < bytesOf(plain) ? again : plain;
}

function writeRun(
  pen: Pen,
  { cells, styles }: Row,
  { y, from, to }: { y: number; from: number; to: number },
): void {
  pen.out += move(pen, y, from);
  for (let at = from; at < to; ) {
    const style = styles[at] ?? 0;
    pen.out += sgr(pen.style, style);
    pen.style = style;
    let end = at + 1;
    while (end < to && cells[end] === cells[at] && styles[end] === style) end++;
    pen.out += repeated(cells[at] ?? ' ', end - at);
    at = end;
  }
  pen.y = y;
  pen.x = to;
}

const isBlank = (row: Row, x: number): boolean => row.cells[x] === ' ' && row.styles[x] === 0;

type Pair = { readonly old: Row; readonly next: Row };
type Run = { readonly from: number; readonly to: number };

/** Returns the stretches before `limit` to write: changed cells, with small gaps between them. */
function runsOf({ old, next }: Pair, limit: number): readonly Run[] {
  const runs: Run[] = [];
  const differs = (x: number): boolean => old.cells[x] !== next.cells[x] || old.styles[x] !== next.styles[x];
  for (let x = 0; x < limit; x++) {
    if (!differs(x)) continue;
    // Half a wide character cannot be written.
    const from = next.cells[x] === '' ? x - 1 : x;
    let to = x + 1;
    for (let at = x + 1; at < limit && at - to < BRIDGE; at++) if (differs(at)) to = at + 1;
    while (next.cells[to] === '') to++;
    runs.push({ from, to });
    x = to;
  }
  return runs;
}

function writeRow(pen: Pen, y: number, { old, next }: Pair): void {
  const end = 1 + next.cells.findLastIndex((_cell, x) => !isBlank(next, x));
  const erases = old.cells.some((_cell, x) => x >= end && !isBlank(old, x));
  for (const run of runsOf({ old, next }, erases ? end : next.cells.length))
    writeRun(pen, next, { y, ...run });
  if (!erases) return;
  pen.out += move(pen, y, end) + sgr(pen.style, 0) + ERASE;
  pen.style = 0;
  pen.y = y;
  pen.x = end;
}

function changes(old: Screen, next: Screen): string {
  const pen: Pen = { y: undefined, x: 0, style: 0, out: '' };
  next.forEach((row, y) => {
    const before = old[y];
    if (before !== undefined && before.key !== row.key) writeRow(pen, y, { old: before, next: row });
  });
  return pen.out + sgr(pen.style, 0);
}

/** Returns the distances by which rows of the changed part have moved; those of most rows first. */
function shifts(old: Screen, next: Screen): readonly number[] {
  const places = new Map<string, number[]>();
  const changed = next.flatMap((row, y) => (row.key === old[y]?.key ? [] : [y]));
  const [top = 0, bottom = -1] = [changed[0], changed.at(-1)];
  for (let y = top; y <= bottom; y++) {
    const text = old[y]?.text ?? '';
    places.set(text, [...(places.get(text) ?? []), y]);
  }
  const votes = new Map<number, number>();
  for (let y = top; y <= bottom; y++) {
    const text = next[y]?.text ?? '';
    if (text.trim() === '') continue;
    for (const place of places.get(text) ?? [])
      if (place !== y) votes.set(place - y, (votes.get(place - y) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1]).map(([by]) => by);
}

/** Returns the screen after a part of it was scrolled by `by` rows; positive is up. */
function scrolled(old: Screen, { from, to, by }: { from: number; to: number; by: number }): Screen {
  const width = old[0]?.cells.length ?? 0;
  const blank = rowOf(new Array(width).fill(' '), new Array(width).fill(0));
  return old.map((row, y) => {
    if (y < from || y > to) return row;
    const source = y + by;
    return source < from || source > to ? blank : (old[source] ?? blank);
  });
}

function withScroll(old: Screen, next: Screen, by: number): string {
  const moved = next.flatMap((row, y) =>
    row.text.trim() !== '' && row.key !== old[y]?.key && row.text === old[y + by]?.text ? [y] : [],
  );
  const [first = 0, last = 0] = [moved[0], moved.at(-1)];
  const from = Math.min(first, first + by);
  const to = Math.max(last, last + by);
  const scroll = `\x1b[${counted(Math.abs(by))}${by > 0 ? 'S' : 'T'}`;
  const part = `\x1b[${from + 1};${to + 1}r${scroll}\x1b[r${changes(scrolled(old, { from, to, by }), next)}`;
  const whole = scroll + changes(scrolled(old, { from: 0, to: old.length - 1, by }), next);
  return shortest([part, whole]);
}

export function encode(old: Screen, next: Screen): string {
  const plain = changes(old, next);
  if (plain.length < SMALL) return plain;
  const ways = shifts(old, next)
    .slice(0, TRIED)
    .map(by => withScroll(old, next, by));
  return [plain, ...ways].reduce((best, way) => (bytesOf(way) < bytesOf(best) ? way : best));
}

export const encodedBytes = (old: Screen, next: Screen): number => bytesOf(encode(old, next));
