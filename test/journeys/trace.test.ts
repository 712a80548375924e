// @module-tag program

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { linesOf } from '../helpers/command-rows.ts';
import { newFolder } from '../helpers/folder.ts';
import { ends, journeys } from '../helpers/journey.ts';
import { preload } from '../helpers/preload.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys();

const folder = newFolder('trace');
const TRACE = join(folder, 'requests.ndjson');

journey('trace: --trace writes each request as a line, without token and bodies', [
  { start: { flags: ['--trace', TRACE] } },
  ['Enter', 'Diagnosis'],
  ({ sandbox: { ids, token } }) => {
    const text = readFileSync(TRACE, 'utf8');
    const lines = linesOf(text).map(line => JSON.parse(line));

    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'GET', path: `/v1/admin/bots/${ids.botId}`, status: 200 }),
    );
    expect(text).not.toContain(token);
    expect(text).not.toContain('support-prod');
    expect(statSync(TRACE).mode & 0o777).toBe(0o600);
  },
]);

journey('request log: L lists requests; one shows what was sent, and its response with secrets masked', [
  ['Enter', 'Diagnosis'],
  ['L', /\d sent · median \d+ ms/, /\/v1\/\S+ +GET +200/],
  ['Enter', 'x-workspace-id'],
  ['c', /curl, without the token copied .* +curl -sS/],
  ['C', 'copy curl, without the token', not('copy the id')],
  ['Esc'],
  ['2', '▸ bot:'],
  ['Esc Esc', 'Diagnosis'],
]);

// Throws on SIGUSR2, with the token in the message.
const env = preload(`const token = process.env.BP_TOKEN;
  process.on('SIGUSR2', () => { throw new Error('boom ' + token, { cause: new TypeError('support-prod') }); });`);

journey('crash report: has the last commands, and neither the token nor records', [
  { start: { env, columns: 120 } },
  ['j k Enter', 'invalid_auth'],
  [':help Enter', 'Esc closes'],
  ({ terminal }) => terminal.kill('SIGUSR2'),
  ends(70),
  ['', /Crash report \(no token, no records\): ~\/\.local\/state\/botscope\/crashes\/crash-/],
  ({ terminal, sandbox: { token, workspaceId, ids } }) => {
    expect(terminal.altScreen()).toBe(false);
    const crashes = join(terminal.home, '.local/state/botscope/crashes');
    const [name = '', ...others] = readdirSync(crashes);
    expect(others).toEqual([]);
    expect(statSync(join(crashes, name)).mode & 0o777).toBe(0o600);
    const report = readFileSync(join(crashes, name), 'utf8');
    expect(report).toContain('last commands\n  move.down\n  move.up\n  place.open\n  app.line\n  app.help\n');
    expect(report).toMatch(/^shown +record of bot, palette$/m);
    expect(report).toMatch(/^ {2}at .+\/preload\.cjs:2:/m);
    for (const secret of [token, workspaceId, ids.botId, 'support-prod', terminal.home])
      expect(report).not.toContain(secret);
  },
]);
