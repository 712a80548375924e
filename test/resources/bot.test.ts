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

describe('an integration on a bot', () => {
  test('leads to the id of its entry', () => {
    expect(rowOf({ id: 'intver_1' })?.ref).toEqual({
      kind: 'integration',
      ids: { integrationId: 'intver_1' },
    });
  });

  test.each([{}, { id: '' }, { id: 7 }, null, 'text', []])('leads to its key when the entry is %j', entry => {
    expect(rowOf(entry, 'intver_2')?.ref.ids).toEqual({ integrationId: 'intver_2' });
  });

  test('is named with its version, or by its key', () => {
    expect(rowOf({ name: 'slack', version: '1.2.0' })?.name).toBe('slack@1.2.0');
    expect(rowOf({ name: 'slack' })?.name).toBe('slack');
    expect(rowOf({ version: '1.2.0' }, 'alias')?.name).toBe('alias');
  });

  test('says its status and the reason for it', () => {
    const row = rowOf({ status: 'registration_failed', statusReason: 'no such channel' });

    expect(row?.detail).toBe('registration_failed: no such channel');
    expect(row?.tone).toBe('bad');
  });

  test('that is disabled says so first', () => {
    const row = rowOf({ enabled: false, status: 'registered' });

    expect(row?.detail).toBe('disabled, registered');
    expect(row?.tone).toBe('warn');
  });

  test('of an unknown status is shown as it is', () => {
    expect(rowOf({ status: 'sleeping' })).toMatchObject({ detail: 'sleeping', tone: 'plain' });
    expect(rowOf({})).toMatchObject({ detail: 'status not set', tone: 'plain' });
  });

  test('comes out clean from hostile names, keys and reasons', () => {
    const evil = 'a\x1b[2J\n\u202eb';
    const row = rowOf({ name: evil, version: evil, status: evil, statusReason: evil }, evil);

    expect(`${row?.name}${row?.detail}`).not.toMatch(INVISIBLE);
    expect(rowOf({}, evil)?.name).not.toMatch(INVISIBLE);
  });
});

test.each([undefined, null, 'text', 7, [], ['slack']])(
  'a bot whose integrations are %j has no rows',
  integrations => {
    expect(rowsOf(integrations as Json)).toEqual([]);
  },
);

describe('before a bot is deleted', () => {
  const facts = (record: JsonObject) =>
    deleteAction(bot)?.notes.flatMap(({ one }) => one(record, { now: NOW, exact: false })?.text ?? []);

  test('one is told how alive it is', () => {
    const told = facts({
      deployedAt: '2025-11-21T03:12:30Z',
      alwaysAlive: true,
      dev: true,
      integrations: { slack: {}, teams: {} },
    });

    expect(told).toEqual(['deployed 3h ago', 'always alive is on', '2 integrations installed', 'dev bot']);
  });

  test('one is told that it was never deployed', () => {
    expect(facts({})).toEqual(['never deployed']);
  });

  test.each([
    ['2025-11-21T06:12:30Z', 'deployed now'],
    ['2025-11-21T09:12:30Z', 'deployed in 3h'],
    ['last week', 'deployed last week'],
  ])('a deployment at %s is said as "%s"', (deployedAt, words) => {
    expect(facts({ deployedAt })).toEqual([words]);
  });

  test('one installed integration is one', () => {
    expect(facts({ integrations: { slack: {} } })).toContain('1 integration installed');
  });

  test('fields of the wrong type claim nothing', () => {
    expect(facts({ deployedAt: 7, alwaysAlive: 'yes', dev: 1, integrations: 'many' })).toEqual([
      'never deployed',
    ]);
  });
});
