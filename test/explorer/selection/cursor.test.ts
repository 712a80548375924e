import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNextMatch, withSearch } from '../../../src/explorer/actions/cursor/document.ts';
import { newPagingGuard, noRows } from '../../../src/explorer/actions/load/page-rows.ts';
import { withCursorAnchored } from '../../../src/explorer/actions/reactions.ts';
import { pageRows } from '../../../src/explorer/facts/layout.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import {
  cursorTarget,
  type Motion,
  settledView,
  topFor,
  withCursorMoved,
} from '../../../src/explorer/selection/cursor.ts';
import { currentView, initialState, newView, type State } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { emptyEditor } from '../../../src/explorer/state/text-field.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { botPlace, SERVER } from '../../helpers/fake-explorer.ts';
import { addPage, bots, page } from '../../helpers/fake-service.ts';
import { forAll } from '../../helpers/property.ts';

const MOTIONS = ['down', 'up', 'first', 'last', 'page-down', 'page-up', 'half-down', 'half-up'] as const;

const rowsOf = (ids: readonly string[]) =>
  addPage(noRows, page(ids.map(id => ({ id, name: `bot ${id}` }))), newPagingGuard());

const withIds = (state: State, ids: readonly string[]): State =>
  withCursorAnchored(
    withChange(state, {
      data: { lists: { 'list\nbot': { phase: 'ready', last: { value: rowsOf(ids), at: 0, ms: 0 } } } },
    }),
  );

const onList = (ids: readonly string[], rows = 24): State =>
  withIds(initialState(SERVER, { columns: 80, rows }, 0), ids);

const onRecord = (record: JsonObject, rows = 24): State =>
  withCursorAnchored(
    withChange(initialState(SERVER, { columns: 80, rows }, 0), {
      navigation: { views: [newView(botPlace('b1'))] },
      data: { records: { 'bot\nbotId=b1': { phase: 'ready', last: { value: record, at: 0, ms: 0 } } } },
    }),
  );

const walked = (state: State, ...motions: readonly Motion[]): State => motions.reduce(withCursorMoved, state);
const cursor = (state: State) => currentView(state).cursor;
const many = (count: number) => bots(count).map(({ id }) => String(id));

function expectSettled(state: State): void {
  const content = contentOf(state);
  const view = settledView(state);
  const rows = pageRows(state, content.kind === 'table');
  if (content.ids.every(id => id === '')) return expect(view).toMatchObject({ at: 0, top: 0 }) as undefined;
  expect(content.ids[view.at]).toBe(view.cursor);
  expect(view.cursor).not.toBe('');
  expect(view.at).toBeGreaterThanOrEqual(view.top);
  expect(view.at).toBeLessThan(view.top + rows);
  expect(view.top).toBeGreaterThanOrEqual(0);
  expect(view.top).toBeLessThanOrEqual(Math.max(0, content.ids.length - 1));
}

const motion = fc.constantFrom(...MOTIONS).map(name => (state: State) => withCursorMoved(state, name));
const newRows = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }).map(
  numbers => (state: State) =>
    withIds(
      state,
      numbers.map(number => `b${number}`),
    ),
);
const newSize = fc.integer({ min: 1, max: 40 }).map(
  rows =>
    (state: State): State =>
      withCursorAnchored(withChange(state, { screen: { size: { columns: 80, rows } } })),
);
const PALETTE = { kind: 'palette', editor: emptyEditor, choice: 0 } as const;
const panel = fc.constantFrom<State['dialog']>(undefined, PALETTE).map(
  dialog =>
    (state: State): State => ({ ...state, dialog }),
);

const RECORD = { name: 'support', integrations: { slack: {}, teams: {} }, extra: 'x', tags: { a: 'b' } };

test.each([
  [
    'on a visible row after motions, list changes and resizes',
    () => onList(many(30)),
    [newRows, newSize, panel],
  ],
  ['on a visible line of a record, never on a title', () => onRecord(RECORD), [newSize, panel]],
] as const)('cursor: after any steps it is %s', (_where, begin, others) => {
  const step = fc.oneof({ weight: 4, arbitrary: motion }, ...others);

  forAll(300, fc.array(step, { maxLength: 25 }), steps => {
    let state = begin();
    for (const next of steps) {
      state = next(state);
      expectSettled(state);
    }
  });
});

test('cursor: on a very low screen that starts with titles it is still on a visible line', () => {
  for (let rows = 1; rows <= 12; rows++) {
    const state = withCursorAnchored(initialState(undefined, { columns: 80, rows }, 0));

    expectSettled(state);
    expectSettled(walked(state, 'last', 'first'));
  }
});

test.each<readonly [string, readonly Motion[], string]>([
  ['starts on the first row', [], 'b0'],
  ['stops at the first row', ['down', 'page-up', 'up'], 'b0'],
  ['stops at the last row', ['last', 'down', 'page-down', 'half-down'], 'b2'],
])('cursor: %s', (_what, motions, id) => {
  expect(cursor(walked(onList(many(3)), ...motions))).toBe(id);
});

test.each([
  ['down', 'b21'],
  ['up', 'b19'],
  ['first', 'b0'],
  ['last', 'b99'],
  ['page-down', 'b37'],
  ['page-up', 'b3'],
  ['half-down', 'b29'],
  ['half-up', 'b11'],
] as const)('cursor: the motion %s moves it to %s', (name, id) => {
  const state = walked(onList(many(100)), ...Array<Motion>(20).fill('down'));

  expect(cursor(withCursorMoved(state, name))).toBe(id);
});

test.each<readonly [string, readonly string[], string]>([
  ['stays on its row when rows are added above', ['new1', 'new2', ...many(5)], 'b2'],
  ['stays on its row when rows above are removed', ['b2', 'b3'], 'b2'],
  ['stays on its row when the order is reversed', many(5).toReversed(), 'b2'],
  ['moves to the row that takes its place when its row is removed', ['b0', 'b1', 'b3', 'b4'], 'b3'],
  ['moves to the last row when its row and those below are removed', ['b0', 'b1'], 'b1'],
])('cursor: %s', (_what, ids, id) => {
  const state = withIds(walked(onList(many(5)), 'down', 'down'), ids);

  expect(cursor(state)).toBe(id);
  expect(currentView(state).at).toBe(ids.indexOf(id));
});

test('cursor: returns to its row after the list was empty', () => {
  const state = withIds(withIds(walked(onList(many(5)), 'down', 'down'), []), many(5));

  expect(cursor(state)).toBe('b2');
});

test('cursor: starts on the first line of a record that can be opened, if that is visible', () => {
  const failing = { integrations: { slack: { status: 'registration_failed' } } };
  const leads = (state: State) => cursorTarget(state) !== undefined;

  const tall = onRecord(failing, 60);
  const sound = onRecord({ name: 'support', deployedAt: '2025-11-21T06:12:30Z' }, 60);

  expect(leads(tall)).toBe(true);
  expect(leads(sound)).toBe(false);
  expect(cursor(sound)).toBe(contentOf(sound).ids.find(id => id !== ''));
});

test('cursor: a finding with its reason is one stop, which a search in the reason finds; a long reason has more', () => {
  const failing = (statusReason: string): JsonObject => {
    const entry = { status: 'registration_failed', statusReason };
    return { integrations: { slack: { name: 'slack', ...entry }, zendesk: { name: 'zendesk', ...entry } } };
  };
  const state = walked(onRecord(failing('token revoked')), 'first');

  expect([cursor(state), cursor(walked(state, 'down'))]).toEqual(['finding:0', 'finding:1']);
  const found = withSearch(state, 'revoked');
  expect(cursor(found)).toBe('finding:0');
  expect(cursor(withNextMatch(found, 1))).toBe('finding:1');
  expect(cursorTarget(found)).toBeDefined();
  const long = walked(onRecord(failing('word '.repeat(200))), 'first', 'down');
  expect(cursor(long)).toBe('finding:0:reason:4');
});

test.each(['first', 'page-up', 'half-up'] as const)(
  'cursor: the motion %s reaches the first line below a title',
  motion => {
    const state = withCursorAnchored(initialState(undefined, { columns: 80, rows: 40 }, 0));

    const up = walked(state, 'last', motion);

    expect(contentOf(up).ids[0]).toBe('');
    expect(cursor(up)).toBe(contentOf(up).ids.find(id => id !== ''));
  },
);

test('cursor: skips titles and blank lines, and no other line', () => {
  let state = withCursorMoved(onRecord({ name: 'support' }), 'first');
  const seen: (string | undefined)[] = [cursor(state)];

  for (
    let next = withCursorMoved(state, 'down');
    cursor(next) !== cursor(state);
    next = withCursorMoved(state, 'down')
  ) {
    state = next;
    seen.push(cursor(state));
  }

  expect(seen).toEqual(contentOf(state).ids.filter(id => id !== ''));
});

test('cursor: does not move in an empty list', () => {
  const state = onList([]);

  expect(withCursorMoved(state, 'down')).toBe(state);
  expect(settledView(state)).toMatchObject({ at: 0, top: 0 });
});

test.each([
  ['stays while the cursor is visible', 20, 25, { rows: 10, total: 100 }, 20],
  ['moves down as little as possible', 20, 30, { rows: 10, total: 100 }, 21],
  ['moves up as little as possible', 20, 19, { rows: 10, total: 100 }, 19],
  ['leaves no blank rows', 20, 12, { rows: 10, total: 15 }, 5],
  ['leaves no blank rows at the end', 0, 14, { rows: 10, total: 15 }, 5],
  ['is the first of a short list', 3, 0, { rows: 10, total: 5 }, 0],
] as const)('scrolling: the top row %s', (...[, top, at, page, wanted]) => {
  expect(topFor(top, at, page.rows, page.total)).toBe(wanted);
});
