import { describe, expect, test } from 'vitest';
import { available, commandFor, menuCommands } from '../../../src/explorer/commands/available.ts';
import { type Command, keyPlaces, type Where } from '../../../src/explorer/commands/command.ts';
import { isKeyName } from '../../../src/explorer/commands/key.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { chooseAction } from '../../../src/explorer/keyboard/keyboard.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { SERVER, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const BOT = { kind: 'bot', ids: { botId: 'b0' } };
const PLACES: readonly Where[] = ['list', 'record', 'raw', 'start'];
const destructive = commands.filter(command => command.destructive);

const at = (place: Where): readonly Command[] =>
  commands.filter(command => keyPlaces(command).includes(place));

describe.each(PLACES)('at the place %s', place => {
  test('no two commands share a key', () => {
    const keys = at(place).flatMap(command => command.keys);

    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('one can move, get help and leave', () => {
    const keys = at(place).flatMap(command => command.keys);

    for (const key of ['j', 'k', 'down', 'up', '?', 'q', 'escape']) expect(keys).toContain(key);
  });
});

test('every command has an id of its own, made of a noun and a verb', () => {
  const ids = commands.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-z-]+$/);
});

test('nothing at all is bound to the keys that take back a letter', () => {
  const keys = commands.flatMap(command => command.keys);

  expect(keys).not.toContain('delete');
  expect(keys).not.toContain('backspace');
});

test('there are commands that delete, and none is on a plain letter or on Enter', () => {
  expect(destructive.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['record.delete', 'conversation.delete']),
  );
  for (const { keys } of destructive) for (const key of keys) expect(key).toMatch(/^ctrl\+[a-z]$/);
});

test('every command whose name says that it deletes is marked so', () => {
  // These titles name deletes and send none.
  const others = ['dry.on', 'guard.unlock', 'journal.check'];
  for (const { id } of commands.filter(command =>
    /\b(delete|remove)s?\b/.test(`${command.id} ${command.title}`),
  ))
    expect([...destructive.map(command => command.id), ...others]).toContain(id);
});

test('every key is one that a terminal sends without AltGr or F keys', () => {
  for (const { keys } of commands)
    for (const key of keys) expect(isKeyName(key) || /^[\x21-\x7e]$/.test(key), key).toBe(true);
});

test('every command has words for people', () => {
  for (const { title } of commands) expect(title).toMatch(/\w/);
});

describe('what is on now', () => {
  const idsOf = (state: Parameters<typeof available>[0]) =>
    available(state)
      .filter(({ blocked }) => blocked === undefined)
      .map(({ command }) => command.id);

  test('depends on the place', async () => {
    const { state, explorer } = await startOnBots(bots(2));

    expect(idsOf(state())).toContain('record.delete');
    expect(idsOf(state())).not.toContain('read.half-down');
    explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });
    expect(idsOf(state())).not.toContain('mark.toggle');
    expect(idsOf(state())).toContain('read.half-down');
  });

  test('is no delete in a read-only explorer, and it says why', async () => {
    const { state } = await startOnBots(bots(2), { server: { ...SERVER, readOnly: true } });

    for (const { id } of destructive) {
      const row = available(state()).find(({ command }) => command.id === id);
      expect(row?.blocked).toContain('Read-only');
    }
    expect(menuCommands(state()).some(command => command.destructive)).toBe(false);
  });

  test('is no delete of what the API does not delete', async () => {
    const { state, explorer } = await startOnBots(bots(2));
    explorer.back();

    const row = available(state()).find(({ command }) => command.id === 'record.delete');

    expect(row?.blocked).toBe("Workspaces can't be deleted.");
  });

  test('is nothing about a record where there is none', async () => {
    const { state } = await startOnBots([]);

    for (const id of ['record.delete', 'record.raw', 'place.open', 'issue.open', 'conversation.delete'])
      expect(idsOf(state())).not.toContain(id);
    expect(menuCommands(state()).map(({ id }) => id)).toEqual(['place.reload']);
  });

  test('is only what needs no server on the first screen', () => {
    const { state } = startExplorer({ known: false });

    expect(commandFor(state(), 'ctrl+d')).toBeUndefined();
    expect(commandFor(state(), 'r')).toBeUndefined();
    expect(commandFor(state(), 'q')?.id).toBe('app.quit');
  });
});

test('a key that a person chose takes the place of the standard one', async () => {
  const { state, explorer } = await startOnBots(bots(2));

  update(writable(explorer.store), { user: { keymap: { 'place.reload': ['R'] } } });

  expect(commandFor(state(), 'R')?.id).toBe('place.reload');
  expect(commandFor(state(), 'r')).toBeUndefined();
});

describe('in a reader', () => {
  const READERS = ['Schema', 'Raw', 'raw'] as const;

  /** A bot, read, on the screen of raw text or on one of its tabs that are documents. */
  async function reading(reader: (typeof READERS)[number], keymap = {}) {
    const started = await startOnBots(bots(2));
    const { explorer, service, state } = started;
    explorer.open(reader === 'raw' ? { screen: 'raw', ref: BOT } : { screen: 'record', ref: BOT });
    await service.open('bot.read').answer({ id: 'b0', name: 'n' });
    if (reader !== 'raw') explorer.showTab(reader);
    update(writable(explorer.store), { user: { keymap } });
    return { ...started, ids: () => menuCommands(state()).map(({ id }) => id) };
  }

  test.each(READERS)('a delete is in the menu of %s and on no key', async reader => {
    const { state, ids } = await reading(reader, { 'record.delete': ['ctrl+x'] });

    expect(ids()).toContain('record.delete');
    expect(commandFor(state(), 'ctrl+d')?.id).toBe('read.half-down');
    expect(commandFor(state(), 'ctrl+x')?.id).not.toBe('record.delete');
  });

  test.each(READERS)('a delete from %s asks for the record that is read', async reader => {
    const { explorer, state } = await reading(reader);

    chooseAction(explorer, 'record.delete', { alone: false });
    expect(state().dialog).toBeUndefined();
    chooseAction(explorer, 'record.delete', { alone: true });

    expect(state().dialog).toMatchObject({ kind: 'delete', targets: [{ ref: BOT }] });
  });
});
