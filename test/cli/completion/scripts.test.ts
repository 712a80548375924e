// @module-tag program

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openMemory } from '../../../src/storage/memory.ts';
import { clean } from '../../../src/text/sanitise.ts';
import { spawnSync } from '../../helpers/child-process.ts';
import { makeHome } from '../../helpers/home.ts';
import { openOn, take } from '../../helpers/journey.ts';
import { pathOfCommand } from '../../helpers/program.ts';
import type { Terminal } from '../../helpers/terminal.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/botscope.cjs');
const SERVER = ['https://x.example', 'w1'] as const;
let home: ReturnType<typeof makeHome> | undefined;

const kept = (id: string, name: string) => ({
  place: `bot/${encodeURIComponent(id)}`,
  name: clean(name),
  at: 1,
});

/**
 * A home whose bots have names that a shell could run, with the program in its PATH; the environment for it.
 */
function homeWith(recents: readonly ReturnType<typeof kept>[]) {
  home = makeHome({ 'work/none': '' });
  const state = join(home.folder, '.state/botscope');
  mkdirSync(state, { recursive: true });
  const file = openMemory(state, SERVER);
  file.save({ recents, bookmarks: [] });
  file.flush();
  mkdirSync(join(home.folder, 'bin'));
  symlinkSync(PROGRAM, join(home.folder, 'bin/botscope'));
  return {
    ...home.env,
    PATH: [join(home.folder, 'bin'), dirname(process.execPath), '/usr/bin:/bin'].join(':'),
    BP_API_URL: SERVER[0],
    BP_WORKSPACE_ID: SERVER[1],
    BP_TOKEN: 'bp_pat_c4n4ryc4n4ryc4n4ry',
    PS1: '> ',
    TERM: 'xterm',
  };
}

async function bash(recents: readonly ReturnType<typeof kept>[]): Promise<Terminal> {
  const env = homeWith(recents);
  const { terminal } = await openOn(undefined, {
    command: '/bin/bash',
    args: ['--norc', '-i'],
    env,
    cwd: join(home?.folder ?? '', 'work'),
  });
  await terminal.waitFor('>');
  terminal.send('PS1="> "; source <(botscope completion bash); clear; echo ready\r');
  // Text typed before the prompt would be echoed twice.
  await terminal.waitFor(/^ready\s+>/m);
  return terminal;
}

const made = (): readonly string[] => readdirSync(join(home?.folder ?? '', 'work'));

test('bash completion: commands, flags, values, ids by name; the second Tab shows the names', async () => {
  await take(
    { terminal: await bash([kept('bot_a1', 'support prod'), kept('bot_b2', 'sales')]) },
    ['`botscope bots diag\t`', 'botscope bots diagnose'],
    ['`supp\t`', 'botscope bots diagnose bot_a1'],
    ['`--out\t`', 'bot_a1 --output'],
    ['`nd\t`', '--output ndjson'],
    ['`--profi\t`', 'ndjson --profile'],
    ['`\u0015botscope bots get bot_\t\t`', /bot_b2 {2}sales/, 'bot_a1  support prod'],
  );
});

test('bash completion: names and ids with shell commands run nothing', async () => {
  const screen = await bash([
    kept('bot_a1', '$(touch x)'),
    kept('bot_a2', '`touch y`; touch z\u001b[2J'),
    kept('$(touch u)', 'one'),
    kept("a'; touch v #", 'two'),
    kept('-rf', 'three'),
  ]);

  screen.send('botscope() { printf "ran %s\\n" "$*"; }; clear\r');
  screen.send('botscope bots get \t\t\t');
  const list = await screen.waitFor(/bot_a2 {2}/);
  screen.send('\u0015botscope bots get $(t\t\u0015botscope bots get "bot_a1\t\t\u0015');
  screen.send('bind "TAB:menu-complete"\rbotscope bots get \t\t\r');
  await screen.waitFor('ran bots get bot_a2');

  expect(list).toContain('$(touch x)');
  expect(list).toContain('`touch y`; touch z^[[2J');
  expect(screen.text()).not.toContain('$(touch u)');
  expect(made()).toEqual(['none']);
});

test('bash completion: completes files for --trace, also with spaces', async () => {
  const screen = await bash([]);
  writeFileSync(join(home?.folder ?? '', 'work/my trace'), '');

  screen.send('botscope --trace my\t');

  await screen.waitFor('botscope --trace my\\ trace');
});

test('completion: writes only to standard output, whatever is broken', () => {
  const env = homeWith([]);
  writeFileSync(join(home?.folder ?? '', 'work/.botscope.yaml'), 'a: [\n');
  for (const words of [['bots', 'get', ''], ['--nope', ''], ['--profile', 'none', 'bots', 'get', ''], []]) {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [PROGRAM, '__complete', 'bash', '9', ...words],
      {
        encoding: 'utf8',
        env: { ...env, HTTPS_PROXY: 'no proxy', BOTSCOPE_SKIN: 'none' },
        cwd: join(home?.folder ?? '', 'work'),
      },
    );
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toMatch(/^words\n/);
  }
});

test.for(['bash', 'zsh', 'fish'])('completion: %s accepts its script', (shell, { skip }) => {
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, 'completion', shell], {
    encoding: 'utf8',
    env: homeWith([]),
  });

  expect(status).toBe(0);
  expect(stdout).toContain('__complete');
  skip(pathOfCommand(shell) === undefined, `${shell} is not installed`);
  // Not from standard input: fish reads no socket there.
  const checked = spawnSync(shell, ['-n', '-c', stdout], { encoding: 'utf8' });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});
