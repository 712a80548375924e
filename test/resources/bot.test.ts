import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { deleteAction } from '../../src/resources/resource.ts';
import { INVISIBLE } from '../text/hostile.ts';

const NOW = Date.parse('2025-11-21T06:12:30Z');
const self = { kind: 'bot', ids: { botId: 'b1' } };

function rowsOf(integrations: Json) {
  const [child] = bot.children;
  return child?.from === 'inside' ? child.rows({ integrations }, self) : [];
}

const rowOf = (entry: Json, key = 'slack') => rowsOf({ [key]: entry })[0];

describe('integrations of a bot', () => {
  test('bot integration: leads to the id of its entry', () => {
    expect(rowOf({ id: 'intver_1' })?.ref).toEqual({
      kind: 'integration',
      ids: { integrationId: 'intver_1' },
    });
  });

  test.each([{}, { id: '' }, { id: 7 }, null, 'text', []])(
    'bot integration: leads to its key if the entry is %j',
    entry => {
      expect(rowOf(entry, 'intver_2')?.ref.ids).toEqual({ integrationId: 'intver_2' });
    },
  );

  test('bot integration: has its name and version, or its key as the name', () => {
    expect(rowOf({ name: 'slack', version: '1.2.0' })?.name).toBe('slack@1.2.0');
    expect(rowOf({ name: 'slack' })?.name).toBe('slack');
    expect(rowOf({ version: '1.2.0' }, 'alias')?.name).toBe('alias');
  });

  test.each([
    [{ status: 'registration_failed', statusReason: 'no channel' }, 'registration_failed: no channel', 'bad'],
    [{ enabled: false, status: 'registered' }, 'disabled, registered', 'warn'],
    [{ status: 'sleeping' }, 'sleeping', 'plain'],
    [{}, 'status not set', 'plain'],
  ])('bot integration: the state of %j is "%s"', (entry, detail, tone) => {
    expect(rowOf(entry)).toMatchObject({ detail, tone });
  });

  test('bot integration: hostile names, keys and reasons are shown clean', () => {
    const evil = 'a\x1b[2J\n\u202eb';
    const row = rowOf({ name: evil, version: evil, status: evil, statusReason: evil }, evil);

    expect(`${row?.name}${row?.detail}`).not.toMatch(INVISIBLE);
    expect(rowOf({}, evil)?.name).not.toMatch(INVISIBLE);
  });
});

test.each([undefined, null, 'text', 7, [], ['slack']])(
  'bot: one whose integrations are %j has no rows',
  integrations => {
    expect(rowsOf(integrations as Json)).toEqual([]);
  },
);

test.each<[record: JsonObject, ...facts: readonly string[]]>([
  [
    { deployedAt: '2025-11-21T03:12:30Z', alwaysAlive: true, dev: true, integrations: { a: {}, b: {} } },
    ...['deployed 3h ago', 'always alive is on', '2 integrations installed', 'dev bot'],
  ],
  [{}, 'never deployed'],
  [{ deployedAt: '2025-11-21T06:12:30Z' }, 'deployed now'],
  [{ deployedAt: '2025-11-21T09:12:30Z' }, 'deployed in 3h'],
  [{ deployedAt: 'last week' }, 'deployed last week'],
  [{ integrations: { slack: {} } }, 'never deployed', '1 integration installed'],
  [{ deployedAt: 7, alwaysAlive: 'yes', dev: 1, integrations: 'many' }, 'never deployed'],
])('bot delete notes: those of %j', (record, ...facts) => {
  const notes = deleteAction(bot)?.notes ?? [];

  expect(notes.flatMap(({ one }) => one(record, { now: NOW, exact: false })?.text ?? [])).toEqual(facts);
});
