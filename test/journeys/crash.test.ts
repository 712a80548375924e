// @module-tag program

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let folder: string;
beforeAll(() => {
  folder = newFolder('crash');
  // Throws on SIGUSR2, with the token in the message.
  writeFileSync(
    join(folder, 'fault.cjs'),
    `const token = process.env.BP_TOKEN;
    process.on('SIGUSR2', () => { throw new Error('boom ' + token, { cause: new TypeError('support-prod') }); });`,
  );
});

test('crash report: has the last commands, and neither the token nor records', async () => {
  const opened = await openExplorer({
    env: { NODE_OPTIONS: `--require ${join(folder, 'fault.cjs')}` },
    columns: 120,
  });
  const { terminal, sandbox } = opened;
  try {
    await terminal.waitFor('support-prod');
    await terminal.press('j', 'k', 'Enter');
    await terminal.waitFor('invalid_auth');
    await terminal.press(':', ...'help', 'Enter');
    await terminal.waitFor('Esc closes');
    terminal.kill('SIGUSR2');

    expect((await terminal.exit).code).toBe(70);
    expect(terminal.altScreen()).toBe(false);
    expect(terminal.text()).toMatch(
      /Crash report \(no token, no records\): ~\/\.local\/state\/botscope\/crashes\/crash-/,
    );
    const crashes = join(terminal.home, '.local/state/botscope/crashes');
    const [name = '', ...others] = readdirSync(crashes);
    expect(others).toEqual([]);
    expect(statSync(join(crashes, name)).mode & 0o777).toBe(0o600);
    const report = readFileSync(join(crashes, name), 'utf8');
    expect(report).toContain('last commands\n  move.down\n  move.up\n  place.open\n  app.line\n  app.help\n');
    expect(report).toMatch(/^shown +record of bot, palette$/m);
    expect(report).toMatch(/^ {2}at .+\/fault\.cjs:2:/m);
    for (const secret of [
      sandbox.token,
      sandbox.workspaceId,
      sandbox.ids.botId,
      'support-prod',
      terminal.home,
    ])
      expect(report).not.toContain(secret);
  } finally {
    await opened.close();
  }
});
