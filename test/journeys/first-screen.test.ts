import { afterEach, expect, test } from 'vitest';
import { type Opened, openExplorer } from '../helpers/explorer.ts';
import { openTerminal } from '../helpers/terminal.ts';

let opened: Opened | { readonly close: () => Promise<void> } | undefined;
afterEach(() => opened?.close());

/** Only Ink asks for marked pastes. */
const INK = '\u001b[?2004h';
const ALTERNATE = '\u001b[?1049h';

const asked = ({ sandbox }: Opened): number =>
  sandbox.log.filter(({ path }) => path === '/v1/admin/bots').length;

test.each([
  [120, 40],
  [40, 12],
] as const)(
  'at %i x %i the screen is there before the app, and its list is asked for once',
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

test('a first request that fails is told as any other, and was sent once', async () => {
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
] as const)('what is wrong with %j is said without a screen', async (args, env, words) => {
  const terminal = await openTerminal({ flags: args, env });
  opened = terminal;
  await terminal.exit;

  expect(terminal.text()).toContain(words);
  expect(terminal.bytes()).not.toContain(ALTERNATE);
});
