import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moved } from '../../../../src/explorer/actions/cursor/move-cursor.ts';
import type { Rows } from '../../../../src/explorer/state/load.ts';
import { type Place, placeKey } from '../../../../src/explorer/state/place.ts';
import { currentView, initialState, newView, type State } from '../../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../../src/explorer/state/store.ts';
import { countOf } from '../../../../src/explorer/view/content/list-title.ts';
import { freshness } from '../../../../src/explorer/view/frame/status-bar.ts';
import { breadcrumb, messageOf, viewTitle } from '../../../../src/explorer/view/frame/titles.ts';
import type { Failure } from '../../../../src/failure.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import { cells } from '../../../../src/text/width.ts';
import { botPlace, LIST, SERVER, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';
import { hostileText, INVISIBLE } from '../../../text/hostile.ts';

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

const named = (name: string): State =>
  withChange(base, {
    data: {
      records: {
        [placeKey(botPlace('b1'))]: { phase: 'ready', last: { value: { id: 'b1', name }, at: 0, ms: 1 } },
      },
    },
    navigation: { views: [...base.navigation.views, newView(botPlace('b1'))] },
  });

describe('a count', () => {
  test('is the number of rows when the list ended', () => {
    expect(countOf(rows(163))).toBe('163');
  });

  test('is not more than is known: there may be more', () => {
    expect(countOf(rows(40, { next: 't1' }))).toBe('40+');
    expect(countOf(rows(40, { stopped: safe`stopped` }))).toBe('40+');
  });
});

describe('the title of a list says', () => {
  const right = (state: State) => viewTitle(state).right;

  test.each([
    ['that it is being read', base, 'loading'],
    ['that all is loaded', listed(rows(163)), '163 · all loaded'],
    ['that there is more', listed(rows(40, { next: 't1' })), '40+ loaded · more available'],
    ['that walking was stopped', listed(rows(40, { stopped: safe`stopped` })), '40+ loaded · more available'],
    ['what could not be read', listed(rows(3, { skipped: 2 })), '3 · all loaded · 2 unreadable'],
    ['that there is nothing', listed(rows(0)), 'no bots here'],
  ])('%s', (_what, state, words) => {
    expect(right(state)).toBe(words);
  });

  test('what it is sorted by, where no column shows that', () => {
    const by = (field: string, columns: number) => {
      const state = listed(rows(163));
      const views = [newView(LIST), { ...currentView(state), sort: { field, isDescending: true } }];
      return right(withChange(state, { navigation: { views }, screen: { size: { columns, rows: 24 } } }));
    };

    expect(by('createdAt', 80)).toBe('163 · all loaded · by created ↓');
    expect(by('createdAt', 120)).toBe('163 · all loaded');
    expect(by('updatedAt', 80)).toBe('163 · all loaded');
    expect(by('updatedAt', 40)).toBe('163 · by updated ↓');
  });

  test('that it could not be loaded', () => {
    const lists = { [placeKey(LIST)]: { phase: 'failed', failure: { kind: 'unreadable' } } } as const;

    expect(right(withChange(base, { data: { lists } }))).toBe('not loaded');
  });

  test('never that there is nothing while items could not be read or pages are missing', () => {
    expect(right(listed(rows(0, { skipped: 3 })))).toContain('3 unreadable');
    expect(right(listed(rows(0, { next: 't1' })))).toContain('more available');
    expect(right(listed(rows(0, { stopped: safe`stopped` })))).toContain('more available');
  });
});

describe('the title of a record', () => {
  test('is its tabs, with what is on them', () => {
    expect(viewTitle(named('support')).title).toBe(
      '[1 Overview]  2 Integrations 0   3 Issues   4 Config   5 Schema   6 Raw ',
    );
  });

  test.each([
    [80, '[1 Overview]  2 Integrations 0   3 Issues   4 Config   5 Schema   6 Raw '],
    [75, '[1 Overview]  2 Integrations 0  3 Issues  4 Config  5 Schema  6 Raw'],
    [69, '[1 Overview]  2 Integrations  3 Issues  4 Config  5 Schema  6 Raw'],
    [40, '[1 Overview]  2  3  4  5  6'],
  ])('is shorter on %d columns', (columns, title) => {
    const state = withChange(named('support'), { screen: { size: { columns, rows: 24 } } });

    expect(viewTitle(state).title).toBe(title);
  });

  test('is its kind and id until it was read', () => {
    const state = withChange(base, { navigation: { views: [newView(botPlace('bot_1'))] } });

    expect(viewTitle(state).title).toBe('Bot bot_1');
  });

  test('says that raw text hides secrets', () => {
    const place: Place = { screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b1' } } };
    const state = withChange(named('support'), { navigation: { views: [newView(place)] } });

    expect(viewTitle(state).title).toBe('Bot support as YAML, secrets masked');
  });

  test('of the first screen says what it is about', () => {
    expect(viewTitle(initialState(undefined, base.screen.size, 0)).title).toBe('Connect to a workspace');
  });
});

describe('the way here', () => {
  test('names every place', () => {
    expect(breadcrumb(named('support'), 80)).toBe('wkspace_1 › Bots › support');
  });

  test('gives way in the middle and keeps its end', () => {
    const state = named('support-prod');

    expect(breadcrumb(state, 24)).toBe('… › Bots › support-prod');
    expect(breadcrumb(state, 18)).toBe('… › support-prod');
  });

  test('never takes more cells than there are', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 120 }), (name, width) => {
        const way = breadcrumb(named(name), width);

        expect(cells(way)).toBeLessThanOrEqual(width);
        expect(way).not.toMatch(INVISIBLE);
      }),
    );
  });
});

describe('freshness', () => {
  test('says when the answer came and how long it took', () => {
    expect(freshness(listed(rows(1)))?.text).toMatch(/^190 ms at \d\d:\d\d:\d\d$/);
  });

  test('says that what is shown is old when reading it again failed', () => {
    expect(freshness(listed(rows(1), { kind: 'unreadable' }))?.text).toMatch(/^STALE · 190 ms/);
  });

  test('is never left out where there is little room', () => {
    const narrow = (state: State) => withChange(state, { screen: { size: { columns: 40, rows: 12 } } });

    expect(freshness(narrow(listed(rows(1))))?.text).toMatch(/^\d\d:\d\d$/);
    expect(freshness(narrow(listed(rows(1), { kind: 'unreadable' })))?.text).toMatch(/^STALE · \d\d:\d\d$/);
  });

  test('says nothing when nothing is there', () => {
    expect(freshness(base)).toBeUndefined();
  });
});

describe('the message', () => {
  test('is a notice when there is one', () => {
    const state = { ...listed(rows(3)), notice: { tone: 'good', text: safe`Deleted.` } } as const;

    expect(messageOf(state)).toEqual({ tone: 'good', text: 'Deleted.' });
  });

  test('is the failed reload, with the words of the server and the key that tries again', () => {
    const failure: Failure = { kind: 'server-error', status: 500, detail: safe`out of order` };

    expect(messageOf(listed(rows(3), failure))).toEqual({
      tone: 'bad',
      text: '500 Server error: out of order · r retry · ! details',
    });
  });

  test('is the place of the row under the cursor, and what its columns cut', async () => {
    const { explorer, state } = await startOnBots(bots(3), { next: undefined as never });
    explorer.moveCursor('down');

    expect(messageOf(state()).text).toBe('2/3');
    update(writable(explorer.store), { screen: { size: { columns: 20, rows: 24 } } });
    expect(messageOf(state()).text).toBe('2/3  b1');
  });

  test('says at the last row why the list goes no further', () => {
    const state = listed(rows(2, { stopped: safe`The server went in circles.` }));

    expect(messageOf(state).text).not.toContain('circles');
    expect(messageOf(moved(state, 'last')).text).toContain('The server went in circles.');
    expect(messageOf(listed(rows(0, { stopped: safe`The server went in circles.` }))).text).toContain(
      'circles',
    );
  });

  test('is empty where there is no row', () => {
    expect(messageOf(listed(rows(0))).text).toBe('');
    expect(currentView(base).place).toEqual(LIST);
  });
});
