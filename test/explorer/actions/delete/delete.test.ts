import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import { GRACE_MS, noGuard } from '../../../../src/explorer/state/slices.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { editorOf, editorText } from '../../../../src/explorer/state/text-field.ts';
import { keptChoices } from '../../../../src/explorer/view/choices.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import {
  botPlace,
  LIST,
  SERVER,
  type Started,
  startExplorer,
  startOnBots,
} from '../../../helpers/fake-explorer.ts';
import { bots, type Call, page, settle } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

const SUPPORT = { id: 'bot_00000001', name: 'support' };
const SALES = { id: 'bot_00000002', name: 'sales' };
const ref = { kind: 'bot', ids: { botId: SUPPORT.id } };

/** The dialog for the bot `support`, read again and asking. */
async function openDialog(
  items = [SUPPORT, SALES],
  options: Parameters<typeof startOnBots>[1] = {},
): Promise<Started> {
  const started = await startOnBots(items, options);
  started.explorer.openDelete([{ ref: ref }]);
  await started.service.open('bot.read').answer({ ...SUPPORT, dev: true });
  started.pass(1000);
  return started;
}

function type({ explorer, dialog, now, pass }: Started, text: string): void {
  writable(explorer.store).setState({ dialog: { ...dialog(), editor: editorOf(text), typedAt: now() } });
  pass(1000);
}

/** The name typed and Enter pressed: the DELETE is under way. */
async function confirmed(options: Parameters<typeof startOnBots>[1] = {}): Promise<Started> {
  const started = await openDialog(undefined, options);
  type(started, 'support');
  started.explorer.confirmDelete(true);
  return started;
}

const notice = ({ state }: Started) => state().notice?.text;

describe('before a delete', () => {
  test('the record is read again, and nothing can be confirmed meanwhile', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([{ ref: ref }]);

    expect(started.dialog().phase).toBe('reading');
    expect(started.service.count('bot.read')).toBe(1);
    started.pass(1000);
    type(started, 'support');
    started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('what is typed while the record is read again is not lost, and does not confirm at once', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([{ ref: ref }]);
    type(started, 'support');

    await started.service.open('bot.read').answer(SUPPORT);
    started.explorer.confirmDelete(true);

    expect(editorText(started.dialog().editor)).toBe('support');
    expect(started.service.count('bot.delete')).toBe(0);
    started.pass(1000);
    started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('the dialog shows what the record is now, not what the list had', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').answer({ id: SUPPORT.id, name: 'renamed', alwaysAlive: true });

    expect(started.dialog()).toMatchObject({
      phase: 'asking',
      targets: [{ name: 'renamed' }],
      confirmation: { kind: 'name', text: 'renamed' },
    });
    expect(started.dialog().remarks.map(({ text }) => text)).toContain('always alive is on');
  });

  test('a record that is already gone is said to be, and no DELETE is sent', async () => {
    const started = await startOnBots([SUPPORT, SALES]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').fail({ kind: 'not-found' });

    expect(notice(started)).toContain('Already gone');
    expect(started.state().dialog).toBeUndefined();
    expect(started.rows()?.ids).toEqual([SALES.id]);
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('a record that was never seen and is not found is missing, not gone', async () => {
    const started = await startOnBots([SALES]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').fail({ kind: 'not-found' });

    expect(notice(started)).toBe(
      'This workspace has no such bot: deleted, mistyped, or of another workspace.',
    );
    expect(started.rows()?.ids).toEqual([SALES.id]);
  });

  test('a conversation that a DELETE does not find is missing, and the receipt says whom it was asked of', async () => {
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

  test('a record that could not be read can be deleted, and the dialog says that it was not read', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([{ ref: ref }]);
    await started.service.open('bot.read').fail({ kind: 'server-error', status: 500 });

    expect(started.dialog()).toMatchObject({
      phase: 'asking',
      confirmation: { kind: 'name', text: 'support' },
      targets: [{ failure: { kind: 'server-error' } }],
    });
  });

  test('a kind that cannot be read is asked for at once, by the end of its id', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.openDelete([
      { ref: { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } } },
    ]);

    expect(started.dialog()).toMatchObject({ phase: 'asking', confirmation: { kind: 'id', text: '123456' } });
  });

  test('a dialog that was left and opened again waits for its own read', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([{ ref: ref }]);
    started.explorer.closeDialog();

    started.explorer.openDelete([{ ref: ref }]);
    await settle();

    expect(started.dialog()).toMatchObject({ phase: 'reading' });
    expect(started.dialog().targets[0]?.failure).toBeUndefined();
    await started.service.open('bot.read').answer(SUPPORT);
    expect(started.dialog().phase).toBe('asking');
  });

  test('an answer that comes after the dialog was left opens nothing', async () => {
    const started = await startOnBots([SUPPORT]);
    started.explorer.openDelete([{ ref: ref }]);
    started.explorer.closeDialog();

    await started.service.open('bot.read').answer(SUPPORT);

    expect(started.state().dialog).toBeUndefined();
  });
});

describe('confirming', () => {
  test('sends one DELETE for the record, however often Enter is pressed', async () => {
    const started = await confirmed();

    for (let at = 0; at < 5; at++) started.explorer.confirmDelete(true);
    await started.service.open('bot.delete').answer(undefined);
    started.explorer.confirmDelete(true);

    expect(started.service.calls.filter(({ method }) => method === 'DELETE').map(({ ids }) => ids)).toEqual([
      { botId: SUPPORT.id },
    ]);
  });

  test('with the wrong text sends nothing and says so', async () => {
    const started = await openDialog();
    type(started, 'suppor');

    started.explorer.confirmDelete(true);

    expect(started.dialog().hint).toContain("doesn't match");
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('too early sends nothing, and once more does', async () => {
    const started = await openDialog();
    writable(started.explorer.store).setState({
      dialog: { ...started.dialog(), editor: editorOf('support'), typedAt: started.now() },
    });

    started.explorer.confirmDelete(true);
    expect(started.dialog().hint).toContain('again');
    expect(started.service.count('bot.delete')).toBe(0);
    started.pass(150);
    started.explorer.confirmDelete(true);

    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('by a key that did not come alone sends nothing', async () => {
    const started = await openDialog();
    type(started, 'support');

    started.explorer.confirmDelete(false);

    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('without a dialog does nothing', async () => {
    const started = await startOnBots([SUPPORT]);

    started.explorer.confirmDelete(true);

    expect(started.service.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('has no signal that could stop a DELETE half-way', async () => {
    const started = await confirmed();

    expect(started.service.open('bot.delete').options.signal).toBeUndefined();
  });
});

describe('the seconds to cancel a single delete', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a single delete is sent when they are over, not before', async () => {
    const started = await confirmed({ guard: noGuard });

    vi.advanceTimersByTime(GRACE_MS - 1);
    expect(started.dialog().phase).toBe('grace');
    expect(started.service.count('bot.delete')).toBe(0);
    vi.advanceTimersByTime(1);

    expect(started.dialog().phase).toBe('running');
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('a single delete: Enter in them sends nothing sooner and nothing twice', async () => {
    const started = await confirmed({ guard: noGuard });

    for (let at = 0; at < 5; at++) started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(0);
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('a single delete: Esc in them sends nothing, and the name is typed anew', async () => {
    const started = await confirmed({ guard: noGuard });

    started.explorer.cancelDelete();
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.dialog()).toMatchObject({ phase: 'asking', editor: { parts: [], at: 0 } });
    expect(started.dialog().hint).toContain('Cancelled');
    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('a single delete: those of a confirmation that was cancelled do not shorten the next', async () => {
    const started = await confirmed({ guard: noGuard });
    vi.advanceTimersByTime(GRACE_MS - 1);
    started.explorer.cancelDelete();

    type(started, 'support');
    started.explorer.confirmDelete(true);
    vi.advanceTimersByTime(GRACE_MS - 1);

    expect(started.service.count('bot.delete')).toBe(0);
  });

  test.each(['closed', 'opened again'])('a single delete whose dialog was %s is not sent', async how => {
    const started = await confirmed({ guard: noGuard });

    started.explorer.closeDialog();
    if (how === 'opened again') started.explorer.openDelete([{ ref }]);
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.service.count('bot.delete')).toBe(0);
  });

  test('the end of the program in them sends nothing', async () => {
    const started = await confirmed({ guard: noGuard });

    await started.explorer.haltDeletes();
    vi.advanceTimersByTime(2 * GRACE_MS);

    expect(started.service.count('bot.delete')).toBe(0);
  });
});

test('a single marked row that the filter hides, and that has changed: the dialog says both', async () => {
  const started = await startOnBots([SUPPORT, SALES]);

  started.explorer.openDelete([{ ref, isHidden: true }]);
  await started.service.open('bot.read').answer({ id: SUPPORT.id, name: 'renamed' });

  const texts = started.dialog().remarks.map(({ text }) => text);
  expect(texts).toContain('hidden by the filter');
  expect(texts).toContain('changed since the list was loaded');
});

describe('the dialog holds its target by value', () => {
  const REVERSED = [SALES, SUPPORT];
  const WITHOUT = [SALES];
  const MORE = [{ id: 'new', name: 'support-2' }, SUPPORT, SALES];

  test.each([
    ['turned round', REVERSED],
    ['without it', WITHOUT],
    ['with others above it', MORE],
    ['with another of its name', [{ id: 'twin', name: 'support' }]],
    ['with another of its name above it', [{ id: 'twin', name: 'support' }, SUPPORT, SALES]],
    ['with another name', [{ ...SUPPORT, name: 'sales' }, SALES]],
    ['with its name at another', [{ ...SALES, name: 'support' }, SUPPORT]],
    [
      'with the names of both exchanged',
      [
        { ...SUPPORT, name: 'sales' },
        { ...SALES, name: 'support' },
      ],
    ],
    ['without any row', []],
    ['with itself alone', [SUPPORT]],
    ['with it at the end of many', [...bots(40), SALES, SUPPORT]],
    ['with many above and below it', [...bots(20), SUPPORT, ...bots(20, 20)]],
    ['with it twice', [SUPPORT, SALES, SUPPORT]],
    ['with rows that are none', [SALES, { name: 'support' }, SUPPORT]],
  ])('when the list below comes anew %s', async (_how, items) => {
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

describe('after a DELETE', () => {
  test('that was answered the row goes and it is said', async () => {
    const started = await confirmed();

    await started.service.open('bot.delete').answer(undefined);

    expect(notice(started)).toBe(`Deleted bot support (${SUPPORT.id}).`);
    expect(started.state().notice?.tone).toBe('good');
    expect(started.state().dialog).toBeUndefined();
    expect(started.rows()?.ids).toEqual([SALES.id]);
  });

  test.each<[string, (call: Call) => Promise<void>, true | 'deleted']>([
    ['was answered', call => call.answer(undefined), 'deleted'],
    ['found nothing', call => call.fail({ kind: 'not-found' }), true],
  ])('that %s, where it is kept it says how it went', async (_name, end, gone) => {
    const started = await confirmed();
    const row = { place: `bot/${SUPPORT.id}`, name: safe`support`, at: 0 };
    update(writable(started.explorer.store), { user: { memory: { recents: [row], bookmarks: [row] } } });

    await end(started.service.open('bot.delete'));
    if (gone === true) await started.service.open('bot.read').fail({ kind: 'not-found' });

    const { memory } = started.state().user;
    expect(memory).toEqual({ recents: [{ ...row, gone }], bookmarks: [{ ...row, gone }] });
    expect(keptChoices(started.state(), memory.recents)[0]?.detail).toContain(
      gone === 'deleted' ? '✗ deleted here' : '✗ gone (404)',
    );
  });

  test('that found nothing the record is read again: there means not deleted, and nobody says gone', async () => {
    const started = await confirmed();

    await started.service.open('bot.delete').fail({ kind: 'not-found' });
    expect(started.dialog()).toMatchObject({ phase: 'running', targets: [{ result: 'checking' }] });
    await started.service.open('bot.read').answer(SUPPORT);

    expect(started.dialog()).toMatchObject({
      phase: 'asking',
      hint: 'Not deleted: it still exists.',
      targets: [{ failure: { kind: 'rejected', status: 404 } }],
    });
    expect(started.rows()?.ids).toEqual([SUPPORT.id, SALES.id]);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('that found nothing the row goes when it is not there either, and nobody claims to have deleted it', async () => {
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
    'that was refused with %j nothing is deleted and the dialog stays with an empty field',
    async failure => {
      const started = await confirmed();

      await started.service.open('bot.delete').fail(failure);

      expect(started.dialog()).toMatchObject({
        phase: 'asking',
        hint: 'Not deleted.',
        targets: [{ failure }],
        editor: { parts: [], at: 0 },
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

  test.each(lost)('whose answer was lost (%j) the record is read again: 404 means deleted', async failure => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail(failure);

    expect(started.dialog()).toMatchObject({ phase: 'running', targets: [{ result: 'checking' }] });
    await started.service.open('bot.read').fail({ kind: 'not-found' });

    expect(notice(started)).toMatch(/^Deleted .*the server confirms it is gone/);
    expect(started.rows()?.ids).toEqual([SALES.id]);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test.each(lost)(
    'whose answer was lost (%j) the record is read again: there means not deleted',
    async failure => {
      const started = await confirmed();
      await started.service.open('bot.delete').fail(failure);

      await started.service.open('bot.read').answer(SUPPORT);

      expect(started.dialog()).toMatchObject({
        phase: 'asking',
        hint: 'Not deleted: it still exists.',
        targets: [{ failure }],
      });
      expect(started.rows()?.ids).toContain(SUPPORT.id);
      expect(started.service.count('bot.delete')).toBe(1);
    },
  );

  test('whose answer was lost and that cannot be looked at has an unknown outcome', async () => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail({ kind: 'timed-out', timeoutMs: 15_000 });

    await started.service.open('bot.read').fail({ kind: 'forbidden' });

    expect(started.dialog().hint).toContain('Outcome unknown');
    expect(started.dialog().editor.parts).toEqual([]);
    expect(started.service.count('bot.delete')).toBe(1);
  });

  test('of a kind that nothing reads a lost answer has an unknown outcome', async () => {
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

  test('of unknown outcome Enter on the empty field does not say that nothing was sent', async () => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail({ kind: 'timed-out', timeoutMs: 15_000 });
    await started.service.open('bot.read').fail({ kind: 'forbidden' });

    started.explorer.confirmDelete(true);

    expect(started.dialog().hint).toContain("doesn't match");
    expect(started.dialog().hint).not.toContain('Nothing has been sent');
  });

  test('that was refused it can be tried again, with the name typed anew', async () => {
    const started = await confirmed();
    await started.service.open('bot.delete').fail({ kind: 'in-use' });

    started.explorer.confirmDelete(true);
    expect(started.service.count('bot.delete')).toBe(1);
    type(started, 'support');
    started.explorer.confirmDelete(true);

    expect(started.service.count('bot.delete')).toBe(2);
    expect(started.dialog().targets[0]?.failure).toBeUndefined();
  });

  test('the screens of the record are left for the list', async () => {
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

describe('a deleted row does not come back', () => {
  test.each([undefined, 't2'])(
    'with a page that was on its way before, the next one being %j',
    async next => {
      const first = bots(20);
      const started = await startOnBots([SUPPORT, ...first], { next: 't1' });
      started.explorer.more(LIST);
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

  test('with a reload that was on its way before', async () => {
    const started = await openDialog();
    started.explorer.load(LIST, true);
    type(started, 'support');
    started.explorer.confirmDelete(true);
    await started.service.open('bot.delete').answer(undefined);

    await started.service.open('bot.list').answer(page([SUPPORT, SALES]));

    expect(started.rows()?.ids).toEqual([SALES.id]);
  });
});

test('a read-only explorer opens no dialog, whatever asks for it, and says why', async () => {
  const started = await startOnBots([SUPPORT], { server: { ...SERVER, readOnly: true } });

  started.explorer.openDelete([
    { ref: { kind: 'conversation', ids: { botId: SUPPORT.id, conversationId: 'conv_123456' } } },
  ]);

  expect(started.state().dialog).toBeUndefined();
  expect(notice(started)).toContain('Read-only');
});

test('what is below a deleted record is read when it never was', async () => {
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

test('an integration that is not found here is not said to be gone: it may be one of the hub', async () => {
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
