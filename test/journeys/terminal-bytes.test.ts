// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { atRest, journeys } from '../helpers/journey.ts';

const { journey } = journeys({ first: /Borealis Air[\s\S]*[24]0\+/ });

/** Returns all sequences that are neither text nor colours. */
const others = (bytes: string) => bytes.match(/\x1b\[(?![\d;]*m)[\d;?]*[A-Za-z]|\x1b[^[]|[\x00-\x1a]/g) ?? [];
/**
 * Cursor moves, erasing to the end of a row, scroll regions, frame marks, and the query that follows a frame.
 */
const ALLOWED = /^\x1b\[(?:[\d;]*[BCDEGHr]|K|\d+X|\d*[LM]|\?2026[hl]|5n)$/;

async function cost({ terminal }: ExplorerRun, key: string): Promise<string> {
  const from = terminal.bytes().length;
  await terminal.press(key);
  return terminal.bytes().slice(from);
}

// `test/bench` compares the number of bytes with those of a reference encoder.
for (const [columns, rows] of [
  [80, 24],
  [120, 40],
] as const)
  journey(
    `output: at ${columns} x ${rows} moving never clears the screen, shows the cursor or scrolls by a line feed`,
    [
      // The first rows appear before Ink has started.
      ({ terminal }) => terminal.waitFor(() => terminal.modes().bracketedPasteMode),
      atRest,
      async run => {
        for (const key of ['j', 'j', 'G', 'g', 'PageDown', 'PageUp', 'k'])
          for (const sequence of others(await cost(run, key))) expect(sequence).toMatch(ALLOWED);
      },
    ],
    { columns, rows },
  );

journey('output: a letter in a field costs little more than the letter', [
  ['y', 'secrets masked'],
  ['/ zz'],
  async run => expect((await cost(run, 'z')).length).toBeLessThan(40),
]);
