// @module-tag program

import { expect } from 'vitest';
import { journeys, take } from '../helpers/journey.ts';

const { journey } = journeys();

journey('ids: a conversation in an event leads to its delete dialog in two keys from the list of events', [
  { start: { sandbox: { ext: true }, flags: ['--ext'], columns: 100 } },
  ['i', /▸ Unhandled exception/],
  ['E', /▸ .*conversationId=|issevt_/],
  { DELETE: 0 },
  ['Enter', /▸ conversationId +conv_/],
  async run => {
    const [, id = ''] = /conversationId +(conv_\w+)/.exec(run.terminal.text()) ?? [];
    const isThere = (screen: string) => screen.replace(/\s+/g, '').includes(id);
    await take(run, ['Enter', 'Type the last 6 characters', isThere]);
  },
  { all: 0 },
  ['Esc Ctrl-D', 'Type the last 6 characters'],
  ['Esc k k'],
  { DELETE: 0 },
]);

journey(
  'ids: Enter copies an id and an e-mail address, opens a link, and opens the version that a change is about',
  [
    { start: { columns: 100, rows: 45 } },
    ['Enter', 'created by'],
    ['/ created Space by Enter', '▸ created by', 'Enter copy'],
    ['Enter', / id copied .*user_/],
    [':ws Enter', 'Workspace profile'],
    ['/ contact Space email Enter', '▸ contact email'],
    ['Enter', / e-mail address copied .*@/],
    ['/ website Enter', '▸ website', 'Enter open link'],
    [':bots Enter Space Space =', '─ integrations ─'],
    ['/ slack@ Enter Enter j', 'Enter open integration'],
    ['Enter', /version +3\.1\.0/],
    ({ sandbox }) => expect(sandbox.requests.at(-1)?.path).toMatch(/\/integrations\/intver_/),
  ],
);
