import { expect, test } from 'vitest';
import { withSearch } from '../../../src/explorer/actions/cursor/document.ts';
import { copyShown } from '../../../src/explorer/commands/copy.ts';
import { type CopyPart, copyRefusal, copyText } from '../../../src/explorer/selection/copy-text.ts';
import { keyOf, type Place } from '../../../src/explorer/state/place.ts';
import { initialState, newView, type State } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { startExplorer } from '../../helpers/fake-explorer.ts';

const ref = { kind: 'bot', ids: { botId: 'b1' } };

/** Returns the view of a bot with the cursor on the first line that contains a text. */
function on(screen: 'record' | 'raw', bot: JsonObject, text = ''): State {
  const place: Place = { screen, ref };
  const state = withChange(initialState(undefined, { columns: 80, rows: 24 }, 0), {
    navigation: { views: [newView(place)] },
    data: { records: { [keyOf(ref)]: { phase: 'ready', last: { value: bot, at: 0, ms: 0 } } } },
  }) as State;
  return text === '' ? state : withSearch(state, text);
}

function copied(state: State, part: CopyPart) {
  const found = copyText(state, part);
  return found.ok ? found.value : found.why;
}

const LEFT_OUT = 'name (invisible characters left out)';
const LONG = 'x'.repeat(9000);
const named = (name: string): State => on('record', { id: 'b1', name });
const noted = (note: string): State => on('raw', { id: 'b1', note }, 'note');

test.each<readonly [string, ReturnType<typeof copied>, text: string, description: string]>([
  ['the place of a record is that of the command line', copied(named('a'), 'place'), 'bot/b1', 'place'],
  ['the API path of a record has its id', copied(named('a'), 'path'), '/v1/admin/bots/b1', 'API path'],
  [
    'a name loses characters that act in a shell',
    copied(named('a\rrm -rf ~\r\u001b[2J\u009b'), 'name'),
    ...(['arm -rf ~[2J', LEFT_OUT] as const),
  ],
  [
    'a name loses bidi and invisible characters',
    copied(named('a\u202egnp\u2066x\u200b\u00ad\u3164'), 'name'),
    ...(['agnpx', LEFT_OUT] as const),
  ],
  ...['می\u200cخواهم', '👩\u200d👧', '❤\ufe0f', 'e\u0301'].map(
    name => ['a name loses no parts of its letters', copied(named(name), 'name'), name, 'name'] as const,
  ),
  [
    'a name loses the credentials of an address',
    copied(named('https://u:PW@h/'), 'name'),
    ...(['https://••••••••@h/', 'name'] as const),
  ],
  ['a value is copied in full, even if it is cut on the screen', copied(noted(LONG), 'line'), LONG, 'value'],
  ['a value is copied raw, not as displayed', copied(noted('a\u200bb'), 'line'), 'a\u200bb', 'value'],
  [
    'escape sequences in a value are made harmless',
    copied(noted('a\u001b[2J'), 'line'),
    ...(['a[2J', 'value (control characters left out)'] as const),
  ],
])('copy: %s', (_what, found, text, description) => {
  expect(found).toEqual({ text, description });
});

test('copy: bidi and invisible characters are escaped in a copied record', () => {
  for (const part of ['json', 'yaml'] as const)
    expect(copied(named('a\u202eb'), part)).toMatchObject({ text: expect.stringContaining('"a\\u202eb"') });
});

test('copy: secrets are never copied', () => {
  expect(copied(on('raw', { id: 'b1', signingSecret: 's3cret' }, 'signingSecret'), 'line')).toBe(
    'Secrets are not copied.',
  );
  expect(JSON.stringify(copied(on('record', { id: 'b1', signingSecret: 's3cret' }), 'json'))).not.toContain(
    's3cret',
  );
});

const PARTS: readonly CopyPart[] = ['id', 'name', 'place', 'screen', 'path', 'where', 'line', 'json', 'yaml'];

test.each([
  ['a record', on('record', { id: 'b1' })],
  ['a document', on('raw', { id: 'b1', name: 'a' }, 'name')],
  ['a record that is not loaded', withChange(on('record', {}), { data: { records: {} } })],
  ['a document that is not loaded', withChange(on('raw', {}), { data: { records: {} } })],
])('copy: in %s an action that would fail is disabled with the same reason', (_what, state) => {
  for (const part of PARTS) {
    const tried = copied(state, part);
    expect([part, copyRefusal(state, part)]).toEqual([part, typeof tried === 'string' ? tried : undefined]);
  }
});

test('copy: a list is copied with its filter and sort', () => {
  const place: Place = { screen: 'list', kind: 'bot', ids: {} };
  const view = { ...newView(place), filter: 'dev:true', sort: { field: 'name', isDescending: true } };
  const state = withChange(initialState(undefined, { columns: 80, rows: 24 }, 0), {
    navigation: { views: [view] },
  });

  expect(copied(state, 'screen')).toEqual({
    text: 'bots?filter=dev%3Atrue&sort=-name',
    description: 'place',
  });
});

test('copy: a finding is copied with its reason, both in full, and keeps the id of its record', () => {
  const reason = `invalid_auth ${'x'.repeat(100)} https://u:hunter2@host/`;
  const slack = { id: 'intver_1', name: 'slack', status: 'registration_failed', statusReason: reason };
  const state = on('record', { name: 'support', integrations: { slack } }, 'invalid_auth');

  const { text } = copied(state, 'finding') as { text: string };

  expect(text).toContain(`integration slack is registration_failed: invalid_auth ${'x'.repeat(100)}`);
  expect(text).not.toContain('hunter2');
  expect(copied(state, 'id')).toMatchObject({ text: 'intver_1' });
  expect(copied(on('record', { deployedAt: '2026-01-01T00:00:00.000Z' }), 'finding')).toBe(
    'No finding on this line.',
  );
});

test.each([
  ['short', 'value copied   short'],
  ['a\nb', 'value (3 characters) copied'],
])('copy: the notice says first what was copied, then a short text of one line: %j is %s', (text, words) => {
  const { explorer, state } = startExplorer();
  const copy = () => ({ ok: true, words: safe`copied` });

  copyShown(
    { ...explorer, terminalHost: { ...explorer.terminalHost, copy } },
    { text, description: safe`value` },
  );

  expect(state().notice?.text).toBe(words);
});
