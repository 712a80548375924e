import { describe, expect, test } from 'vitest';
import type { CustomCommand } from '../../../src/config/custom-commands.ts';
import { consentQuestion } from '../../../src/explorer/commands/safety.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { bindKeys } from '../../../src/explorer/dialogs/own-preferences.ts';
import { dialogBindings } from '../../../src/explorer/dialogs/palette/dialog-commands.ts';
import { keyRows } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { descriptionOf, dialogHints, dialogs } from '../../../src/explorer/dialogs/table.ts';
import { unlockWord } from '../../../src/explorer/facts/write-protection.ts';
import { paste, press } from '../../../src/explorer/keyboard/keyboard.ts';
import { type AnyDialog, newQuestionDialog } from '../../../src/explorer/state/dialogs.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { editorOf, emptyEditor } from '../../../src/explorer/state/text-field.ts';
import { noTerminalHost } from '../../../src/terminal/host.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

type Keys = Readonly<Record<string, readonly string[]>>;

const bound = (keys: Keys) => bindKeys([...commands, ...dialogBindings], keys);

const RETIRE: CustomCommand = {
  name: 'retire',
  run: ['./retire', '{id}'],
  keys: [],
  on: [],
  isDangerous: true,
  waits: true,
  origin: safe`settings.yaml line 1`,
};

const RUN: AnyDialog = newQuestionDialog({
  title: safe`Run?`,
  texts: [],
  yes: safe`run it`,
  action: {
    to: 'run',
    own: RETIRE,
    ref: { kind: 'bot', ids: { botId: 'b0' } },
    words: ['./retire', 'b0'],
  },
});

/** Opens a dialog over a list of bots, with own keys and a dangerous custom command that notes its runs. */
async function open(dialog: AnyDialog | ((word: string) => AnyDialog), keys: Keys) {
  const { keymap, problems } = bound(keys);
  expect(problems).toEqual([]);
  const ran: (readonly string[])[] = [];
  const run = (words: readonly string[]) => {
    ran.push(words);
    return Promise.resolve(undefined);
  };
  const saved: unknown[] = [];
  const started = await startOnBots(bots(3), {
    terminalHost: { ...noTerminalHost, run },
    saveFile: ({ replaces }) => {
      saved.push(replaces);
      return Promise.resolve({ kind: 'problem', words: safe`the disk is full` });
    },
  });
  const { explorer, state } = started;
  update(writable(explorer.store), { user: { keymap, customCommands: [RETIRE] } });
  explorer.openDialog(typeof dialog === 'function' ? dialog(unlockWord(state().session.server)) : dialog);
  return {
    ...started,
    ran,
    saved,
    kind: () => state().dialog?.kind,
    footer: () => {
      const present = state().dialog;
      const hints = present === undefined ? [] : dialogHints(state(), present);
      return hints.map(({ key, text }) => `${key} ${text}`);
    },
    key: (name: string, alone = true) => {
      press(explorer, { name, text: name.length === 1 ? name : '' }, { alone });
      return settle();
    },
    paste: (text: string) => {
      paste(explorer, text);
      return settle();
    },
  };
}

const unlock = (word: string): AnyDialog => ({ kind: 'unlock', editor: editorOf(word) });
const palette = (text: string): AnyDialog => ({ kind: 'palette', editor: editorOf(text), choice: 0 });
const HELP: AnyDialog = { kind: 'palette', scope: 'keys', editor: emptyEditor, choice: 0 };

describe('own keys of dialogs', () => {
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

  test('dialog commands: the help shows the own key of a dialog', async () => {
    const { state } = await open(HELP, { 'save.format': ['ctrl+f'] });

    const help = keyRows(state()).find(({ title }) => title === 'next format');
    expect(help).toMatchObject({ key: 'Ctrl-F', blocked: 'Works only in: Save.' });
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

  test('palette: own keys complete and run, and the standard ones no longer do', async () => {
    const it = await open(palette('app.help'), {
      'palette.accept': ['ctrl+y'],
      'palette.complete': ['ctrl+t'],
    });

    expect(it.footer()).toEqual(expect.arrayContaining(['Ctrl-Y run', 'Ctrl-T complete', 'Esc close']));
    await it.key('enter');
    expect(it.kind()).toBe('palette');
    await it.key('ctrl+y');
    expect(it.state().dialog).toMatchObject({ scope: 'keys' });
  });

  test('palette: a command that deletes is not run by an own key that came with others', async () => {
    const it = await open(palette('record.delete'), { 'palette.accept': ['ctrl+y'] });

    await it.key('ctrl+y', false);
    expect(it.kind()).toBe('palette');
    expect(it.state().notice?.text).toContain('arrived with other keys');
    await it.key('ctrl+y');
    expect(it.kind()).toBe('delete');
  });

  test('choices: an own key opens the row, a delete only if it came alone', async () => {
    const pasted: AnyDialog = {
      ...{ kind: 'palette', scope: 'pasted', pasted: 'x conv_0186F3ZKSM', editor: emptyEditor, choice: 0 },
    };
    const it = await open(pasted, { 'palette.accept': ['ctrl+y'] });

    await it.key('enter');
    await it.key('ctrl+y', false);
    expect(it.kind()).toBe('palette');
    await it.key('1', false);
    expect(it.kind()).toBe('palette');
    await it.key('ctrl+y');
    expect(it.kind()).toBe('delete');
  });

  test('help: own keys close it and begin the search', async () => {
    const it = await open(HELP, { 'app.help': ['A'], 'text.find': ['F'], 'help.accept': ['ctrl+y'] });

    await it.key('ctrl+y');
    await it.key('q');
    await it.key('backspace');
    expect(it.kind()).toBe('palette');
    await it.key('F');
    await it.key('A');
    expect(it.kind()).toBeUndefined();
  });
});

describe('own keys that confirm', () => {
  test('dangerous command: own keys say no, and run it only when one came alone and was not pasted', async () => {
    const it = await open(RUN, { 'confirm.yes': ['Y'], 'confirm.no': ['ctrl+n'] });

    expect(it.footer()).toEqual(['Enter not now', 'Y yes, run it', 'Esc not now', '↑ ↓ choose']);
    await it.key('y');
    await it.key('n');
    await it.key('Y', false);
    expect(it.kind()).toBe('question');
    await it.paste('Y\n');
    it.explorer.openDialog(RUN);
    await it.key('ctrl+n');
    expect([it.kind(), it.ran]).toEqual([undefined, []]);
    it.explorer.openDialog(RUN);
    await it.key('Y');
    expect(it.ran).toEqual([['./retire', 'b0']]);
  });

  test('undocumented list: an own key allows it, and the standard one no longer does', async () => {
    const it = await open(consentQuestion('issue', { botId: 'b0' }), { 'confirm.yes': ['Y'] });

    await it.key('y');
    expect(it.state().session.undocumented).not.toBe('allowed');
    await it.key('Y');
    expect(it.state().session.undocumented).toBe('allowed');
  });

  test('unlocking deletes: an own key unlocks only when it came alone, and never by a paste', async () => {
    const it = await open(unlock, { 'unlock.accept': ['ctrl+y'] });
    const unlockedUntil = () => it.state().session.writeProtection.unlockedUntil ?? 0;

    await it.key('enter');
    await it.paste('\u0019');
    expect(unlockedUntil()).toBe(0);
    await it.key('ctrl+y', false);
    expect(unlockedUntil()).toBe(0);
    expect(it.state().dialog).toMatchObject({ hint: 'Matches. Press Ctrl-Y again.' });
    await it.key('ctrl+y');
    expect(unlockedUntil()).toBeGreaterThan(0);
  });

  test('existing file: an own key overwrites it only when it came alone, and the question names the key', async () => {
    const existing = { bytes: 12, at: 0 };
    const it = await open(palette(''), { 'save.overwrite': ['ctrl+w'] });
    it.explorer.closeDialog();
    await it.key('ctrl+s');
    const { dialog } = it.state();
    if (dialog?.kind !== 'save') throw new Error('the save dialog is not open');
    it.explorer.changeDialog(dialog, { existing });

    const present = it.state().dialog;
    const message = present && descriptionOf(present).message?.(it.state(), present);
    expect(message?.map(({ text }) => text).join('')).toContain('Ctrl-W overwrites it.');
    expect(it.footer()).toEqual(['Ctrl-W overwrite', 'Esc another name']);
    await it.key('ctrl+w', false);
    await it.key('enter');
    expect(it.saved).toEqual([]);
    await it.key('ctrl+w');
    expect(it.saved).toEqual([existing]);
  });
});
