import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figures, rows } from './table.ts';

/** Number of faults of each kind. */
const KINDS = { T: 5, I: 2, N: 10, C: 4, P: 4, D: 9, S: 6, X: 9 };

const NEEDED = Object.entries(KINDS).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
);

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

test('fault table: each fault has a row, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(NEEDED);
});

test.each([...rows, ...figures])('fault table: $id, $fault: its tests exist', ({ tests }) => {
  for (const [file, name] of tests) {
    const text = textOf(file);
    const title = [`'${name}'`, `\`${name}\``].find(each => text.includes(each));
    expect(title, `${file}: ${name}`).toBeDefined();
  }
});

test.each(rows)('fault table: $id, $fault: one of its tests runs in a terminal', ({ tests }) => {
  const inTerminal = tests.filter(([file]) =>
    /helpers\/(terminal|explorer|home)\.ts|spawnSync/.test(textOf(file)),
  );

  expect(inTerminal).not.toEqual([]);
});
