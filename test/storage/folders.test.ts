import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { program } from '../helpers/program.ts';
import { newState } from '../helpers/run-cli.ts';
import { openTerminal } from '../helpers/terminal.ts';

/** Longer than any command here takes: one that never ends is killed then. */
const GIVE_UP_MS = 15_000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ bots: 3 });
});
afterAll(() => sandbox.close());

const login = () => ({
  PATH: process.env['PATH'] ?? '',
  BP_API_URL: sandbox.baseUrl,
  BP_TOKEN: sandbox.token,
  BP_WORKSPACE_ID: sandbox.workspaceId,
});

type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

function ran(words: readonly string[], env: Readonly<Record<string, string>>, cwd = '/'): Promise<Ran> {
  const options = { env: { ...login(), ...env }, cwd, timeout: GIVE_UP_MS, killSignal: 'SIGKILL' } as const;
  return new Promise(resolve => {
    const child = execFile(program.command, [...program.args, ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

// In /proc a new folder is answered with "no such file", although its parent is there.
describe.skipIf(!existsSync('/proc/self'))('a folder that cannot be made', () => {
  test.each(['HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME'])(
    '%s=/proc/nope: a command that reads prints what it has and ends',
    async name => {
      const { code, out } = await ran(['bots', 'ls', '-o', 'name'], {
        HOME: newState(),
        [name]: '/proc/nope',
      });

      expect(code).toBe(0);
      expect(out).toContain(sandbox.examples.botId);
    },
  );

  test('no state folder: a delete says so and sends nothing', async () => {
    const words = ['bots', 'delete', sandbox.examples.botId, '--confirm', 'support-prod'];

    const { code, out, err } = await ran(words, { HOME: newState(), XDG_STATE_HOME: '/proc/nope' });

    expect(code).toBe(1);
    expect(out + err).toMatch(/Nothing was sent.*No copy could be kept \(ENOENT\)/);
    expect(sandbox.log.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('no home folder: the explorer shows its list, opens a bot and ends', async () => {
    const terminal = await openTerminal({ env: { ...login(), HOME: '/proc/nope' } });
    try {
      await terminal.waitFor('support-prod');
      await terminal.press('Enter');
      // Two sentences say so, of the bookmarks and of what was seen; which one stays on the screen is a matter of time.
      await terminal.waitFor(/(are|is) not kept/);
      terminal.kill('SIGTERM');
      expect((await terminal.exit).code).toBe(143);
    } finally {
      await terminal.close();
    }
  });

  test('no settings folder: a view is saved, because it is a bookmark of the state folder', async () => {
    const terminal = await openTerminal({ env: { ...login(), XDG_CONFIG_HOME: '/proc/nope' } });
    try {
      await terminal.waitFor('support-prod');
      await terminal.press(':', ...'view mine =', 'Enter');
      await terminal.waitFor('Saved: :view mine opens it.');
    } finally {
      await terminal.close();
    }
  });
});

test('a relative XDG_CONFIG_HOME names no settings: the current folder may be anybody’s', async () => {
  const folder = newState();
  mkdirSync(join(folder, 'rel', 'botscope'), { recursive: true });
  writeFileSync(join(folder, 'rel', 'botscope', 'settings.yaml'), 'nonsense: 1\n');

  const { code, err } = await ran(
    ['bots', 'ls', '-o', 'name'],
    { HOME: newState(), XDG_CONFIG_HOME: 'rel' },
    folder,
  );

  expect([code, err]).toEqual([0, '']);
});
