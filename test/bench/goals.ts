import { clean } from '../../src/text/sanitise.ts';
import { alignColumns } from '../../src/text/width.ts';
import { type Group, median, type Results } from './group.ts';
import { BOTSCOPE, BP, FETCH, HTTP, RAW } from './kit.ts';

/** The limit of a measure of a group: of botscope, or of botscope over another program in the same round. */
type Goal = readonly [
  id: string,
  what: string,
  group: string,
  measure: string,
  most: number,
  unit: string,
  over?: string,
];

export const goals: readonly Goal[] = [
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
  ['Q15', 'causes of 1,000 bots after the last response', 'causes', 'shown ms', 100, ' ms'],
  ['Q15', '100,000 findings grouped, 1,000 reasons', 'causes', 'grouped ms', 100, ' ms'],
  ['Q15', '100,000 findings grouped, 10,000 reasons', 'causes', 'grouped ms, 10,000 reasons', 100, ' ms'],
  ['Q13', 'npm test', 'tests', 'npm test s', 150, ' s'],
  ['Q13', 'npm run test:full', 'tests', 'whole suite s', 480, ' s'],
];

const aligned = (rows: readonly (readonly string[])[]): string =>
  alignColumns(rows.map(row => row.map(text => clean(text)))).join('\n');

function brief(value: number): string {
  if (Number.isNaN(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 ? value.toFixed(2) : String(Number(value.toPrecision(2)));
}

function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return brief(least) === brief(most) ? '' : ` (${brief(least)}–${brief(most)})`;
}

/** Returns a table of all measures of all programs: the median of the rounds, the least and the most. */
export function groupTable(group: Group, results: Results): string {
  const all = [...results.values()].flat();
  const measures = [...new Set(all.flatMap(figures => Object.keys(figures ?? {})))];
  const rows = measures.map(measure => [
    measure,
    ...[...results.values()].map(rounds => {
      const values = rounds.flatMap(figures => figures?.[measure] ?? []);
      return values.length === 0 ? '' : brief(median(values)) + spread(values);
    }),
  ]);
  return `${group.name}: ${group.about}\n\n${aligned([['', ...results.keys()], ...rows])}`;
}

const HEAD = ['', 'goal', 'over', 'at most', 'median (least–most)', 'holds'];
type All = ReadonlyMap<string, Results>;

/** Returns the figures of a goal, one a round, over those of the other program in the same round. */
function valuesOf([, , group, measure, , , over]: Goal, all: All): readonly number[] {
  const results = all.get(group);
  const others = over === undefined ? undefined : (results?.get(over) ?? []);
  return (results?.get(BOTSCOPE) ?? [])
    .map((figures, round) => {
      const value = figures?.[measure] ?? Number.NaN;
      return others === undefined ? value : value / (others[round]?.[measure] ?? Number.NaN);
    })
    .filter(value => !Number.isNaN(value));
}

export function goalTable({ all, isWhole }: { readonly all: All; readonly isWhole: boolean }): string {
  const rows = goals
    .filter(([, , group]) => isWhole || all.has(group))
    .map(goal => {
      const [id, what, , , most, unit, over = ''] = goal;
      const values = valuesOf(goal, all);
      const value = median(values);
      const row = [id, what, over, `≤ ${brief(most)}${unit}`];
      if (values.length === 0) return [...row, '-', 'not measured'];
      return [...row, `${brief(value)}${unit}${spread(values)}`, value <= most ? 'yes' : 'NO'];
    });
  const byId = rows.toSorted(([a = ''], [b = '']) => Number(a.slice(1)) - Number(b.slice(1)));
  return aligned([HEAD, ...byId]);
}
