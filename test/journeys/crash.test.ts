// @module-tag program

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ends, journeys } from '../helpers/journey.ts';
import { preload } from '../helpers/preload.ts';

// Throws on SIGUSR2, with the token in the message.
const env = preload(`const token = process.env.BP_TOKEN;
  process.on('SIGUSR2', () => { throw new Error('boom ' + token, { cause: new TypeError('support-prod') }); });`);

const { journey } = journeys({ env, columns: 120 });

journey('crash report: has the last commands, and neither the token nor records', [
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
