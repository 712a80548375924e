import { EMPTY, type Row, readRow } from './cells.ts';
import { begin, erases, FRESH, lift, type Paper, type Pen, scroll } from './pen.ts';
import { changeRow } from './row-diff.ts';
import { scrolled, scrolls } from './scroll.ts';
import type { Ground } from './sgr.ts';

export type Size = { readonly columns: number; readonly rows: number };

/** How the whole screen is dressed: colours of what has none of its own, and other characters for some. */
export type Dress = {
  readonly ground: Ground;
  /** Exchanges characters of one cell for others of one cell. */
  readonly glyph: (text: string) => string;
};

export type Frames = {
  /** The bytes that make the screen show these lines, '' when it does. Rows without a line become empty. */
  readonly paint: (lines: readonly string[], size: Size) => string;
  /** What is on the screen is not known any more: the next frame is painted whole. */
  readonly forget: () => void;
  /** Whether it was dressed otherwise before: then the next frame is painted whole. */
  readonly dress: (dress: Dress) => boolean;
};

type Shown = { readonly text: string; readonly row: Row };

/** Scrolling is not worth its own bytes for less. */
const SCROLL_FROM = 100;

/** Two screens, row by row. Undefined is a row of which nobody knows what it shows. */
type Change = { readonly before: readonly (Row | undefined)[]; readonly after: readonly Row[] };

/** Ends before all is done as soon as it has taken more than `most` bytes: then another way is shorter. */
function changeRows(
  pen: Pen,
  { before, after }: Change,
  { paper, most }: { readonly paper: Paper; readonly most?: number | undefined },
): Pen {
  let drawn = pen;
  let at = 0;
  for (const row of after) {
    if (most !== undefined && drawn.size > most) break;
    if (before[at] !== row) drawn = changeRow(drawn, before[at], { at, row, paper });
    at++;
  }
  return drawn;
}

/** What erasing leaves behind. */
const leftover = (paper: Paper): Row | undefined => (erases(paper) ? EMPTY : undefined);

/** A whole screen, on one that may hold anything. */
function paintAll(after: readonly Row[], paper: Paper): Pen {
  return changeRows(begin(paper), { before: after.map(() => leftover(paper)), after }, { paper });
}

const rowsOf = (shown: readonly Shown[]): readonly Row[] => shown.map(({ row }) => row);
const textsOf = (shown: readonly Shown[]): readonly string[] => shown.map(({ text }) => text);

/** What differs; where that is shorter, the terminal moves what has only moved. */
function paintChange(old: readonly Shown[], now: readonly Shown[], paper: Paper): Pen {
  const change = { before: rowsOf(old), after: rowsOf(now) };
  const most = paper.canScroll ? SCROLL_FROM - 1 : Number.POSITIVE_INFINITY;
  const short = changeRows(FRESH, change, { paper, most });
  if (short.size <= most) return short;
  let best: Pen | undefined;
  for (const way of scrolls(textsOf(old), textsOf(now))) {
    const left = { before: scrolled(change.before, way, leftover(paper)), after: change.after };
    const moved = changeRows(scroll(FRESH, way, paper), left, { paper, most: best?.size });
    if (best === undefined || moved.size < best.size) best = moved;
  }
  // Far longer as a rule, when a list has moved: most of it is not even made.
  const plain = changeRows(FRESH, change, { paper, most: best?.size });
  return best === undefined || plain.size <= best.size ? plain : best;
}

/**
 * Turns whole frames into the fewest bytes that lead from each to the next. `canScroll` says whether the terminal is
 * known to have scroll regions.
 */
export function createFrames(dress: Dress, { canScroll = false } = {}): Frames {
  let { ground, glyph } = dress;
  let shown: readonly Shown[] | undefined;
  let size: Size | undefined;

  const forget = () => {
    shown = undefined;
  };
  const paint = (lines: readonly string[], now: Size): string => {
    if (size?.columns !== now.columns || size.rows !== now.rows) forget();
    size = now;
    const before = shown;
    const known = new Map(before?.map(row => [row.text, row]));
    const paper = { columns: now.columns, ground, canScroll };
    const after = Array.from({ length: now.rows }, (_, at): Shown => {
      const text = lines[at] ?? '';
      return known.get(text) ?? { text, row: readRow(text, now.columns, glyph) };
    });
    shown = after;
    const pen = before === undefined ? paintAll(rowsOf(after), paper) : paintChange(before, after, paper);
    return lift(pen, paper).bytes;
  };
  return {
    paint,
    forget,
    dress: next => {
      const { front, back } = next.ground;
      if (front === ground.front && back === ground.back && next.glyph === glyph) return false;
      ({ ground, glyph } = next);
      forget();
      return true;
    },
  };
}
