import { expect, test } from 'vitest';
import { commands } from '../../../src/explorer/commands/registry.ts';
import { bindKeys } from '../../../src/explorer/dialogs/own-preferences.ts';
import { dialogBindings } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { dialogs } from '../../../src/explorer/dialogs/registry.ts';
import { unlockWord } from '../../../src/explorer/facts/write-protection.ts';
import { screenFact } from '../../../src/explorer/paint/screen.ts';
import type { AnyDialog } from '../../../src/explorer/state/dialogs.ts';
import { editorOf } from '../../../src/explorer/state/text-field.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { type FakeExplorer, setKeys } from '../../helpers/fake-explorer.ts';
import { onBots, scenes } from '../../helpers/scenes.ts';

type Keys = Readonly<Record<string, readonly string[]>>;

const bound = (keys: Keys) => bindKeys([...commands, ...dialogBindings], keys);

let saved: unknown[] = [];

const on =
  (keys: Keys, dialog?: AnyDialog | ((word: string) => AnyDialog)) => async (): Promise<FakeExplorer> => {
    const { keymap, problems } = bound(keys);
    expect(problems).toEqual([]);
    saved = [];
    const started = await onBots(3, {
      saveFile: async ({ replaces }) => {
        saved.push(replaces);
        return { kind: 'problem', words: safe`the disk is full` };
      },
    })();
    const { explorer, state } = started;
    setKeys(explorer, keymap);
    if (dialog !== undefined)
      explorer.openDialog(typeof dialog === 'function' ? dialog(unlockWord(state().session.server)) : dialog);
    return started;
  };

const palette = (text: string): AnyDialog => ({ kind: 'palette', editor: editorOf(text), choice: 0 });
const saves =
  (...files: readonly unknown[]) =>
  (): void =>
    expect(saved).toEqual(files);
const unlocked =
  (isUnlocked: boolean) =>
  ({ state }: FakeExplorer): void =>
    expect((state().session.writeProtection.unlockedUntil ?? 0) > 0).toBe(isUnlocked);

test('dialog commands: each one with keys of its own is in the help and can have other keys', () => {
  const listed = new Set(dialogBindings.map(({ id }) => id));
  const all = Object.values(dialogs).flatMap(
    (dialog: { commands?: readonly { id: string; keys?: unknown }[] }) =>
      (dialog.commands ?? []).filter(({ keys }) => keys !== undefined).map(({ id }) => id),
  );

  expect(all.length).toBeGreaterThan(15);
  expect(all.filter(id => !listed.has(id))).toEqual([]);
});

test('dialog commands: the standard keys are in no conflict', () => {
  expect(bound({})).toEqual({ keymap: {}, problems: [] });
});

test.each(['palette.accept', 'filter.accept', 'save.format', 'unlock.accept', 'login.next'])(
  'settings: no letter and no space can be the key of %s, which acts in a text field',
  id => {
    const { keymap, problems } = bound({ [id]: ['x', 'space'] });

    expect(keymap).toEqual({});
    expect(problems).toHaveLength(2);
    expect(problems.join('\n')).toContain('is text in a field');
  },
);

scenes('help', on({ 'save.format': ['ctrl+f'] }), {
  'shows the own key of a dialog': [
    ['? next Space format', { choices: [{ key: 'Ctrl-F', blocked: 'Works only in: Save.' }] }],
  ],
  'own keys close it and begin the search': [
    { start: on({ 'app.help': ['A'], 'text.find': ['F'] }) },
    ['A q Backspace', { dialog: 'palette' }],
    ['F A', { dialog: undefined }],
  ],
});

scenes('palette', on({ 'palette.accept': ['ctrl+y'], 'palette.complete': ['ctrl+t'] }, palette('app.help')), {
  'own keys complete and run, and the standard ones no longer do': [
    { hints: expect.arrayContaining(['Ctrl-Y run', 'Ctrl-T complete', 'Esc close']) },
    ['Enter', { dialog: 'palette' }],
    ['Ctrl-Y', { open: { scope: 'app.help' } }],
  ],
  'an own key opens a pasted id, a delete only if it came alone': [
    { start: on({ 'palette.accept': ['ctrl+y'] }) },
    ['"x conv_0186F3ZKSM" Enter `Ctrl-Y`', { dialog: 'palette' }],
    ['`1`', { dialog: 'palette' }],
    ['Ctrl-Y', { dialog: 'delete' }],
  ],
  'a key of an earlier dialog runs the marked row beside Enter': [
    { start: on({ 'choose.open': ['ctrl+y'] }, palette('app.help')) },
    ['Ctrl-Y', { open: { scope: 'app.help' } }],
  ],
  'a key of the earlier choice of integrations in use opens their list': [
    { start: on({ 'place.in-use': ['U'] }) },
    ['U', { place: { screen: 'list', kind: 'in-use', ids: {} } }],
  ],
});

scenes(
  'unlocking deletes',
  on({ 'unlock.accept': ['ctrl+y'] }, word => ({ kind: 'unlock', editor: editorOf(word) })),
  {
    'an own key unlocks only when it came alone, and never by a paste': [
      ['Enter "\u0019"', unlocked(false)],
      ['`Ctrl-Y`', unlocked(false), { hint: 'Matches. Press Ctrl-Y again.' }],
      ['Ctrl-Y', unlocked(true)],
    ],
  },
);

const existing = { bytes: 12, at: 0 };
scenes('existing file', on({ 'save.overwrite': ['ctrl+w'] }), {
  'an own key overwrites it only when it came alone, and the question names the key': [
    'Ctrl-S',
    ({ explorer, state }) => {
      const { dialog } = state();
      if (dialog?.kind === 'save') explorer.changeDialog(dialog, { existing });
    },
    ({ state }) => expect(screenFact(state()).message.spans[0]?.text).toContain('Ctrl-W overwrites it.'),
    { hints: ['Ctrl-W overwrite', 'Esc another name'] },
    ['`Ctrl-W` Enter', saves()],
    ['Ctrl-W', saves(existing)],
  ],
});
