// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { settingsEnv } from '../helpers/home.ts';
import { journeys, take } from '../helpers/journey.ts';

const { journey, smoke } = journeys();

const bar = (screen: string): string => screen.split('\n')[0] ?? '';
const hostOf = ({ sandbox }: ExplorerRun): string => new URL(sandbox.url).host;
const PROTECTED = settingsEnv('protect: true\n');

journey('dry run: a delete goes through its dialog, shows the request, and sends nothing', [
  { start: { flags: ['--dry-run', '--no-grace'] } },
  ['', screen => bar(screen).includes('DRY')],
  ['Ctrl-D', "Type the bot's name"],
  ['support-prod', 'Enter DELETES'],
  ['Confirm', 'Dry run: DELETE /v1/admin/bots/', 'support-prod'],
  ['L', '1 simulated', /\/v1\/\S+ +DELETE +dry-run/],
  { DELETE: 0 },
  ['Esc :dry Space off Enter', screen => !bar(screen).includes('DRY')],
]);

smoke('protection: deletes are locked until the name is typed, and W locks them again', [
  { start: { env: PROTECTED } },
  ['', screen => bar(screen).includes('PROTECTED')],
  run => expect(bar(run.terminal.styled())).toContain(`<fg=1>botscope │ ${hostOf(run)}</>`),
  ['Ctrl-D', 'Deletes are locked. W unlocks them for 15 minutes.'],
  ['W', 'to unlock >'],
  ['wrong Enter', "That doesn't match"],
  run => take(run, [`Ctrl-U ${hostOf(run)}`]),
  ['Enter', 'UNLOCKED to'],
  ['Ctrl-D', "Type the bot's name"],
  ['Esc W', 'PROTECTED'],
]);

journey('read-only: it cannot be unlocked', [
  {
    start: {
      env: PROTECTED,
      flags: ['--read-only'],
    },
  },
  ['W', 'Read-only: start without --read-only'],
]);

smoke('delete: a bot is deleted once by its typed name, and its row is removed', [
  { start: { flags: ['--no-grace'] } },
  [
    'Ctrl-D',
    'checked just now',
    '$botId',
    /created \d+\w+ ago, changed \d+\w+ ago/,
    /\d events?, \d actions?, \d states?, \d recurring events?/,
  ],
  ['support-prod', 'Enter DELETES support-prod'],
  ['Confirm', /Deleted bot support-prod \(\S+\)\. Backup: :trash/],
  ({ terminal, sandbox }) =>
    expect(terminal.rows().slice(3, 20).join('\n')).not.toContain(sandbox.ids.botId.slice(0, 8)),
  { DELETE: ['/v1/admin/bots/$botId'] },
  ({ sandbox: { workspaceId }, deletes }) => {
    expect(deletes()[0]?.headers).toMatchObject({ 'x-workspace-id': workspaceId });
    expect(deletes()[0]?.headers['x-bot-id']).toBeUndefined();
  },
]);
