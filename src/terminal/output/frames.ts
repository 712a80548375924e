import { EMPTY, type Row, readRow } from './cells.ts';
import {
  canErase,
  clearScreen,
  FRESH,
  type Pen,
  resetStyle,
  scroll,
  startAt,
  type TargetScreen,
} from './pen.ts';
import { changeRow } from './row-diff.ts';
import { scrolled, scrolls } from './scroll.ts';
import type { DefaultColours } from './sgr.ts';

export type Size = { readonly columns: number; readonly rows: number };

/** Appearance of the whole screen: default colours, and replacements for characters. */
export type ScreenStyle = {
  readonly ground: DefaultColours;
  /** Replaces characters of one cell by others of one cell. */
  readonly glyph: (text: string) => string;
};

/**
 * Number of frames in a row that may begin where the last one has left the cursor. Another program that
 * writes to the terminal in between moves it: the frames after these are in their place again.
 */
const MAX_CONTINUED = 20;

const SCROLL_FROM = 100;

type Change = { readonly before: readonly (Row | undefined)[]; readonly after: readonly Row[] };

/** Writes the rows that differ. Stops once it exceeds `maxBytes`: another encoding is shorter. */
function changeRows(
  pen: Pen,
  { before, after }: Change,
  { screen, maxBytes }: { readonly screen: TargetScreen; readonly maxBytes?: number | undefined },
): Pen {
  let drawn = pen;
  let at = 0;
  for (const row of after) {
    if (maxBytes !== undefined && drawn.size > maxBytes) break;
    if (before[at] !== row) drawn = changeRow(drawn, before[at], { at, row, screen });
    at++;
  }
  return drawn;
}

const erasedRow = (screen: TargetScreen): Row | undefined => (canErase(screen) ? EMPTY : undefined);

function paintAll(after: readonly Row[], screen: TargetScreen): Pen {
  return changeRows(clearScreen(screen), { before: after.map(() => erasedRow(screen)), after }, { screen });
}

/** Writes the difference of two frames from `start` on; scrolls first if that is shorter. */
function paintChange(
  start: Pen,
  change: { readonly before: readonly Row[]; readonly after: readonly Row[] },
  screen: TargetScreen,
): Pen {
  const maxBytes = screen.canScroll ? SCROLL_FROM - 1 : Number.POSITIVE_INFINITY;
  const short = changeRows(start, change, { screen, maxBytes });
  if (short.size <= maxBytes) return short;
  const { before, after } = change;
  let best: Pen | undefined;
  for (const move of scrolls(before, after)) {
    const left = { before: scrolled(before, move, erasedRow(screen)), after };
    const moved = changeRows(scroll(start, move, screen), left, { screen, maxBytes: best?.size });
    if (best === undefined || moved.size < best.size) best = moved;
  }
  // A list that has moved takes far more bytes this way: writing stops once it is longer than the best.
  const plain = changeRows(start, change, { screen, maxBytes: best?.size });
  return best === undefined || plain.size <= best.size ? plain : best;
}

/**
 * Turns frames into the fewest bytes that lead from each to the next. `canScroll`: the terminal has scroll
 * regions.
 */
export function createFrames(style: ScreenStyle, { canScroll = false } = {}) {
  let { ground, glyph } = style;
  let shown: readonly Row[] | undefined;
  let end = FRESH;
  let continued = 0;
  let size: Size | undefined;

  const forget = () => {
    shown = undefined;
  };
  /** Returns the bytes that make the screen show these lines; '' if it does. Others become empty. */
  const paint = (lines: readonly string[], now: Size): string => {
    if (size?.columns !== now.columns || size.rows !== now.rows) forget();
    size = now;
    const before = shown;
    const known = new Map(before?.map(row => [row.line, row]));
    const screen = { columns: now.columns, ground, canScroll };
    const after = Array.from({ length: now.rows }, (_, at) => {
      const line = lines[at] ?? '';
      return known.get(line) ?? readRow(line, now.columns, glyph);
    });
    shown = after;
    continued = (continued + 1) % MAX_CONTINUED;
    const start = continued === 0 ? FRESH : startAt(end);
    const pen =
      before === undefined ? paintAll(after, screen) : paintChange(start, { before, after }, screen);
    end = resetStyle(pen, screen);
    return end.bytes;
  };
  return {
    paint,
    forget,
    /** Sets the appearance. True if it has changed: the next frame is then written in full. */
    setStyle: (next: ScreenStyle): boolean => {
      const { front, back } = next.ground;
      if (front === ground.front && back === ground.back && next.glyph === glyph) return false;
      ({ ground, glyph } = next);
      forget();
      return true;
    },
  };
}
