import { expect, test } from 'vitest';
import { leadOfValue } from '../../../src/explorer/facts/value-lead.ts';
import { MASK } from '../../../src/resources/field.ts';

const EVENT = { kind: 'event', ids: { botId: 'b1', issueId: 'iss_1', eventId: 'issevt_1' } };
const BOT = { kind: 'bot', ids: { botId: 'b1' } };
const UUID = '9f3c0000-0000-4000-8000-000000000001';

const lead = (value: unknown, name = 'note', self = EVENT as { kind: string; ids: Record<string, string> }) =>
  leadOfValue(value as never, [name], self, ({ ids }) => ids['botId'] === UUID);

test('leads: the form of an id names its record, its parents are those of the record that has it', () => {
  const ids = { botId: 'b1', conversationId: 'conv_1' };
  expect(lead('conv_1')).toEqual({ to: 'delete', ref: { kind: 'conversation', ids } });
  expect(lead({ raw: 'conv_1' })).toEqual({ to: 'delete', ref: { kind: 'conversation', ids } });
  expect(lead('intver_1')).toMatchObject({ place: { ref: { ids: { integrationId: 'intver_1' } } } });
  expect(lead('iss_2')).toMatchObject({ place: { ref: { ids: { botId: 'b1', issueId: 'iss_2' } } } });
  expect(lead(UUID)).toEqual({
    to: 'place',
    place: { screen: 'record', ref: { kind: 'bot', ids: { botId: UUID } } },
  });
});

test('leads: other ids and e-mail addresses are copied, addresses open, and all else leads nowhere', () => {
  expect(lead('user_1', 'createdBy', BOT)).toMatchObject({ to: 'copy', text: 'user_1' });
  expect(lead('b1', 'id', BOT)).toMatchObject({ to: 'copy', text: 'b1' });
  // Without its bot an issue cannot be requested.
  expect(lead('iss_2', 'issueId', { kind: 'integration', ids: { integrationId: 'x' } })).toMatchObject({
    to: 'copy',
  });
  expect(lead('ops@borealis.example')).toMatchObject({ to: 'copy', text: 'ops@borealis.example' });
  expect(lead('see https://x.example/a')).toEqual({ to: 'address' });
  for (const value of [null, 7, '', 'words', [], {}, `conv_${MASK}`, 'conv_1 and more', 'a@b', { raw: 3 }])
    expect(lead(value), JSON.stringify(value)).toBeUndefined();
});

test('leads: a huge value takes no time and leads nowhere', () => {
  for (const value of ['@'.repeat(1e6), `conv_${'a'.repeat(1e6)}`, `a@${'b.'.repeat(5e5)}`])
    expect(lead(value, 'id')).toBeUndefined();
});
