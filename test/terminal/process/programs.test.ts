import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { browserCommand, openUrl, page } from '../../../src/terminal/process/programs.ts';
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

/** A screen, and a folder with a program of the name of the browser's; it notes its arguments. */
function openerFolder() {
  const folder = newFolder('opener');
  const screen = { DISPLAY: ':0' };
  const opener = join(folder, browserCommand(screen, process.platform) ?? '');
  writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > "$0.got"\n`, { mode: 0o700 });
  return { folder, screen, noted: `${opener}.got` };
}

test('browser: the URL is one argument, whatever it contains', async () => {
  const { folder, screen, noted } = openerFolder();
  const address = 'https://host.example/?a=1&b=$(id);rm%20x';

  expect(await openUrl(address, { ...screen, PATH: folder })).toBe(true);

  await vi.waitFor(() => expect(readFileSync(noted, 'utf8')).toBe(`1\n${address}\n`), 15_000);
});

test.each(['', 'relative', undefined])('browser: with PATH %j none is started', async path => {
  const { folder, screen, noted } = openerFolder();
  const PATH = path === 'relative' ? relative(process.cwd(), folder) : path;

  expect(await openUrl('https://host.example', { ...screen, PATH })).toBe(false);
  expect(existsSync(noted)).toBe(false);
});

test('pager: a folder of PATH that depends on the current folder is not searched', async () => {
  const folder = newFolder('pager');
  writeFileSync(join(folder, 'less'), '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o700 });
  const env = { PATH: `:.:${relative(process.cwd(), folder)}` };
  vi.stubEnv('PATH', env.PATH);

  expect(await page('text', { env, lend: run => run() })).toBe('less is not in PATH');
  expect(existsSync(join(folder, 'less.ran'))).toBe(false);
});
