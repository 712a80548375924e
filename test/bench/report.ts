import { aligned, median } from './figures.ts';
import { type Goal, goals, type Judged, judge } from './goals.ts';
import type { Group, Results } from './group.ts';

/** As many digits as say something. */
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

/** Every measure of every program: the median of the rounds, the least and the most. */
export function groupTable(group: Group, results: Results): string {
  const all = [...results.values()].flat();
  const measures = [...new Set(all.flatMap(figures => Object.keys(figures ?? {})))];
  const rows = [...results].map(([program, rounds]) => [
    program,
    ...measures.map(measure => {
      const values = rounds.flatMap(figures => figures?.[measure] ?? []);
      return values.length === 0 ? '' : brief(median(values)) + spread(values);
    }),
  ]);
  return `${group.name}: ${group.about}\n\n${aligned([['', ...measures], ...rows])}`;
}

const said = ({ most, unit }: Goal): string => `≤ ${brief(most)}${unit}`;
const mark = ({ holds }: Judged): string => (holds === undefined ? 'not measured' : holds ? 'yes' : 'NO');
const figure = ({ values, median: middle, goal: { unit } }: Judged): string =>
  values.length === 0 ? '-' : `${brief(middle)}${unit}${spread(values)}`;

const HEAD = ['', 'measure', 'against', 'goal', 'median (least–most)', 'holds'];

function goalRows(all: ReadonlyMap<string, Results>): readonly (readonly string[])[] {
  return goals
    .filter(({ group }) => all.has(group))
    .map(goal => judge(goal, all))
    .map(judged => {
      const { id, says, over = '' } = judged.goal;
      return [id, says, over, said(judged.goal), figure(judged), mark(judged)];
    });
}

/** The goals and whether each is met. */
export const goalTable = (all: ReadonlyMap<string, Results>): string => aligned([HEAD, ...goalRows(all)]);

/** The same for the README: one row a measure, whatever it is compared with. */
export function goalMarkdown(all: ReadonlyMap<string, Results>): string {
  const rows = new Map<string, readonly string[]>();
  for (const [, says = '', over = '', goal = '', measured = ''] of goalRows(all)) {
    const against = over === '' ? '' : ` of ${over}`;
    rows.set(says, [...(rows.get(says) ?? []), `${measured.split(' (')[0]}${against} (${goal})`]);
  }
  const lines = [...rows].map(([says, results]) => `| ${says} | ${results.join('; ')} |`);
  return ['| | median (goal) |', '|---|---|', ...lines].join('\n');
}
