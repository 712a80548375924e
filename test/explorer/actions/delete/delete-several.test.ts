import { expect, test } from 'vitest';
import { deletion } from '../../../../src/deletion/results.ts';
import { withAllMarksToggled } from '../../../../src/explorer/actions/cursor/mark.ts';
import { AFTER_REFUSAL_MS } from '../../../../src/explorer/actions/delete/confirmation.ts';
import { commands } from '../../../../src/explorer/commands/registry.ts';
import { pageText } from '../../../../src/explorer/dialogs/delete/page.ts';
import { bindKeys } from '../../../../src/explorer/dialogs/own-preferences.ts';
import { dialogBindings } from '../../../../src/explorer/dialogs/palette/scopes.ts';
import { dialogHints } from '../../../../src/explorer/dialogs/registry.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { paste } from '../../../../src/explorer/keyboard/keyboard.ts';
import { GRACE_MS, noWriteProtection } from '../../../../src/explorer/state/state.ts';
import type { Failure } from '../../../../src/failure.ts';
import type { JsonObject } from '../../../../src/json/json.ts';
import { type FakeExplorer, setKeys } from '../../../helpers/fake-explorer.ts';
import { bots, settle } from '../../../helpers/fake-service.ts';
import { after, answer, onBots, play, scenes, stopTimers, wait } from '../../../helpers/scenes.ts';

stopTimers();

type Responses = {
  readonly read?: Readonly<Record<string, JsonObject | Failure['kind']>>;
  readonly remove?: Readonly<Record<string, Failure>>;
};

const answering =
  ({ read = {}, remove = {} }: Responses = {}) =>
  ({ service }: FakeExplorer): void =>
    service.replyWith(({ id, ids }) => {
      const own = ids['botId'] ?? '';
      if (id === 'bot.delete')
        return own in remove ? { failure: remove[own] as Failure } : { value: undefined };
      if (id !== 'bot.read') return undefined;
      const known = read[own] ?? bots(20).find(item => item['id'] === own) ?? {};
      return typeof known === 'string' ? { failure: { kind: known } as Failure } : { value: known };
    });

const marked = ({ explorer }: FakeExplorer): void => explorer.change(withAllMarksToggled);

/** Marks all bots of a list and presses Ctrl-D: the dialog asks for the confirmation. */
const onDialog = (count = 3, answers: Responses = {}) => {
  const onList = onBots(count, { writeProtection: noWriteProtection });
  return after(onList, answering(answers), marked, '+1000 Ctrl-D', wait(1000));
};

/** Types the confirmation and presses Enter: the grace period starts. */
const confirm = (text = 'delete 3'): string => `${text.replaceAll(' ', ' Space ')} +1000 Enter`;
const grace = wait(GRACE_MS);
const ALL = ['b0', 'b1', 'b2'];
const held = (ms: number) => `+${ms} ${'Enter +33 '.repeat(100)}`;

const withKeys =
  (keymap: Readonly<Record<string, readonly string[]>>) =>
  ({ explorer }: FakeExplorer): void =>
    setKeys(explorer, keymap);

test('delete dialog: custom keys run its commands, and are typed as text in the field', async () => {
  const own = { 'export.save': ['F'], 'delete.retry': ['Ctrl-R'] };
  const { keymap, problems } = bindKeys([...commands, ...dialogBindings], own);
  expect(problems).toEqual([]);
  const started = await onDialog(3, { remove: { b1: { kind: 'in-use' } } })();
  await play(started, withKeys(keymap), 'F', { typed: 'F' }, 'Backspace', confirm(), grace);

  const before = started.dialog();
  await play(started, 'r');
  expect(started.dialog()).toEqual(before);
  const hints = dialogHints(started.state(), started.dialog()).map(({ key, text }) => `${key} ${text}`);
  expect(hints).toEqual(expect.arrayContaining(['Ctrl-R retry', 'F save']));
  await play(started, 'F', { dialog: 'save' });
});

scenes('delete dialog', onDialog(15), {
  'custom keys scroll before the end, and are typed as text in the field': [
    [withKeys({ 'move.down': ['J'] }), 'j', ({ dialog }) => expect(dialog().top).toBe(0)],
    ['J', ({ dialog }) => expect(dialog().top).toBe(1), { typed: '' }],
    ['PgDn '.repeat(10), 'J', { typed: 'J' }],
  ],
});

const NOTHING = { phase: 'confirming', deletes: [] };
scenes('bulk delete', onDialog(), {
  're-checks every target and excludes those that are gone or cannot be loaded': [
    { start: onDialog(4, { read: { b1: 'not-found', b2: 'forbidden' } }) },
    { reads: 4, phase: 'confirming', confirms: 'delete 2' },
  ],
  'loads at most four targets at once in the beginning': [
    { start: onBots(5) },
    [marked, 'Ctrl-D', settle, { reads: 4, phase: 'reading' }],
  ],
  'flags a target that changed since the list was loaded': [
    { start: onDialog(2, { read: { b1: { id: 'b1', name: 'renamed' } } }) },
    ({ dialog }) =>
      expect(dialog().targets.map(({ isChanged, name }) => [isChanged, name])).toEqual([
        [undefined, 'bot 0'],
        [true, 'renamed'],
      ]),
  ],
  'an Enter in a burst, held down, or right after the last letter starts nothing': [
    ['delete Space 3 +1000 `Enter`', '+33 Enter '.repeat(30), { ...NOTHING, hint: /again/ }],
  ],
  'a row unmarked on the list is left out, and the confirmation must be typed again': [
    ['delete Space 3 +1000 Esc Space +1000 Ctrl-D', wait(1000), { confirms: 'delete 2', typed: '' }],
    [confirm('delete 2'), grace, { deletes: ['b1', 'b2'] }],
  ],
  'a look of 40 s is repeated for each target; a change sends nothing and is confirmed anew': [
    '+40000',
    answering({ read: { b1: { id: 'b1', name: 'bot 1', alwaysAlive: true } } }),
    confirm(),
    wait(1000),
    {
      ...NOTHING,
      reads: 6,
      hint: 'Nothing was sent: changed since the check: alwaysAlive. Confirm again.',
      typed: '',
    },
    [confirm(), grace, { deletes: ALL }],
  ],
});

for (const text of ['delete 2', 'delete', 'y', 'delete 33', 'DELETE 3', 'delete 3 ', ''])
  scenes('bulk delete', onDialog(), {
    [`typing "${text}" instead of "delete 3" starts nothing`]: [confirm(text), grace, NOTHING],
  });

for (const ms of [250, 500, 660, 1000])
  scenes('bulk delete', onDialog(), {
    [`an Enter right after the last letter, held down, starts nothing if its first repeat comes after ${ms} ms`]:
      ['delete Space 3 Enter', held(ms), NOTHING],
  });

scenes('bulk delete', onDialog(2, { read: { b0: 'forbidden', b1: 'forbidden' } }), {
  'if no target could be loaded it asks for no confirmation': [
    ({ state, dialog }) => {
      const lines = pageText(state(), dialog()).map(joinLine);
      expect(lines.at(-1)?.trim()).toBe('Nothing left to delete.');
      expect(lines.join('\n')).toContain('2 of 2 could not be loaded: left out.');
      const hints = dialogHints(state(), dialog());
      expect(hints.map(({ key: name }) => name)).not.toContain('Enter');
    },
    [confirm('delete 0'), grace, { deletes: [] }],
  ],
});

scenes('delete', onBots(1, { size: { columns: 80, rows: 13 } }), {
  'an Enter held down after typing ahead scrolls, and deletes nothing at the end': [
    [answering(), 'Ctrl-D bot Space 0', wait(1000), held(0), { ...NOTHING, hint: /again/ }],
  ],
  'an Enter that scrolls because the terminal became lower does not confirm while it is held down': [
    answering(),
    'Ctrl-D +1000 bot Space 0',
    wait(1000),
    [({ explorer }) => explorer.resize({ columns: 80, rows: 10 }), held(3000), { ...NOTHING, hint: /again/ }],
  ],
});

/** The rows of the report that Ctrl-S saves, by these fields. */
const saved =
  (rows: readonly unknown[], ...fields: readonly string[]) =>
  ({ state }: FakeExplorer): void => {
    const { dialog } = state();
    if (dialog?.kind !== 'save') throw new Error('no panel');
    const { records, resource } = dialog.selection;
    expect(resource).toBe(deletion);
    for (const record of records) expect(Object.keys(record)).toEqual(Object.keys(deletion.fields));
    expect(records.map(record => fields.map(field => record[field]))).toEqual(rows);
  };

scenes('bulk delete', onDialog(3, { remove: { b1: { kind: 'forbidden' } } }), {
  'sends one request after another in list order and reports each result, failures first': [
    confirm(),
    grace,
    {
      deletes: ALL,
      phase: 'done',
      hint: '2 deleted, 1 failed. Backups: :trash',
      rows: ['b1'],
      marks: ['b1'],
    },
    // The failed one is first, the advice last.
    ({ state, dialog }) =>
      expect(pageText(state(), dialog()).map(joinLine).join('\n')).toMatch(
        /bot 1 .* 403 .*\n(.*\n)*.*bot 0 (.*\n)*.*Ask a manager /,
      ),
  ],
  'Ctrl-S saves the result and the reason for every target': [
    confirm(),
    grace,
    'Ctrl-S',
    ({ state }) =>
      expect(state().dialog).toMatchObject({ selection: { description: 'the results of deleting 3 bots' } }),
    saved(
      [
        ['b0', 'deleted', 'deleted', ''],
        ['b1', 'not-deleted', 'not-deleted', expect.stringContaining('403')],
        ['b2', 'deleted', 'deleted', ''],
      ],
      ...['id', 'result', 'outcome', 'why'],
    ),
  ],
  'the saved report tells targets that are gone from those never sent': [
    { start: onDialog(3, { read: { b1: 'not-found', b2: 'forbidden' } }) },
    confirm('delete 1'),
    grace,
    'Ctrl-S',
    saved(
      [
        ['b0', 'deleted'],
        ['b1', 'gone'],
        ['b2', 'unsent'],
      ],
      ...['id', 'result'],
    ),
  ],
});

scenes('bulk delete', onDialog(), {
  'Esc lets the current request finish and sends no more': [
    [({ service }) => service.replyWith(() => undefined), confirm(), grace, { deletes: ['b0'] }],
    ['Esc', { phase: 'stopping' }],
    'Esc',
    answer('bot.delete'),
    [wait(), { deletes: ['b0'], phase: 'done', hint: '1 deleted, 2 not sent. Backup: :trash' }],
  ],
  'quitting waits for the request in progress': [
    ({ service }) => service.replyWith(() => undefined),
    confirm(),
    grace,
    async ({ explorer, service }) => {
      let isOver = false;
      const halted = explorer.haltDeletes().then(() => {
        isOver = true;
      });
      await settle();
      expect(isOver).toBe(false);
      await service.open('bot.delete').answer(undefined);
      await halted;
    },
    { deletes: ['b0'] },
  ],
  'a 401 stops it, as every other delete would fail too': [
    { start: onDialog(3, { remove: { b0: { kind: 'unauthorised' } } }) },
    [confirm(), grace, { deletes: ['b0'], hint: '0 deleted, 1 failed, 2 not sent.' }],
  ],
});

for (const key of ['Ctrl-D', 'r'])
  scenes('bulk delete', onDialog(3, { remove: { b1: { kind: 'in-use' } } }), {
    [`${key} on the results retries the failed targets after re-checking them, and alone only`]: [
      [confirm(), grace, { reads: 3 }],
      [`\`${key}\``, { phase: 'done' }],
      [key, wait(), { confirms: 'bot 1', reads: 4, deletes: ALL }],
      ['r', { typed: 'r', deletes: ALL }],
    ],
  });

scenes('bulk delete', onDialog(3, { remove: { b1: { kind: 'in-use' } } }), {
  'the Enter of the confirmation, held down, does not close the results; a later one does': [
    [confirm(), grace, { phase: 'done' }],
    [held(660), { phase: 'done' }],
    [`+${AFTER_REFUSAL_MS} Enter`, { dialog: undefined }],
  ],
  'the failed targets stay marked on the list, and Ctrl-D there deletes exactly those': [
    { start: onDialog(4, { remove: { b1: { kind: 'in-use' }, b2: { kind: 'forbidden' } } }) },
    confirm('delete 4'),
    grace,
    'Esc +1000 Ctrl-D',
    { targets: [{ ref: { ids: { botId: 'b1' } } }, { ref: { ids: { botId: 'b2' } } }] },
    { deletes: [...ALL, 'b3'] },
  ],
  'a target whose response is lost is looked at again, and stays unknown while it exists': [
    { start: onDialog(3, { remove: { b1: { kind: 'timed-out', timeoutMs: 15_000 } } }) },
    confirm(),
    [grace, { reads: 4, hint: '2 deleted, 1 unknown, check. Backups: :trash', deletes: ALL, marks: ['b1'] }],
  ],
});

const onPrompt = after(onBots(1), ({ explorer }) => explorer.openIdPrompt('conversation', { botId: 'b0' }));
scenes('bulk delete: pasted conversation ids', onPrompt, {
  'open one dialog, in their order and without duplicates': [
    ({ explorer }) => paste(explorer, 'conv_2\nconv_1\r\n\n conv_2 \n'),
    settle,
    {
      targets: [
        { ref: { ids: { botId: 'b0', conversationId: 'conv_2' } } },
        { ref: { ids: { botId: 'b0', conversationId: 'conv_1' } } },
      ],
      confirms: 'delete 2',
      deletes: [],
    },
  ],
  'open no dialog when one of them cannot be an id': [
    [({ explorer }) => paste(explorer, `conv_1\n${'x'.repeat(600)}`), settle, { dialog: 'palette' }],
  ],
});
