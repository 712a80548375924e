/** A frame of a terminal that draws 60 a second. */
export const FRAME_MS = 1000 / 60;

/** Milliseconds by what was done, in the order it was first done. */
export type Times = Map<string, number[]>;

export function note(times: Times, label: string, ms: number): void {
  const known = times.get(label);
  if (known === undefined) times.set(label, [ms]);
  else known.push(ms);
}

/** The value below which a share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Rows of words under each other: the first column at the left, the others at the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)));
  const pad = (text: string, at: number): string =>
    at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0);
  return rows.map(row => row.map(pad).join('  ').trimEnd()).join('\n');
}

const HEAD = ['', 'n', 'p50 ms', 'p99', 'max', 'frames p50', 'x bare loop'];

/** What something else needs for the same, by names that are alike; the first that fits counts. Milliseconds. */
export type References = readonly (readonly [like: RegExp, ms: number])[];

/** One line for each thing that was done, beside what a bare loop needs for it. */
export function timesTable(times: Times, references: References): string {
  const rows = [...times].map(([label, all]) => {
    const p50 = median(all);
    const reference = references.find(([like]) => like.test(label))?.[1];
    return [
      label,
      String(all.length),
      p50.toFixed(2),
      quantile(all, 0.99).toFixed(1),
      Math.max(...all).toFixed(1),
      (p50 / FRAME_MS).toFixed(2),
      reference === undefined ? '-' : (p50 / reference).toFixed(2),
    ];
  });
  return aligned([HEAD, ...rows]);
}
