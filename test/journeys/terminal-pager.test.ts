// @module-tag program

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { pace } from '../helpers/pace.ts';

let opened: ExplorerRun;
let folder: string;
beforeEach(() => {
  folder = newFolder('pager');
});
afterEach(async () => {
  await opened.close();
});

/** Creates a pager that stores its arguments, the text and the file mode, and waits for Enter. */
function pager(last = 'read line'): string {
  const file = join(folder, 'pager.sh');
  const note = `printf '%s\\n' "$@" >${folder}/arguments; for last; do :; done; cp "$last" ${folder}/text; stat -c %a "$last" >${folder}/mode`;
  writeFileSync(file, `#!/bin/sh\n${note}\necho the pager is open\n${last}\n`);
  chmodSync(file, 0o700);
  return file;
}

const noted = (name: string) => readFileSync(join(folder, name), 'utf8').trim();

async function openRaw(env: Readonly<Record<string, string>>): Promise<ExplorerRun> {
  opened = await openExplorer({ env });
  await opened.terminal.waitFor('support-prod');
  await opened.terminal.press('y');
  await opened.terminal.waitFor(' name: support-prod');
  await opened.terminal.press('j', 'j', 'j');
  return opened;
}

test('pager: | shows the text in $PAGER with its arguments, and returns to the same place', async () => {
  const { terminal } = await openRaw({ PAGER: `${pager()} -R  --quiet` });
  const before = terminal.styled();

  terminal.send('|');
  await terminal.waitFor('the pager is open');
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.cursorVisible()).toBe(true);
  terminal.send('\r');
  await terminal.waitFor(screen => terminal.altScreen() && screen.includes('support-prod'));
  await terminal.settle();

  expect(terminal.styled()).toBe(before);
  const [first, second, file = ''] = noted('arguments').split('\n');
  expect([first, second, noted('mode')]).toEqual(['-R', '--quiet', '600']);
  expect(existsSync(file)).toBe(false);
  expect(noted('text')).toMatch(/webhookUrl: "?•+/);
  expect(parse(noted('text'))).toMatchObject({ name: 'support-prod' });
});

test('pager: ctrl+c in it does not reach the explorer', async () => {
  const { terminal } = await openRaw({ PAGER: pager() });

  terminal.send('|');
  await terminal.waitFor('the pager is open');
  terminal.send('\x03');
  await terminal.waitFor(() => terminal.altScreen());

  await terminal.press('Escape');
  await terminal.waitFor('support-staging');
});

test('pager: a SIGINT that arrives after it has ended does not end the explorer', async () => {
  // Until the parent has waited for it, an ended process still exists.
  const late = '(while kill -0 $$ 2>/dev/null; do :; done; kill -INT $PPID; touch "$0.sent") &';
  const { terminal } = await openRaw({ PAGER: pager(late) });

  terminal.send('|');
  await vi.waitFor(() => noted('pager.sh.sent'), { timeout: 15_000 * pace });
  await terminal.waitFor(() => terminal.altScreen());

  await terminal.press('Escape');
  await terminal.waitFor('support-staging');
});

test('pager: a missing one is reported, and the view stays', async () => {
  const { terminal } = await openRaw({ PAGER: '/nowhere/pager' });

  terminal.send('|');

  await terminal.waitFor('could not be started');
  expect(terminal.text()).toContain(' name: support-prod');
});
