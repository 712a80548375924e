import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { countOf } from '../../../src/explorer/facts/health-count.ts';
import { messageOf } from '../../../src/explorer/frame/footer-message.ts';
import { freshness } from '../../../src/explorer/frame/status-bar.ts';
import { breadcrumb, viewTitle } from '../../../src/explorer/frame/titles.ts';
import type { Rows } from '../../../src/explorer/state/load.ts';
import { type Place, placeKey } from '../../../src/explorer/state/place.ts';
import { currentView, initialState, newView, type State } from '../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import type { Failure } from '../../../src/failure.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { cells } from '../../../src/text/width.ts';
import { botPlace, LIST, SERVER, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';
import { hostileText, INVISIBLE } from '../../text/hostile.ts';

const rows = (count: number, changes: Partial<Rows> = {}): Rows => ({
  items: bots(count),
  ids: bots(count).map(({ id }) => String(id)),
  next: undefined,
  pages: 1,
  skipped: 0,
  ...changes,
});

const base = initialState(SERVER, { columns: 80, rows: 24 }, 0);

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

test('count: is the number of rows when all are loaded', () => {
  expect(countOf(rows(163))).toBe('163');
});

test('count: ends with + when there may be more rows', () => {
  expect(countOf(rows(40, { next: 't1' }))).toBe('40+');
  expect(countOf(rows(40, { stopped: safe`stopped` }))).toBe('40+');
});

test('breadcrumb: a record opened by its id has the name of its list', () => {
  const [home = newView(LIST)] = base.navigation.views;
  const integration = {
    screen: 'record',
    ref: { kind: 'integration', ids: { integrationId: 'i1' } },
  } as const;
  const opened = withChange(base, { navigation: { views: [home, newView(integration)] } });

  expect(breadcrumb(opened, 80)).toMatch(/› Integrations › i1$/);
});

describe('list title', () => {
  const right = (state: State) => viewTitle(state).right;

  test.each([
    ['that it is loading', base, 'loading'],
    ['that all is loaded', listed(rows(163)), '163 · all loaded'],
    ['that there is more', listed(rows(40, { next: 't1' })), '40+ loaded · more available'],
    ['that loading was stopped', listed(rows(40, { stopped: safe`stopped` })), '40+ loaded · more available'],
    ['unreadable items', listed(rows(3, { skipped: 2 })), '3 · all loaded · 2 unreadable'],
    ['that the list is empty', listed(rows(0)), 'no bots here'],
  ])('list title: shows %s', (_what, state, words) => {
    expect(right(state)).toBe(words);
  });

  test('list title: shows the sort at every width', () => {
    const by = (field: string, columns: number) => {
      const state = listed(rows(163));
      const views = [newView(LIST), { ...currentView(state), sort: { field, isDescending: true } }];
      return right(withChange(state, { navigation: { views }, screen: { size: { columns, rows: 24 } } }));
    };

    expect(by('createdAt', 80)).toBe('163 · by created ↓ · all loaded');
    expect(by('createdAt', 120)).toBe('163 · by created ↓ · all loaded');
    expect(by('updatedAt', 80)).toBe('163 · by updated ↓ · all loaded');
    expect(by('updatedAt', 40)).toBe('163 · by updated ↓');
  });

  test('list title: a sort over loaded rows stays beside the numbers of checked ones', () => {
    const records = Object.fromEntries(
      bots(20).map(bot => [
        placeKey(botPlace(String(bot['id']))),
        { phase: 'ready', last: { value: { ...bot, status: 'deleting' }, at: 0, ms: 1 } } as const,
      ]),
    );
    const state = withChange(listed(rows(40, { next: 't1' })), { data: { records, sortedRecords: records } });
    const views = [
      newView(LIST),
      { ...currentView(state), sort: { field: 'updatedAt', isDescending: true } },
    ];
    const by = (columns: number) =>
      right(withChange(state, { navigation: { views }, screen: { size: { columns, rows: 24 } } }));

    expect(by(120)).toContain(
      '40+ loaded · by updated ↓ over 40 loaded · 20 need attention · 20 of 40+ checked',
    );
    expect(by(78)).toBe('40+ loaded · by updated ↓ · 20 of 20 need attention');
    expect(by(40)).toBe('by updated ↓');
  });

  test('list title: shows that the list failed to load', () => {
    const lists = { [placeKey(LIST)]: { phase: 'failed', failure: { kind: 'unreadable' } } } as const;

    expect(right(withChange(base, { data: { lists } }))).toBe('not loaded');
  });

  test('list title: never calls a list empty while items are unreadable or pages missing', () => {
    expect(right(listed(rows(0, { skipped: 3 })))).toContain('3 unreadable');
    expect(right(listed(rows(0, { next: 't1' })))).toContain('more available');
    expect(right(listed(rows(0, { stopped: safe`stopped` })))).toContain('more available');
  });
});

describe('record title', () => {
  test('record title: lists the tabs with their counts', () => {
    expect(viewTitle(named('support')).title).toBe(
      '[1 Overview]  2 Integrations 0  3 Issues  4 Config  5 Schema  6 Raw',
    );
  });

  test.each([
    [81, '[1 Overview]  2 Integrations 0  3 Issues  4 Config  5 Schema  6 Raw'],
    [75, '[1 Overview]  2 Integrations 0  3 Issues  4 Config  5 Schema  6 Raw'],
    [71, '[1 Overview]  2 Integrations  3 Issues  4 Config  5 Schema  6 Raw'],
    [40, '[1 Overview]  2  3  4  5  6'],
  ])('record title: is shorter on %d columns', (columns, title) => {
    const state = withChange(named('support'), { screen: { size: { columns, rows: 24 } } });

    expect(viewTitle(state).title).toBe(title);
  });

  test.each([
    [80, '[1 Overview]  2 Integrations 1 · ✗ 1  3 Issues  4 Config  5 Schema  6 Raw'],
    [75, '[1 Overview]  2 Integrations ✗ 1  3 Issues  4 Config  5 Schema  6 Raw'],
    [40, '[1 Overview]  2 ✗ 1  3  4  5  6'],
  ])('record title: on %d columns a tab counts its entries with problems', (columns, title) => {
    const integrations = { slack: { id: 'i', name: 'slack', status: 'registration_failed' } };
    const failing = withChange(named('support', { integrations }), {
      screen: { size: { columns, rows: 24 } },
    });

    expect(viewTitle(failing).title).toBe(title);
  });

  test('record title: is the kind and id until the record is loaded', () => {
    const state = withChange(base, { navigation: { views: [newView(botPlace('bot_1'))] } });

    expect(viewTitle(state).title).toBe('Bot bot_1');
  });

  test('record title: on raw text reports masked secrets', () => {
    const place: Place = { screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b1' } } };
    const state = withChange(named('support'), { navigation: { views: [newView(place)] } });

    expect(viewTitle(state).title).toBe('Bot support as YAML, secrets masked');
  });

  test('start screen title: asks to connect to a workspace', () => {
    expect(viewTitle(initialState(undefined, base.screen.size, 0)).title).toBe('Connect to a workspace');
  });
});

test('breadcrumb: names every place', () => {
  expect(breadcrumb(named('support'), 80)).toBe('wkspace_1 › Bots › support');
});

test('breadcrumb: drops its start and keeps its end on narrow screens', () => {
  const state = named('support-prod');

  expect(breadcrumb(state, 24)).toBe('… › Bots › support-prod');
  expect(breadcrumb(state, 18)).toBe('… › support-prod');
});

test('breadcrumb: never exceeds its width', () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 1, max: 120 }), (name, width) => {
      const way = breadcrumb(named(name), width);

      expect(cells(way)).toBeLessThanOrEqual(width);
      expect(way).not.toMatch(INVISIBLE);
    }),
  );
});

const aged = (state: State, ms: number): State => {
  const at = state.data.lists[placeKey(LIST)]?.last?.at ?? 0;
  return withChange(state, { session: { barAt: at + ms } });
};

test('freshness: is the age of the response when the bar last changed', () => {
  expect(freshness(aged(listed(rows(1)), 12_000))?.text).toBe('12s ago');
  expect(freshness(aged(listed(rows(1)), 180_000))?.text).toBe('3m ago');
  expect(freshness(aged(listed(rows(1)), 0))?.text).toBe('now');
});

test('freshness: is the time of day while times are exact', () => {
  const state = withChange(listed(rows(1)), { screen: { exactTimes: true } });

  expect(freshness(state)?.text).toMatch(/^\d\d:\d\d:\d\d$/);
});

test('freshness: shows STALE after a failed reload, and after five minutes', () => {
  expect(freshness(aged(listed(rows(1), { kind: 'unreadable' }), 9000))?.text).toBe('STALE · 9s ago');
  expect(freshness(aged(listed(rows(1)), 300_000))?.text).toBe('STALE · 5m ago');
});

test('freshness: stays on narrow screens', () => {
  const narrow = (state: State) =>
    aged(withChange(state, { screen: { size: { columns: 40, rows: 12 } } }), 4000);

  expect(freshness(narrow(listed(rows(1))))?.text).toBe('4s');
  expect(freshness(narrow(listed(rows(1), { kind: 'unreadable' })))?.text).toBe('STALE · 4s');
});

test('freshness: is absent when nothing is loaded', () => {
  expect(freshness(base)).toBeUndefined();
});

test('message row: shows the notice if there is one', () => {
  const state = { ...listed(rows(3)), notice: { tone: 'good', text: safe`Deleted.` } } as const;

  expect(messageOf(state)).toEqual({ tone: 'good', text: 'Deleted.' });
});

test('message row: shows a failed reload with the message of the server and the retry key', () => {
  const failure: Failure = { kind: 'server-error', status: 500, detail: safe`out of order` };

  expect(messageOf(listed(rows(3), failure))).toEqual({
    tone: 'bad',
    text: '500 Server error: out of order · r retry · ! details',
  });
});

test('message row: shows the position of the cursor and text cut from its row', async () => {
  const { explorer, state } = await startOnBots(bots(3), { next: undefined as never });
  explorer.change(state => withCursorMoved(state, 'down'));

  expect(messageOf(state()).text).toBe('2/3');
  update(writable(explorer.store), { screen: { size: { columns: 20, rows: 24 } } });
  expect(messageOf(state()).text).toBe('2/3  b1');
});

test('message row: on the last row shows why the list stopped loading', () => {
  const state = listed(rows(2, { stopped: safe`The server went in circles.` }));

  expect(messageOf(state).text).not.toContain('circles');
  expect(messageOf(withCursorMoved(state, 'last')).text).toContain('The server went in circles.');
  expect(messageOf(listed(rows(0, { stopped: safe`The server went in circles.` }))).text).toContain(
    'circles',
  );
});

test('message row: is empty in an empty list', () => {
  expect(messageOf(listed(rows(0))).text).toBe('');
  expect(currentView(base).place).toEqual(LIST);
});
