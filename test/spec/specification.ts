import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('specification.md', import.meta.url), 'utf8');

/** Returns the rows of the first table below a heading of the specification, each a list of cells. */
export function tableBelow(heading: string): readonly (readonly string[])[] {
  const [, below = ''] = text.split(`${heading}`);
  const lines = below.split('\n');
  const start = lines.findIndex(line => line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
}

/** Returns the names between backticks in a cell. */
export const quoted = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
