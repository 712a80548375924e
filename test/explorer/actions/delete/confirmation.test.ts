import { expect, test } from 'vitest';
import {
  AFTER_LETTER_MS,
  AFTER_OPENING_MS,
  AFTER_REFUSAL_MS,
  confirmRefusal,
} from '../../../../src/explorer/actions/delete/confirmation.ts';
import { newDeleteDialog } from '../../../../src/explorer/actions/delete/opened-dialog.ts';
import { withoutRecord } from '../../../../src/explorer/actions/delete/outcomes.ts';
import { newPagingGuard, noRows } from '../../../../src/explorer/actions/load/page-rows.ts';
import { pageFacts } from '../../../../src/explorer/dialogs/delete/page.ts';
import type { DeleteDialog } from '../../../../src/explorer/state/dialogs.ts';
import { changesPlace, type Place, placeKey } from '../../../../src/explorer/state/place.ts';
import { initialState, newView, type State } from '../../../../src/explorer/state/state.ts';
import { withChange, withSortedRecords } from '../../../../src/explorer/state/store.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import type { JsonObject } from '../../../../src/json/json.ts';
import type { Ref } from '../../../../src/resources/resource.ts';
import { botPlace, LIST, SERVER } from '../../../helpers/fake-explorer.ts';
import { addPage, page } from '../../../helpers/fake-service.ts';

const NOW = 1_700_000_000_000;
const ID = 'bot_01HF58RDKE3M7K5RJ5XZ7GF6HE';
const ref = { kind: 'bot', ids: { botId: ID } };

const ready = <T>(value: T) => ({ phase: 'ready', last: { value, at: 0, ms: 0 } }) as const;

function stateWith(
  items: readonly JsonObject[],
  records: State['data']['records'] = {},
  at: Place = LIST,
): State {
  const rows = addPage(noRows, page(items), newPagingGuard());
  return withChange(initialState(SERVER, { columns: 80, rows: 24 }, NOW), {
    data: { lists: { [placeKey(at)]: ready(rows) }, records },
  });
}

function dialogFor(state: State, target: Ref = ref): DeleteDialog {
  const dialog = newDeleteDialog(state, [{ ref: target }], NOW);
  if (dialog === undefined) throw new Error('there is a target');
  return { ...dialog, phase: 'confirming' };
}

const without = (state: State, ref: Ref): State => withChange(state, withoutRecord(state, ref));

test.each(['support-prod', 'x', 'x'.repeat(40), 'my bot (2)', 'y'])(
  'confirmation: requires the name %j, which can be typed',
  name => {
    expect(dialogFor(stateWith([{ id: ID, name }]))).toMatchObject({
      confirmation: { kind: 'name', text: name },
      targets: [{ name }],
    });
  },
);

const row = (fields: JsonObject): readonly JsonObject[] => [{ id: ID, ...fields }];
test.each<readonly [string, readonly JsonObject[]]>([
  ['is missing', row({})],
  ['is empty', row({ name: '' })],
  ['is only spaces', row({ name: '   ' })],
  ['is not a text', row({ name: 7 })],
  ['begins with a space', row({ name: ' support' })],
  ['ends with a space', row({ name: 'support ' })],
  ['cannot be typed on every keyboard', row({ name: 'größe' })],
  ['contains an invisible character', row({ name: 'support\u200b' })],
  ['contains a control character', row({ name: 'sup\tport' })],
  ['is very long', row({ name: 'x'.repeat(41) })],
  ['is that of another bot too', [...row({ name: 'support' }), { id: 'other', name: 'support' }]],
  ['was never loaded', []],
])('confirmation: requires the end of the id when the name %s', (_why, items) => {
  expect(dialogFor(stateWith(items)).confirmation).toEqual({ kind: 'id', text: 'XZ7GF6HE' });
});

test.each([
  ['requires the end of the id when an unlisted bot shares its name with a listed one', LIST, 'id'],
  ['requires the name when a change of the bot is listed with it', changesPlace, 'name'],
] as const)('confirmation: %s', (_what, at, kind) => {
  const records = { [`bot\nbotId=${ID}`]: ready({ id: ID, name: 'support' }) };

  const dialog = dialogFor(stateWith([{ id: 'other', name: 'support' }], records, at));

  expect(dialog.confirmation.kind).toBe(kind);
});

test.each([
  ['the last six characters of the id of a conversation', 'conversation', 'conv_123456', '123456'],
  ['the whole id when it is short', 'bot', 'b1', 'b1'],
])('confirmation: requires %s', (_what, kind, id, text) => {
  const target = { kind, ids: { botId: ID, [`${kind}Id`]: id } };

  expect(dialogFor(stateWith([]), target).confirmation).toEqual({ kind: 'id', text });
});

test('confirmation: a loaded record takes precedence over its row in the list', () => {
  const records = { [`bot\nbotId=${ID}`]: ready({ id: ID, name: 'renamed', alwaysAlive: true }) };

  const state = stateWith([{ id: ID, name: 'support' }], records);
  const dialog = dialogFor(state);

  expect(dialog.confirmation.text).toBe('renamed');
  expect(pageFacts(state, dialog).map(({ text }) => text)).toContain('always alive is on');
});

const dialog = (changes: Partial<DeleteDialog> = {}): DeleteDialog => ({
  ...dialogFor(stateWith([{ id: ID, name: 'support' }])),
  editor: editorOf('support'),
  typedAt: NOW,
  ...changes,
});
const late = NOW + Math.max(AFTER_LETTER_MS, AFTER_OPENING_MS);

test.each<readonly [string, Partial<DeleteDialog>, number]>([
  ['the last letter', { typedAt: late }, late + AFTER_LETTER_MS],
  ['the dialog opened', { typedAt: 0 }, NOW + AFTER_OPENING_MS],
  ['one that did nothing: it may be held down', { refusedAt: late }, late + AFTER_REFUSAL_MS],
])('confirmation: Enter does not delete too soon after %s', (_what, changes, dueAt) => {
  expect(confirmRefusal(dialog(changes), dueAt - 1, true)).toContain('again');
  expect(confirmRefusal(dialog(changes), dueAt, true)).toBeUndefined();
});

test.each(['reading', 'running', 'stopping'] as const)(
  'confirmation: Enter does not delete during a request (phase %s)',
  phase => {
    expect(confirmRefusal(dialog({ phase }), late, true)).toContain('under way');
  },
);

const other = botPlace('other');
const issue = { screen: 'record', ref: { kind: 'issue', ids: { botId: ID, issueId: 'i1' } } } as const;
const issueElsewhere = {
  screen: 'record',
  ref: { kind: 'issue', ids: { botId: 'other', issueId: 'i1' } },
} as const;
const full = stateWith(
  [
    { id: ID, name: 'support' },
    { id: 'other', name: 'sales' },
  ],
  { [placeKey(botPlace(ID))]: ready({ id: ID }), [placeKey(other)]: ready({ id: 'other' }) },
);

test('deleted record: removes its row and its loaded record, and no others', () => {
  const { lists, records, sortedRecords } = without(withSortedRecords(full), ref).data;

  expect(lists[placeKey(LIST)]?.last?.value.ids).toEqual(['other']);
  // The home screen lists these.
  expect(Object.keys(sortedRecords)).toEqual([placeKey(other)]);
  expect(Object.keys(records)).toEqual([placeKey(other)]);
});

test('deleted record: removes its row also from a list whose load is pending or failed', () => {
  const last = full.data.lists[placeKey(LIST)]?.last;
  const lists = {
    [placeKey(LIST)]: { phase: 'failed', failure: { kind: 'unreadable' }, ...(last && { last }) },
  } as const;

  const after = without(withChange(full, { data: { lists } }), ref);

  expect(after.data.lists[placeKey(LIST)]).toMatchObject({
    phase: 'failed',
    last: { value: { ids: ['other'] } },
  });
});

test.each([
  ['goes back to the view before its own', [LIST, botPlace(ID)], 1],
  ['goes back to the view before its raw text', [LIST, botPlace(ID), { screen: 'raw', ref }], 1],
  ['goes back to the view before one of its issues', [LIST, issue], 1],
  ['goes back to the view before one opened from it', [LIST, botPlace(ID), issue, other], 1],
  ['keeps the view of another bot', [LIST, other], 2],
  ['keeps the view of an issue of another bot', [LIST, issueElsewhere], 2],
  ['keeps the view of the list', [LIST], 1],
] as const)('deleted record: %s', (_what, places, remaining) => {
  const { navigation } = without(withChange(full, { navigation: { views: places.map(newView) } }), ref);

  expect(navigation.views.map(({ place }) => place)).toEqual(places.slice(0, remaining));
});
