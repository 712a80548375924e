import { describe, expect, test } from 'vitest';
import { available, commandFor, menuCommands } from '../../../src/explorer/commands/available.ts';
import { type Command, keyPlaces, type Where } from '../../../src/explorer/commands/command.ts';
import { isKeyName } from '../../../src/explorer/commands/key.ts';
import { sortLetters } from '../../../src/explorer/commands/list.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { localResources, resources } from '../../../src/resources/registry.ts';
import { SERVER, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const PLACES: readonly Where[] = ['list', 'record', 'raw', 'start'];
const destructive = commands.filter(command => command.destructive);

const at = (place: Where): readonly Command[] =>
  commands.filter(command => keyPlaces(command).includes(place));

describe.each(PLACES)('commands at %s', place => {
  test('commands: no two in one place share a key', () => {
    const keys = at(place).flatMap(command => command.keys);

    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

test('commands: every id is unique and consists of a noun and a verb', () => {
  const ids = commands.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-z-]+$/);
});

test('commands: every key of a delete is Ctrl with a letter', () => {
  expect(destructive.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['record.delete', 'conversation.delete']),
  );
  for (const { keys } of destructive) for (const key of keys) expect(key).toMatch(/^ctrl\+[a-z]$/);
});

test('commands: every command that mentions deleting is marked as destructive', () => {
  // These titles mention deleting, but send no delete.
  const others = ['dry.on', 'guard.unlock', 'journal.check'];
  for (const { id } of commands.filter(command =>
    /\b(delete|remove)s?\b/.test(`${command.id} ${command.title}`),
  ))
    expect([...destructive.map(command => command.id), ...others]).toContain(id);
});

test('commands: every key can be sent by a terminal without AltGr or F keys', () => {
  for (const { keys } of commands)
    for (const key of keys) expect(isKeyName(key) || /^[\x21-\x7e]$/.test(key), key).toBe(true);
});

test('commands: every one has a title', () => {
  for (const { title } of commands) expect(title).toMatch(/\w/);
});

describe('available commands', () => {
  const idsOf = (state: Parameters<typeof available>[0]) =>
    available(state)
      .filter(({ blocked }) => blocked === undefined)
      .map(({ command }) => command.id);

  test('commands: the available ones depend on the place', async () => {
    const { state, explorer } = await startOnBots(bots(2));

    expect(idsOf(state())).toContain('record.delete');
    expect(idsOf(state())).not.toContain('read.half-down');
    explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });
    expect(idsOf(state())).not.toContain('mark.toggle');
    expect(idsOf(state())).toContain('read.half-down');
  });

  test('commands: deletes are disabled in a read-only explorer, with the reason', async () => {
    const { state } = await startOnBots(bots(2), { server: { ...SERVER, readOnly: true } });

    for (const { id } of destructive) {
      const row = available(state()).find(({ command }) => command.id === id);
      expect(row?.blocked).toContain('Read-only');
    }
    expect(menuCommands(state()).some(command => command.destructive)).toBe(false);
  });

  test('commands: an empty list offers none for a record', async () => {
    const { state } = await startOnBots([]);

    for (const id of ['record.delete', 'record.raw', 'place.open', 'issue.open', 'conversation.delete'])
      expect(idsOf(state())).not.toContain(id);
    expect(menuCommands(state()).map(({ id }) => id)).toEqual(['place.reload']);
  });

  test('commands: the start screen offers only those that need no server', () => {
    const { state } = startExplorer({ known: false });

    expect(commandFor(state(), 'ctrl+d')).toBeUndefined();
    expect(commandFor(state(), 'r')).toBeUndefined();
    expect(commandFor(state(), 'q')?.id).toBe('app.quit');
  });
});

test('commands: a custom key replaces the standard one', async () => {
  const { state, explorer } = await startOnBots(bots(2));

  update(writable(explorer.store), { user: { keymap: { 'place.reload': ['R'] } } });

  expect(commandFor(state(), 'R')?.id).toBe('place.reload');
  expect(commandFor(state(), 'r')).toBeUndefined();
});

test.each([...resources, ...localResources].map(({ kind, columns }) => [kind, columns] as const))(
  'sort: no two columns of %s have the same letter',
  (_kind, columns) => {
    const letters = [...sortLetters(columns).values()];

    expect(new Set(letters).size).toBe(letters.length);
  },
);
