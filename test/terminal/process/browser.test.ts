import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { browserCommand, openUrl } from '../../../src/terminal/process/browser.ts';
import { newFolder } from '../../helpers/folder.ts';

test.each([
  [{ DISPLAY: ':0' }, 'linux', 'xdg-open'],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 'xdg-open'],
  [{}, 'linux', undefined],
  [{ DISPLAY: '' }, 'linux', undefined],
  [{}, 'darwin', 'open'],
  [{ SSH_CONNECTION: '1 2 3 4' }, 'darwin', undefined],
  [{ DISPLAY: ':10', SSH_TTY: '/dev/pts/1' }, 'linux', undefined],
] as const)('browser: with %j on %s the command is %s', (env, platform, opener) => {
  expect(browserCommand(env, platform)).toBe(opener);
});

test('browser: the URL is one argument, whatever it contains', async () => {
  const folder = newFolder('opener');
  const opener = join(folder, 'opener');
  const address = 'https://host.example/?a=1&b=$(id);rm%20x';
  writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > "$0.got"\n`, { mode: 0o700 });

  expect(await openUrl(opener, address)).toBe(true);

  await vi.waitFor(() => expect(readFileSync(`${opener}.got`, 'utf8')).toBe(`1\n${address}\n`), 15_000);
});

test('browser: a missing browser command is reported', async () => {
  expect(await openUrl('/nowhere/opener', 'https://host.example')).toBe(false);
});
