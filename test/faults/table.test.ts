import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rows } from './table.ts';

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

/** Every fault of the network, of contents, paging, deletes and ids. */
const NEEDED = [
  ...numbered('N', 10),
  ...numbered('C', 4),
  ...numbered('P', 4),
  ...numbered('D', 9),
  ...numbered('I', 2),
];

test('every fault has its row, and no row comes twice', () => {
  const ids = rows.map(({ id }) => id);

  expect(ids).toEqual(expect.arrayContaining([...NEEDED]));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(rows)('$id, $fault: its tests are there', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const [file, name] of tests) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const title = [`'${name}'`, `\`${name}\``].find(each => text.includes(each));
    expect(title, `${file}: ${name}`).toBeDefined();
  }
});
