import { median } from './figures.ts';
import type { Results } from './group.ts';
import { BP, FETCH, HTTP } from './groups/data.ts';
import { BOTSCOPE, RAW } from './programs.ts';

/** A measure of a group: of botscope, or of botscope over another program in the same round. */
export type Goal = {
  readonly id: string;
  readonly says: string;
  readonly group: string;
  readonly measure: string;
  readonly most: number;
  /** Ratios have `x`. */
  readonly unit: string;
  readonly over: string | undefined;
};

type Against = readonly [program: string, most: number];
type Line = readonly [
  id: string,
  says: string,
  group: string,
  measure: string,
  ...against: readonly Against[],
];
type Plain = readonly [id: string, says: string, group: string, measure: string, most: number, unit: string];

const BP_VERSION = 'bp --version';
export const OFFICIAL = '@botpress/cli';

/** Against other programs, measured in the same round. */
const ratios: readonly Line[] = [
  ['P2', 'live screen with rows', 'startup', 'rows ms', [RAW, 3], [BP_VERSION, 0.25]],
  ['P3', 'first data on the screen', 'data', 'first ms', [HTTP, 1.15], [BP, 0.1]],
  ['P4', 'all of 25 pages at 20 ms', 'data', '25 slow pages ms', [HTTP, 1.05], [BP, 0.6]],
  ['P4', 'all of 100 pages at once', 'data', '100 pages ms', [HTTP, 2]],
  ['P5', 'key in the window', 'keys', 'window ms', ['fzf', 3]],
  ['P5', 'key in the window, p99', 'keys', 'window p99 ms', ['fzf', 2]],
  ['P5', 'key that scrolls', 'keys', 'scroll ms', ['fzf', 0.5]],
  ['P5', 'key that scrolls, p99', 'keys', 'scroll p99 ms', ['fzf', 2]],
  ['P7', 'held at 60 Hz: lag, p99', 'held', '60 Hz lag p99 ms', ['fzf', 1]],
  ['P8', 'bytes over the encoder, window', 'bytes', 'window x encoder', ['nnn', 0.9]],
  ['P8', 'bytes over the encoder, scrolling', 'bytes', 'scroll x encoder', ['nnn', 0.9]],
  ['P8', 'bytes over the encoder, page', 'bytes', 'page x encoder', ['nnn', 0.9]],
  ['P9', 'letter of a filter, 100,000 rows', 'filter', 'letter ms', ['fzf --exact', 0.3]],
  ['P9', 'slowest letter', 'filter', 'letter p99 ms', ['fzf --exact', 0.4]],
  ['P10', 'slow line, held at 30 Hz: lag, p99', 'slow', '30 Hz lag p99 ms', ['nnn', 1.1]],
  ['P10', 'slow line, held at 30 Hz: drain', 'slow', '30 Hz drain ms', ['nnn', 1.1]],
  ['P11', 'slow line, held at 60 Hz: drain', 'slow', '60 Hz drain ms', ['nnn', 0.3]],
  ['P12', 'slow line, key in the window', 'slow', 'window ms', [RAW, 1.05]],
  ['P12', 'slow line, key that scrolls', 'slow', 'scroll ms', [RAW, 1.05]],
  ['P14', 'most memory, 10,000 rows', 'memory', '10000 rows peak MB', [RAW, 1.6]],
  ['P14', 'most memory, 100,000 rows', 'memory', '100000 rows peak MB', [RAW, 1.2]],
  ['P15', 'bytes to download', 'install', 'download MB', [OFFICIAL, 1 / 150]],
  ['P15', 'bytes unpacked', 'install', 'unpacked MB', [OFFICIAL, 1 / 200]],
  ['P16', 'one page without a screen', 'headless', 'one page ms', [HTTP, 1.3], [BP, 0.12]],
  ['', '100,000 bots as NDJSON', 'headless', '100,000 bots ms', [FETCH, 1.15]],
  ...['bots ls', 'bots get', 'integrations get', 'bots delete', 'integrations delete'].map(
    (command): Line => ['', command, 'bp', `${command} ms`, ['bp', 1]],
  ),
  ['P17', 'slow line, first full screen', 'slow', 'first screen ms', [RAW, 1]],
];

/** The figure itself. */
const plain: readonly Plain[] = [
  ['P6', 'key at 100,000 rows over 1,000', 'memory', 'key 100000 over 1000 rows', 1.25, 'x'],
  ['P7', 'held at 60 Hz: growth of the lag', 'held', '60 Hz growth ms', 2, ' ms'],
  ['P7', 'held at 60 Hz: keys lost', 'held', '60 Hz lost', 0, ''],
  ['P7', 'held at 60 Hz: screens a key', 'held', '60 Hz states a key', 1.05, ''],
  ['P8', 'bytes over the encoder, window', 'bytes', 'window x encoder', 1.1, 'x'],
  ['P8', 'bytes over the encoder, scrolling', 'bytes', 'scroll x encoder', 1.1, 'x'],
  ['P8', 'bytes over the encoder, page', 'bytes', 'page x encoder', 1.1, 'x'],
  ['P10', 'slow line, held at 30 Hz: growth', 'slow', '30 Hz growth ms', 10, ' ms'],
  ['P13', 'bytes a second at rest', 'idle', 'rest bytes/s', 0, ''],
  ['P13', 'wake-ups a second at rest', 'idle', 'rest wake-ups/s', 1, ''],
  ['P13', 'bytes a second while loading', 'idle', 'loading bytes/s', 60, ''],
  ['P13', 'processor a second while loading', 'idle', 'loading cpu ms/s', 5, ' ms'],
  ['', 'memory for 100,000 bots, over 1,000', 'headless', 'MB more than of 1,000 bots', 30, ' MB'],
  ['P15', 'files to download', 'install', 'tarballs', 1, ''],
];

const numberOf = ({ id }: Goal): number => Number(id.slice(1)) || 99;

export const goals: readonly Goal[] = [
  ...ratios.flatMap(([id, says, group, measure, ...against]) =>
    against.map(([over, most]) => ({ id, says, group, measure, most, unit: 'x', over })),
  ),
  ...plain.map(([id, says, group, measure, most, unit]) => ({
    ...{ id, says, group, measure, most, unit },
    over: undefined,
  })),
].toSorted((a, b) => numberOf(a) - numberOf(b));

export type Judged = {
  readonly goal: Goal;
  /** Of each round; empty where something was not measured. */
  readonly values: readonly number[];
  readonly median: number;
  readonly holds: boolean | undefined;
};

/** The figures of a goal in each round, compared within the round. */
export function judge(goal: Goal, all: ReadonlyMap<string, Results>): Judged {
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
