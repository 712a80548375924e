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

  test('bot integration: shows its status and the reason', () => {
    const row = rowOf({ status: 'registration_failed', statusReason: 'no such channel' });

    expect(row?.detail).toBe('registration_failed: no such channel');
    expect(row?.tone).toBe('bad');
  });

  test('bot integration: shows first that it is disabled', () => {
    const row = rowOf({ enabled: false, status: 'registered' });

    expect(row?.detail).toBe('disabled, registered');
    expect(row?.tone).toBe('warn');
  });

  test('bot integration: an unknown status is shown unchanged', () => {
    expect(rowOf({ status: 'sleeping' })).toMatchObject({ detail: 'sleeping', tone: 'plain' });
    expect(rowOf({})).toMatchObject({ detail: 'status not set', tone: 'plain' });
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

describe('notes before a delete', () => {
  const facts = (record: JsonObject) =>
    deleteAction(bot)?.notes.flatMap(({ one }) => one(record, { now: NOW, exact: false })?.text ?? []);

  test('bot delete notes: deployment, always alive, integrations and development', () => {
    const told = facts({
      deployedAt: '2025-11-21T03:12:30Z',
      alwaysAlive: true,
      dev: true,
      integrations: { slack: {}, teams: {} },
    });

    expect(told).toEqual(['deployed 3h ago', 'always alive is on', '2 integrations installed', 'dev bot']);
  });

  test('bot delete notes: a bot that was never deployed', () => {
    expect(facts({})).toEqual(['never deployed']);
  });

  test.each([
    ['2025-11-21T06:12:30Z', 'deployed now'],
    ['2025-11-21T09:12:30Z', 'deployed in 3h'],
    ['last week', 'deployed last week'],
  ])('bot delete notes: a deployment at %s is shown as "%s"', (deployedAt, words) => {
    expect(facts({ deployedAt })).toEqual([words]);
  });

  test('bot delete notes: one installed integration is counted in the singular', () => {
    expect(facts({ integrations: { slack: {} } })).toContain('1 integration installed');
  });

  test('bot delete notes: fields of the wrong type are ignored', () => {
    expect(facts({ deployedAt: 7, alwaysAlive: 'yes', dev: 1, integrations: 'many' })).toEqual([
      'never deployed',
    ]);
  });
});
