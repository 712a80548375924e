// @module-tag program

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { atRest, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

let opened: ExplorerRun;
beforeAll(async () => {
  opened = await openExplorer({
    sandbox: { bots: 15 },
    flags: ['--no-grace'],
    columns: 110,
    rows: 32,
  });
  await opened.terminal.waitFor('support-prod');
});
afterAll(() => opened.close());

const START = '\u001b[200~';
const END = '\u001b[201~';

/** Clipboard texts that would confirm the delete of one bot or of two. */
const TEXTS = [
  ...['support-prod\r', 'support-prod\n', 'support-prod\r\n', 'support-prod\r\r\r'],
  ...['support-prod\r\u001b[B\r', 'delete 2\r', 'delete 2\n', 'delete 2\r\r', 'ydy\n', 'y\r', 'd\r', '\r'],
  '\u0004support-prod\r',
];

/** Forms in which a terminal delivers a paste. */
const WAYS: readonly (readonly [name: string, wrap: (text: string) => string])[] = [
  ['bracketed', text => START + text + END],
  ['not bracketed', text => text],
  ['with a forged end', text => `${START}x${END}${text}${END}`],
  ['with a second end', text => START + text + END + END],
];

const PASTES = WAYS.flatMap(([way, wrap]) => TEXTS.map(text => [way, text, wrap(text)] as const));

const KEYS = {
  y: 'y',
  Y: 'Y',
  d: 'd',
  'Enter, ten times in one read': '\r'.repeat(10),
  'Enter as a line feed': '\n',
  Space: ' ',
  Tab: '\t',
  Delete: '\u001b[3~',
  Backspace: '\u007f',
  'ctrl+h': '\u0008',
  'ctrl+d': '\u0004',
  End: '\u001b[F',
  'shift+Tab': '\u001b[Z',
  Down: '\u001b[B',
  Home: '\u001b[H',
  F8: '\u001b[19~',
};

/** The dialogs: number of marked bots, the confirmation to type, and the title. */
const DIALOGS = [
  { marks: 0, asks: "Type the bot's name", shows: 'Delete this bot', pastes: PASTES },
  {
    marks: 2,
    asks: 'Type this to confirm',
    shows: 'Delete 2 bots permanently',
    pastes: PASTES.slice(0, 2 * TEXTS.length),
  },
];

describe.each(DIALOGS)('$shows', ({ marks, asks, shows, pastes }) => {
  beforeAll(async () => {
    await take(opened, [`g ${'Space '.repeat(marks)}`, marks > 0 ? `${marks} marked` : '']);
  });
  afterAll(() => take(opened, [marks > 0 ? 'Esc' : '', not('marked')]));

  const survives = (bytes: string): Promise<void> =>
    take(
      opened,
      ['Ctrl-D', asks],
      [`\`${bytes}\``],
      atRest,
      ['', shows],
      () => expect(opened.deletes()).toEqual([]),
      ['Esc', not(shows), 'NAME'],
    );

  test.each(pastes)('delete dialog: a paste deletes nothing: %s: %j', (_way, _text, bytes) =>
    survives(bytes),
  );
  test.each(Object.entries(KEYS))('delete dialog: %s deletes nothing', (_key, bytes) => survives(bytes));
});
