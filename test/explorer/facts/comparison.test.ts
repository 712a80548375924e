import { describe, expect, test } from 'vitest';
import { backupOf } from '../../../src/deletion/backup.ts';
import { memoryStorage } from '../../../src/deletion/journal.ts';
import { withAllMarksToggled, withMarkToggled } from '../../../src/explorer/actions/cursor/mark.ts';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { type SnapshotStorage, snapshotsInMemory } from '../../../src/explorer/actions/last-seen.ts';
import { runCommand } from '../../../src/explorer/commands/command.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { contentOf, currentLoad } from '../../../src/explorer/screens/content.ts';
import { copyText } from '../../../src/explorer/selection/copy-text.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { currentView } from '../../../src/explorer/state/state.ts';
import { update, withView } from '../../../src/explorer/state/store.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { parseJson } from '../../../src/json/json.ts';
import type { Snapshot } from '../../../src/storage/record-folders.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  startExplorer,
  startOnBots,
} from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const DAY = 24 * 60 * 60_000;
const BOT: JsonObject = { id: 'b0', name: 'support', dev: false, signingSecret: 'hunter2' };

/** Snapshots of an earlier run, and those saved in this one. */
function keptCopies(...before: readonly Snapshot[]) {
  const all = new Map(before.map(copy => [copy.place, copy]));
  const saved: Snapshot[] = [];
  const snapshots: SnapshotStorage = {
    read: place => all.get(place),
    save: copy => {
      saved.push(copy);
      all.set(copy.place, copy);
    },
  };
  return { copies: snapshots, saved };
}

const copyOf = (record: JsonObject, at: number): Snapshot => ({
  place: 'bot/b0',
  at,
  text: JSON.stringify(record),
});

const lines = ({ state }: FakeExplorer): readonly string[] => {
  const content = contentOf(state());
  return content.kind === 'lines' ? content.lines.slice().map(joinLine) : [];
};
const said = (started: FakeExplorer, words: RegExp | string): readonly string[] =>
  lines(started).filter(line => (typeof words === 'string' ? line.includes(words) : words.test(line)));

async function open(started: FakeExplorer, record: JsonObject = BOT): Promise<void> {
  started.explorer.open(botPlace('b0'));
  await started.service.open('bot.read').answer(record);
}

async function reload(started: FakeExplorer, record: JsonObject): Promise<void> {
  started.explorer.reload(currentView(started.state()).place);
  await started.service.open('bot.read').answer(record);
}

const press = (started: FakeExplorer): void => {
  const command = commands.find(({ id }) => id === 'record.compare');
  const blocked = command?.blocked?.(started.state());
  if (blocked !== undefined) throw new Error(blocked);
  if (command !== undefined) runCommand(started.explorer, command, { key: '', alone: true });
};

/** Opens a record of which there is a snapshot of a day ago. */
async function openAfter(before: JsonObject, record: JsonObject = BOT) {
  const snapshots = keptCopies(copyOf(before, 1_700_000_000_000 - DAY)).copies;
  const started = startExplorer({ snapshots });
  await open(started, record);
  return started;
}

describe('changes since the last visit', () => {
  test('changes: lists the differences from the last snapshot, with its age, below the fields', async () => {
    const started = await openAfter({ ...BOT, dev: true, gone: 1 }, { ...BOT, status: 'active' });

    expect(said(started, 'Since you last looked, 1d ago')).toHaveLength(1);
    expect(said(started, /~ dev +yes → no/)).toHaveLength(1);
    expect(said(started, /- gone +1/)).toHaveLength(1);
    expect(said(started, /\+ status +active/)).toHaveLength(1);
    const all = lines(started);
    const [title = -1, last = -1] = ['Since you last looked', '+ status'].map(words =>
      all.findIndex(line => line.includes(words)),
    );
    // Facts of the record come first: where there are many changes, they would be below the fold.
    expect(title).toBeGreaterThan(all.findIndex(line => line.includes('not set:')));
    expect(last).toBeGreaterThan(title);
  });

  test('changes: a reload keeps the block and adds its changes', async () => {
    const started = await openAfter({ ...BOT, dev: true });

    await reload(started, { ...BOT, name: 'support-2' });

    expect(said(started, /~ dev +yes → no/)).toHaveLength(1);
    expect(said(started, /~ name +support → support-2/)).toHaveLength(1);
  });

  test('changes: a record never seen before has no block until a reload changes it', async () => {
    const started = startExplorer({ snapshots: keptCopies().copies });

    await open(started);
    expect(said(started, 'looked')).toEqual([]);
    started.pass(60_000);
    await reload(started, { ...BOT, dev: true });

    expect(said(started, /Since you last looked/)).toHaveLength(1);
  });

  test('changes: one line reports that nothing changed', async () => {
    const started = await openAfter(BOT);

    expect(lines(started)).toContain('   No changes since you last looked, 1d ago.');
  });

  test('changes: only the first of many are listed, and the others are counted', async () => {
    const many = (value: number): JsonObject =>
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, value]));

    const started = await openAfter({ ...BOT, ...many(1) }, { ...BOT, ...many(2) });

    expect(said(started, '1 → 2')).toHaveLength(8);
    expect(lines(started)).toContain('   … 12 more: = shows all');
  });

  test('changes: missing values are "not set", but an empty text that became null stays distinct', async () => {
    const before = { ...BOT, status: null, note: '' };

    const started = await openAfter(before, { ...BOT, status: 'active', note: null });

    expect(said(started, /~ status +not set → active/)).toHaveLength(1);
    expect(said(started, /~ note +"" → null/)).toHaveLength(1);
  });

  test('changes: times follow the setting for exact times', async () => {
    const started = await openAfter(
      { ...BOT, updatedAt: '2023-11-13T22:13:20Z' },
      { ...BOT, updatedAt: '2023-11-14T21:13:20Z' },
    );
    expect(said(started, /updatedAt +1d ago → 1h ago/)).toHaveLength(1);

    update(writable(started.explorer.store), { screen: { exactTimes: true } });

    expect(said(started, /updatedAt +2023-11-13 22:13Z → 2023-11-14 21:13Z/)).toHaveLength(1);
    expect(said(started, 'Since you last looked, 2023-11-13')).toHaveLength(1);
  });

  test('changes: an invalid snapshot counts as none', async () => {
    for (const text of ['', '[', '[1]', '"x"', 'null']) {
      const { copies: snapshots } = keptCopies({ place: 'bot/b0', at: 0, text });
      const started = startExplorer({ snapshots });

      await open(started);

      expect(said(started, 'looked'), text).toEqual([]);
    }
  });
});

describe('snapshots', () => {
  test('snapshot: contains no secrets, and every digit of long numbers', async () => {
    const { copies: snapshots, saved } = keptCopies();
    const started = startExplorer({ snapshots });

    await open(started, {
      ...BOT,
      integrations: { i1: { webhookUrl: 'https://hooks/hunter2', configuration: { apiKey: 'hunter2' } } },
      big: parseJson('12345678901234567890'),
    });

    expect(saved).toHaveLength(1);
    expect(saved[0]?.text).not.toContain('hunter2');
    expect(saved[0]?.text).toContain('"big":12345678901234567890');
  });

  test('snapshot: none is saved for records only listed or compared, or of kinds with personal data', async () => {
    const { copies: snapshots, saved } = keptCopies();
    const started = await startOnBots(bots(2), { snapshots });
    started.explorer.open({ screen: 'compare', ref: { kind: 'bot', ids: { botId: 'b0' } }, against: 'b1' });
    for (const id of ['b0', 'b1'])
      await started.service.calls.find(({ ids }) => ids['botId'] === id)?.answer({ id });
    started.explorer.open({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'i0' } } });
    await started.service.open('issue.read').answer({ id: 'i0', title: 'x' });

    expect(saved.map(({ place }) => place).filter(place => place.startsWith('bot'))).toEqual([]);
  });
});

describe('comparison of two records', () => {
  const marked = async (): Promise<FakeExplorer> => {
    const started = await startOnBots(bots(3));
    for (const change of [withMarkToggled, withMarkToggled])
      writable(started.explorer.store).setState(change);
    return started;
  };
  const answer = (started: FakeExplorer, id: string, record: JsonObject) =>
    started.service.calls.find(call => call.ids['botId'] === id)?.answer(record);

  test('comparison: shows the two marked records, the first as the earlier one', async () => {
    const started = await marked();

    press(started);
    await answer(started, 'b0', { ...BOT, id: 'b0', name: 'one', createdAt: '2023-01-01T00:00:00Z' });
    await answer(started, 'b1', { ...BOT, id: 'b1', name: 'two', createdAt: '2023-02-01T00:00:00Z' });

    expect(said(started, /- one +b0/)).toHaveLength(1);
    expect(said(started, /\+ two +b1/)).toHaveLength(1);
    expect(said(started, '2 fields that always differ: id, createdAt')).toHaveLength(1);
    expect(said(started, /~ name +one → two/)).toHaveLength(1);
    expect(viewTitle(started.state())).toEqual({
      title: 'Compare one and two',
      right: '1 changed · 0 added · 0 removed',
    });
  });

  test.each([
    [{}, 'No differences.'],
    [{ id: 'b1' }, 'No other differences.'],
  ])('comparison: beside %j, equal records have "%s"', async (varying, words) => {
    const started = await marked();

    press(started);
    await answer(started, 'b0', BOT);
    await answer(started, 'b1', { ...BOT, ...varying });

    expect(said(started, 'differences.').map(line => line.trim())).toEqual([words]);
  });

  test('comparison: shows loading until both are loaded, and a cancel aborts both requests', async () => {
    const started = await marked();
    press(started);
    await answer(started, 'b0', BOT);
    expect(currentLoad(started.state())?.phase).toBe('loading');

    started.explorer.stopLoading(currentView(started.state()).place);
    await Promise.resolve();

    expect(started.service.calls.filter(({ id, isOpen }) => id === 'bot.read' && isOpen())).toEqual([]);
  });

  test('comparison: shows the failure of a record that cannot be loaded', async () => {
    const started = await marked();
    press(started);
    await answer(started, 'b0', BOT);

    await started.service.calls.find(({ ids }) => ids['botId'] === 'b1')?.fail({ kind: 'forbidden' });

    expect(currentLoad(started.state())?.phase).toBe('failed');
    expect(said(started, 'GET')).toHaveLength(1);
  });

  test('comparison: needs exactly two marks or a snapshot, and reports anything else', async () => {
    const started = await marked();
    started.explorer.change(withMarkToggled);
    expect(() => press(started)).toThrow('3 are marked');

    update(writable(started.explorer.store), state => ({
      data: { marks: {} },
      navigation: { views: state.navigation.views },
    }));
    press(started);

    // A bot that was never opened: one sentence, no screen and no request.
    expect(started.state().notice?.text).toMatch(
      /^Nothing to compare with yet: this is the first time you see bot 2\.$/,
    );
    expect(currentView(started.state()).place.screen).toBe('list');
    expect(started.service.calls.filter(({ id }) => id === 'bot.read')).toEqual([]);
  });

  test('comparison: copies the value and the path of a difference, but no secret', async () => {
    const started = await marked();
    press(started);
    await answer(started, 'b0', { id: 'b0', tags: { env: 'x'.repeat(200) }, signingSecret: '' });
    await answer(started, 'b1', { id: 'b1', tags: { env: 'y' }, signingSecret: 'hunter2' });
    const copied = (words: string, part: 'line' | 'where') => {
      const at = lines(started).findIndex(line => line.includes(words));
      writable(started.explorer.store).setState(state =>
        withView(state, { ...currentView(state), at, cursor: contentOf(state).ids[at] }),
      );
      const found = copyText(started.state(), part);
      return found.ok ? found.value.text : found.why;
    };

    expect(copied('xxx', 'line')).toBe('x'.repeat(200));
    expect(copied('+ y', 'line')).toBe('y');
    expect(copied('~ env', 'where')).toBe('tags.env');
    expect(copied('signingSecret', 'line')).toBe('Secrets are not copied.');
  });

  test('comparison: its place text leads back to it', async () => {
    const places: readonly Place[] = [
      { screen: 'compare', ref: { kind: 'bot', ids: { botId: 'b 1' } }, against: 'b/2' },
      { screen: 'compare', ref: { kind: 'bot', ids: { botId: 'b1' } } },
    ];

    for (const place of places) {
      const started = startExplorer({ place: placeText(place) ?? '' });

      expect(currentView(started.state()).place).toEqual(place);
    }
    expect(placeText(places[0] ?? LIST)).toBe('bot/b%201?compare=b%2F2');
  });
});

test('comparison: every line fits the screen or is wrapped, at any width', async () => {
  const value = {
    deep: { deeper: ['日本語'.repeat(40), 'word '.repeat(60), 'x'.repeat(300)] },
    'a.b': 'line\nother\u001b[2J',
  };
  const first = [{ ref: { kind: 'bot', ids: { botId: 'b0' } }, at: 0, record: BOT }];
  for (const columns of [30, 40, 59, 80, 120]) {
    const started = startExplorer({ size: { columns, rows: 12 }, snapshots: snapshotsInMemory(first) });
    await open(started, { ...BOT, value, plain: 'long '.repeat(50) });
    press(started);
    for (let at = 0; at < 30; at++) started.explorer.change(state => withCursorMoved(state, 'down'));

    expect(said(started, '\u001b')).toEqual([]);
    for (const line of lines(started).filter(line => line.startsWith('     ')))
      expect(line.length).toBeLessThanOrEqual(columns);
  }
});

test('comparison: two backups are compared by their contents, as records of their kind', async () => {
  const deleteStorage = memoryStorage();
  const record = { ...BOT, createdAt: '2026-01-01T00:00:00Z', tags: { a: '1' } };
  for (const [at, own] of [
    record,
    { ...record, name: 'sales', createdAt: '2026-02-02T00:00:00Z' },
  ].entries()) {
    const about = { profile: 'sandbox', at: `2026-03-0${at + 1}T00:00:00Z`, delete: `d${at}` };
    deleteStorage.backups.save(
      backupOf({ kind: 'bot', ids: { botId: `b${at}` } }, own, about),
      new Date(about.at),
    );
  }
  const started = await startOnBots(bots(1), { deleteStorage });
  started.explorer.open({ screen: 'list', kind: 'trash', ids: {} });
  await settle();
  started.explorer.change(withAllMarksToggled);
  press(started);
  await settle();

  const all = lines(started).join('\n');
  expect(all).toMatch(/~ name +(support → sales|sales → support)/);
  expect(all).toContain('Ignoring 1 field that always differs: created');
  expect(all).toContain('saved');
  expect(all).not.toMatch(/contents|removed/);
  expect(viewTitle(started.state()).right ?? '').not.toContain('1 removed');
});
