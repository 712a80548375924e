import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sideBySide } from '../../../../src/explorer/dialogs/help/columns.ts';
import { joinLine, type Line, span, textLine, titleLine } from '../../../../src/explorer/facts/line.ts';
import { clean, safe } from '../../../../src/text/sanitise.ts';
import { cells } from '../../../../src/text/width.ts';

const WIDTH = 20;

/** Lines of commands, some with several rows, below titles. */
const some = fc
  .array(fc.record({ rows: fc.integer({ min: 1, max: 3 }), titled: fc.boolean() }), { maxLength: 40 })
  .map(commands =>
    commands.flatMap(({ rows, titled }, at): Line[] => [
      ...(titled ? [titleLine(`t${at}`, safe`Title ${at}.`)] : []),
      ...Array.from({ length: rows }, (_, row) => textLine(`c${at}:${row}`, span(safe`c${at}:${row}.`))),
    ]),
  );

const sheets = fc.record({ count: fc.integer({ min: 1, max: 3 }), height: fc.integer({ min: 4, max: 30 }) });

/** Returns the text of a row in each column. */
const cellsOf = (line: Line, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => joinLine(line).slice(at * WIDTH, (at + 1) * WIDTH));

test('help columns: every line appears once, in order down the columns and pages, and stays in its column', () => {
  fc.assert(
    fc.property(some, sheets, (lines, { count, height }) => {
      const rows = sideBySide(lines, { count, width: WIDTH, height });
      for (const row of rows) expect(cells(clean(joinLine(row)))).toBe(count * WIDTH);

      const pages = Map.groupBy(rows, ({ id }) => id.split(':')[1]);
      const read = [...pages.values()].flatMap(page =>
        Array.from({ length: count }, (_, at) => page.map(row => cellsOf(row, count)[at] ?? '')).flat(),
      );
      const words = read.map(text => text.replace(/[─ ]/g, '')).filter(text => text !== '');
      expect(words).toEqual(lines.map(line => joinLine(line).replaceAll(' ', '')));
      for (const page of pages.values()) expect(page.length).toBeLessThanOrEqual(height);
    }),
  );
});

test('help columns: a title is not left at the end of a column, and a command is not split', () => {
  const lines = [
    textLine('a:0', span(safe`a`)),
    textLine('b:0', span(safe`b`)),
    titleLine('t', safe`Title`),
    textLine('c:0', span(safe`c`)),
    textLine('c:1', span(safe`more of c`)),
    textLine('d:0', span(safe`d`)),
  ];

  const rows = sideBySide(lines, { count: 2, width: WIDTH, height: 4 }).map(row =>
    cellsOf(row, 2).map(text => text.trim()),
  );

  expect(rows[0]?.[1]).toMatch(/^─ Title/);
  expect(rows.map(([first]) => first)).toEqual(['a', 'b', '', '']);
});
