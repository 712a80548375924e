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
