// @module-tag program

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandRow } from '../../src/cli/arguments/parse.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { OUTPUTS } from '../../src/cli/shared/context.ts';
import { resources } from '../../src/resources/registry.ts';
import { spawn } from '../helpers/child-process.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { openOn } from '../helpers/journey.ts';
import { program } from '../helpers/program.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 30 });
/** The beginning of the token: long enough never to occur by chance. */
const canary = () => sandbox.token.slice(0, 16);

const SPY = `#!/bin/sh
cat /proc/self/environ /proc/$$/cmdline "$0" >> "$SPY_LOG"
cat /proc/$PPID/cmdline >> "$SPY_LOG"
[ -f "$1" ] && cat "$1" >> "$SPY_LOG"
exit 0
`;

type TokenSource = {
  /** The member of a profile that names the source; undefined: none, the variables are enough. */
  readonly source?: (home: string) => string;
  readonly env?: () => Readonly<Record<string, string>>;
  readonly files?: () => Readonly<Record<string, string>>;
};

const tokenSources: Readonly<Record<string, TokenSource>> = {
  BP_TOKEN: {
    env: () => ({ BP_API_URL: sandbox.url, BP_WORKSPACE_ID: sandbox.workspaceId, BP_TOKEN: sandbox.token }),
  },
  token_env: { source: () => 'token_env: OWN', env: () => ({ OWN: sandbox.token }) },
  token_file: { source: () => 'token_file: tok', files: () => ({ '.config/botscope/tok!': sandbox.token }) },
  token_command: {
    source: home => `token_command: [cat, "${home}/secret"]`,
    files: () => ({ 'secret!': sandbox.token }),
  },
  bp_login: {
    source: () => 'bp_login: default',
    files: () => ({ '.botpress/profiles.json!': JSON.stringify({ default: { token: sandbox.token } }) }),
  },
};

const OWN = 'commands: { spying: { run: [spy, "{id}", "{name}"], wait: false } }\n';

/**
 * Creates a home folder with the settings of one source and a program that logs what child processes receive.
 */
function homeOf({ source, env: variables, files }: TokenSource = tokenSources['BP_TOKEN'] ?? {}) {
  const home = makeHome({ ...files?.(), 'bin/xdg-open': SPY, 'bin/spy': SPY });
  mkdirSync(join(home.folder, '.config/botscope'), { recursive: true });
  const where = `url: "${sandbox.url}", workspace: ${sandbox.workspaceId}, read_only: false`;
  const profile = source && `profile: p\nprofiles: { p: { ${where}, ${source(home.folder)} } }\n`;
  writeFileSync(join(home.folder, SETTINGS), (profile ?? '') + OWN);
  for (const name of ['xdg-open', 'spy']) chmodSync(join(home.folder, 'bin', name), 0o755);
  const before = home
    .files()
    .filter(([, text]) => text.includes(canary()))
    .map(([path]) => path);
  const env = {
    ...home.env,
    ...variables?.(),
    PATH: `${join(home.folder, 'bin')}:${process.env['PATH']}`,
    PAGER: 'spy',
    DISPLAY: ':0',
    BOTSCOPE_HEALTH: 'auto',
    SPY_LOG: join(home.folder, 'spy.log'),
    BOTSCOPE_TRACE: join(home.folder, 'trace.ndjson'),
  };
  /** Returns files that contain the token although the test did not write it there. */
  const leaks = (): readonly string[] =>
    home
      .files()
      .filter(([path, text]) => text.includes(canary()) && !before.includes(path))
      .map(([path]) => path.slice(home.folder.length));
  return { home, env, leaks };
}

/** Returns the arguments of a command with the ids of the sandbox; `--dry-run` keeps its records. */
function argumentsOf(path: readonly string[], row: CommandRow): readonly string[] {
  const ids: Readonly<Record<string, string>> = { ...sandbox.ids, workspaceId: sandbox.workspaceId };
  const words = [...row.words.matchAll(/[<[](\w+)/g)].flatMap(([, name = '']) => ids[name] ?? []);
  const flags = ['--dry-run', '--show-secrets'].filter(flag =>
    row.flags.some(each => each.flag.includes(flag)),
  );
  return [...path, row.name, ...words, ...flags];
}

/** Returns the arguments of every command: each leaf of the tree. */
const leaves = (rows: readonly CommandRow[], path: readonly string[] = []): readonly (readonly string[])[] =>
  rows.flatMap(row =>
    row.below.length > 0 ? leaves(row.below, [...path, row.name]) : [argumentsOf(path, row)],
  );

const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly said: string; readonly seen: string }>(done => {
    const child = spawn(program.command, [...program.args, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let seen = '';
    const take = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      seen += argumentsSeen(child.pid);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', () => done({ said, seen }));
  });

/** Returns the arguments of a process as all users can read them; '' once it has ended. */
function argumentsSeen(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe.each(Object.entries(tokenSources))('a token from %s', (_name, source) => {
  test('token: neither printed by a command about settings nor written into a new file', async () => {
    const { env, leaks } = homeOf(source);
    const commands = [
      ['config', 'explain'],
      ['config', 'explain', '-o', 'json'],
      ['profiles'],
      ['profiles', '-o', 'json'],
      ['doctor'],
      ['doctor', '-o', 'json'],
      ['completion', 'bash'],
      ['__complete', 'fish', '0', '--profile', ''],
      ['__complete', 'fish', '0', 'bots', 'get', ''],
      ['--help'],
      ['--nonsense'],
      ['bots', 'ls', '-o', 'json'],
    ];

    for (const args of commands) {
      const { said, seen } = await run(args, env);
      expect(said, args.join(' ')).not.toBe('');
      expect(said + seen, args.join(' ')).not.toContain(canary());
    }

    expect(leaks()).toEqual([]);
  });

  test('token: sent by the explorer to no terminal, child process, file, title or clipboard', {
    timeout: 90_000,
  }, async () => {
    const { home, env, leaks } = homeOf(source);
    const { terminal } = await openOn(undefined, { env, columns: 100, rows: 30 });
    await terminal.waitFor('support-prod');
    await terminal.press('L');
    await terminal.waitFor('Requests');
    await terminal.press('Enter', 'c', 'Escape', 'Escape', 'Enter');
    await terminal.waitFor('[1 Overview]');
    await terminal.press('y');
    await terminal.waitFor('secrets masked');
    await terminal.press('|');
    await terminal.waitFor('secrets masked');
    await terminal.press(...':spying', 'Enter');
    await terminal.waitFor('spying finished');
    await terminal.press(...':copy.json', 'Enter', 'Escape', 'ctrl+p');
    await terminal.settle();
    await terminal.press('Escape', 'ctrl+d');
    await terminal.settle();
    const seen = argumentsSeen(terminal.pid());
    await terminal.press('Escape');
    await terminal.quit();

    const copies = terminal.copies().join('\n');
    expect(copies).toContain('curl');
    expect(terminal.bytes() + terminal.title() + copies + seen).not.toContain(canary());
    expect(home.read('spy.log')).toContain('SPY_LOG=');
    expect(home.read('spy.log')).toContain(`spy\0${sandbox.ids.botId}\0support-prod`);
    expect(home.read('trace.ndjson')).toContain('/v1/admin/bots');
    expect(leaks()).toEqual([]);
  });
});

test('token: neither printed by a command in any format nor written into a file', {
  timeout: 240_000,
}, async () => {
  const { env, leaks } = homeOf();
  const commands = leaves(commandRows(resources));
  expect(commands.length).toBeGreaterThan(8);
  // A backup, so that every format of the list of backups has a row.
  const deleted = sandbox.idsOf('bot', {}).at(-1) ?? '';
  await run(['bots', 'delete', deleted, '--confirm', deleted.slice(-8)], env);

  for (const [at, args] of commands.entries()) {
    const { said, seen } = await run([...args, '-o', OUTPUTS[at % OUTPUTS.length] ?? 'json', '--ext'], env);
    expect(said, args.join(' ')).not.toBe('');
    expect(said + seen, args.join(' ')).not.toContain(canary());
  }

  expect(leaks()).toEqual([]);
});

test('token: masked in commands, the explorer and the trace if a server echoes it', async () => {
  const { env, leaks } = homeOf();
  const heal = sandbox.fault({ status: 401, body: { message: `who is ${sandbox.token}?` } });

  const { said } = await run(['bots', 'ls'], env);
  const { terminal } = await openOn(undefined, { env });
  await terminal.waitFor('401 The server refused the token');
  await terminal.press('L');
  await terminal.waitFor('Requests');
  await terminal.press('Enter');
  await terminal.settle();

  expect(said).toContain('401');
  expect(said).not.toContain(canary());
  expect(terminal.bytes()).not.toContain(canary());
  expect(leaks()).toEqual([]);
  heal();
});
