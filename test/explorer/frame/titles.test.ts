import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standardKeys } from '../../../src/explorer/commands/registry.ts';
import { messageOf } from '../../../src/explorer/frame/footer-message.ts';
import { workOf } from '../../../src/explorer/frame/progress.ts';
import { freshness } from '../../../src/explorer/frame/status-bar.ts';
import { breadcrumb, viewTitle } from '../../../src/explorer/frame/titles.ts';
import { withCursorMoved } from '../../../src/explorer/selection/cursor.ts';
import type { Rows } from '../../../src/explorer/state/load.ts';
import { type Place, placeKey } from '../../../src/explorer/state/place.ts';
import { currentView, initialState, newView, type State } from '../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import { emptyEditor } from '../../../src/explorer/state/text-field.ts';
import type { Failure } from '../../../src/failure.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { cells } from '../../../src/text/width.ts';
import { botPlace, LIST, SERVER, startOnBots, writable } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { forAll } from '../../helpers/property.ts';
import { hostileText, INVISIBLE } from '../../text/hostile.ts';

const rows = (count: number, changes: Partial<Rows> = {}): Rows => ({
  items: bots(count),
  ids: bots(count).map(({ id }) => String(id)),
  next: undefined,
  pages: 1,
  skipped: 0,
  ...changes,
});

const base = withChange(initialState(SERVER, { columns: 80, rows: 24 }, 0), {
  user: { keymap: standardKeys },
});

const listed = (value: Rows, failure?: Failure): State => {
  const last = { value, at: 0, ms: 190 };
  const load =
    failure === undefined
      ? ({ phase: 'ready', last } as const)
      : ({ phase: 'failed', failure, last } as const);
  return withChange(base, { data: { lists: { [placeKey(LIST)]: load } } });
};

const named = (name: string, others: JsonObject = {}): State =>
  withChange(base, {
    data: {
      records: {
        [placeKey(botPlace('b1'))]: {
          phase: 'ready',
          last: { value: { id: 'b1', name, ...others }, at: 0, ms: 1 },
        },
      },
    },
    navigation: { views: [...base.navigation.views, newView(botPlace('b1'))] },
  });

const on = (columns: number, state: State): State =>
  withChange(state, { screen: { size: { columns, rows: 24 } } });

const more = { next: 't1' };
const stopped = { stopped: safe`stopped` };

const right = (state: State) => viewTitle(state).right;

test.each([
  ['that it is loading', base, 'loading'],
  ['that all is loaded', listed(rows(163)), '163 loaded'],
  ['that there is more', listed(rows(40, more)), '40+ loaded'],
  ['that loading was stopped', listed(rows(40, stopped)), '40+ loaded'],
  ['unreadable items', listed(rows(3, { skipped: 2 })), '3 loaded · 2 unreadable'],
  ['that the list is empty', listed(rows(0)), 'no bots here'],
  ['unreadable items of an empty list', listed(rows(0, { skipped: 3 })), /3 unreadable/],
  ['missing pages of an empty list', listed(rows(0, more)), '0+ loaded'],
  ['that an empty list was stopped', listed(rows(0, stopped)), '0+ loaded'],
  [
    'that the list failed to load',
    withChange(base, {
      data: { lists: { [placeKey(LIST)]: { phase: 'failed', failure: { kind: 'unreadable' } } } },
    }),
    'not loaded',
  ],
])('list title: shows %s', (_what, state, words) => {
  if (typeof words === 'string') expect(right(state)).toBe(words);
  else expect(right(state)).toMatch(words);
});

const sorted = (state: State, field: string): State => {
  const views = [newView(LIST), { ...currentView(state), sort: { field, isDescending: true } }];
  return withChange(state, { navigation: { views } });
};

test.each([
  ['createdAt', 80, '163 loaded · by created ↓'],
  ['updatedAt', 80, '163 loaded · by updated ↓'],
  ['updatedAt', 40, '163 loaded · by updated ↓'],
])('list title: shows the sort by %s at %d columns', (field, columns, words) => {
  expect(right(on(columns, sorted(listed(rows(163)), field)))).toBe(words);
});

test.each([
  [120, '20 of 20 need attention · by updated ↓ over 40 loaded'],
  [60, '20 of 20 need attention · by updated ↓'],
  [40, 'by updated ↓'],
])('list title: at %d columns a sort over loaded rows stays beside the checked ones', (columns, words) => {
  const records = Object.fromEntries(
    bots(20).map(bot => [
      placeKey(botPlace(String(bot['id']))),
      { phase: 'ready', last: { value: { ...bot, status: 'deleting' }, at: 0, ms: 1 } } as const,
    ]),
  );
  const state = withChange(listed(rows(40, more)), { data: { records, sortedRecords: records } });

  expect(right(on(columns, sorted(state, 'updatedAt')))).toBe(words);
});

test('list title: makes at most two claims, the matches of a filter first', () => {
  const flag = fc.boolean();
  const failure = { kind: 'throttled' } as const;
  const ready = { phase: 'ready', last: { value: { id: 'b0', status: 'deleting' }, at: 0, ms: 1 } } as const;
  const known = {
    [placeKey(botPlace('b0'))]: ready,
    [placeKey(botPlace('b1'))]: { phase: 'failed', failure } as const,
  };
  const inputs = {
    ...{ isMore: flag, isPaused: flag, isNew: flag, isSorted: flag, isKnown: flag, isLater: flag },
    ...{ count: fc.nat(3), skipped: fc.nat(1), marks: fc.nat(2), columns: fc.integer({ min: 40, max: 160 }) },
    filter: fc.constantFrom(undefined, 'b', 'health:problem', 'b '.repeat(20)),
    range: fc.constantFrom(undefined, 'b0'),
    field: fc.constantFrom('updatedAt', 'health'),
    health: fc.constantFrom('auto', 'manual'),
  };
  forAll(100, fc.record(inputs), ({ filter, count, skipped, health, ...each }) => {
    const sort = each.isSorted ? { field: each.field, isDescending: true } : undefined;
    const changes = { cells: new Map(), missing: new Map(), added: new Set(each.isNew ? ['new'] : []) };
    const state = withChange(listed(rows(count, { skipped, ...(each.isMore && more) })), {
      data: {
        records: each.isKnown ? known : {},
        sortedRecords: each.isLater ? {} : known,
        marks: { [placeKey(LIST)]: new Set(['b0', 'b9'].slice(0, each.marks)) },
        listChanges: { [placeKey(LIST)]: changes },
        ...(each.isPaused && { healthPause: failure }),
      },
      user: { health },
      navigation: { views: [{ ...newView(LIST), filter, sort, range: each.range }] },
    });

    const { title, right: words = safe`` } = viewTitle(on(each.columns, state));
    const claims = words.split(' · ');
    expect(claims.length).toBeLessThan(cells(title) + cells(words) + 8 > each.columns ? 2 : 3);
    if (filter !== undefined && count > 0) expect(claims[0]).toMatch(/ of \d+\+? (match|similar)$/);
  });
});

const failing = named('support', {
  integrations: { slack: { id: 'i', name: 'slack', status: 'registration_failed' } },
});
const at = (place: Place, state = base): State =>
  withChange(state, { navigation: { views: [newView(place)] } });

test.each([
  [
    'lists the tabs',
    on(75, named('support')),
    '[1 Overview]  2 Integrations 0  3 Issues  4 Config  5 Schema  6 Raw',
  ],
  [
    'drops counts',
    on(71, named('support')),
    '[1 Overview]  2 Integrations  3 Issues  4 Config  5 Schema  6 Raw',
  ],
  ['drops titles', on(40, named('support')), '[1 Overview]  2  3  4  5  6'],
  [
    'counts problems',
    on(80, failing),
    '[1 Overview]  2 Integrations 1 · ✗ 1  3 Issues  4 Config  5 Schema  6 Raw',
  ],
  [
    'counts problems',
    on(75, failing),
    '[1 Overview]  2 Integrations ✗ 1  3 Issues  4 Config  5 Schema  6 Raw',
  ],
  ['counts problems', on(40, failing), '[1 Overview]  2 ✗ 1  3  4  5  6'],
  ['is kind and id until the record is loaded', at(botPlace('bot_1')), 'Bot bot_1'],
  [
    'on raw text reports masked secrets',
    at({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b1' } } }, named('support')),
    'Bot support as YAML, secrets masked',
  ],
  [
    'asks to connect on the first screen',
    initialState(undefined, base.screen.size, 0),
    'Connect to a workspace',
  ],
])('record title: %s (%#)', (_what, state, title) => {
  expect(viewTitle(state).title).toBe(title);
});

const integration: Place = { screen: 'record', ref: { kind: 'integration', ids: { integrationId: 'i1' } } };

test.each([
  ['names every place', named('support'), 80, /^wkspace_1 › Bots › support$/],
  ['drops its start on narrow screens', named('support-prod'), 24, /^… › Bots › support-prod$/],
  ['keeps its end on narrow screens', named('support-prod'), 18, /^… › support-prod$/],
  [
    'of a record opened by its id has the name of its list',
    withChange(base, { navigation: { views: [...base.navigation.views.slice(0, 1), newView(integration)] } }),
    80,
    /› Integrations › i1$/,
  ],
])('breadcrumb: %s', (_what, state, width, words) => {
  expect(breadcrumb(state, width)).toMatch(words);
});

test('breadcrumb: never exceeds its width', () =>
  forAll(100, hostileText, fc.integer({ min: 1, max: 120 }), (name, width) => {
    const way = breadcrumb(named(name), width);

    expect(cells(way)).toBeLessThanOrEqual(width);
    expect(way).not.toMatch(INVISIBLE);
  }));

const one = listed(rows(1));
const failed = listed(rows(1), { kind: 'unreadable' });

test.each([
  ['is the age of the response when the bar last changed', one, 12_000, /^12s ago$/],
  ['is the age in minutes', one, 180_000, /^3m ago$/],
  ['is now at first', one, 0, /^now$/],
  ['is the time of day', withChange(one, { screen: { exactTimes: true } }), 0, /^\d\d:\d\d:\d\d$/],
  ['shows STALE after a failed reload', failed, 9000, /^STALE · 9s ago$/],
  ['shows STALE after five minutes', one, 300_000, /^STALE · 5m ago$/],
  ['stays on narrow screens', on(40, one), 4000, /^4s$/],
  ['stays STALE on narrow screens', on(40, failed), 4000, /^STALE · 4s$/],
  ['is absent when nothing is loaded', base, 0, /^undefined$/],
])('freshness: %s', (_what, state, ms, words) => {
  expect(String(freshness(withChange(state, { session: { now: ms } }))?.text)).toMatch(words);
});

const circles = { stopped: safe`The server went in circles.` };

test.each([
  [
    'shows a notice',
    { ...one, notice: { tone: 'good', text: safe`Deleted.` } } as const,
    'good',
    /^Deleted\.$/,
  ],
  [
    'shows a failed reload with the message of the server and the retry key',
    listed(rows(3), { kind: 'server-error', status: 500, detail: safe`out of order` }),
    'bad',
    /^500 Server error: out of order · r retry · ! details$/,
  ],
  ['is silent about the end of a list above its last row', listed(rows(2, circles)), 'dim', /^(?!.*circles)/],
  [
    'shows on the last row why the list stopped loading',
    withCursorMoved(listed(rows(2, circles)), 'last'),
    'dim',
    /The server went in circles\./,
  ],
  ['shows in an empty list why it stopped loading', listed(rows(0, circles)), 'dim', /circles/],
  ['is empty in an empty list', listed(rows(0)), 'dim', /^$/],
])('message row: %s', (_what, state, tone, text) => {
  const message = messageOf(state);

  expect(message.tone).toBe(tone);
  expect(message.text).toMatch(text);
});

test('message row: shows the position of the cursor and text cut from its row', async () => {
  const { explorer, state } = await startOnBots(bots(3), { next: undefined as never });
  explorer.change(state => withCursorMoved(state, 'down'));

  expect(messageOf(state()).text).toBe('2/3  b1');
  update(writable(explorer.store), { screen: { size: { columns: 20, rows: 24 } } });
  expect(messageOf(state()).text).toBe('2/3  b1');
});

test.each([
  [LIST, undefined, true],
  [LIST, { kind: 'help', editor: emptyEditor }, false],
  [botPlace('b1'), undefined, false],
] as const)(
  'progress: at %j with the dialog %j Esc stops the check of the list: %s',
  async (place, dialog, stops) => {
    const { explorer, state } = await startOnBots(bots(2));
    explorer.open(place);
    const check = {
      list: placeKey(LIST),
      isAutomatic: false,
      total: 2,
      done: 1,
      from: 0,
      since: 0,
    } as const;
    const checking = { ...check, current: new Set<string>(), checkedSince: 0, wait: undefined };
    const shown = withChange(state(), { data: { check: checking, records: {} } });

    expect(workOf({ ...shown, dialog } as State)).toMatchObject({ label: 'checking', stops });
  },
);
