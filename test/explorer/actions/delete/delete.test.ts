import { describe, expect, test, vi } from 'vitest';
import { AFTER_REFUSAL_MS } from '../../../../src/explorer/actions/delete/confirmation.ts';
import { deleteDialog } from '../../../../src/explorer/dialogs/delete/dialog.ts';
import { pageFacts, pageOf, pageText } from '../../../../src/explorer/dialogs/delete/page.ts';
import { dialogPage } from '../../../../src/explorer/dialogs/registry.ts';
import { storedChoices } from '../../../../src/explorer/facts/choices.ts';
import { lineWords } from '../../../../src/explorer/facts/spoken-words.ts';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import { GRACE_MS, noWriteProtection } from '../../../../src/explorer/state/state.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  SERVER,
  startExplorer,
  startOnBots,
  writable,
} from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';
import { after, answer, fail, play, scenes, stopTimers } from '../../../helpers/scenes.ts';

const SUPPORT = { id: 'bot_00000001', name: 'support' };
const SALES = { id: 'bot_00000002', name: 'sales' };
const BOTH = [SUPPORT.id, SALES.id];
const ref = { kind: 'bot', ids: { botId: SUPPORT.id } };
const conversation = { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } };

const onList = (items: readonly object[] = [SUPPORT, SALES], options = {}): Promise<FakeExplorer> =>
  startOnBots(items as Parameters<typeof startOnBots>[0], options);
const opening =
  (target: Parameters<FakeExplorer['explorer']['openDelete']>[0][0]) =>
  ({ explorer }: FakeExplorer): void =>
    explorer.openDelete([target]);
const open = opening({ ref });

const confirm = (text = SUPPORT.name): string => `+1000 ${text} +1000 Enter`;
const read = answer('bot.read', SUPPORT);
const deleted = answer('bot.delete');

const development = answer('bot.read', { ...SUPPORT, dev: true });
const opened = after(onList, open, development, '+1000');
const confirmed = after(onList, open, development, confirm());

scenes('delete', onList, {
  'confirming without a dialog does nothing': [
    [({ explorer }) => explorer.confirmDelete(true), { deletes: [] }],
  ],
  'reloads the record, and cannot be confirmed until it is loaded': [
    [open, { phase: 'reading', reads: 1 }],
    [confirm(), { deletes: [] }],
  ],
  'keeps text typed while the record loads, but does not accept it at once': [
    [open, 'support +1000', read, 'Enter', { typed: 'support', deletes: [] }],
    [`+${AFTER_REFUSAL_MS} Enter`, { deletes: [SUPPORT.id] }],
  ],
  'the dialog shows the reloaded record, not its row in the list': [
    open,
    answer('bot.read', { id: SUPPORT.id, name: 'renamed', alwaysAlive: true }),
    { phase: 'confirming', targets: [{ name: 'renamed' }], confirms: 'renamed' },
    ({ state, dialog }) =>
      expect(pageFacts(state(), dialog()).map(({ text }) => text)).toContain('always alive is on'),
  ],
  'reports a listed record that is already gone and sends no DELETE': [
    open,
    fail('bot.read', 'not-found'),
    { notice: /Already gone/, dialog: undefined, rows: [SALES.id], deletes: [] },
  ],
  'a 404 for a conversation means missing, and the result names the bot': [
    [opening({ ref: conversation }), { phase: 'confirming', confirms: '123456' }],
    confirm('123456'),
    fail('conversation.delete', 'not-found'),
    {
      phase: 'done',
      hint: 'This bot has no such conversation: deleted, mistyped, or of another bot.',
      targets: [{ result: { end: 'missing' } }],
    },
  ],
  'a dialog that was closed and reopened waits for its own request': [
    open,
    ['Esc', open, { phase: 'reading' }, ({ dialog }) => expect(dialog().targets[0]?.failure).toBeUndefined()],
    [read, { phase: 'confirming' }],
  ],
  'a response that arrives after the dialog was closed opens nothing': [
    [open, ({ explorer }) => explorer.closeDialog(), read, { dialog: undefined }],
  ],
  'the dialog reports that a single marked row is hidden by the filter and has changed': [
    opening({ ref, isHidden: true }),
    answer('bot.read', { id: SUPPORT.id, name: 'renamed' }),
    ({ state, dialog }) =>
      expect(pageFacts(state(), dialog()).map(({ text }) => text)).toEqual(
        expect.arrayContaining(['hidden by the filter', 'changed since the list was loaded']),
      ),
  ],
  'reports a record never seen before as missing, not as gone': [
    { start: () => onList([SALES]) },
    open,
    fail('bot.read', 'not-found'),
    {
      notice: 'This workspace has no such bot: deleted, mistyped, or of another workspace.',
      rows: [SALES.id],
    },
  ],
});

for (const [how, again] of [
  ['fails again', fail('bot.read', 'unreadable')],
  ['succeeds', read],
  ['returns another record', answer('bot.read', { ...SUPPORT, id: 'other' })],
] as const)
  scenes('delete: a record that failed to load is loaded again at Enter', onList, {
    [`if that ${how} nothing is sent`]: [
      open,
      fail('bot.read', { kind: 'server-error', status: 500 }),
      { phase: 'confirming', confirms: 'support', targets: [{ failure: { kind: 'server-error' } }] },
      [confirm(), again, { phase: 'confirming', hint: /Nothing was sent/, typed: '', deletes: [] }],
    ],
  });

test('delete: at each height every row is shown before anything can be typed, and the rest is counted', async () => {
  const started = await onList();
  const { state, dialog, explorer } = started;
  await play(started, open, answer('bot.read', { ...SUPPORT, alwaysAlive: true }));
  const current = () => pageOf(state(), dialog());
  const visible = (): readonly string[] => current().lines.map(({ id }) => id);

  let pages = 0;
  for (let rows = 8; rows <= 24; rows++) {
    explorer.resize({ columns: 40, rows });
    while (current().top > 0) await play(started, 'PgUp');
    const seen = new Set(visible());
    for (; current().below > 0; pages++) {
      const [message] = deleteDialog.message?.(state(), dialog()) ?? [];
      expect(message?.text).toMatch(
        new RegExp(`^ ${current().below} more rows?: scroll to the end first\\.$`),
      );
      await play(started, 'x Enter');
      for (const id of visible()) seen.add(id);
    }
    const all = pageText(state(), dialog()).filter(({ kind }) => kind === 'text');
    expect(all.filter(({ id }) => !seen.has(id))).toEqual([]);
    expect(visible().at(-1)).toBe('field');
  }
  expect(pages).toBeGreaterThan(1);
  await play(started, { phase: 'confirming', typed: '' });
});

scenes('delete', opened, {
  'sends one DELETE, however often Enter is pressed, which cannot be aborted': [
    'support +1000 Enter Enter Enter Enter',
    ({ service }) => expect(service.open('bot.delete').options.signal).toBeUndefined(),
    [deleted, 'Enter', { deletes: [SUPPORT.id] }],
  ],
  'the wrong text sends nothing and shows a hint': [
    ['suppor +1000 Enter', { hint: /doesn't match/, deletes: [] }],
  ],
  'confirming too early sends nothing, and confirming again sends the DELETE': [
    ['support Enter', { hint: /again/, deletes: [] }],
    [`+${AFTER_REFUSAL_MS} Enter`, { deletes: [SUPPORT.id] }],
  ],
});

const FULL = {
  ...SUPPORT,
  tags: { a: '1', b: '2' },
  status: 'active',
  updatedAt: '2026-01-01T00:00:00Z',
  integrations: { i1: { status: 'registered' } },
};
const look = (record: object = FULL) => answer('bot.read', record);
/** The name is typed 40 seconds after the look, and Enter pressed. */
const late = after(onList, open, look(), '+39000', confirm());
const words = ({ state, dialog }: FakeExplorer): string =>
  dialogPage(state(), dialog(), { rows: 24, columns: 80 })
    .lines.map(line => lineWords(line))
    .join('\n');

scenes('delete', onList, {
  'a look of less than 30 s is enough, and no request is sent before the DELETE': [
    [open, look(), `+20000 ${confirm()}`, { reads: 1, deletes: [SUPPORT.id] }],
  ],
  'the dialog tells the age of the look': [
    [open, look(), started => expect(words(started)).toContain('checked just now')],
    ['+3600000 x +1000 Enter', started => expect(words(started)).toContain('checked 1h ago')],
  ],
});

for (const [what, record] of [
  ['nothing', FULL],
  ['updatedAt', { ...FULL, updatedAt: '2026-02-02T00:00:00Z' }],
  ['the order of tags', { ...FULL, tags: { b: '2', a: '1' } }],
  ['the status of an installation', { ...FULL, integrations: { i1: { status: 'registration_failed' } } }],
] as const)
  scenes('delete: an old look is repeated at Enter', late, {
    [`a change of ${what} sends the DELETE`]: [{ deletes: [] }, [look(record), { deletes: [SUPPORT.id] }]],
  });

for (const [field, record] of [
  ['name', { ...FULL, name: 'payments-LIVE' }],
  ['tags', { ...FULL, tags: { a: '1' } }],
  ['dev', { ...FULL, dev: true }],
  ['alwaysAlive', { ...FULL, alwaysAlive: true }],
  ['status', { ...FULL, status: 'deploying' }],
  ['deployedAt', { ...FULL, deployedAt: '2026-02-02T00:00:00Z' }],
  ['integrations', { ...FULL, integrations: { i1: {}, i2: {} } }],
] as const)
  scenes('delete: what changed since an old look is shown, and must be confirmed anew', late, {
    [field]: [
      look(record),
      {
        phase: 'confirming',
        hint: `Nothing was sent: changed since the check: ${field}. Confirm again.`,
        confirms: record.name,
        typed: '',
        deletes: [],
      },
      `+1000 ${confirm(record.name)}`,
      { deletes: [SUPPORT.id] },
    ],
  });

const UNCHECKED = {
  phase: 'confirming',
  hint: 'Nothing was sent: some records could not be loaded again.',
  deletes: [],
};
scenes('delete: a second look', late, {
  'that fails sends nothing': [fail('bot.read', { kind: 'server-error', status: 500 }), UNCHECKED],
  'that is unreadable sends nothing': [fail('bot.read', 'unreadable'), UNCHECKED],
  'that finds nothing sends nothing': [
    fail('bot.read', 'not-found'),
    { dialog: undefined, notice: /Already gone \(404\)\. No delete was sent\./, deletes: [] },
  ],
  'is closed by Esc, and its late response sends nothing': [
    ['Esc', look(), { dialog: undefined, deletes: [] }],
  ],
});

describe('grace period', () => {
  stopTimers();
  const tick = (ms: number) => (): unknown => vi.advanceTimersByTime(ms);
  const onProtected = () => onList(undefined, { writeProtection: noWriteProtection });
  const waiting = after(onProtected, open, development, confirm());

  scenes('delete', waiting, {
    'sends the DELETE when the grace period ends, not before': [
      [tick(GRACE_MS - 1), { phase: 'grace', deletes: [] }],
      [tick(1), { phase: 'running', deletes: [SUPPORT.id] }],
    ],
    'Enter during the grace period neither shortens it nor sends a second DELETE': [
      ['Enter Enter Enter Enter Enter', { deletes: [] }],
      [tick(2 * GRACE_MS), { deletes: [SUPPORT.id] }],
    ],
    'Esc during the grace period cancels, and the name must be typed again': [
      ['Esc', tick(2 * GRACE_MS), { phase: 'confirming', typed: '', hint: /Cancelled/, deletes: [] }],
    ],
    'a cancelled grace period does not shorten the next one': [
      [tick(GRACE_MS - 1), 'Esc', confirm(), { phase: 'grace' }],
      [tick(GRACE_MS - 1), { deletes: [] }],
    ],
    'sends nothing when the dialog is closed': [
      [({ explorer }) => explorer.closeDialog(), tick(2 * GRACE_MS), { deletes: [] }],
    ],
    'sends nothing when the dialog is opened again': [
      [({ explorer }) => explorer.closeDialog(), open, tick(2 * GRACE_MS), { deletes: [] }],
    ],
    'quitting sends nothing': [({ explorer }) => explorer.haltDeletes(), tick(2 * GRACE_MS), { deletes: [] }],
  });
});

for (const [how, items] of [
  ['in reverse order', [SALES, SUPPORT]],
  ['without it', [SALES]],
  ['with others above it', [{ id: 'new', name: 'support-2' }, SUPPORT, SALES]],
  ['with a namesake in its place', [{ id: 'twin', name: 'support' }]],
  ['with a namesake above it', [{ id: 'twin', name: 'support' }, SUPPORT, SALES]],
  ['with the bot renamed', [{ ...SUPPORT, name: 'sales' }, SALES]],
  ['with another bot renamed to its name', [{ ...SALES, name: 'support' }, SUPPORT]],
  [
    'with the names of both bots swapped',
    [
      { ...SUPPORT, name: 'sales' },
      { ...SALES, name: 'support' },
    ],
  ],
  ['without any rows', []],
  ['with no other bot', [SUPPORT]],
  ['with it at the end of many', [...bots(40), SALES, SUPPORT]],
  ['with many above and below it', [...bots(20), SUPPORT, ...bots(20, 20)]],
  ['with it twice', [SUPPORT, SALES, SUPPORT]],
  ['with a row without an id', [SALES, { name: 'support' }, SUPPORT]],
] as const)
  scenes('delete: keeps its target when the list below is reloaded', opened, {
    [how]: [
      async started => {
        const { confirmation, targets } = started.dialog();
        started.explorer.load(LIST, true);
        await started.service.open('bot.list').answer(page(items));
        await play(started, confirm());
        expect(started.dialog()).toMatchObject({ confirmation, targets });
      },
      { deletes: [SUPPORT.id] },
    ],
  });

const LOST = { phase: 'done', hint: /Outcome unknown/, deletes: [SUPPORT.id] };
scenes('delete', confirmed, {
  'a successful DELETE removes the row and shows a notice': [
    deleted,
    { notice: `Deleted bot support (${SUPPORT.id}). Backup: :trash`, dialog: undefined, rows: [SALES.id] },
    ({ state }) => expect(state().notice?.tone).toBe('good'),
  ],
  'after a 404 the record is reloaded, and if it exists it was not deleted': [
    [fail('bot.delete', 'not-found'), { phase: 'running', targets: [{ result: 'checking' }] }],
    read,
    {
      phase: 'done',
      hint: 'Not deleted: it still exists.',
      targets: [{ result: { failure: { kind: 'rejected', status: 404 } } }],
      rows: BOTH,
      deletes: [SUPPORT.id],
    },
  ],
  'after a 404 and a second 404 the row goes, and the notice does not claim the delete': [
    fail('bot.delete', 'not-found'),
    [fail('bot.read', 'not-found'), { notice: /^(?!Deleted).*already gone \(404\)/, rows: [SALES.id] }],
  ],
  'the outcome is unknown when the response is lost and the record cannot be reloaded; a held Enter does not hide it':
    [
      fail('bot.delete', { kind: 'timed-out', timeoutMs: 15_000 }),
      fail('bot.read', 'forbidden'),
      LOST,
      'Enter',
      LOST,
    ],
  'Ctrl-D after a refused delete loads the record again, and its name is typed again': [
    [fail('bot.delete', 'in-use'), 'Enter', { deletes: [SUPPORT.id] }],
    ['Ctrl-D', read, { phase: 'confirming', typed: '' }],
    [confirm(), { deletes: [SUPPORT.id, SUPPORT.id] }],
  ],
});

scenes('delete', onList, {
  'the outcome is unknown when the response is lost and the kind cannot be loaded': [
    opening({ ref: conversation }),
    confirm('123456'),
    fail('conversation.delete', { kind: 'unreachable', reached: true }),
    LOST,
  ],
  'leaves the views of the deleted record for the list': [
    ({ explorer }) => explorer.open(botPlace(SUPPORT.id)),
    read,
    ({ explorer }) => explorer.open({ screen: 'raw', ref }),
    open,
    read,
    confirm(),
    deleted,
    { place: LIST },
    ({ state }) => expect(state().data.records[placeKey(botPlace(SUPPORT.id))]).toBeUndefined(),
  ],
});

for (const failure of [
  { kind: 'forbidden' },
  { kind: 'in-use' },
  { kind: 'unauthorised' },
  { kind: 'throttled' },
  { kind: 'read-only' },
  { kind: 'bad-id' },
  { kind: 'rejected', status: 400 },
  { kind: 'unreachable', reached: false },
] as const)
  scenes('delete: a refused DELETE changes nothing, and the dialog stays open with the reason', confirmed, {
    [failure.kind]: [
      fail('bot.delete', failure),
      { phase: 'done', hint: 'Not deleted.', targets: [{ result: { failure } }], rows: BOTH, reads: 1 },
    ],
  });

for (const failure of [
  { kind: 'timed-out', timeoutMs: 15_000 },
  { kind: 'unreachable', reached: true },
  { kind: 'server-error', status: 502 },
  { kind: 'unreadable' },
] as const)
  scenes('delete: after a lost response the record is reloaded', confirmed, {
    [`a 404 means deleted (${failure.kind})`]: [
      [fail('bot.delete', failure), { phase: 'running', targets: [{ result: 'checking' }] }],
      fail('bot.read', 'not-found'),
      { notice: /^Deleted .*the server confirms it is gone/, rows: [SALES.id], deletes: [SUPPORT.id] },
    ],
    [`if it exists it may yet be deleted (${failure.kind})`]: [
      fail('bot.delete', failure),
      read,
      {
        ...LOST,
        hint: /Outcome unknown: it exists, but may yet be deleted\./,
        targets: [{ result: { failure } }],
        rows: BOTH,
      },
    ],
  });

test.each([
  ['succeeds', [deleted], 'deleted', '✗ deleted here'],
  ['finds nothing', [fail('bot.delete', 'not-found'), fail('bot.read', 'not-found')], true, '✗ gone (404)'],
] as const)(
  'delete: recents and bookmarks show the outcome when the DELETE %s',
  async (_how, steps, gone, detail) => {
    const started = await confirmed();
    const row = { place: `bot/${SUPPORT.id}`, name: safe`support`, at: 0 };
    update(writable(started.explorer.store), { user: { memory: { recents: [row], bookmarks: [row] } } });

    await play(started, ...steps);

    const { memory } = started.state().user;
    expect(memory).toEqual({ recents: [{ ...row, gone }], bookmarks: [{ ...row, gone }] });
    expect(storedChoices(started.state(), 'recent')[0]?.detail).toContain(detail);
  },
);

test.each([undefined, 't2'])(
  'delete: a page requested before it does not bring the row back (next token %j)',
  async next => {
    const started = await onList([SUPPORT, ...bots(20)], { next: 't1' });
    started.explorer.loadMore(LIST);
    await play(started, open, read, confirm(), deleted, answer('bot.list', page(bots(5, 20), next)), {
      rows: bots(25).map(({ id }) => id),
    });
  },
);

const integration = { kind: 'integration', ids: { integrationId: 'intver_1' } };
scenes('delete', opened, {
  'a reload requested before it does not bring the row back': [
    ({ explorer }) => explorer.load(LIST, true),
    [confirm(), deleted, answer('bot.list', page([SUPPORT, SALES])), { rows: [SALES.id] }],
  ],
  'a read-only explorer opens no dialog and shows the reason': [
    { start: () => onList([SUPPORT], { server: { ...SERVER, readOnly: true } }) },
    [opening({ ref: conversation }), { dialog: undefined, notice: /Read-only/ }],
  ],
  'loads the view below a deleted record if it was never loaded': [
    { start: () => startExplorer({ place: `bot/${SUPPORT.id}` }) },
    read,
    [open, read, confirm(), deleted, answer('bot.list', page([SALES])), { place: LIST, rows: [SALES.id] }],
  ],
  'an integration that is not found is not reported as gone, as it may be from the hub': [
    { start: onList },
    ({ explorer }) => explorer.open({ screen: 'record', ref: integration }),
    answer('integration.read', { id: 'intver_1', name: 'whatsapp' }),
    opening({ ref: integration }),
    fail('integration.read', 'not-found'),
    {
      dialog: undefined,
      notice: /^(?!.*gone).*installed from the public hub/,
      place: { screen: 'record', ref: integration },
    },
  ],
});
