import { expect, test } from 'vitest';
import { keyPlaces } from '../../../src/explorer/commands/command.ts';
import { sortLetters } from '../../../src/explorer/commands/list.ts';
import { available, commandFor, commands, menuRows } from '../../../src/explorer/commands/registry.ts';
import { dialogBindings, dialogCommands } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { isKeyName } from '../../../src/explorer/state/key-names.ts';
import { localResources, resources } from '../../../src/resources/registry.ts';
import { SERVER, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';

const destructive = commands.filter(command => command.destructive);

test('commands: every id is unique, also among keys of dialogs, and consists of a noun and a verb', () => {
  const ids = [...commands, ...dialogBindings].map(({ id }) => id);

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
  const others = ['dry.on', 'guard.unlock', 'journal.check', 'help.deleting', 'bookmark.clear'];
  for (const { id } of commands.filter(command =>
    /\b(delete|remove)s?\b/.test(`${command.id} ${command.title}`),
  ))
    expect([...destructive.map(command => command.id), ...others]).toContain(id);
});

test('commands: every key can be sent by a terminal without AltGr or F keys', () => {
  for (const { keys } of commands)
    for (const key of keys) expect(isKeyName(key) || /^[\x21-\x7e]$/.test(key), key).toBe(true);
});

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
  expect(menuRows(state(), true).some(({ id }) => destructive.some(each => each.id === id))).toBe(false);
});

test('commands: an empty list offers none for a record', async () => {
  const { state } = await startOnBots([]);

  for (const id of ['record.delete', 'record.raw', 'place.open', 'issue.open', 'conversation.delete'])
    expect(idsOf(state())).not.toContain(id);
  expect(menuRows(state(), true).map(({ id }) => id)).toEqual(['place.reload']);
});

test('commands: the start screen offers only those that need no server', () => {
  const { state } = startExplorer({ known: false });

  expect(commandFor(state(), 'ctrl+d')).toBeUndefined();
  expect(commandFor(state(), 'r')).toBeUndefined();
  expect(commandFor(state(), 'q')?.id).toBe('app.quit');
});

test('keys: one that deletes has no second meaning, on no screen and in no dialog', () => {
  for (const { id, keys: own } of destructive)
    for (const key of own) {
      const ids = commands.filter(command => command.keys.includes(key)).map(command => command.id);
      expect(ids, key).toEqual([id]);
      const inDialogs = dialogCommands.flatMap(({ commands: all }) =>
        all.filter(each => each.keys?.includes(key)),
      );
      expect(
        inDialogs.map(command => command.id),
        key,
      ).toEqual([]);
    }
});

test('keys: raw text has those of less and of all screens, and none of a list beside them', () => {
  const inText = commands.filter(each => keyPlaces(each).includes('raw')).flatMap(({ keys }) => keys);

  for (const key of ['b', 'w', 'v', 'ctrl+u', 'm', 's', '*']) expect(inText).not.toContain(key);
});

/** Characters that need AltGr, by keyboard layout. */
const BEHIND_ALTGR: Readonly<Record<string, string>> = {
  de: '@[]{}\\|~',
  fr: '@[]{}\\|~#^`',
  es: '@[]{}\\|~#',
  pl: '',
  sv: '@[]{}\\|~$',
};

const isHidden = (key: string, hidden: string): boolean => hidden.includes(key.replace(/^ctrl\+/, ''));

test.each(Object.entries(BEHIND_ALTGR))(
  'keyboard layout %s: every action has a key without AltGr',
  (_layout, hidden) => {
    const unreachable = commands
      .filter(({ keys }) => keys.length > 0 && keys.every(key => isHidden(key, hidden)))
      .map(({ id }) => id);

    expect(unreachable).toEqual([]);
  },
);

test.each([...resources, ...localResources].map(({ kind, columns }) => [kind, columns] as const))(
  'sort: no two columns of %s have the same letter',
  (_kind, columns) => {
    const letters = [...sortLetters(columns).values()];

    expect(new Set(letters).size).toBe(letters.length);
  },
);
