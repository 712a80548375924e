import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { checkCustom } from '../../src/explorer/commands/custom.ts';
import { commands } from '../../src/explorer/commands/registry.ts';
import { bindKeys, viewProblems } from '../../src/explorer/dialogs/own-preferences.ts';
import { parsePlace } from '../../src/explorer/state/place-text.ts';
import { parseFilter } from '../../src/filter/parse.ts';
import { bot } from '../../src/resources/bot.ts';
import { openMemory, seenPlaces } from '../../src/storage/memory.ts';
import { serverName } from '../../src/storage/paths.ts';
import { snapshotFolderName } from '../../src/storage/record-folders.ts';
import { openOn, take } from '../helpers/journey.ts';
import { envOf, newState, run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

/** State and settings files written by version 0.1.0. Never change them; add new ones. */
const DATA = join(import.meta.dirname, 'data');
const WORKSPACE = 'wkspace_01EXAMPLE';
const WRITTEN_FOR = 'http://127.0.0.1:4010';
const BOT = 'bot-53634cfe-df87-444f-a60d-ecf4301c4f9a.102803.json';

/** Copies the state folder and rewrites its files for another server. */
function stateFor(baseUrl: string = WRITTEN_FOR): string {
  const state = newState();
  cpSync(join(DATA, 'state'), state, { recursive: true });
  const folder = join(state, 'botscope');
  const oldFileName = (...server: readonly [string, string]): string =>
    `places-${serverName(...server)}.json`;
  for (const nameFor of [oldFileName, snapshotFolderName])
    renameSync(join(folder, nameFor(WRITTEN_FOR, WORKSPACE)), join(folder, nameFor(baseUrl, WORKSPACE)));
  const journal = join(folder, 'journal.ndjson');
  writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll(WRITTEN_FOR, baseUrl));
  return state;
}

test('memory: bookmarks, recents, consent and seen records of version 0.1.0 are read', () => {
  const folder = join(stateFor(), 'botscope');
  const server = [WRITTEN_FOR, 'wkspace_02EXAMPLE'] as const;
  const bot = { place: 'bot/c200b264-7699-4a3d-86c4-9e920f6dff5d', name: 'support-prod' };

  expect(openMemory(folder, server)).toMatchObject({
    problem: undefined,
    contents: {
      recents: [
        { ...bot, at: 1795343295870 },
        { place: 'bot/gone', name: 'old one', at: 1795343290000, gone: true },
      ],
      bookmarks: [
        { place: 'bots?filter=health%3Abad', name: 'troubled', at: 1795343291000 },
        { ...bot, at: 1795343296598 },
        { place: 'bot/deleted', name: '', at: 1795343297000, gone: 'deleted' },
      ],
      extensions: { consentAt: 1795343292000, absent: { 'issue.list': 1795343293000 } },
    },
  });
  expect(seenPlaces(folder, server).map(({ name }) => name)).toEqual(['support-prod', 'slack@3.1.0']);
});

test('journal: the file of version 0.1.0 is loaded to its last entry', { tags: 'program' }, async () => {
  const { code, out, err } = await run(undefined, ['journal', '-o', 'json'], {
    env: { XDG_STATE_HOME: stateFor() },
  });

  const { journal: items } = JSON.parse(out);
  expect(code).toBe(0);
  expect(
    items.map(({ stage, checked }: Record<string, unknown>) => `${stage}${checked ? ' checked' : ''}`),
  ).toEqual([
    ...['sending', 'deleted', 'sending', 'gone', 'sending', 'not-deleted', 'sending', 'deleted'],
    ...['sending', 'not-deleted', 'sending', 'unknown', 'sending', 'unknown', 'sending', 'deleted'],
    ...['sending', 'sending', 'not-deleted checked', 'unknown checked', 'deleted checked'],
    ...['not-deleted checked', 'sending', 'sending'],
  ]);
  expect(new Set(items.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(['bot', 'conversation', 'integration']),
  );
  expect(err).toContain('2 deletes never finished');
});

test('backups: those of version 0.1.0 are listed and printed', { tags: 'program' }, async () => {
  const env = { XDG_STATE_HOME: stateFor() };

  const list = await run(undefined, ['trash', 'ls', '-o', 'json'], { env });
  const one = await run(undefined, ['trash', 'show', `2026-11-22/${BOT}`], { env });

  expect(JSON.parse(list.out).trash).toHaveLength(3);
  expect(JSON.parse(list.out).trash).toContainEqual({
    id: `2026-11-22/${BOT}`,
    kind: 'bot',
    record: '53634cfe-df87-444f-a60d-ecf4301c4f9a',
    name: 'rebooking',
    at: expect.stringContaining('2026-11-22T10:28:03'),
    profile: expect.stringContaining(WORKSPACE),
    // The version did not store by which delete a backup was made.
    outcome: null,
    status: null,
    delete: null,
  });
  expect(JSON.parse(one.out)).toMatchObject({ kind: 'bot', record: { name: 'rebooking' } });
});

test('explorer: bookmarks, snapshots and unfinished deletes of version 0.1.0 are shown', {
  tags: 'program',
}, async () => {
  const sandbox = await startSandbox({ bots: 14, workspaceId: WORKSPACE });
  onTestFinished(sandbox.close);
  const state = stateFor(sandbox.url);
  const run = await openOn(undefined, {
    rows: 45,
    env: { ...envOf(sandbox), XDG_STATE_HOME: state, XDG_CONFIG_HOME: join(DATA, 'config') },
  });
  await take(
    run,
    ['', 'order-tracker', /The delete of bot bb3ede60\S+ and 1 more never finished/],
    ["'", screen => screen.split('support-prod').length > 2],
    ['Enter', /since you last looked/i],
    ['Esc Esc :unfinished Enter', 'still exists'],
  );
  expect(readdirSync(join(state, 'botscope')).filter(name => name.endsWith('.broken'))).toEqual([]);
});

test('settings: keys, views, filters, profiles and commands of version 0.1.0 load without a problem', async () => {
  const env = { XDG_CONFIG_HOME: join(DATA, 'config') };
  const { file, values, problems } = await loadConfig({}, { env, childEnv: {}, folder: newState() });
  const own = checkCustom(file.commands, commands);
  const bound = bindKeys([...commands, ...own.commands], { ...own.keys, ...file.keys });

  expect([...problems, ...own.problems, ...bound.problems, ...viewProblems(file.views)]).toEqual([]);
  expect(values.skin?.text).toBe('light');
  expect(bound.keymap).toMatchObject({ 'place.reload': ['r', 'ctrl+r', 'Q'], 'list.more': ['m', 'ctrl+u'] });
  expect(file.profiles.map(({ name }) => name)).toEqual(['prod', 'staging', 'ci', 'mine']);
  expect(own.own).toHaveLength(1);
  expect(parsePlace(file.views['mended'] ?? '')).toMatchObject({
    place: { kind: 'bot' },
    view: { filter: 'health:bad' },
  });
  expect(parsePlace(file.views['stale'] ?? '')).toMatchObject({
    place: { kind: 'bot', variant: 'dev' },
    view: { filter: 'updated>90d', sort: { field: 'updatedAt', isDescending: true } },
  });
});

test('settings: every action of version 0.1.0 can still be bound to a key, or is said to be gone', () => {
  const ids: readonly string[] = JSON.parse(readFileSync(join(DATA, 'action-ids.json'), 'utf8'));

  expect(bindKeys(commands, Object.fromEntries(ids.map(id => [id, []]))).problems).toEqual([
    'keys.skin.mono is gone: set NO_COLOR',
    'keys.tour.toggle is gone: botscope help places has its steps',
  ]);
});

test.each([
  'health:bad',
  'health:ok',
  'health:warnings',
  '!health:ok',
  'dev:true updated>90d',
  'created<2026-01-01 deployed>1w',
  'id:c200 name:"support prod"',
  'int:slack',
])('filter: %s of version 0.1.0 is valid', filter => {
  expect(parseFilter(bot, filter).problem).toBeUndefined();
});
