import { describe, expect, test } from 'vitest';
import { paste, press } from '../../../src/explorer/keyboard/keyboard.ts';
import type { SaveDialog } from '../../../src/explorer/state/dialogs.ts';
import type { SaveFile } from '../../../src/explorer/state/store.ts';
import { editorText } from '../../../src/explorer/state/text-field.ts';
import { formats } from '../../../src/formats/export.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import type { ExportResult } from '../../../src/storage/named-file.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { botPlace, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';

const DAY = '2023-11-14';

/** Starts an explorer with five bots; saved files are collected in a list. */
async function start({ next, answers = [] }: { next?: string; answers?: readonly ExportResult[] } = {}) {
  const files: { path: string; text: string; replaces: unknown }[] = [];
  const left = [...answers];
  const saveFile: SaveFile = async ({ path, chunks, replaces }) => {
    let text = '';
    for (const chunk of chunks) text += chunk;
    files.push({ path, text, replaces });
    return left.shift() ?? { kind: 'saved', path: safe`/there/file`, bytes: text.length };
  };
  const started = await startOnBots(bots(5), { saveFile, ...(next === undefined ? {} : { next }) });
  const { explorer, state } = started;
  const key = (name: string, alone = true): void =>
    press(explorer, { name, text: name.length === 1 ? name : '' }, { alone });
  return {
    ...started,
    files,
    key,
    keys: (...names: readonly string[]) => names.forEach(name => void key(name)),
    type: (text: string) => [...text].forEach(letter => void key(letter)),
    panel: (): SaveDialog => {
      const { dialog } = state();
      if (dialog?.kind !== 'save') throw new Error('there is no panel');
      return dialog;
    },
    name: (): string => {
      const { dialog } = state();
      return dialog?.kind === 'save' ? editorText(dialog.editor) : '';
    },
    enter: () => {
      key('enter');
      return settle();
    },
    notice: () => state().notice?.text,
  };
}

const idsOf = ({ text }: { text: string }): readonly unknown[] =>
  (JSON.parse(text) as { bots: readonly JsonObject[] }).bots.map(({ id }) => id);

describe('saved records', () => {
  test('save dialog: saves all loaded rows without marks or filter, and puts the date in the file name', async () => {
    const { key, files, panel, name, notice, enter } = await start();

    key('ctrl+s');
    expect(panel().selection.description).toBe('all 5 loaded bots');
    expect(name()).toBe(`bots-${DAY}.json`);
    await enter();

    expect(files.map(({ path }) => path)).toEqual([`bots-${DAY}.json`]);
    expect(files.map(idsOf)).toEqual([['b0', 'b1', 'b2', 'b3', 'b4']]);
    expect(notice()).toMatch(/^Saved all 5 loaded bots in \/there\/file \(\d+ bytes\)\.$/);
  });

  test('save dialog: saves the matching rows if a filter is set', async () => {
    const { key, type, files, panel, keys, enter } = await start();

    key('/');
    type('name:3');
    keys('enter', 'q', 'ctrl+s');

    expect(panel().selection.description).toBe('1 matching bot of 5');
    await enter();
    expect(files.map(idsOf)).toEqual([['b3']]);
  });

  test('save dialog: saves marked rows first of all, in screen order, hidden ones included', async () => {
    const { key, files, panel, keys, enter } = await start();

    keys('space', 'j', 'space');
    for (const each of ['s', 'N', 's', 'N', '/', '2', 'enter', 'q']) key(each);
    key('ctrl+s');

    expect(panel().selection.description).toBe('2 marked bots');
    await enter();
    expect(files.map(idsOf)).toEqual([['b2', 'b0']]);
  });

  test('save dialog: saves the open record under its name', async () => {
    const { explorer, service, key, files, name, enter } = await start();

    explorer.open(botPlace('b1'));
    await service.open('bot.read').answer({ id: 'b1', name: '../Über "alles"\n', signingSecret: 's3cret' });
    key('ctrl+s');
    expect(name()).toBe(`bot-uber-alles-${DAY}.json`);
    await enter();

    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({ id: 'b1', signingSecret: '••••••••' });
  });

  test('save dialog: shows missing pages in the dialog, the file name and the file', async () => {
    const { key, files, panel, name, enter } = await start({ next: 'more' });

    key('ctrl+s');
    expect(panel().selection.missing).toBe('only 5 loaded, more available');
    expect(name()).toBe(`bots-${DAY}-partial.json`);
    await enter();

    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({
      complete: false,
      missing: 'only 5 loaded, more available',
    });
  });

  test('save dialog: reports missing pages on saving if the format has only rows', async () => {
    const { key, notice, enter } = await start({ next: 'more' });

    key('ctrl+s');
    for (let times = 0; times < 3; times++) key('tab');
    await enter();

    expect(notice()).toContain('Not complete: only 5 loaded, more available.');
  });

  test('save dialog: rows that load while it is open are not saved', async () => {
    const { explorer, service, key, files, enter } = await start({ next: 'more' });

    key('ctrl+s');
    explorer.loadMore({ screen: 'list', kind: 'bot', ids: {} });
    await service.open('bot.list').answer({ items: bots(2, 5), next: undefined, skipped: 0 });
    await enter();

    expect(files.map(idsOf)).toEqual([['b0', 'b1', 'b2', 'b3', 'b4']]);
  });
});

describe('the dialog', () => {
  test('save dialog: Tab cycles through the formats and their file extensions', async () => {
    const { key, name, panel } = await start();

    key('ctrl+s');
    const ends = formats.map(() => {
      key('tab');
      return name().split('.').at(-1);
    });

    expect(ends).toEqual(['ndjson', 'yaml', 'csv', 'md', 'json']);
    key('shift+tab');
    expect(panel().format).toBe('markdown');
  });

  test('save dialog: a typed extension selects its format, and an unknown one changes nothing', async () => {
    const { key, type, name, panel, keys } = await start();

    keys('ctrl+s', 'ctrl+u');
    type('x.csv');
    expect(panel().format).toBe('csv');
    key('ctrl+u');
    type('x.txt');
    expect(panel().format).toBe('csv');
    key('tab');
    expect([panel().format, name()]).toEqual(['markdown', 'x.txt']);
  });

  test('save dialog: a paste goes into the file name', async () => {
    const { explorer, name, keys } = await start();

    keys('ctrl+s', 'ctrl+u');
    paste(explorer, '~/a.yaml\n');

    expect(name()).toBe('~/a.yaml');
  });

  test('save dialog: writes nothing without a file name', async () => {
    const { files, panel, keys, enter } = await start();

    keys('ctrl+s', 'ctrl+u');
    await enter();

    expect([files.length, panel().hint]).toEqual([0, 'Type a name.']);
  });

  test('save dialog: Esc cancels and writes nothing', async () => {
    const { state, files, keys } = await start();

    keys('ctrl+s', 'escape');

    expect([state().dialog, files.length]).toEqual([undefined, 0]);
  });

  test('save dialog: a write error is shown, and the file name can be corrected', async () => {
    const { key, panel, name, enter } = await start({
      answers: [{ kind: 'problem', words: safe`no space left on the disk` }],
    });

    key('ctrl+s');
    await enter();

    expect([panel().hint, panel().phase, name()]).toEqual([
      'Not saved: no space left on the disk.',
      'editing',
      `bots-${DAY}.json`,
    ]);
  });

  test('save dialog: closing it while it saves keeps it closed, and the result is a notice', async () => {
    const { state, notice, keys } = await start({
      answers: [{ kind: 'problem', words: safe`no space left on the disk` }],
    });

    keys('ctrl+s', 'enter', 'escape');
    await settle();

    expect([state().dialog, notice()]).toEqual([undefined, 'Not saved: no space left on the disk.']);
  });
});

describe('existing file', () => {
  const existing = { bytes: 12_000, at: 1_699_000_000_000 };
  const startThere = async () => {
    const started = await start({ answers: [{ kind: 'exists', existing }] });
    started.key('ctrl+s');
    await started.enter();
    return started;
  };

  test('save dialog: o overwrites an existing file, and only the one it showed', async () => {
    const { key, files, state } = await startThere();

    key('o');
    await settle();

    expect(files.map(({ replaces }) => replaces)).toEqual([undefined, existing]);
    expect(state().dialog).toBeUndefined();
  });

  test.each([
    ['Enter', 'enter', true],
    ['an o that arrives with other keys', 'o', false],
  ])('save dialog: %s does not overwrite an existing file', async (_what, name, alone) => {
    const { key, files, panel } = await startThere();

    key(name, alone);
    await settle();

    expect([files.length, panel().existing]).toEqual([1, existing]);
  });

  test('save dialog: Esc returns to the file name, where letters are text again', async () => {
    const { key, panel, name } = await startThere();

    key('escape');
    expect(panel().existing).toBeUndefined();
    key('x');

    expect(name()).toBe(`bots-${DAY}.jsonx`);
  });
});
