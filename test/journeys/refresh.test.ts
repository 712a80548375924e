// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys({ sandbox: { bots: 12, odd: false } });

const rename =
  (name: string) =>
  ({ sandbox }: ExplorerRun): void => {
    const [id = ''] = sandbox.idsOf('bot', { workspaceId: sandbox.workspaceId });
    sandbox.put('bot', { id, name });
  };

journey('refresh: only the changed cells are written; they are marked until the cursor was on their row', [
  { start: { health: 'auto', first: /need attention/ } },
  ['R', 'Refreshing every 5 s'],
  ['j j'],
  async run => {
    const { terminal } = run;
    const [, name = ''] = /▸ +(?:\S )?(\S+)/.exec(terminal.text()) ?? [];
    const written = terminal.bytes().length;
    await take(run, rename('renamed-meanwhile'), [
      '',
      /\*renamed-meanwhile/,
      '1 changed',
      new RegExp(`▸.* ${name}`),
    ]);
    expect(terminal.bytes().length - written).toBeLessThan(500);
  },
  ['g j', ' renamed-meanwhile', not('1 changed')],
]);

journey('refresh: without focus it is half as often; reports of the focus are no keys, torn or not', [
  ['R', 'every 5 s'],
  ['`\u001b[O`', 'every 10 s'],
  ['`\u001b[`'],
  ['`I`', 'every 5 s', /▸ +support-prod/],
  ['`\u001b[O`', 'every 10 s'],
  ['j', 'every 5 s'],
]);
