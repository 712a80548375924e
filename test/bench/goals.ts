import { median } from './figures.ts';
import type { Results } from './group.ts';
import { BP, FETCH, HTTP } from './groups/data.ts';
import { BOTSCOPE, RAW } from './programs.ts';

/** The limit of a measure of a group: of botscope, or of botscope over another program in the same round. */
export type Goal = {
  readonly id: string;
  readonly what: string;
  readonly group: string;
  readonly measure: string;
  readonly most: number;
  readonly unit: string;
  readonly over: string | undefined;
};

type Row = readonly [
  id: string,
  what: string,
  group: string,
  measure: string,
  most: number,
  unit: string,
  over?: string,
];

const rows: readonly Row[] = [
  ['Q1', 'health of 27 rows without a key, 80 ms a request', 'health', 'rows ms', 1500, ' ms'],
  ['Q2', 'health of 1,000 bots over pages + bots / 12 round trips', 'health', 'all x ideal', 1.3, 'x'],
  ['Q2', 'health of 1,000 bots: requests sent twice', 'health', 'all repeated', 0, ''],
  ['Q2', 'health at 5 requests a second: 429s in ten seconds', 'health', 'limited 429s in 10 s', 1, ''],
  ['Q2', 'rows at 5 requests a second: 429s in ten seconds', 'health', 'limited rows 429s in 10 s', 1, ''],
  // Not of the command: it prints the bots of a page before the next page has come.
  ['Q2', 'rows at 5 requests a second: late pages', 'health', 'limited rows late pages', 0, ''],
  ['Q3', 'first data on the screen', 'data', 'first ms', 3.5, 'x', HTTP],
  ['Q3', 'first data on the screen', 'data', 'first ms', 0.35, 'x', BP],
  ['Q4', 'every key but Esc, 10,000 rows: p99', 'keys', 'every key p99 ms', 16, ' ms'],
  ['Q4', 'key that scrolls, 10,000 rows', 'keys', 'scroll ms', 1, 'x', 'fzf'],
  ['Q5', 'held at 60 Hz: lag, p99', 'held', '60 Hz lag p99 ms', 1, 'x', 'fzf'],
  // The goal is 0; less than 2 ms is noise.
  ['Q5', 'held at 60 Hz: growth of the lag', 'held', '60 Hz growth ms', 2, ' ms'],
  ['Q5', 'held at 60 Hz: keys lost', 'held', '60 Hz lost', 0, ''],
  ['Q6', 'bytes over the encoder, window', 'keys', 'window x encoder', 1.1, 'x'],
  ['Q6', 'bytes over the encoder, window', 'keys', 'window x encoder', 0.9, 'x', 'nnn'],
  ['Q6', 'bytes over the encoder, scrolling', 'keys', 'scroll x encoder', 1.1, 'x'],
  ['Q6', 'bytes over the encoder, scrolling', 'keys', 'scroll x encoder', 0.9, 'x', 'nnn'],
  ['Q6', 'bytes over the encoder, page', 'keys', 'page x encoder', 1.1, 'x'],
  ['Q6', 'bytes over the encoder, page', 'keys', 'page x encoder', 0.9, 'x', 'nnn'],
  ['Q6', 'bytes over the encoder, preview, window', 'preview', 'window x encoder', 1.1, 'x'],
  ['Q6', 'bytes over the encoder, preview, scrolling', 'preview', 'scroll x encoder', 1.1, 'x'],
  ['Q6', 'bytes over the encoder, preview, scrolling', 'preview', 'scroll x encoder', 0.9, 'x', 'nnn'],
  ['Q7', 'slow line: key in the window', 'slow', 'window ms', 1.1, 'x', RAW],
  ['Q7', 'slow line: key that scrolls', 'slow', 'scroll ms', 1.1, 'x', RAW],
  ['Q7', 'slow line: drained after 2 s of 30 Hz', 'slow', '30 Hz drain ms', 1.1, 'x', 'nnn'],
  ['Q8', 'at rest: bytes a second', 'idle', 'rest bytes/s', 0, ''],
  ['Q8', 'at rest: wake-ups a second', 'idle', 'rest wake-ups/s', 0, ''],
  ['Q8', 'while loading: bytes a second', 'idle', 'loading bytes/s', 60, ''],
  // The age of the list is written anew, if it was not `now`.
  ['Q8', 'reload without a change: bytes', 'idle', 'reload bytes', 30, ''],
  ['Q9', 'every key but Esc and the first letter, 100,000 rows: p99', 'many', 'every key p99 ms', 100, ' ms'],
  ['Q9', 'peak memory, 100,000 rows', 'many', 'peak MB', 2, 'x', RAW],
  ['Q10', '10,000 integrations: opened and left', 'large', 'integrations ms', 1000, ' ms'],
  ['Q10', '10,000 integrations: slowest key', 'large', 'integrations key ms', 100, ' ms'],
  ['Q10', 'text of 4 MB: opened and left', 'large', 'text ms', 1000, ' ms'],
  ['Q10', 'text of 4 MB: slowest key', 'large', 'text key ms', 100, ' ms'],
  ['Q10', 'SIGTERM not heard within a second', 'large', 'SIGTERM unheard', 0, ''],
  ['Q11', '100,000 bots as NDJSON', 'export', 'all ms', 1.15, 'x', FETCH],
  ['Q11', '100,000 bots as NDJSON: memory over that of 1,000', 'export', 'MB more than of 1,000', 30, ' MB'],
  ['Q12', 'package: files', 'package', 'files to download', 1, ''],
  ['Q12', 'package: download', 'package', 'download MB', 0.55, ' MB'],
  ['Q12', 'sandbox: from its start to its first response', 'package', 'sandbox ms', 100, ' ms'],
  ['Q14', 'slow line: held at 30 Hz: lag, p99', 'slow', '30 Hz lag p99 ms', 1.3, 'x', RAW],
  ['Q13', 'npm test', 'tests', 'npm test s', 150, ' s'],
  ['Q13', 'npm run test:full', 'tests', 'whole suite s', 480, ' s'],
];

export const goals: readonly Goal[] = rows.map(([id, what, group, measure, most, unit, over]) => ({
  ...{ id, what, group, measure, most, unit, over },
}));

export type GoalResult = {
  readonly goal: Goal;
  /** One value a round; empty if something was not measured. */
  readonly values: readonly number[];
  readonly median: number;
  readonly holds: boolean | undefined;
};

/** Compares the figures of a goal in each round with those of the other program in the same round. */
export function judge(goal: Goal, all: ReadonlyMap<string, Results>): GoalResult {
  const results = all.get(goal.group);
  const other = goal.over === undefined ? undefined : (results?.get(goal.over) ?? []);
  const values = (results?.get(BOTSCOPE) ?? [])
    .map((figures, round) => {
      const value = figures?.[goal.measure] ?? Number.NaN;
      return other === undefined ? value : value / (other[round]?.[goal.measure] ?? Number.NaN);
    })
    .filter(value => !Number.isNaN(value));
  const middle = median(values);
  return { goal, values, median: middle, holds: values.length === 0 ? undefined : middle <= goal.most };
}
