import { describe, expect, test } from 'vitest';
import { withoutRecord } from '../../../../src/explorer/actions/delete/outcomes.ts';
import {
  AFTER_LETTER_MS,
  AFTER_OPENING_MS,
  AFTER_REFUSAL_MS,
  isConfirmed,
  newDeleteDialog,
  refusal,
} from '../../../../src/explorer/actions/delete/targets.ts';
import { newPagingGuard, noRows } from '../../../../src/explorer/actions/load/paging.ts';
import { pageFacts } from '../../../../src/explorer/dialogs/delete/facts.ts';
import type { DeleteDialog } from '../../../../src/explorer/state/dialogs.ts';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import { initialState, newView, type State } from '../../../../src/explorer/state/state.ts';
import { withChange, withSortedRecords } from '../../../../src/explorer/state/store.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import type { JsonObject } from '../../../../src/json/json.ts';
import { bot } from '../../../../src/resources/bot.ts';
import { conversation } from '../../../../src/resources/conversation.ts';
import type { Ref, Resource } from '../../../../src/resources/resource.ts';
import { botPlace, LIST, SERVER } from '../../../helpers/fake-explorer.ts';
import { addPage, page } from '../../../helpers/fake-service.ts';

const NOW = 1_700_000_000_000;
const ID = 'bot_01HF58RDKE3M7K5RJ5XZ7GF6HE';
const ref = { kind: 'bot', ids: { botId: ID } };

const ready = <T>(value: T) => ({ phase: 'ready', last: { value, at: 0, ms: 0 } }) as const;

function stateWith(items: readonly JsonObject[], records: State['data']['records'] = {}): State {
  const rows = addPage(noRows, page(items), newPagingGuard());
  return withChange(initialState(SERVER, { columns: 80, rows: 24 }, NOW), {
    data: { lists: { [placeKey(LIST)]: ready(rows) }, records },
  });
}

const dialogFor = (state: State, resource: Resource = bot, target: Ref = ref): DeleteDialog => ({
  ...newDeleteDialog(state, resource.kind, { marked: [{ ref: target }], now: NOW }),
  phase: 'confirming',
});

const without = (state: State, ref: Ref): State => withChange(state, withoutRecord(state, ref));

describe('the text to type', () => {
  test('confirmation: requires the name', () => {
    const dialog = dialogFor(stateWith([{ id: ID, name: 'support-prod' }]));

    expect(dialog).toMatchObject({
      confirmation: { kind: 'name', text: 'support-prod' },
      targets: [{ name: 'support-prod' }],
    });
  });

  test.each([
    ['is missing', {}],
    ['is empty', { name: '' }],
    ['is only spaces', { name: '   ' }],
    ['is not a text', { name: 7 }],
    ['begins with a space', { name: ' support' }],
    ['ends with a space', { name: 'support ' }],
    ['cannot be typed on every keyboard', { name: 'größe' }],
    ['contains an invisible character', { name: 'support\u200b' }],
    ['contains a control character', { name: 'sup\tport' }],
    ['is very long', { name: 'x'.repeat(41) }],
  ])('confirmation: requires the end of the id when the name %s', (_why, fields) => {
    const dialog = dialogFor(stateWith([{ id: ID, ...fields }]));

    expect(dialog).toMatchObject({ confirmation: { kind: 'id', text: 'XZ7GF6HE' } });
  });

  test.each(['x', 'x'.repeat(40), 'my bot (2)', 'y'])(
    'confirmation: requires the name %j, which can be typed',
    name => {
      expect(dialogFor(stateWith([{ id: ID, name }]))).toMatchObject({
        confirmation: { kind: 'name', text: name },
      });
    },
  );

  test('confirmation: requires the end of the id when another bot has the same name', () => {
    const dialog = dialogFor(
      stateWith([
        { id: ID, name: 'support' },
        { id: 'other', name: 'support' },
      ]),
    );

    expect(dialog).toMatchObject({ confirmation: { kind: 'id', text: 'XZ7GF6HE' } });
  });

  test('confirmation: requires the end of the id when an unlisted bot shares its name with a listed one', () => {
    const records = { [`bot\nbotId=${ID}`]: ready({ id: ID, name: 'support' }) };

    const dialog = dialogFor(stateWith([{ id: 'other', name: 'support' }], records));

    expect(dialog.confirmation.kind).toBe('id');
  });

  test('confirmation: requires the end of the id when the record was never loaded', () => {
    const dialog = dialogFor(stateWith([]));

    expect(dialog).toMatchObject({
      confirmation: { kind: 'id', text: 'XZ7GF6HE' },
      targets: [{ name: ID }],
    });
  });

  test('confirmation: requires the last six characters of the id of a conversation', () => {
    const target = { kind: 'conversation', ids: { botId: ID, conversationId: 'conv_123456' } };

    expect(dialogFor(stateWith([]), conversation, target)).toMatchObject({
      confirmation: { kind: 'id', text: '123456' },
    });
  });

  test('confirmation: requires the whole id when it is short', () => {
    const target = { kind: 'bot', ids: { botId: 'b1' } };

    expect(dialogFor(stateWith([]), bot, target).confirmation.text).toBe('b1');
  });
});

test('confirmation: a loaded record takes precedence over its row in the list', () => {
  const records = { [`bot\nbotId=${ID}`]: ready({ id: ID, name: 'renamed', alwaysAlive: true }) };

  const state = stateWith([{ id: ID, name: 'support' }], records);
  const dialog = dialogFor(state);

  expect(dialog.confirmation.text).toBe('renamed');
  expect(pageFacts(state, dialog).map(({ text }) => text)).toContain('always alive is on');
});

describe('Enter', () => {
  const dialog = (changes: Partial<DeleteDialog> = {}): DeleteDialog => ({
    ...dialogFor(stateWith([{ id: ID, name: 'support' }])),
    editor: editorOf('support'),
    typedAt: NOW,
    ...changes,
  });
  const late = NOW + Math.max(AFTER_LETTER_MS, AFTER_OPENING_MS);

  test('confirmation: Enter deletes when the name is complete, after a pause, as a single key', () => {
    expect(refusal(dialog(), late, true)).toBeUndefined();
  });

  test.each(['', 'suppor', 'support ', 'Support', 'support!'])(
    'confirmation: Enter does not delete when the typed text is %j',
    typed => {
      const wrong = dialog({ editor: editorOf(typed) });

      expect(isConfirmed(wrong)).toBe(false);
      expect(refusal(wrong, late, true)).toContain("doesn't match");
    },
  );

  test('confirmation: Enter does not delete too soon after the last letter', () => {
    const typed = dialog({ typedAt: late });

    expect(refusal(typed, late + AFTER_LETTER_MS - 1, true)).toContain('again');
    expect(refusal(typed, late + AFTER_LETTER_MS, true)).toBeUndefined();
  });

  test('confirmation: Enter does not delete too soon after the dialog opened', () => {
    const opened = dialog({ typedAt: 0 });

    expect(refusal(opened, NOW + AFTER_OPENING_MS - 1, true)).toContain('again');
    expect(refusal(opened, NOW + AFTER_OPENING_MS, true)).toBeUndefined();
  });

  test('confirmation: Enter does not delete too soon after one that did nothing: it may be held down', () => {
    const refused = dialog({ refusedAt: late });

    expect(refusal(refused, late + AFTER_REFUSAL_MS - 1, true)).toContain('again');
    expect(refusal(refused, late + AFTER_REFUSAL_MS, true)).toBeUndefined();
  });

  test('confirmation: Enter does not delete when it arrives with other keys', () => {
    expect(refusal(dialog(), late, false)).toContain('again');
  });

  test.each(['reading', 'running', 'stopping'] as const)(
    'confirmation: Enter does not delete during a request (phase %s)',
    phase => {
      expect(refusal(dialog({ phase }), late, true)).toContain('under way');
    },
  );
});

describe('removing a deleted record', () => {
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
    {
      [placeKey(botPlace(ID))]: ready({ id: ID }),
      [placeKey(other)]: ready({ id: 'other' }),
    },
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
    ['its own', [LIST, botPlace(ID)]],
    ['its raw text', [LIST, botPlace(ID), { screen: 'raw', ref }]],
    ['one of its issues', [LIST, issue]],
    ['a view opened from it', [LIST, botPlace(ID), issue, other]],
  ] as const)('deleted record: goes back to the view before %s', (_what, places) => {
    const { navigation } = without(withChange(full, { navigation: { views: places.map(newView) } }), ref);

    expect(navigation.views.map(({ place }) => place)).toEqual([LIST]);
  });

  test.each([
    ['of another bot', [LIST, other]],
    ['of an issue of another bot', [LIST, issueElsewhere]],
    ['of the list', [LIST]],
  ] as const)('deleted record: keeps the view %s', (_what, places) => {
    const { navigation } = without(withChange(full, { navigation: { views: places.map(newView) } }), ref);

    expect(navigation.views.map(({ place }) => place)).toEqual(places);
  });
});
