import { hasKey } from '../../commands/available.ts';
import type { State } from '../../state/state.ts';

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
