import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AFTER_REFUSAL_MS } from '../../../../src/explorer/actions/delete/targets.ts';
import { deleteDialog } from '../../../../src/explorer/dialogs/delete/dialog.ts';
import { pageFacts } from '../../../../src/explorer/dialogs/delete/facts.ts';
import { pageOf, pageText } from '../../../../src/explorer/dialogs/delete/page.ts';
import { dialogPage } from '../../../../src/explorer/dialogs/table.ts';
import { storedChoices } from '../../../../src/explorer/facts/choices.ts';
import { lineWords } from '../../../../src/explorer/facts/spoken-words.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import { GRACE_MS, noWriteProtection } from '../../../../src/explorer/state/slices.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { editorOf, editorText } from '../../../../src/explorer/state/text-field.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../../helpers/fake-explorer.ts';
import { bots, type Call, page, settle } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

const SUPPORT = { id: 'bot_00000001', name: 'support' };
const SALES = { id: 'bot_00000002', name: 'sales' };
const ref = { kind: 'bot', ids: { botId: SUPPORT.id } };

/** Opens the delete dialog of the bot `support`; it is reloaded and asks for its name. */
async function openDialog(
  items = [SUPPORT, SALES],
  options: Parameters<typeof startOnBots>[1] = {},
): Promise<FakeExplorer> {
  const started = await startOnBots(items, options);
  started.explorer.openDelete([{ ref: ref }]);
  await started.service.open('bot.read').answer({ ...SUPPORT, dev: true });
  started.pass(1000);
  return started;
}

function type({ explorer, dialog, now, pass }: FakeExplorer, text: string): void {
  writable(explorer.store).setState({ dialog: { ...dialog(), editor: editorOf(text), typedAt: now() } });
  pass(1000);
}

/** Types the name and presses Enter: the DELETE is sent. */
async function confirmed(options: Parameters<typeof startOnBots>[1] = {}): Promise<FakeExplorer> {
  const started = await openDialog(undefined, options);
  type(started, 'support');
  started.explorer.confirmDelete(true);
  return started;
}

const notice = ({ state }: FakeExplorer) => state().notice?.text;

describe('loading the record', () => {
  test('delete: reloads the record, and cannot be confirmed until it is loaded', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([{ ref: ref }]);

    expect(started.dialog().phase).toBe('reading');
    expect(started.service.count('bot.read')).toBe(1);
    started.pass(1000);
    type(started, 'support');
    started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('delete: keeps text typed while the record loads, but does not accept it at once', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([{ ref: ref }]);
    type(started, 'support');

    await started.service.open('bot.read').answer(SUPPORT);
    started.explorer.confirmDelete(true);

    expect(editorText(started.dialog().editor)).toBe('support');
    expect(started.service.count('bot.delete')).toBe(0);
    started.pass(AFTER_REFUSAL_MS);
    started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('delete: the dialog shows the reloaded record, not its row in the list', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').answer({ id: SUPPORT.id, name: 'renamed', alwaysAlive: true });

    expect(started.dialog()).toMatchObject({
      phase: 'confirming',
      targets: [{ name: 'renamed' }],
      confirmation: { kind: 'name', text: 'renamed' },
    });
    const facts = pageFacts(started.state(), started.dialog());
    expect(facts.map(({ text }) => text)).toContain('always alive is on');
  });

  test('delete: at each height every row is shown before anything can be typed, and the rest is counted', async () => {
    const started = await startOnBots([SUPPORT]);
    const { state, dialog, explorer } = started;
    explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').answer({ ...SUPPORT, alwaysAlive: true });
    const page = () => pageOf(state(), dialog());
    const key = (name: string): void =>
      press(explorer, { name, text: name === 'x' ? name : '' }, { alone: true });

    const visible = (): readonly string[] => page().lines.map(({ id }) => id);

    let pages = 0;
    for (let rows = 8; rows <= 24; rows++) {
      explorer.resize({ columns: 40, rows });
      while (page().top > 0) key('pageup');
      const seen = new Set(visible());
      for (; page().below > 0; pages++) {
        const [message] = deleteDialog.message?.(state(), dialog()) ?? [];
        expect(message?.text).toMatch(
          new RegExp(`^ ${page().below} more rows?: scroll to the end first\\.$`),
        );
        key('x');
        key('enter');
        for (const id of visible()) seen.add(id);
      }
      const all = pageText(state(), dialog()).filter(({ kind }) => kind === 'text');
      expect(all.filter(({ id }) => !seen.has(id))).toEqual([]);
      expect(visible().at(-1)).toBe('field');
    }
    expect(pages).toBeGreaterThan(1);
    expect(dialog()).toMatchObject({ phase: 'confirming', editor: { parts: [] } });
  });

  test('delete: reports a listed record that is already gone and sends no DELETE', async () => {
    const started = await startOnBots([SUPPORT, SALES]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').fail({ kind: 'not-found' });

    expect(notice(started)).toContain('Already gone');
    expect(started.state().dialog).toBeUndefined();
    expect(started.rows()?.ids).toEqual([SALES.id]);
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('delete: reports a record never seen before as missing, not as gone', async () => {
    const started = await startOnBots([SALES]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').fail({ kind: 'not-found' });

    expect(notice(started)).toBe(
      'This workspace has no such bot: deleted, mistyped, or of another workspace.',
    );
    expect(started.rows()?.ids).toEqual([SALES.id]);
  });

  test('delete: a 404 for a conversation means missing, and the result names the bot', async () => {
    const started = await startOnBots([SUPPORT]);
    const conversation = { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } };
    started.explorer.openDelete([{ ref: conversation }]);
    started.pass(1000);
    type(started, '123456');
    started.explorer.confirmDelete(true);

    await started.service.open('conversation.delete').fail({ kind: 'not-found' });

    expect(started.state().dialog).toMatchObject({
      kind: 'delete',
      phase: 'done',
      hint: 'This bot has no such conversation: deleted, mistyped, or of another bot.',
      targets: [{ result: { end: 'missing' } }],
    });
  });

  test.each([
    ['fails again', undefined],
    ['succeeds', SUPPORT],
    ['returns another record', { ...SUPPORT, id: 'other' }],
  ] as const)(
    'delete: a record that failed to load is loaded again at Enter; if that %s nothing is sent',
    async (_how, record) => {
      const started = await startOnBots([SUPPORT]);

      started.explorer.openDelete([{ ref: ref }]);
      await started.service.open('bot.read').fail({ kind: 'server-error', status: 500 });

      expect(started.dialog()).toMatchObject({
        phase: 'confirming',
        confirmation: { kind: 'name', text: 'support' },
        targets: [{ failure: { kind: 'server-error' } }],
      });
      started.pass(1000);
      type(started, 'support');
      started.explorer.confirmDelete(true);
      const again = started.service.open('bot.read');
      await (record === undefined ? again.fail({ kind: 'unreadable' }) : again.answer(record));

      expect(started.dialog()).toMatchObject({
        phase: 'confirming',
        hint: expect.stringContaining('Nothing was sent'),
        editor: { parts: [] },
      });
      expect(started.service.count('bot.delete')).toBe(0);
    },
  );

  test('delete: a kind that cannot be loaded is confirmed at once, by the end of its id', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([
      { ref: { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } } },
    ]);

    expect(started.dialog()).toMatchObject({
      phase: 'confirming',
      confirmation: { kind: 'id', text: '123456' },
    });
  });

  test('delete: a dialog that was closed and reopened waits for its own request', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([{ ref: ref }]);
    started.explorer.closeDialog();

    started.explorer.openDelete([{ ref: ref }]);
    await settle();

    expect(started.dialog()).toMatchObject({ phase: 'reading' });
    expect(started.dialog().targets[0]?.failure).toBeUndefined();
    await started.service.open('bot.read').answer(SUPPORT);
    expect(started.dialog().phase).toBe('confirming');
  });

  test('delete: a response that arrives after the dialog was closed opens nothing', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([{ ref: ref }]);
    started.explorer.closeDialog();

    await started.service.open('bot.read').answer(SUPPORT);

    expect(started.state().dialog).toBeUndefined();
  });
});

describe('confirming', () => {
  test('delete: sends one DELETE, however often Enter is pressed', async () => {
    const started = await confirmed();

    for (let at = 0; at < 5; at++) started.explorer.confirmDelete(true);
    await started.service.open('bot.delete').answer(undefined);
    started.explorer.confirmDelete(true);

    expect(started.service.calls.filter(({ method }) => method === 'DELETE').map(({ ids }) => ids)).toEqual([
      { botId: SUPPORT.id },
    ]);
  });

  test('delete: the wrong text sends nothing and shows a hint', async () => {
    const started = await openDialog();
    type(started, 'suppor');

    started.explorer.confirmDelete(true);

    expect(started.dialog().hint).toContain("doesn't match");
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('delete: confirming too early sends nothing, and confirming again sends the DELETE', async () => {
    const started = await openDialog();
    writable(started.explorer.store).setState({
      dialog: { ...started.dialog(), editor: editorOf('support'), typedAt: started.now() },
    });

    started.explorer.confirmDelete(true);
    expect(started.dialog().hint).toContain('again');
    expect(started.service.count('bot.delete')).toBe(0);
    started.pass(AFTER_REFUSAL_MS);
    started.explorer.confirmDelete(true);

    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('delete: a key that arrived with others sends nothing', async () => {
    const started = await openDialog();
    type(started, 'support');

    started.explorer.confirmDelete(false);

    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('delete: confirming without a dialog does nothing', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.confirmDelete(true);

    expect(started.service.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('delete: a DELETE that was sent cannot be aborted', async () => {
    const started = await confirmed();

    expect(started.service.open('bot.delete').options.signal).toBeUndefined();
  });
});

describe('a second look', () => {
  const FULL = {
    ...SUPPORT,
    tags: { a: '1', b: '2' },
    status: 'active',
    updatedAt: '2026-01-01T00:00:00Z',
    integrations: { i1: { status: 'registered' } },
  };
  const words = ({ state }: FakeExplorer): string =>
    dialogPage(state(), dialogOf(state()), { rows: 24, columns: 80 })
      .lines.map(line => lineWords(line))
      .join('\n');
  const dialogOf = ({ dialog }: ReturnType<FakeExplorer['state']>) => {
    if (dialog?.kind !== 'delete') throw new Error('there is no dialog');
    return dialog;
  };

  /** Opens the dialog for `FULL`, waits, types the name and presses Enter. */
  async function confirmedAfter(ms: number): Promise<FakeExplorer> {
    const started = await startOnBots([SUPPORT, SALES]);
    started.explorer.openDelete([{ ref }]);
    await started.service.open('bot.read').answer(FULL);
    started.pass(ms);
    type(started, 'support');
    started.explorer.confirmDelete(true);
    return started;
  }

  test('delete: a look of less than 30 s is enough, and no request is sent before the DELETE', async () => {
    const started = await confirmedAfter(20_000);

    expect(started.service.count('bot.read')).toBe(1);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test.each([
    ['nothing', FULL],
    ['updatedAt', { ...FULL, updatedAt: '2026-02-02T00:00:00Z' }],
    ['the order of tags', { ...FULL, tags: { b: '2', a: '1' } }],
    ['the status of an installation', { ...FULL, integrations: { i1: { status: 'registration_failed' } } }],
  ])(
    'delete: an old look is repeated at Enter, and a change of %s sends the DELETE',
    async (_what, record) => {
      const started = await confirmedAfter(40_000);
      expect(started.service.count('bot.delete')).toBe(0);

      await started.service.open('bot.read').answer(record);

      expect(started.service.count('bot.delete')).toBe(1);
    },
  );

  test.each([
    ['name', { ...FULL, name: 'payments-LIVE' }],
    ['tags', { ...FULL, tags: { a: '1' } }],
    ['dev', { ...FULL, dev: true }],
    ['alwaysAlive', { ...FULL, alwaysAlive: true }],
    ['status', { ...FULL, status: 'deploying' }],
    ['deployedAt', { ...FULL, deployedAt: '2026-02-02T00:00:00Z' }],
    ['integrations', { ...FULL, integrations: { i1: {}, i2: {} } }],
  ])(
    'delete: a change of %s since an old look is shown, and must be confirmed anew',
    async (field, record) => {
      const started = await confirmedAfter(40_000);
      await started.service.open('bot.read').answer(record);

      expect(started.service.count('bot.delete')).toBe(0);
      expect(started.dialog()).toMatchObject({
        phase: 'confirming',
        hint: `Nothing was sent: changed since the check: ${field}. Confirm anew.`,
        confirmation: { text: record.name },
        editor: { parts: [] },
      });
      started.pass(1000);
      type(started, record.name);
      started.explorer.confirmDelete(true);
      expect(started.service.count('bot.delete')).toBe(1);
    },
  );

  test.each([
    [
      { kind: 'server-error', status: 500 },
      'confirming',
      'Nothing was sent: not everything could be checked again.',
    ],
    [{ kind: 'unreadable' }, 'confirming', 'Nothing was sent: not everything could be checked again.'],
    [{ kind: 'not-found' }, undefined, undefined],
  ] as const)('delete: a second look that ends in %j sends nothing', async (failure, phase, hint) => {
    const started = await confirmedAfter(40_000);
    await started.service.open('bot.read').fail(failure);

    expect(started.service.count('bot.delete')).toBe(0);
    expect(started.state().dialog).toEqual(phase && expect.objectContaining({ phase, hint }));
    if (phase === undefined) expect(notice(started)).toContain('Already gone (404). No delete was sent.');
  });

  test('delete: Esc during a second look closes the dialog, and its late response sends nothing', async () => {
    const started = await confirmedAfter(40_000);
    started.explorer.cancelDelete();
    await started.service.open('bot.read').answer(FULL);

    expect(started.state().dialog).toBeUndefined();
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('delete: the dialog tells the age of the look', async () => {
    const started = await startOnBots([SUPPORT, SALES]);
    started.explorer.openDelete([{ ref }]);
    await started.service.open('bot.read').answer(FULL);
    expect(words(started)).toContain('checked just now');

    started.pass(3_600_000);
    type(started, 'x');
    started.explorer.confirmDelete(true);

    expect(words(started)).toContain('checked 1h ago');
  });
});

describe('grace period', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('delete: sends the DELETE when the grace period ends, not before', async () => {
    const started = await confirmed({ writeProtection: noWriteProtection });

    vi.advanceTimersByTime(GRACE_MS - 1);
    expect(started.dialog().phase).toBe('grace');
    expect(started.service.count('bot.delete')).toBe(0);
    vi.advanceTimersByTime(1);

    expect(started.dialog().phase).toBe('running');
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('delete: Enter during the grace period neither shortens it nor sends a second DELETE', async () => {
    const started = await confirmed({ writeProtection: noWriteProtection });

    for (let at = 0; at < 5; at++) started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(0);
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('delete: Esc during the grace period cancels, and the name must be typed again', async () => {
    const started = await confirmed({ writeProtection: noWriteProtection });

    started.explorer.cancelDelete();
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.dialog()).toMatchObject({ phase: 'confirming', editor: { parts: [], at: 0 } });
    expect(started.dialog().hint).toContain('Cancelled');
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('delete: a cancelled grace period does not shorten the next one', async () => {
    const started = await confirmed({ writeProtection: noWriteProtection });
    vi.advanceTimersByTime(GRACE_MS - 1);
    started.explorer.cancelDelete();

    type(started, 'support');
    started.explorer.confirmDelete(true);
    vi.advanceTimersByTime(GRACE_MS - 1);

    expect(started.service.count('bot.delete')).toBe(0);
  });

  test.each(['closed', 'opened again'])(
    'delete: sends nothing when the dialog is %s during the grace period',
    async how => {
      const started = await confirmed({ writeProtection: noWriteProtection });

      started.explorer.closeDialog();
      if (how === 'opened again') started.explorer.openDelete([{ ref }]);
      vi.advanceTimersByTime(2 * GRACE_MS);

      expect(started.service.count('bot.delete')).toBe(0);
    },
  );

  test('delete: quitting during the grace period sends nothing', async () => {
    const started = await confirmed({ writeProtection: noWriteProtection });

    await started.explorer.haltDeletes();
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.service.count('bot.delete')).toBe(0);
  });
});

test('delete: the dialog reports that a single marked row is hidden by the filter and has changed', async () => {
  const started = await startOnBots([SUPPORT, SALES]);

  started.explorer.openDelete([{ ref, isHidden: true }]);
  await started.service.open('bot.read').answer({ id: SUPPORT.id, name: 'renamed' });

  const texts = pageFacts(started.state(), started.dialog()).map(({ text }) => text);
  expect(texts).toContain('hidden by the filter');
  expect(texts).toContain('changed since the list was loaded');
});

describe('list reload below the dialog', () => {
  const REVERSED = [SALES, SUPPORT];
  const WITHOUT = [SALES];
  const MORE = [{ id: 'new', name: 'support-2' }, SUPPORT, SALES];

  test.each([
    ['in reverse order', REVERSED],
    ['without it', WITHOUT],
    ['with others above it', MORE],
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
  ])('delete: keeps its target when the list below is reloaded %s', async (_how, items) => {
    const started = await openDialog();
    const { confirmation, targets } = started.dialog();
    started.explorer.load(LIST, true);
    await started.service.open('bot.list').answer(page(items));

    type(started, 'support');
    started.explorer.confirmDelete(true);

    expect(started.dialog()).toMatchObject({ confirmation, targets });
    expect(started.service.open('bot.delete').ids).toEqual({ botId: SUPPORT.id });
  });
});

describe('outcome', () => {
  test('delete: a successful DELETE removes the row and shows a notice', async () => {
    const started = await confirmed();

    await started.service.open('bot.delete').answer(undefined);

    expect(notice(started)).toBe(`Deleted bot support (${SUPPORT.id}). Backup: :trash`);
    expect(started.state().notice?.tone).toBe('good');
    expect(started.state().dialog).toBeUndefined();
    expect(started.rows()?.ids).toEqual([SALES.id]);
  });

  test.each<[string, (call: Call) => Promise<void>, true | 'deleted']>([
    ['succeeds', call => call.answer(undefined), 'deleted'],
    ['finds nothing', call => call.fail({ kind: 'not-found' }), true],
  ])('delete: recents and bookmarks show the outcome when the DELETE %s', async (_name, end, gone) => {
    const started = await confirmed();
    const row = { place: `bot/${SUPPORT.id}`, name: safe`support`, at: 0 };
    update(writable(started.explorer.store), { user: { memory: { recents: [row], bookmarks: [row] } } });

    await end(started.service.open('bot.delete'));
    if (gone === true) await started.service.open('bot.read').fail({ kind: 'not-found' });

    const { memory } = started.state().user;
    expect(memory).toEqual({ recents: [{ ...row, gone }], bookmarks: [{ ...row, gone }] });
    expect(storedChoices(started.state(), 'recent')[0]?.detail).toContain(
      gone === 'deleted' ? '✗ deleted here' : '✗ gone (404)',
    );
  });

  test('delete: after a 404 the record is reloaded, and if it exists it was not deleted', async () => {
    const started = await confirmed();

    await started.service.open('bot.delete').fail({ kind: 'not-found' });
    expect(started.dialog()).toMatchObject({ phase: 'running', targets: [{ result: 'checking' }] });
    await started.service.open('bot.read').answer(SUPPORT);

    expect(started.dialog()).toMatchObject({
      phase: 'done',
      hint: 'Not deleted: it still exists.',
      targets: [{ result: { failure: { kind: 'rejected', status: 404 } } }],
    });
    expect(started.rows()?.ids).toEqual([SUPPORT.id, SALES.id]);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('delete: after a 404 and a second 404 the row goes, and the notice does not claim the delete', async () => {
    const started = await confirmed();

    await started.service.open('bot.delete').fail({ kind: 'not-found' });
    await started.service.open('bot.read').fail({ kind: 'not-found' });

    expect(notice(started)).toContain('already gone (404)');
    expect(notice(started)).not.toMatch(/^Deleted/);
    expect(started.rows()?.ids).toEqual([SALES.id]);
  });

  test.each([
    { kind: 'forbidden' },
    { kind: 'in-use' },
    { kind: 'unauthorised' },
    { kind: 'throttled' },
    { kind: 'read-only' },
    { kind: 'bad-id' },
    { kind: 'rejected', status: 400 },
    { kind: 'unreachable', reached: false },
  ] as const)(
    'delete: a DELETE refused with %j changes nothing, and the dialog stays open with the reason',
    async failure => {
      const started = await confirmed();

      await started.service.open('bot.delete').fail(failure);

      expect(started.dialog()).toMatchObject({
        phase: 'done',
        hint: 'Not deleted.',
        targets: [{ result: { failure } }],
      });
      expect(started.rows()?.ids).toEqual([SUPPORT.id, SALES.id]);
      expect(started.service.count('bot.read')).toBe(1);
    },
  );

  const lost = [
    { kind: 'timed-out', timeoutMs: 15_000 },
    { kind: 'unreachable', reached: true },
    { kind: 'server-error', status: 502 },
    { kind: 'unreadable' },
  ] as const;

  test.each(lost)(
    'delete: after a lost response (%j) the record is reloaded, and a 404 means deleted',
    async failure => {
      const started = await confirmed();
      await started.service.open('bot.delete').fail(failure);

      expect(started.dialog()).toMatchObject({ phase: 'running', targets: [{ result: 'checking' }] });
      await started.service.open('bot.read').fail({ kind: 'not-found' });

      expect(notice(started)).toMatch(/^Deleted .*the server confirms it is gone/);
      expect(started.rows()?.ids).toEqual([SALES.id]);
      expect(started.service.count('bot.delete')).toBe(1);
    },
  );

  test.each(lost)(
    'delete: after a lost response (%j) the record is reloaded, and if it exists it may yet be deleted',
    async failure => {
      const started = await confirmed();
      await started.service.open('bot.delete').fail(failure);

      await started.service.open('bot.read').answer(SUPPORT);

      expect(started.dialog()).toMatchObject({
        phase: 'done',
        hint: expect.stringContaining('Outcome unknown: it exists, but may yet be deleted.'),
        targets: [{ result: { failure } }],
      });
      expect(started.rows()?.ids).toContain(SUPPORT.id);
      expect(started.service.count('bot.delete')).toBe(1);
    },
  );

  test('delete: the outcome is unknown when the response is lost and the record cannot be reloaded', async () => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail({ kind: 'timed-out', timeoutMs: 15_000 });

    await started.service.open('bot.read').fail({ kind: 'forbidden' });

    expect(started.dialog()).toMatchObject({
      phase: 'done',
      hint: expect.stringContaining('Outcome unknown'),
    });
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('delete: the outcome is unknown when the response is lost and the kind cannot be loaded', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([
      { ref: { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } } },
    ]);
    started.pass(1000);
    type(started, '123456');
    started.explorer.confirmDelete(true);

    await started.service.open('conversation.delete').fail({ kind: 'unreachable', reached: true });

    expect(started.dialog().hint).toContain('Outcome unknown');
    expect(started.service.count('conversation.delete')).toBe(1);
  });

  test('delete: an Enter still held down after an unknown outcome does not hide it', async () => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail({ kind: 'timed-out', timeoutMs: 15_000 });
    await started.service.open('bot.read').fail({ kind: 'forbidden' });

    started.explorer.confirmDelete(true);

    expect(started.dialog().hint).toContain('Outcome unknown');
  });

  test('delete: Ctrl-D after a refused delete loads the record again, and its name is typed again', async () => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail({ kind: 'in-use' });

    started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(1);
    press(started.explorer, { name: 'ctrl+d', text: '' }, { alone: true });
    await started.service.open('bot.read').answer(SUPPORT);
    expect(started.dialog()).toMatchObject({ phase: 'confirming', editor: { parts: [] } });
    type(started, 'support');
    started.explorer.confirmDelete(true);

    expect(started.service.count('bot.delete')).toBe(2);
  });

  test('delete: leaves the views of the deleted record for the list', async () => {
    const started = await startOnBots([SUPPORT, SALES]);
    started.explorer.open(botPlace(SUPPORT.id));
    await started.service.open('bot.read').answer(SUPPORT);
    started.explorer.open({ screen: 'raw', ref });
    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').answer(SUPPORT);
    started.pass(1000);
    type(started, 'support');

    started.explorer.confirmDelete(true);
    await started.service.open('bot.delete').answer(undefined);

    expect(started.view().place).toEqual(LIST);
    expect(started.state().data.records[placeKey(botPlace(SUPPORT.id))]).toBeUndefined();
  });
});

describe('responses that arrive after a delete', () => {
  test.each([undefined, 't2'])(
    'delete: a page requested before it does not bring the row back (next token %j)',
    async next => {
      const first = bots(20);
      const started = await startOnBots([SUPPORT, ...first], { next: 't1' });
      started.explorer.loadMore(LIST);
      started.explorer.openDelete([{ ref: ref }]);
      await started.service.open('bot.read').answer(SUPPORT);
      started.pass(1000);
      type(started, 'support');
      started.explorer.confirmDelete(true);
      await started.service.open('bot.delete').answer(undefined);

      await started.service.open('bot.list').answer(page(bots(5, 20), next));

      expect(started.rows()?.ids).toEqual(bots(25).map(({ id }) => id));
    },
  );

  test('delete: a reload requested before it does not bring the row back', async () => {
    const started = await openDialog();
    started.explorer.load(LIST, true);
    type(started, 'support');
    started.explorer.confirmDelete(true);
    await started.service.open('bot.delete').answer(undefined);

    await started.service.open('bot.list').answer(page([SUPPORT, SALES]));

    expect(started.rows()?.ids).toEqual([SALES.id]);
  });
});

test('delete: a read-only explorer opens no dialog and shows the reason', async () => {
  const started = await startOnBots([SUPPORT], { server: { ...SERVER, readOnly: true } });

  started.explorer.openDelete([
    { ref: { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } } },
  ]);

  expect(started.state().dialog).toBeUndefined();
  expect(notice(started)).toContain('Read-only');
});

test('delete: loads the view below a deleted record if it was never loaded', async () => {
  const started = startExplorer({ place: `bot/${SUPPORT.id}` });
  await started.service.open('bot.read').answer(SUPPORT);
  started.explorer.openDelete([{ ref: ref }]);
  await started.service.open('bot.read').answer(SUPPORT);
  started.pass(1000);
  type(started, 'support');
  started.explorer.confirmDelete(true);

  await started.service.open('bot.delete').answer(undefined);
  await started.service.open('bot.list').answer(page([SALES]));

  expect(started.view().place).toEqual(LIST);
  expect(started.rows()?.ids).toEqual([SALES.id]);
});

test('delete: an integration that is not found is not reported as gone, as it may be from the hub', async () => {
  const integration = { kind: 'integration', ids: { integrationId: 'intver_1' } };
  const started = await startOnBots([SUPPORT]);
  started.explorer.open({ screen: 'record', ref: integration });
  await started.service.open('integration.read').answer({ id: 'intver_1', name: 'whatsapp' });
  const { place } = started.view();

  started.explorer.openDelete([{ ref: integration }]);
  await started.service.open('integration.read').fail({ kind: 'not-found' });

  expect(started.state().dialog).toBeUndefined();
  expect(notice(started)).toContain('installed from the public hub');
  expect(notice(started)).not.toContain('gone');
  expect(started.view().place).toEqual(place);
});
