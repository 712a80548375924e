// @module-tag smoke

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { openTerminal } from '../helpers/terminal.ts';

let opened: ExplorerRun | { readonly close: () => Promise<void> } | undefined;
afterEach(() => opened?.close());

/** Turns on bracketed paste, which only Ink does. */
const INK = '\u001b[?2004h';
const ALTERNATE = '\u001b[?1049h';

const asked = ({ sandbox }: ExplorerRun): number =>
  sandbox.requests.filter(({ path }) => path === '/v1/admin/bots').length;

test.each([
  [120, 40],
  [40, 12],
] as const)(
  'first screen: at %i x %i it is painted before Ink starts, and its list is loaded once',
  async (columns, rows) => {
    const explorer = await openExplorer({ columns, rows });
    opened = explorer;
    const { terminal } = explorer;
    await terminal.waitFor('support-prod');
    await terminal.waitFor(() => terminal.bytes().includes(INK));
    await terminal.press('j');

    expect(terminal.bytes().indexOf('Bots')).toBeLessThan(terminal.bytes().indexOf(INK));
    expect(terminal.bytes().split(ALTERNATE)).toHaveLength(2);
    expect(asked(explorer)).toBe(1);
  },
);

test('first screen: a failed first request is shown like any other, and sent once', async () => {
  const explorer = await openExplorer({ fault: { status: 401 } });
  opened = explorer;
  const { terminal } = explorer;
  await terminal.waitFor('refused the token');
  await terminal.waitFor(() => terminal.bytes().includes(INK));

  await terminal.press('g', 'l');

  expect(asked(explorer)).toBe(1);
});

test.each([
  [['--skin', 'purple'], {}, 'Unknown skin "purple"'],
  [['nowhere'], {}, 'nowhere'],
  [['--api-url', 'http://api.example', '--workspace-id', 'w'], { BP_TOKEN: 'bp_pat_abc' }, 'in clear text'],
] as const)('start: the usage error of %j is printed without a screen', async (args, env, words) => {
  const terminal = await openTerminal({ flags: args, env });
  opened = terminal;
  await terminal.exit;

  expect(terminal.text()).toContain(words);
  expect(terminal.bytes()).not.toContain(ALTERNATE);
});
