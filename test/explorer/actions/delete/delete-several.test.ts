import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deletion } from '../../../../src/deletion/results.ts';
import { withAllMarksToggled } from '../../../../src/explorer/actions/cursor/mark.ts';
import { AFTER_REFUSAL_MS } from '../../../../src/explorer/actions/delete/targets.ts';
import { bindKeys } from '../../../../src/explorer/commands/bindings.ts';
import { commands } from '../../../../src/explorer/commands/table.ts';
import { pageText } from '../../../../src/explorer/dialogs/delete/page.ts';
import { dialogBindings } from '../../../../src/explorer/dialogs/palette/dialog-commands.ts';
import { keyRows } from '../../../../src/explorer/dialogs/palette/scopes.ts';
import { dialogHints } from '../../../../src/explorer/dialogs/table.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { paste, press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { marksOf } from '../../../../src/explorer/selection/list-marks.ts';
import type { DeleteDialog } from '../../../../src/explorer/state/dialogs.ts';
import { GRACE_MS, noWriteProtection } from '../../../../src/explorer/state/slices.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import type { Failure } from '../../../../src/failure.ts';
import type { JsonObject } from '../../../../src/json/json.ts';
import { type FakeExplorer, SERVER, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, settle } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const dialogOf = ({ state }: FakeExplorer): DeleteDialog => {
  const { dialog } = state();
  if (dialog?.kind !== 'delete') throw new Error('there is no dialog');
  return dialog;
};

const key = (started: FakeExplorer, name: string, alone = true): void =>
  press(started.explorer, { name, text: name === 'space' ? ' ' : name.length === 1 ? name : '' }, { alone });

/** Responses to reads and deletes of a bot, by its id; success unless given. */
type Responses = {
  readonly read?: Readonly<Record<string, JsonObject | Failure['kind']>>;
  readonly remove?: Readonly<Record<string, Failure>>;
};

const plain = (kind: Failure['kind']): Failure => ({ kind }) as Failure;

function answering(
  started: FakeExplorer,
  items: readonly JsonObject[],
  { read = {}, remove = {} }: Responses,
): void {
  started.service.replyWith(({ id, ids }) => {
    const own = ids['botId'] ?? '';
    if (id === 'bot.read') {
      const known = read[own] ?? items.find(item => item['id'] === own) ?? {};
      return typeof known === 'string' ? { failure: plain(known) } : { value: known };
    }
    const failure = remove[own];
    if (id === 'bot.delete') return failure === undefined ? { value: undefined } : { failure };
    return undefined;
  });
}

/** Marks all bots of a list and presses Ctrl-D. */
async function openDialog(count = 3, answers: Responses = {}): Promise<FakeExplorer> {
  const items = bots(count);
  const started = await startOnBots(items, { writeProtection: noWriteProtection });
  answering(started, items, answers);
  started.explorer.change(withAllMarksToggled);
  started.pass(1000);
  key(started, 'ctrl+d');
  for (let at = 0; at < count + 2; at++) await settle();
  started.pass(1000);
  return started;
}

function type(started: FakeExplorer, text: string): void {
  const { store } = started.explorer;
  writable(store).setState({
    dialog: { ...dialogOf(started), editor: editorOf(text), typedAt: started.now() },
  });
  started.pass(1000);
}

/** Types the confirmation and presses Enter: the grace period starts. */
function confirmed(started: FakeExplorer): void {
  type(started, dialogOf(started).confirmation.text);
  key(started, 'enter');
}

async function waited(started: FakeExplorer): Promise<void> {
  started.pass(GRACE_MS);
  vi.advanceTimersByTime(GRACE_MS);
  for (let at = 0; at < 20; at++) await settle();
}

const deleted = ({ service }: FakeExplorer): readonly string[] =>
  service.calls.filter(({ id }) => id === 'bot.delete').map(({ ids }) => ids['botId'] ?? '');

test('delete dialog: custom keys run its commands, and are typed as text in the field', async () => {
  const started = await openDialog(3, { remove: { b1: { kind: 'in-use' } } });
  const own = {
    'export.save': ['F'],
    'delete.failed-only': ['f'],
    'delete.retry': ['R'],
    'delete.list': ['T'],
  };
  const { keymap, problems } = bindKeys([...commands, ...dialogBindings], own);
  // Actions of earlier versions are accepted.
  expect(problems).toEqual([]);
  update(writable(started.explorer.store), { user: { keymap } });

  key(started, 'F');
  expect(dialogOf(started).editor.parts).toEqual(['F']);
  confirmed(started);
  await waited(started);
  const before = dialogOf(started);
  key(started, 'f');
  key(started, 'R');
  expect(dialogOf(started)).toEqual(before);
  const hints = dialogHints(started.state(), dialogOf(started));
  expect(hints.map(({ key: label, text }) => `${label} ${text}`)).toContain('F save');
  key(started, 'F');

  expect(started.state().dialog?.kind).toBe('save');
  const help = keyRows({ ...started.state(), dialog: undefined });
  expect(help.find(({ title }) => title.includes('afterwards: save the report'))?.key).toBe('F');
});

test('delete dialog: custom keys scroll before the end, and are typed as text in the field', async () => {
  const started = await openDialog(15);
  update(writable(started.explorer.store), { user: { keymap: { 'move.down': ['J'] } } });

  key(started, 'j');
  expect(dialogOf(started)).toMatchObject({ top: 0, editor: { parts: [] } });
  key(started, 'J');
  expect(dialogOf(started)).toMatchObject({ top: 1, editor: { parts: [] } });
  for (let at = 0; at < 10; at++) key(started, 'pagedown');
  key(started, 'J');

  expect(dialogOf(started).editor.parts).toEqual(['J']);
});

describe('confirming a bulk delete', () => {
  test('bulk delete: re-checks every target and excludes those that are gone or cannot be loaded', async () => {
    const started = await openDialog(4, { read: { b1: 'not-found', b2: 'forbidden' } });

    expect(started.service.count('bot.read')).toBe(4);
    expect(dialogOf(started).phase).toBe('confirming');
    expect(dialogOf(started).confirmation.text).toBe('delete 2');
  });

  test('bulk delete: loads at most four targets at once in the beginning', async () => {
    const items = bots(5);
    const started = await startOnBots(items);
    started.explorer.change(withAllMarksToggled);

    key(started, 'ctrl+d');
    await settle();

    expect(started.service.count('bot.read')).toBe(4);
    expect(dialogOf(started).phase).toBe('reading');
  });

  test('bulk delete: flags a target that changed since the list was loaded', async () => {
    const started = await openDialog(2, { read: { b1: { id: 'b1', name: 'renamed' } } });

    expect(dialogOf(started).targets.map(({ isChanged }) => isChanged)).toEqual([undefined, true]);
    expect(dialogOf(started).targets[1]?.name).toBe('renamed');
  });

  test.each(['delete 2', 'delete', 'y', 'delete 33', ''])(
    'bulk delete: typing "%s" instead of "delete 3" starts nothing',
    async text => {
      const started = await openDialog();

      type(started, text);
      key(started, 'enter');
      await waited(started);

      expect(dialogOf(started).phase).toBe('confirming');
      expect(deleted(started)).toEqual([]);
    },
  );

  test('bulk delete: an Enter in a burst, held down, or right after the last letter starts nothing', async () => {
    const started = await openDialog();
    type(started, 'delete 3');
    key(started, 'enter', false);
    for (let at = 0; at < 30; at++) {
      started.pass(33);
      key(started, 'enter');
    }

    expect(dialogOf(started).phase).toBe('confirming');
    expect(dialogOf(started).hint).toContain('again');
  });

  test.each([250, 500, 660, 1000])(
    'bulk delete: an Enter right after the last letter, held down, starts nothing if its first repeat comes after %i ms',
    async firstRepeatMs => {
      const started = await openDialog();
      for (const letter of 'delete 3') key(started, letter === ' ' ? 'space' : letter);
      key(started, 'enter');
      started.pass(firstRepeatMs);
      for (let at = 0; at < 100; at++) {
        key(started, 'enter');
        started.pass(33);
      }

      expect(dialogOf(started).phase).toBe('confirming');
      expect(deleted(started)).toEqual([]);
    },
  );

  test('bulk delete: a row unmarked on the list is left out, and the confirmation must be typed again', async () => {
    const started = await openDialog();
    type(started, 'delete 3');

    key(started, 'escape');
    key(started, 'space');
    started.pass(1000);
    key(started, 'ctrl+d');
    for (let at = 0; at < 5; at++) await settle();
    started.pass(1000);

    expect(dialogOf(started)).toMatchObject({ confirmation: { text: 'delete 2' }, editor: { parts: [] } });
    confirmed(started);
    await waited(started);
    expect(deleted(started)).toEqual(['b1', 'b2']);
  });

  test('bulk delete: if no target could be loaded it asks for no confirmation', async () => {
    const started = await openDialog(2, { read: { b0: 'forbidden', b1: 'forbidden' } });

    const lines = pageText(started.state(), dialogOf(started)).map(joinLine);
    expect(lines.at(-1)?.trim()).toBe('No record is left to delete.');
    expect(lines.join('\n')).toContain('2 of 2 could not be loaded: left out.');
    const hints = dialogHints(started.state(), dialogOf(started));
    expect(hints.map(({ key: name }) => name)).not.toContain('Enter');
    type(started, 'delete 0');
    key(started, 'enter');
    await waited(started);
    expect(deleted(started)).toEqual([]);
  });

  test('bulk delete: Esc in the last seconds cancels it and sends nothing', async () => {
    const started = await openDialog();
    confirmed(started);
    expect(dialogOf(started).phase).toBe('grace');

    key(started, 'escape');
    await waited(started);

    expect(dialogOf(started).phase).toBe('confirming');
    expect(deleted(started)).toEqual([]);
  });

  test('bulk delete: a look of 40 s is repeated for each target; a change sends nothing and is confirmed anew', async () => {
    const started = await openDialog();
    started.pass(40_000);
    answering(started, bots(3), { read: { b1: { id: 'b1', name: 'bot 1', alwaysAlive: true } } });

    confirmed(started);
    for (let at = 0; at < 5; at++) await settle();

    expect(started.service.count('bot.read')).toBe(6);
    expect(dialogOf(started)).toMatchObject({
      phase: 'confirming',
      hint: 'Nothing was sent: changed since the check: alwaysAlive. Confirm anew.',
      editor: { parts: [] },
    });
    started.pass(1000);
    confirmed(started);
    await waited(started);
    expect(deleted(started)).toEqual(['b0', 'b1', 'b2']);
  });

  test('delete: an Enter held down after typing ahead scrolls, and deletes nothing at the end', async () => {
    const items = bots(1);
    const started = await startOnBots(items, { size: { columns: 80, rows: 13 } });
    answering(started, items, {});
    key(started, 'ctrl+d');
    for (const letter of 'bot 0') key(started, letter === ' ' ? 'space' : letter);
    for (let at = 0; at < 5; at++) await settle();
    started.pass(1000);

    for (let at = 0; at < 100; at++) {
      key(started, 'enter');
      started.pass(33);
    }

    expect(dialogOf(started)).toMatchObject({ phase: 'confirming', hint: expect.stringContaining('again') });
    expect(deleted(started)).toEqual([]);
  });

  test('bulk delete: a read-only explorer opens no dialog', async () => {
    const started = await startOnBots(bots(2), { server: { ...SERVER, readOnly: true } });
    started.explorer.change(withAllMarksToggled);

    key(started, 'ctrl+d');

    expect(started.state().dialog).toBeUndefined();
    expect(started.service.count('bot.read')).toBe(0);
  });
});

describe('running a bulk delete', () => {
  test('bulk delete: sends one request after another in list order and reports each result', async () => {
    const started = await openDialog(3, { remove: { b1: { kind: 'forbidden' } } });
    confirmed(started);
    await waited(started);

    expect(deleted(started)).toEqual(['b0', 'b1', 'b2']);
    expect(dialogOf(started).phase).toBe('done');
    expect(dialogOf(started).hint).toBe('2 deleted, 1 failed. Backups: :trash');
    expect(started.rows()?.ids).toEqual(['b1']);
    expect([...marksOf(started.state())]).toEqual(['b1']);
  });

  test('bulk delete: Esc lets the current request finish and sends no more', async () => {
    const items = bots(3);
    const started = await openDialog();
    started.service.replyWith(({ id, ids }) =>
      id === 'bot.read' ? { value: items.find(item => item['id'] === ids['botId']) } : undefined,
    );
    confirmed(started);
    await waited(started);
    expect(deleted(started)).toEqual(['b0']);

    key(started, 'escape');
    expect(dialogOf(started).phase).toBe('stopping');
    key(started, 'escape');
    await started.service.open('bot.delete').answer(undefined);
    for (let at = 0; at < 5; at++) await settle();

    expect(deleted(started)).toEqual(['b0']);
    expect(dialogOf(started).phase).toBe('done');
    expect(dialogOf(started).hint).toBe('1 deleted, 2 not sent. Backup: :trash');
  });

  test('bulk delete: the Enter of the confirmation, held down, does not close the results; a later one does', async () => {
    const started = await openDialog(3, { remove: { b1: { kind: 'in-use' } } });
    confirmed(started);
    await waited(started);
    expect(dialogOf(started).phase).toBe('done');

    started.pass(660);
    for (let at = 0; at < 100; at++) {
      key(started, 'enter');
      started.pass(33);
    }
    expect(dialogOf(started).phase).toBe('done');

    started.pass(AFTER_REFUSAL_MS);
    key(started, 'enter');
    expect(started.state().dialog).toBeUndefined();
  });

  test('bulk delete: a 401 stops it, as every other delete would fail too', async () => {
    const started = await openDialog(3, { remove: { b0: { kind: 'unauthorised' } } });
    confirmed(started);
    await waited(started);

    expect(deleted(started)).toEqual(['b0']);
    expect(dialogOf(started).hint).toBe('0 deleted, 1 failed, 2 not sent.');
  });

  test('bulk delete: Ctrl-D on the results retries the failed targets after re-checking them, and alone only', async () => {
    const started = await openDialog(3, { remove: { b1: { kind: 'in-use' } } });
    confirmed(started);
    await waited(started);
    const reads = started.service.count('bot.read');

    key(started, 'ctrl+d', false);
    expect(dialogOf(started).phase).toBe('done');
    key(started, 'ctrl+d');
    for (let at = 0; at < 5; at++) await settle();

    expect(dialogOf(started).confirmation.text).toBe('bot 1');
    expect(started.service.count('bot.read')).toBe(reads + 1);
    expect(deleted(started)).toHaveLength(3);
  });

  test('bulk delete: the failed targets stay marked on the list, and Ctrl-D there deletes exactly those', async () => {
    const started = await openDialog(4, { remove: { b1: { kind: 'in-use' }, b2: { kind: 'forbidden' } } });
    confirmed(started);
    await waited(started);

    key(started, 'escape');
    started.pass(1000);
    key(started, 'ctrl+d');

    expect(dialogOf(started).targets.map(({ ref }) => ref.ids['botId'])).toEqual(['b1', 'b2']);
    expect(deleted(started)).toHaveLength(4);
  });

  test('bulk delete: a target whose response is lost is looked at again, and stays unknown while it exists', async () => {
    const started = await openDialog(3, { remove: { b1: { kind: 'timed-out', timeoutMs: 15_000 } } });
    const reads = started.service.count('bot.read');
    confirmed(started);
    await waited(started);

    expect(started.service.count('bot.read')).toBe(reads + 1);
    expect(dialogOf(started).hint).toBe('2 deleted, 1 unknown, check. Backups: :trash');
    expect(deleted(started)).toEqual(['b0', 'b1', 'b2']);
    expect([...marksOf(started.state())]).toEqual(['b1']);
  });

  test('bulk delete: Ctrl-S saves the result and the reason for every target', async () => {
    const started = await openDialog(3, { remove: { b1: { kind: 'forbidden' } } });
    confirmed(started);
    await waited(started);

    key(started, 'ctrl+s');

    const { dialog } = started.state();
    if (dialog?.kind !== 'save') throw new Error('no panel');
    expect(dialog.selection.description).toBe('the results of deleting 3 bots');
    expect(dialog.selection.resource).toBe(deletion);
    for (const record of dialog.selection.records) {
      expect(Object.keys(record)).toEqual(Object.keys(deletion.fields));
      expect(record['result']).toBe(record['outcome']);
    }
    expect(dialog.selection.records.map(({ id, outcome, why }) => [id, outcome, why])).toEqual([
      ['b0', 'deleted', ''],
      ['b1', 'not-deleted', expect.stringContaining('403')],
      ['b2', 'deleted', ''],
    ]);
  });

  test('bulk delete: the saved report tells targets that are gone from those never sent', async () => {
    const started = await openDialog(3, { read: { b1: 'not-found', b2: 'forbidden' } });
    confirmed(started);
    await waited(started);

    key(started, 'ctrl+s');

    const { dialog } = started.state();
    if (dialog?.kind !== 'save') throw new Error('no panel');
    expect(dialog.selection.records.map(({ id, result }) => [id, result])).toEqual([
      ['b0', 'deleted'],
      ['b1', 'gone'],
      ['b2', 'unsent'],
    ]);
  });

  test('bulk delete: quitting waits for the request in progress', async () => {
    const started = await openDialog();
    started.service.replyWith(() => undefined);
    confirmed(started);
    await waited(started);
    let isOver = false;

    const halted = started.explorer.haltDeletes().then(() => {
      isOver = true;
    });
    await settle();
    expect(isOver).toBe(false);
    await started.service.open('bot.delete').answer(undefined);
    await halted;

    expect(deleted(started)).toEqual(['b0']);
  });
});

describe('pasted conversation ids', () => {
  const pasteInto = async (text: string): Promise<FakeExplorer> => {
    const started = await startOnBots(bots(1));
    started.explorer.openIdPrompt('conversation', { botId: 'b0' });
    paste(started.explorer, text);
    await settle();
    return started;
  };

  test('bulk delete: pasted conversation ids open one dialog, in their order and without duplicates', async () => {
    const started = await pasteInto('conv_2\nconv_1\r\n\n conv_2 \n');

    expect(dialogOf(started).targets.map(({ ref }) => ref.ids)).toEqual([
      { botId: 'b0', conversationId: 'conv_2' },
      { botId: 'b0', conversationId: 'conv_1' },
    ]);
    expect(dialogOf(started).confirmation.text).toBe('delete 2');
    expect(started.service.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('bulk delete: pasted ids open no dialog when one of them cannot be an id', async () => {
    const started = await pasteInto(`conv_1\n${'x'.repeat(600)}`);

    expect(started.state().dialog?.kind).toBe('palette');
  });
});
