import { goals } from '../bench/goals.ts';

/** Returns the table of performance goals in the help topic, from the benchmark. */
export function goalTable(): string {
  const rows = goals.map(
    ({ what, most, unit, over }) => `| ${most}${unit}${over === undefined ? '' : ` of ${over}`} | ${what} |`,
  );
  return ['| at most | measure |', '|---|---|', ...rows].join('\n');
}
