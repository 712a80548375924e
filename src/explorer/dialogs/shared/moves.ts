import { hasKey } from '../../commands/available.ts';
import { layoutOf } from '../../facts/layout.ts';
import type { Line } from '../../facts/line.ts';
import type { State } from '../../state/state.ts';
import type { DialogArea, Page } from './dialog.ts';

type Steps = Readonly<Record<string, number>>;

const ROWS: Steps = {
  'move.down': 1,
  'move.up': -1,
  'move.first': Number.NEGATIVE_INFINITY,
  'move.last': Number.POSITIVE_INFINITY,
};
const PAGES: Steps = { 'move.page-down': 1, 'move.page-up': -1 };
const READER_PAGES: Steps = {
  ...PAGES,
  'read.page-down': 1,
  'read.page-up': -1,
  'read.half-down': 0.5,
  'read.half-up': -0.5,
};

type Keys = Pick<State, 'user'>;

/**
 * Returns the rows that a key moves, by the command it has; undefined if it moves nothing. Pages have
 * `height` rows.
 */
const stepBy =
  (pages: Steps) =>
  (state: Keys, key: string, height: number): number | undefined => {
    const stepIn = (steps: Steps): number | undefined =>
      Object.entries(steps).find(([id]) => hasKey(state, id, key))?.[1];
    const page = stepIn(pages);
    return page === undefined ? stepIn(ROWS) : Math.trunc(page * height) || Math.sign(page);
  };

export const listStep = stepBy(PAGES);
/** Steps in read-only text, where the keys of raw text scroll as well. */
export const readerStep = stepBy(READER_PAGES);

/** Returns the first row shown; the last page stays full. */
const fittingTop = (lines: readonly Line[], top: number, height: number): number =>
  Math.max(0, Math.min(top, lines.length - height));

/** Returns the first of `count` rows shown in a room of `rows`: the chosen one is the last, or above it. */
export const topForChoice = (choice: number, count: number, rows: number): number =>
  Math.max(0, Math.min(choice - rows + 1, count - rows));

/** Returns the rows that fit, beginning with `top`. */
export function pageFrom(lines: readonly Line[], top: number, { rows }: DialogArea): Page {
  const from = fittingTop(lines, top, rows);
  return { lines: lines.slice(from, from + rows) };
}

/** Returns the first line after a key; keys that do not scroll change nothing. */
export function topAfterKey(
  state: State,
  lines: readonly Line[],
  { top, key }: { top: number; key: string },
): number {
  const { body } = layoutOf(state);
  return fittingTop(lines, top + (readerStep(state, key, body) ?? 0), body);
}
