import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allRows } from '../../../src/cli/arguments/arguments.ts';
import type { CommandRow } from '../../../src/cli/arguments/parse.ts';
import { completionText } from '../../../src/cli/completion/completion.ts';
import { SHOWN } from '../../../src/cli/flags.ts';
import { allSettings, settings } from '../../../src/config/settings.ts';
import { openMemory } from '../../../src/storage/memory.ts';
import { serverName } from '../../../src/storage/paths.ts';
import { snapshotFolderName } from '../../../src/storage/record-folders.ts';
import { clean } from '../../../src/text/sanitise.ts';
import { makeHome, SETTINGS } from '../../helpers/home.ts';
import { forAllAsync } from '../../helpers/property.ts';
import { commandLine } from '../../helpers/run-cli.ts';
import { startSandbox } from '../../helpers/sandbox.ts';

const SERVER = ['https://x.example', 'w1'] as const;
const HOSTILE = [
  '$(touch x)',
  '`touch x`',
  "a'b",
  'a"b',
  'a b',
  'a;b',
  'a\nb',
  '\u001b[2Jb',
  '-rf',
  '~root',
  'a|b',
  '',
];
const TOKEN = 'bp_pat_c4n4ryc4n4ryc4n4ry';

let home: ReturnType<typeof makeHome>;

const kept = (place: string, name: string) => ({ place, name: clean(name), at: 1 });

beforeEach(() => {
  home = makeHome({
    [SETTINGS]: `profile: prod\nprofiles:\n  prod: {url: "${SERVER[0]}", workspace: ${SERVER[1]}, token_command: [touch, ran]}\n  staging: {workspace: w2, token_env: T}\n`,
    '.botpress/profiles.json': JSON.stringify({ default: { token: TOKEN, workspaceId: 'w3' } }),
    '.state/botscope/trash/2026-01-31/bot-b1.120000.json': '{}',
  });
  const state = join(home.folder, '.state/botscope');
  const memory = {
    recents: [
      kept('bot/b1', 'support-prod'),
      kept('bot/b2', 'support-dev'),
      kept('bot/b3/issues/i1', 'first'),
      kept('bot/b1/issues/i2', 'second'),
      kept('bot/b1/issues/i2/events/e1', 'event'),
      { ...kept('bot/b9', 'gone one'), gone: true as const },
      ...HOSTILE.map(id => kept(`bot/${encodeURIComponent(id)}`, 'hostile id')),
    ],
    bookmarks: [kept('integration/n1', '$(touch x)\u001b[2J')],
  };
  const file = openMemory(state, SERVER);
  file.save(memory);
  file.flush();
  const copies = join(state, snapshotFolderName(...SERVER));
  mkdirSync(copies);
  const text = `{"name":"seen once","signingSecret":"${TOKEN}"}`;
  writeFileSync(
    join(copies, 'c.json'),
    `${JSON.stringify({ version: 1, place: 'bot/b4', at: 1, length: text.length })}\n${text}`,
  );
  for (const [name, value] of Object.entries(home.env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

/** The words that fish would offer; the last argument is what stands before the cursor. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const [first, ...lines] = (await completionText(['fish', '0', ...words], commandLine))
    .trimEnd()
    .split('\n');
  return first === 'files' ? ['(files)'] : lines.map(line => line.split('\t')[0] ?? '');
}

const leaves = (
  rows: readonly CommandRow[],
  path: readonly string[] = [],
): readonly (readonly [readonly string[], CommandRow])[] =>
  rows.flatMap(row =>
    row.below.length > 0 ? leaves(row.below, [...path, row.name]) : [[[...path, row.name], row] as const],
  );

test('completion: suggests every command with all its flags and their values', async () => {
  const rows = allRows(commandLine);
  expect(await offered('')).toEqual(
    expect.arrayContaining([...rows.map(({ name }) => name), 'serve', 'help']),
  );

  for (const [path, row] of leaves(rows)) {
    expect(await offered(...path.slice(0, -1), row.name.slice(0, 2)), path.join(' ')).toContain(row.name);
    const own = await offered(...path, '--');
    for (const { flag, choices = [] } of row.flags) {
      const name = /--[\w-]+/.exec(flag)?.[0] ?? '';
      expect(own).toContain(name);
      expect(await offered(...path, name, '')).toEqual(expect.arrayContaining([...choices]));
    }
    for (const { flagName, isOfExplorer } of allSettings) if (!isOfExplorer) expect(own).toContain(flagName);
  }
});

test('completion: understands a noun without a verb, an alias, a verb of one noun, and help', async () => {
  expect(await offered('bots', 'd')).toEqual(['delete', 'diagnose']);
  expect(await offered('b', 'ls', '-o', 'nd')).toEqual(['ndjson']);
  expect(await offered('ws')).toEqual(['ws']);
  expect(await offered('dia')).toEqual(['diagnose']);
  expect(await offered('he')).toEqual(['help', 'health']);
  expect(await offered('')).toContain('health');
  expect(await offered('bots', 'sh')).toEqual(['show']);
  expect(await offered('diagnose', 'b1')).toEqual(['b1']);
  expect(await offered('help', 'config', '')).toEqual(['explain']);
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

test('completion: values of flags are enumerations, fields, profiles, workspaces and files', async () => {
  expect(await offered('--skin', '')).toEqual(settings.skin.choices);
  expect(await offered('bots', 'ls', '--sk')).toEqual([]);
  expect(await offered('bots', 'ls', '--output=j')).toEqual(['--output=json']);
  expect(await offered('bots', 'ls', '-o', '')).toEqual(SHOWN);
  expect(await offered('bots', 'ls', '--columns', 'id,created')).toEqual(['id,createdAt', 'id,createdBy']);
  expect(await offered('bots', 'ls', '--filter', 'he')).toEqual(['health:']);
  expect(await offered('--profile', '')).toEqual(['prod', 'staging', 'bp:default']);
  expect(await offered('bots', 'ls', '--sort-by', '-up')).toEqual(['-updatedAt']);
  expect(await offered('wait', 'b1', '--for', 'he')).toEqual(['health=ok']);
  expect(await offered('health', '--report', 'ju')).toEqual(['junit=']);
  expect(await offered('diff', 'b1', '--since', '')).toEqual(['last']);
  expect(await offered('bots', 'ls', '--profile', 'st')).toEqual(['staging']);
  expect(await offered('--workspace-id', '')).toEqual(['w1', 'w2', 'w3']);
  expect(await offered('--trace', '')).toEqual(['(files)']);
  expect(await offered('trash', 'show', '')).toEqual(['2026-01-31/bot-b1.120000.json']);
  for (const flag of allSettings.filter(({ isSwitch }) => isSwitch))
    expect(await offered(flag.flagName, 'bots', 'g')).toEqual(['get']);
});

test('completion: ids come from stored places of the chosen server, below the ids before them', async () => {
  expect(await offered('bots', 'get', '')).toEqual(['b1', 'b2', 'b3', 'b4']);
  expect(await offered('issues', 'get', 'b3', '')).toEqual(['i1']);
  expect(await offered('issues', 'get', 'b4', '')).toEqual([]);
  expect(await offered('integrations', 'get', '')).toEqual(['n1']);
  expect(await offered('--bot-id', '')).toEqual(['b1', 'b2', 'b3', 'b4']);
  expect(await offered('bo')).toEqual(['bots', 'bot/']);
  expect(await offered('bot/b')).toEqual(['bot/b1', 'bot/b2', 'bot/b3', 'bot/b4']);
  expect(await offered('bot/b1')).toEqual(['bot/b1', 'bot/b1/issues/']);
  expect(await offered('wait', 'bot/b3/issues/')).toEqual(['bot/b3/issues/i1']);
  expect(await offered('wait', 'supp')).toEqual(['bot/b1', 'bot/b2']);
  expect((await offered('')).filter(value => value.includes('/'))).toEqual([]);
  expect(await offered('--profile', 'staging', 'bots', 'get', '')).toEqual([]);
  expect(await offered('--demo', 'bots', 'get', '')).toEqual([]);
});

test('completion: a name finds its id; the confirmation of a delete is not suggested', async () => {
  expect(await offered('bots', 'get', 'Support-P')).toEqual(['b1']);
  expect(await offered('bots', 'get', 'support')).toEqual(['b1', 'b2']);
  expect(await offered('bots', 'delete', 'b1', '--confirm', '')).toEqual([]);
});

test('bash completion: several records of a name are only listed, with their names', async () => {
  const bash = (type: string, ...words: readonly string[]) =>
    completionText(['bash', type, ...words], commandLine);

  expect(await bash('9', 'bots', 'get', 'support')).toBe('words\n');
  expect(await bash('63', 'bots', 'get', 'support')).toBe('words\nb1  support-prod\nb2  support-dev\n');
  expect(await bash('9', 'bots', 'get', 'support-p')).toBe('words\nb1\n');
  expect(await bash('9', 'bots', 'ls', '--output', '=', 'js')).toBe('words\njson\n');
  expect(await bash('9', 'bots', 'ls', '--output', '=')).toBe(`${['words', ...SHOWN].join('\n')}\n`);
});

test('completion: a name beside an id is cleaned', async () => {
  const answer = await completionText(['fish', '0', 'integrations', 'get', ''], commandLine);

  expect(answer).toBe('words\nn1\t$(touch x)^[[2J\n');
});

test('completion: suggests only plain words, runs no token command, prints no secret, writes nothing', async () => {
  const before = JSON.stringify(home.files());
  let said = '';
  for (const [path] of leaves(allRows(commandLine))) {
    said += await completionText(['fish', '0', ...path, ''], commandLine);
    // Places encode all other characters of an id with a percent sign, which no shell expands.
    for (const value of await offered(...path, '')) expect(value).toMatch(/^[\w./%-]+$/);
  }

  expect(said).not.toContain('c4n4ry');
  expect(JSON.stringify(home.files())).toBe(before);
});

test('completion: sends nothing to a server', async () => {
  await using sandbox = await startSandbox();
  vi.stubEnv('BOTSCOPE_PROFILE', 'here');
  vi.stubEnv('HERE', sandbox.token);
  writeFileSync(
    join(home.folder, SETTINGS),
    `profiles: { here: { url: "${sandbox.url}", workspace: ${sandbox.workspaceId}, token_env: HERE } }`,
  );
  for (const [path] of leaves(allRows(commandLine)))
    for (const word of ['', 'b', '-']) await offered(...path, word);

  expect(await offered('--profile', '')).toEqual(['here', 'bp:default']);
  expect(sandbox.requests).toEqual([]);
});

test('completion: broken files stay unchanged and any words get a reply', async () => {
  const path = join(home.folder, '.state/botscope', `places-${serverName(...SERVER)}.ndjson`);
  writeFileSync(path, '{broken');

  expect(await offered('bots', 'get', '')).toEqual(['b4']);
  expect(readFileSync(path, 'utf8')).toBe('{broken');
  writeFileSync(join(home.folder, SETTINGS), 'a: [');
  expect(await offered('bots', 'g')).toEqual(['get']);
  await forAllAsync(60, fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), async words => {
    for (const shell of ['bash', 'fish'])
      expect(await completionText([shell, '9', ...words], commandLine)).toMatch(/^(words\n|files\n$)/);
  });
});
