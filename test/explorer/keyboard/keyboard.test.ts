import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bindKeys } from '../../../src/explorer/commands/bindings.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { dialogBindings } from '../../../src/explorer/dialogs/palette/dialog-commands.ts';
import { keyRows } from '../../../src/explorer/dialogs/palette/key-rows.ts';
import { chooseAction, paste, press } from '../../../src/explorer/keyboard/keyboard.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { editorText } from '../../../src/explorer/state/text-field.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { cells } from '../../../src/text/width.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const NAMED =
  /^(enter|escape|tab|shift\+tab|backspace|delete|up|down|left|right|home|end|page(up|down)|ctrl\+.)$/;

const keyNamed = (name: string) => {
  if (name === 'space') return { name, text: ' ' };
  return { name, text: NAMED.test(name) ? '' : name };
};

function keys({ explorer }: FakeExplorer, ...names: readonly string[]): void {
  for (const name of names) press(explorer, keyNamed(name), { alone: true });
}
const type = (started: FakeExplorer, text: string): void =>
  keys(started, ...Array.from(text, letter => (letter === ' ' ? 'space' : letter)));
const burst = ({ explorer }: FakeExplorer, ...names: readonly string[]): void => {
  for (const name of names) press(explorer, keyNamed(name), { alone: false });
};

const dialog = ({ state }: FakeExplorer) => state().dialog?.kind;
const notice = ({ state }: FakeExplorer) => state().notice?.text;
const depth = ({ state }: FakeExplorer) => state().navigation.views.length;
const deletes = ({ service }: FakeExplorer) => service.calls.filter(({ method }) => method === 'DELETE');

function typed({ state }: FakeExplorer): string {
  const present = state().dialog;
  return present !== undefined && 'editor' in present ? editorText(present.editor) : '';
}

function hint({ state }: FakeExplorer): string | undefined {
  const present = state().dialog;
  return present !== undefined && 'hint' in present ? present.hint : undefined;
}

/** Opens the delete dialog of the first bot, loaded and ready for typing. */
async function onDialog(): Promise<FakeExplorer> {
  const started = await startOnBots(bots(3));
  keys(started, 'ctrl+d');
  await started.service.open('bot.read').answer(bots(1)[0]);
  started.pass(1000);
  return started;
}

test.each([':', '?', 'a', 'ctrl+d'])('Esc: closes the dialog opened by %s first', async key => {
  const started = await startOnBots(bots(3));
  keys(started, 'enter');
  await started.service.open('bot.read').answer(bots(1)[0]);
  const views = depth(started);
  keys(started, key);
  expect(dialog(started)).toBeDefined();

  keys(started, 'escape');

  expect(dialog(started)).toBeUndefined();
  expect(depth(started)).toBe(views);
});

test('Esc: aborts a pending request and stays on the view', async () => {
  const started = await startOnBots(bots(3));
  keys(started, 'enter');
  const call = started.service.open('bot.read');

  keys(started, 'escape');

  expect(call.options.signal?.aborted).toBe(true);
  expect(started.view().place).toEqual(botPlace('b0'));
});

test('Esc: goes back one view, and does nothing at the top', async () => {
  const started = await startOnBots(bots(3));
  keys(started, 'enter');
  await started.service.open('bot.read').answer(bots(1)[0]);

  keys(started, 'escape');
  expect(started.view().place).toEqual(LIST);
  keys(started, 'escape', 'escape', 'escape', 'escape');

  expect(depth(started)).toBe(1);
  expect(started.onEnd).not.toHaveBeenCalled();
});

test('Esc: during a slow page the second press goes back', async () => {
  const started = await startOnBots(bots(3), { next: 't1' });
  expect(started.service.open('bot.list').options.page).toBe('t1');

  keys(started, 'escape');
  await settle();
  keys(started, 'escape');

  expect(started.view().place.screen).toBe('record');
});

test.each(['j', 'k', 'G', 'space', 'v', 's', '/'])('keyboard: %s writes the state once', async key => {
  const started = await startOnBots(bots(9));
  keys(started, 'j', 'j');
  const onWrite = vi.fn();
  started.explorer.store.subscribe(onWrite);
  keys(started, key);
  expect(onWrite).toHaveBeenCalledTimes(1);
});

describe('quitting', () => {
  test('quit: q goes back, and at the top asks for a second q', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'q');
    expect(depth(started)).toBe(1);
    keys(started, 'q');
    expect(notice(started)).toBe('Press q again to quit.');
    expect(started.onEnd).not.toHaveBeenCalled();
    keys(started, 'q');

    expect(started.onEnd).toHaveBeenCalledExactlyOnceWith('quit');
  });

  test('quit: another key after the first q at the top cancels it', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'q', 'q', 'j', 'q');

    expect(started.onEnd).not.toHaveBeenCalled();
    expect(notice(started)).toBe('Press q again to quit.');
  });

  test('quit: Ctrl-C pressed twice within two seconds quits', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'ctrl+c');
    expect(notice(started)).toBe('Press Ctrl-C again to quit.');
    started.pass(1999);
    keys(started, 'ctrl+c');

    expect(started.onEnd).toHaveBeenCalledExactlyOnceWith('quit');
  });

  test('quit: a second Ctrl-C after two seconds asks again', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'ctrl+c');
    started.pass(2000);
    keys(started, 'ctrl+c');

    expect(started.onEnd).not.toHaveBeenCalled();
  });

  test('quit: Ctrl-C does not count as the first q', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'ctrl+c', 'q', 'q');

    expect(started.onEnd).not.toHaveBeenCalled();
    expect(notice(started)).toBe('Press q again to quit.');
  });

  test('quit: a second q after two seconds asks again', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'q', 'q');
    started.pass(2000);
    keys(started, 'q');

    expect(started.onEnd).not.toHaveBeenCalled();
    expect(notice(started)).toBe('Press q again to quit.');
  });

  test('quit: at the top q asks first, even after Ctrl-C', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'q', 'ctrl+c', 'q');

    expect(started.onEnd).not.toHaveBeenCalled();
    expect(notice(started)).toBe('Press q again to quit.');
  });

  test.each(['q', 'ctrl+c'])(
    'quit: the notice of %s disappears when it expires, and then no timer runs',
    async key => {
      const started = await startOnBots(bots(3));
      keys(started, 'q');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        keys(started, key);
        expect(vi.getTimerCount()).toBe(1);
        vi.advanceTimersByTime(1999);
        expect(notice(started)).toContain('again to quit');
        vi.advanceTimersByTime(1);
        expect(notice(started)).toBeUndefined();
        expect(started.state().session.firstQuitPress).toBeUndefined();

        keys(started, key, 'j');
        const after = started.state();
        vi.advanceTimersByTime(2000);
        expect(started.state()).toBe(after);
        keys(started, 'ctrl+c', 'q', 'ctrl+c');
        expect(vi.getTimerCount()).toBe(1);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('quit: a custom key acts like q, and the notice shows it', async () => {
    const started = await startOnBots(bots(3));
    update(writable(started.explorer.store), { user: { keymap: { 'app.quit': ['Q'] } } });

    keys(started, 'Q', 'Q');
    expect(notice(started)).toBe('Press Q again to quit.');
    keys(started, 'Q');

    expect(started.onEnd).toHaveBeenCalledExactlyOnceWith('quit');
  });

  test('quit: Ctrl-C aborts a pending request, like Esc', async () => {
    const started = await startOnBots(bots(3));
    keys(started, 'enter');
    const call = started.service.open('bot.read');

    keys(started, 'ctrl+c');

    expect(call.options.signal?.aborted).toBe(true);
  });

  test.each([':', '?', 'a'])('quit: Ctrl-C closes the dialog opened by %s', async key => {
    const started = await startOnBots(bots(3));
    keys(started, key);

    keys(started, 'ctrl+c');

    expect(dialog(started)).toBeUndefined();
  });

  test('quit: Ctrl-C pressed twice quits during a delete', async () => {
    const started = await onDialog();
    type(started, 'bot 0');
    started.pass(1000);
    keys(started, 'enter', 'ctrl+c');
    expect(dialog(started)).toBe('delete');

    keys(started, 'ctrl+c');

    expect(started.onEnd).toHaveBeenCalledExactlyOnceWith('quit');
    expect(deletes(started)).toHaveLength(1);
  });
});

describe('key for deleting', () => {
  test('delete: its key does nothing when it arrives with others, and the notice explains why', async () => {
    const started = await startOnBots(bots(3));

    burst(started, 'ctrl+d');

    expect(dialog(started)).toBeUndefined();
    expect(notice(started)).toContain('arrived with other keys');
  });

  test('delete: its key opens the dialog when it arrives alone', async () => {
    const started = await startOnBots(bots(3));

    keys(started, 'ctrl+d');

    expect(dialog(started)).toBe('delete');
  });

  test('delete: its key shows the reason when deleting is disabled', async () => {
    const started = await startOnBots(bots(3), { server: { ...SERVER, readOnly: true } });

    keys(started, 'ctrl+d');

    expect(notice(started)).toContain('Read-only');
    expect(dialog(started)).toBeUndefined();
  });
});

test('delete dialog: the typed name and Enter send one delete', async () => {
  const started = await onDialog();

  type(started, 'bot 0');
  started.pass(150);
  keys(started, 'enter', 'enter', 'enter');

  expect(deletes(started).map(({ ids }) => ids)).toEqual([{ botId: 'b0' }]);
});

test('delete dialog: letters are text, not commands', async () => {
  const started = await onDialog();

  type(started, 'qjk?:a');

  expect(typed(started)).toBe('qjk?:a');
  expect(dialog(started)).toBe('delete');
});

test('delete dialog: a paste leaves the field unchanged', async () => {
  const started = await onDialog();
  type(started, 'bo');

  paste(started.explorer, 'bot 0\r');
  started.pass(1000);
  keys(started, 'enter');

  expect(typed(started)).toBe('bo');
  expect(deletes(started)).toHaveLength(0);
});

test('delete dialog: a paste shows why it is refused', async () => {
  const started = await onDialog();

  paste(started.explorer, 'bot 0');

  expect(hint(started)).toContain("Pasting can't confirm a delete");
});

test('delete dialog: Enter in the same read as the last letter sends nothing', async () => {
  const started = await onDialog();

  burst(started, 'b', 'o', 't', 'space', '0', 'enter');

  expect(hint(started)).toContain('press Enter again');
  expect(deletes(started)).toHaveLength(0);
});

test('delete dialog: Enter that arrives with other keys sends nothing, even long after the last letter', async () => {
  const started = await onDialog();
  type(started, 'bot 0');
  started.pass(5000);

  burst(started, 'enter');

  expect(hint(started)).toContain('press Enter again');
  expect(deletes(started)).toHaveLength(0);
});

test('delete dialog: Esc cancels before the delete is sent, and no longer afterwards', async () => {
  const started = await onDialog();
  type(started, 'bot 0');
  keys(started, 'escape');
  expect(dialog(started)).toBeUndefined();
  expect(deletes(started)).toHaveLength(0);

  const sent = await onDialog();
  type(sent, 'bot 0');
  sent.pass(1000);
  keys(sent, 'enter', 'escape');

  expect(dialog(sent)).toBe('delete');
});

test('delete dialog: no sequence of keys deletes anything without the typed name', async () => {
  const name = fc.constantFrom(
    ...'jkgGqd?:aitymr y'.split(''),
    'enter',
    'enter',
    'escape',
    'tab',
    'space',
    'backspace',
    'delete',
    'up',
    'down',
    'left',
    'right',
    'home',
    'end',
    'ctrl+d',
    'ctrl+u',
    'ctrl+w',
    'ctrl+c',
  );

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, fc.boolean()), { maxLength: 40 }), async presses => {
      const started = await startOnBots(bots(3));
      started.service.replyWith(({ id, ids }) => ({
        value: id === 'bot.list' ? page(bots(3)) : { id: ids['botId'] ?? 'x', name: 'no one types this' },
      }));

      for (const [key, alone] of presses) {
        press(started.explorer, keyNamed(key), { alone });
        started.pass(500);
        await Promise.resolve();
      }
      await settle();

      expect(deletes(started)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

describe('pasting', () => {
  test.each(['q', 'j\nj\n', '\x04', 'dd', 'bot b1\n'])('paste: %j runs no keys', async text => {
    const started = await startOnBots(bots(3));
    const before = started.view();

    paste(started.explorer, text);

    expect(started.view()).toEqual(before);
    expect(dialog(started)).toBeUndefined();
    expect(started.onEnd).not.toHaveBeenCalled();
  });

  test('paste: without a field the notice repeats it, shortened and without control characters', async () => {
    const started = await startOnBots(bots(3));

    paste(started.explorer, '\n  bot \x1b[2Jb1  \nmore');

    expect(notice(started)).toBe('Nothing to open in what you pasted ("bot ^[[2Jb1").');
  });

  test.each(['app.line', 'issue.open'])(
    'paste: its first line enters the field opened by %s, without control characters',
    async id => {
      const started = await startOnBots(bots(3));
      chooseAction(started.explorer, id, { alone: true });

      paste(started.explorer, '\r\n iss_\x1b1 \r\nq\r');

      expect(typed(started)).toMatch(/^(issue b0 )?iss_1$/);
    },
  );

  test.each(['a', '?'])('paste: does nothing in the dialog opened by %s', async key => {
    const started = await startOnBots(bots(3));
    keys(started, key);
    const before = started.state().dialog;

    paste(started.explorer, 'q\r');

    expect(started.state().dialog).toEqual(before);
  });
});

describe('line for an id', () => {
  const prompt = async (): Promise<FakeExplorer> => {
    const started = await startOnBots(bots(3));
    chooseAction(started.explorer, 'issue.open', { alone: true });
    return started;
  };

  test('line for an id: opens the typed id below the bot under the cursor', async () => {
    const started = await prompt();

    type(started, 'iss_1');
    keys(started, 'enter');

    expect(started.view().place).toEqual({
      screen: 'record',
      ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'iss_1' } },
    });
    expect(dialog(started)).toBeUndefined();
  });

  test.each([
    ['', 'Usage: issue <botId> <issueId>'],
    ['.', 'Not a valid id'],
    ['..', 'Not a valid id'],
  ])('line for an id: reports %j as invalid and sends nothing', async (id, words) => {
    const started = await prompt();
    const before = started.service.calls.length;

    type(started, id);
    keys(started, 'enter');

    expect(notice(started)).toContain(words);
    expect(dialog(started)).toBe('palette');
    expect(started.service.calls).toHaveLength(before);
  });

  test('line for an id: typing clears the error', async () => {
    const started = await prompt();
    keys(started, 'enter');

    type(started, 'x');

    expect(notice(started)).toBeUndefined();
  });

  test('line for an id: supports the editing keys of a shell', async () => {
    const started = await prompt();

    type(started, 'one two');
    keys(started, 'ctrl+w', 'backspace', 'home', 'delete', 'right', 'end');
    type(started, 'X');

    expect(typed(started)).toBe('ssue b0 oneX');
  });

  test('line for an id: for a conversation opens the delete dialog, but only by an Enter that arrives alone', async () => {
    const started = await startOnBots(bots(3));
    chooseAction(started.explorer, 'conversation.delete', { alone: true });
    type(started, 'conv_123456');

    burst(started, 'enter');
    expect(dialog(started)).toBe('palette');
    expect(notice(started)).toContain('arrived with other keys');
    keys(started, 'enter');

    expect(started.dialog()).toMatchObject({
      targets: [{ ref: { kind: 'conversation', ids: { botId: 'b0', conversationId: 'conv_123456' } } }],
      confirmation: { kind: 'id', text: '123456' },
    });
  });

  test('line for an id: arrows select known ids', async () => {
    const started = await startOnBots(bots(3), { knownIds: () => ['iss_1', 'iss_2'] });
    chooseAction(started.explorer, 'issue.open', { alone: true });

    keys(started, 'down', 'down', 'down', 'up', 'enter');

    expect(started.view().place).toMatchObject({ ref: { ids: { issueId: 'iss_1' } } });
  });
});

describe('palette', () => {
  const line = async (text: string): Promise<FakeExplorer> => {
    const started = await startOnBots(bots(3));
    keys(started, ':');
    type(started, text);
    return started;
  };

  test('palette: opens a place', async () => {
    const started = await line('bot b2');

    keys(started, 'enter');

    expect(started.view().place).toEqual(botPlace('b2'));
    expect(dialog(started)).toBeUndefined();
  });

  test('palette: runs a command by its id', async () => {
    const started = await line('time.toggle');

    keys(started, 'enter');

    expect(started.state().screen.exactTimes).toBe(true);
  });

  test('palette: Tab completes', async () => {
    const started = await line('conv');

    keys(started, 'tab');

    expect(typed(started)).toBe('conversation ');
  });

  test('palette: Enter runs the selected row if the text alone means nothing', async () => {
    const started = await line('toggle');

    keys(started, 'enter');

    expect(started.state().screen.exactTimes).toBe(true);
  });

  test('palette: arrows move the selection and stop at both ends', async () => {
    const started = await line('');
    const choice = () => (started.state().dialog as { choice?: number }).choice;

    keys(started, 'up', 'down', 'down', 'up');
    expect(choice()).toBe(1);
    keys(started, ...Array<string>(150).fill('down'));
    const last = choice();
    keys(started, 'down');

    expect(choice()).toBe(last);
    type(started, 'x');
    expect(choice()).toBe(0);
  });

  test('palette: an unknown text shows an error and keeps it open', async () => {
    const started = await line('nonsense');

    keys(started, 'enter');

    expect(notice(started)).toContain('Unknown command or place: nonsense');
    expect(dialog(started)).toBe('palette');
  });

  test('palette: an Enter that arrives with other keys starts no delete', async () => {
    const started = await line('record.delete');

    burst(started, 'enter');
    expect(notice(started)).toContain('arrived with other keys');
    expect(dialog(started)).toBe('palette');
    keys(started, 'enter');

    expect(dialog(started)).toBe('delete');
  });

  test('palette: Backspace closes it when it is empty', async () => {
    const started = await line('x');

    keys(started, 'backspace');
    expect(dialog(started)).toBe('palette');
    keys(started, 'backspace');

    expect(dialog(started)).toBeUndefined();
  });

  test('palette: the command quit quits', async () => {
    const started = await line('quit');

    keys(started, 'enter');

    expect(started.onEnd).toHaveBeenCalledExactlyOnceWith('quit');
  });
});

test('help: Enter runs the marked row, and one of a dialog says where it works', async () => {
  const started = await startOnBots(bots(3));

  keys(started, '?', ...'header', 'enter');
  expect(dialog(started)).toBeUndefined();
  expect(started.state().screen.isHeaderOff).toBe(true);
  keys(started, '?', ...'next format', 'enter');

  expect(notice(started)).toBe('Works only in: Save.');
  expect(dialog(started)).toBe('palette');
});

test('help: shows problems of the settings in full', async () => {
  const started = await startOnBots(bots(3));
  const why = safe`There is no skin "blue" (settings.yaml line 1). There are: terminal, dark, light, auto, mono`;
  update(writable(started.explorer.store), { user: { problems: [why] } });

  const rows = keyRows(started.state()).map(({ label }) => label);

  expect(rows.join(' ')).toContain(why);
  for (const row of rows.slice(0, 2)) expect(cells(row)).toBeLessThan(76);
});

test('keyboard: a key without a meaning says so once on each screen, and names the key of the help', async () => {
  const started = await startOnBots(bots(3));

  keys(started, 'Q');
  expect(started.state().notice).toEqual({ tone: 'dim', text: 'Q does nothing here · ? keys' });
  keys(started, 'Q');
  expect(notice(started)).toBeUndefined();
  keys(started, 'm');
  expect(notice(started)).toBe('m does nothing here · ? keys');
  keys(started, 'enter', 'Q');
  expect(notice(started)).toBe('Q does nothing here · ? keys');
});

test.each([['?'], ['escape'], ['/', 'q', 'escape'], ['x', 'ctrl+u', '?'], ['backspace']])(
  'help: %s %s %s closes it',
  async (...names) => {
    const started = await startOnBots(bots(3));

    keys(started, '?', ...names);

    expect(dialog(started)).toBeUndefined();
    expect(started.onEnd).not.toHaveBeenCalled();
  },
);

test('help: a page down marks the row below those on the screen', async () => {
  const started = await startOnBots(bots(3), { size: { columns: 80, rows: 24 } });

  keys(started, '?', 'pagedown', 'pagedown', 'pageup');

  expect(started.state().dialog).toMatchObject({ choice: 18 });
});

test('help: what is typed is searched for, also behind the key of a search', async () => {
  const started = await startOnBots(bots(3));

  keys(started, '?', '/', 'q', 'j', '?');

  expect(typed(started)).toBe('qj?');
});

describe('custom keys in dialogs', () => {
  const own = async (keymap: Readonly<Record<string, readonly string[]>>): Promise<FakeExplorer> => {
    const started = await startOnBots(bots(3));
    update(writable(started.explorer.store), { user: { keymap } });
    return started;
  };
  test('custom keys: replace the standard ones for searching and closing help', async () => {
    const started = await own({ 'text.find': ['F'], 'app.help': ['A'] });

    keys(started, 'A', 'F', '/');
    expect(typed(started)).toBe('/');
    keys(started, 'backspace', 'A');

    expect(dialog(started)).toBeUndefined();
  });

  test('custom keys: keys that were standard once can be given back by the names of their actions', async () => {
    const own = bindKeys([...commands, ...dialogBindings], {
      'place.open': ['Enter', 'd'],
      'place.back': ['Esc', 'Left'],
      'mark.clear': ['Ctrl-X'],
      'sort.health': ['S'],
      'list.more': ['m'],
      'reader.wrap': ['w'],
      'read.page-up': ['b'],
    });
    const started = await startOnBots(bots(3));
    update(writable(started.explorer.store), { user: { keymap: own.keymap } });

    keys(started, 'space', 'ctrl+x');
    expect(notice(started)).toBe('1 mark cleared.');
    keys(started, 'S');
    expect(started.view().sort?.field).toBe('health');
    keys(started, 'd');
    expect(depth(started)).toBe(3);
    await started.service.open('bot.read').answer(bots(1)[0]);
    keys(started, 'left');
    expect(depth(started)).toBe(2);
    expect(own.problems).toEqual([]);
  });

  test('custom keys: move in a list of choices and are shown in its rows', async () => {
    const started = await own({ 'move.down': ['J'], 'bookmark.toggle': ['Z'], 'bookmark.list': ["'"] });
    const choice = () => (started.state().dialog as { choice?: number }).choice;

    keys(started, 'Z', 'down', 'J', 'Z', "'");
    expect(dialog(started)).toBe('choose');
    keys(started, 'j');
    expect(choice()).toBe(0);
    keys(started, 'J');
    expect(choice()).toBe(1);
    keys(started, 'b');
    expect(notice(started)).toBeUndefined();
    keys(started, 'Z');

    expect(notice(started)).toBe('Bookmark removed. Z restores it.');
  });
});

test('menu: q closes it; arrows, Enter and other letters are its own', async () => {
  const started = await startOnBots(bots(3));

  keys(started, 'a', 'down', 'enter', 'x');
  expect(dialog(started)).toBe('menu');
  keys(started, 'q');

  expect(dialog(started)).toBeUndefined();
  expect(depth(started)).toBe(2);
});

test('menu: runs the selected action', async () => {
  const started = await startOnBots(bots(3));
  keys(started, 'a');

  chooseAction(started.explorer, 'record.raw', { alone: true });

  expect(started.view().place.screen).toBe('raw');
  expect(dialog(started)).toBeUndefined();
});

test('menu: starts no delete by a key that arrives with others', async () => {
  const started = await startOnBots(bots(3));
  keys(started, 'a');

  chooseAction(started.explorer, 'record.delete', { alone: false });

  expect(dialog(started)).toBeUndefined();
  expect(notice(started)).toContain('arrived with other keys');
});

test('displayed time: keys advance it, but only after some seconds', async () => {
  const started = await startOnBots(bots(3));
  const shown = started.state().session.now;

  started.pass(29_000);
  keys(started, 'j');
  expect(started.state().session.now).toBe(shown);
  started.pass(2000);
  keys(started, 'j');

  expect(started.state().session.now).toBe(started.now());
});

test('notice: disappears with the next key', async () => {
  const started = await startOnBots(bots(3));
  paste(started.explorer, 'x');

  keys(started, 'j');

  expect(notice(started)).toBeUndefined();
});

test('keyboard: an unbound key does nothing', async () => {
  const started = startExplorer();
  const before = started.view();

  keys(started, 'Z', 'ctrl+x', 'shift+tab', 'delete', 'backspace');

  expect(started.view()).toEqual(before);
  expect(started.onEnd).not.toHaveBeenCalled();
});
