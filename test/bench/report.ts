import { clean } from '../../src/text/sanitise.ts';
import { alignColumns } from '../../src/text/width.ts';
import { median } from './figures.ts';
import { type Goal, type GoalResult, goals, judge } from './goals.ts';
import type { Group, Results } from './group.ts';

const aligned = (rows: readonly (readonly string[])[]): string =>
  alignColumns(rows.map(row => row.map(text => clean(text)))).join('\n');

/** Formats a number with as many digits as matter. */
export function brief(value: number): string {
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

const limit = ({ most, unit }: Goal): string => `≤ ${brief(most)}${unit}`;
const mark = ({ holds }: GoalResult): string => (holds === undefined ? 'not measured' : holds ? 'yes' : 'NO');
const figure = ({ values, median: middle, goal: { unit } }: GoalResult): string =>
  values.length === 0 ? '-' : `${brief(middle)}${unit}${spread(values)}`;

const HEAD = ['', 'goal', 'over', 'at most', 'median (least–most)', 'holds'];
const numberOf = (id: string | undefined): number => Number(id?.slice(1));

type Tables = { readonly all: ReadonlyMap<string, Results>; readonly isWhole: boolean };

/** Returns a row for each goal whose group ran; for every goal if the whole benchmark ran. */
function goalRows({ all, isWhole }: Tables): readonly (readonly string[])[] {
  const rows = goals
    .filter(({ group }) => isWhole || all.has(group))
    .map(goal => judge(goal, all))
    .map(judged => {
      const { id, what, over = '' } = judged.goal;
      return [id, what, over, limit(judged.goal), figure(judged), mark(judged)];
    });
  return rows.toSorted(([a], [b]) => numberOf(a) - numberOf(b));
}

export const goalTable = (tables: Tables): string => aligned([HEAD, ...goalRows(tables)]);

/** Returns the table as Markdown, one row a measure. */
export function goalMarkdown(tables: Tables): string {
  const rows = new Map<string, readonly string[]>();
  for (const [id = '', what = '', over = '', most = '', measured = '', holds = ''] of goalRows(tables)) {
    const key = `${id} | ${what}`;
    const [value = ''] = measured.split(' (');
    const result = value === '-' ? holds : `${value}${over === '' ? '' : ` of ${over}`} (${most})`;
    rows.set(key, [...(rows.get(key) ?? []), result]);
  }
  const lines = [...rows].map(([key, results]) => `| ${key} | ${results.join('; ')} |`);
  return ['| | | median (goal) |', '|---|---|---|', ...lines].join('\n');
}
