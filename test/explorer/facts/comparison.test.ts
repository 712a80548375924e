import { expect, test } from 'vitest';
import { backupOf } from '../../../src/deletion/backup.ts';
import { memoryStorage } from '../../../src/deletion/journal.ts';
import { withAllMarksToggled } from '../../../src/explorer/actions/cursor/mark.ts';
import { type SnapshotStorage, snapshotsInMemory } from '../../../src/explorer/actions/last-seen.ts';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { copyText } from '../../../src/explorer/selection/copy-text.ts';
import type { Place } from '../../../src/explorer/state/place.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { currentView } from '../../../src/explorer/state/state.ts';
import { withView } from '../../../src/explorer/state/store.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { parseJson } from '../../../src/json/json.ts';
import type { Snapshot } from '../../../src/storage/record-folders.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  shownLines,
  startExplorer,
  startOnBots,
  writable,
} from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';
import { after, answer, onBots, open, play, pressKeys, scenes } from '../../helpers/scenes.ts';

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

const lines = ({ state }: FakeExplorer): readonly string[] => shownLines(state());

const read = (record: JsonObject) => answer('bot.read', record);
/** Opens a bot of which there is a snapshot of a day ago, if one is given. */
const seen = (before: JsonObject | string | undefined, record: JsonObject = BOT) => {
  const text = typeof before === 'string' ? before : JSON.stringify(before);
  const copies = before === undefined ? [] : [{ place: 'bot/b0', at: 1_700_000_000_000 - DAY, text }];
  const start = () => startExplorer({ snapshots: keptCopies(...copies).copies });
  return after(start, open(botPlace('b0')), read(record));
};
const NO_BLOCK = { text: /^(?!.*looked)/s };

const BEFORE = { ...BOT, dev: true, gone: 1, type: null, note: '' };

const many = (value: number): JsonObject =>
  Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, value]));

const updated = (updatedAt: string) => ({ ...BOT, updatedAt });
scenes('changes', seen(BEFORE, { ...BOT, status: 'active', type: 'ai', note: null }), {
  'lists the differences from the last snapshot, with its age, below the diagnosis; a reload adds its own': [
    { text: /Diagnosis.*Since you last looked, 1d ago.*\+ status +active.*^Bot$/ms },
    [
      { text: /~ dev +yes → no.*- gone +1/s },
      { text: /~ type +not set → ai/ },
      { text: /~ note +"" → null/ },
    ],
    ['r', read({ ...BOT, name: 'support-2' }), { text: /~ name +support → support-2/ }],
    { text: /~ dev +yes → no/ },
  ],
  'a record never seen before has no block until a reload changes it': [
    { start: seen(undefined) },
    [NO_BLOCK, '+60000 r', read({ ...BOT, dev: true }), { text: /Since you last looked/ }],
  ],
  'one line reports that nothing changed': [
    { start: seen(BOT) },
    { text: /^ {3}No changes since you last looked, 1d ago\.$/m },
  ],
  'only the first of many are listed, and the others are counted': [
    { start: seen({ ...BOT, ...many(1) }, { ...BOT, ...many(2) }) },
    started => expect(lines(started).filter(line => line.includes('1 → 2'))).toHaveLength(8),
    { text: /^ {3}… 12 more: = shows all$/m },
  ],
  'times follow the setting for exact times': [
    { start: seen(updated('2023-11-13T22:13:20Z'), updated('2023-11-14T21:13:20Z')) },
    { text: /updatedAt +1d ago → 1h ago/ },
    ['t', { text: /Since you last looked, 2023-11-13.*updatedAt +2023-11-13 22:13Z → 2023-11-14 21:13Z/s }],
  ],
});

for (const text of ['', '[', '[1]', '"x"', 'null'])
  scenes('changes', seen(text), {
    [`the invalid snapshot ${JSON.stringify(text)} counts as none`]: [NO_BLOCK],
  });

test('snapshot: contains no secrets, and every digit of long numbers', async () => {
  const { copies: snapshots, saved } = keptCopies();
  const record = {
    ...BOT,
    integrations: { i1: { webhookUrl: 'https://hooks/hunter2', configuration: { apiKey: 'hunter2' } } },
    big: parseJson('12345678901234567890'),
  };

  await play(startExplorer({ snapshots }), open(botPlace('b0')), read(record));

  expect(saved).toHaveLength(1);
  expect(saved[0]?.text).not.toContain('hunter2');
  expect(saved[0]?.text).toContain('"big":12345678901234567890');
});

const of =
  (id: string, record: JsonObject) =>
  ({ service }: FakeExplorer): unknown =>
    service.calls.find(call => call.ids['botId'] === id)?.answer(record);

test('snapshot: none is saved for records only listed or compared, or of kinds with personal data', async () => {
  const { copies: snapshots, saved } = keptCopies();
  await play(
    await startOnBots(bots(2), { snapshots }),
    open({ screen: 'compare', ref: { kind: 'bot', ids: { botId: 'b0' } }, against: 'b1' }),
    ...['b0', 'b1'].map(id => of(id, { id })),
    open({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'i0' } } }),
    answer('issue.read', { id: 'i0', title: 'x' }),
  );

  expect(saved.map(({ place }) => place).filter(place => place.startsWith('bot'))).toEqual([]);
});

const copies =
  (words: string, part: 'line' | 'where', wanted: string) =>
  (started: FakeExplorer): void => {
    const at = lines(started).findIndex(line => line.includes(words));
    writable(started.explorer.store).setState(state =>
      withView(state, { ...currentView(state), at, cursor: contentOf(state).ids[at] }),
    );
    const found = copyText(started.state(), part);
    expect(found.ok ? found.value.text : found.why).toBe(wanted);
  };

scenes('comparison', after(onBots(3), 'Space Space'), {
  'equal records have no differences': ['=', of('b0', BOT), of('b1', BOT), { text: /^ *No differences\.$/m }],
  'beside what always differs, equal records have no other differences': [
    ['=', of('b0', BOT), of('b1', { ...BOT, id: 'b1' }), { text: /^ *No other differences\.$/m }],
  ],
  'shows loading until both are loaded, and a cancel aborts both requests': [
    ['=', of('b0', BOT), { load: 'loading' }],
    'Esc',
    settle,
    ({ service }) =>
      expect(service.calls.filter(({ id, isOpen }) => id === 'bot.read' && isOpen())).toEqual([]),
  ],
  'shows the failure of a record that cannot be loaded': [
    '=',
    of('b0', BOT),
    ({ service }) => service.calls.find(({ ids }) => ids['botId'] === 'b1')?.fail({ kind: 'forbidden' }),
    { load: 'failed', text: /GET/ },
  ],
  'needs exactly two marks or a snapshot, and reports anything else': [
    ['Space =', { notice: /3 are marked/, place: LIST }],
    'Esc =',
    { notice: 'Nothing to compare with yet: this is the first time you see bot 2.', place: LIST, reads: 0 },
  ],
  'copies the value and the path of a difference, but no secret': [
    '=',
    of('b0', { id: 'b0', tags: { env: 'x'.repeat(200) }, signingSecret: '' }),
    of('b1', { id: 'b1', tags: { env: 'y' }, signingSecret: 'hunter2' }),
    [copies('xxx', 'line', 'x'.repeat(200)), copies('+ y', 'line', 'y')],
    [copies('~ env', 'where', 'tags.env'), copies('signingSecret', 'line', 'Secrets are not copied.')],
  ],
});

test('comparison: its place text leads back to it', () => {
  const places: readonly Place[] = [
    { screen: 'compare', ref: { kind: 'bot', ids: { botId: 'b 1' } }, against: 'b/2' },
    { screen: 'compare', ref: { kind: 'bot', ids: { botId: 'b1' } } },
  ];

  for (const place of places)
    expect(startExplorer({ place: placeText(place) ?? '' }).view().place).toEqual(place);
  expect(placeText(places[0] ?? LIST)).toBe('bot/b%201?compare=b%2F2');
});

test('comparison: every line fits the screen or is wrapped, at any width', async () => {
  const value = {
    deep: { deeper: ['日本語'.repeat(40), 'word '.repeat(60), 'x'.repeat(300)] },
    'a.b': 'line\nother\u001b[2J',
  };
  const first = [{ ref: { kind: 'bot', ids: { botId: 'b0' } }, at: 0, record: BOT }];
  for (const columns of [30, 40, 59, 80, 120]) {
    const started = startExplorer({ size: { columns, rows: 12 }, snapshots: snapshotsInMemory(first) });
    const record = { ...BOT, value, plain: 'long '.repeat(50) };
    await play(started, open(botPlace('b0')), read(record), '=', 'j'.repeat(30));

    expect(lines(started).join('')).not.toContain('\u001b');
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
  pressKeys(started, '=');
  await settle();

  const all = lines(started).join('\n');
  expect(all).toMatch(/~ name +(support → sales|sales → support)/);
  expect(all).toContain('Ignoring 1 field that always differs: created');
  expect(all).toContain('saved');
  expect(all).not.toMatch(/contents|removed/);
  expect(viewTitle(started.state()).right ?? '').not.toContain('1 removed');
});
