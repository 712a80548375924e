// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import { program } from '../helpers/program.ts';

type Options = Parameters<typeof openExplorer>[0];

async function open(options: Options = {}) {
  const opened = await openExplorer(options);
  onTestFinished(opened.close);
  await opened.terminal.waitFor('support-prod');
  return opened;
}

test('keyboard: a paste without an end does not block the keys after it', async () => {
  const { terminal } = await open();
  terminal.send('\u001b[200~half of a paste');
  await terminal.waitFor('half of a paste');

  await terminal.press('j');
  await terminal.waitFor(' 2/');
});

test('keyboard: five letters in one read move five rows, and ctrl+d among them opens no dialog', async () => {
  const { terminal } = await open();
  terminal.send('jjjjj');
  await terminal.waitFor(' 6/');

  terminal.send('jjjj\u0004');
  await terminal.waitFor('the delete key arrived with other keys');
});

test.each(payloads.filter(text => text.length < 300))(
  'internal error: the message is clean: %j',
  async text => {
    const folder = newFolder('fault');
    const file = join(folder, 'fault.cjs');
    writeFileSync(file, `process.on('SIGUSR2', () => { throw new Error(${JSON.stringify(text)}); });`);
    const { terminal } = await open({ env: { NODE_OPTIONS: `--require ${file}` } });

    terminal.kill('SIGUSR2');

    expect((await terminal.exit).code).toBe(70);
    expect(terminal.text()).toContain('an internal error');
    expect(terminal.altScreen()).toBe(false);
    expect(foreignBytes(terminal.bytes())).toEqual([]);
  },
);

test('usage error: the message is clean', () => {
  for (const text of payloads.filter(each => each.length < 10_000 && !each.includes('\0'))) {
    const { command, args } = program;
    const { stderr, stdout, status } = spawnSync(command, [...args, `--${text}`, text], { encoding: 'utf8' });

    expect(status).toBe(2);
    expect(foreignBytes(stderr + stdout)).toEqual([]);
  }
});
