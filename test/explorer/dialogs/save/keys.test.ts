import { describe, expect, test } from 'vitest';
import { paste, press } from '../../../../src/explorer/keyboard/keyboard.ts';
import type { SaveDialog } from '../../../../src/explorer/state/dialogs.ts';
import type { Saved, SaveFile } from '../../../../src/explorer/state/ports.ts';
import { editorText } from '../../../../src/explorer/state/text-field.ts';
import { formats } from '../../../../src/formats/export.ts';
import type { JsonObject } from '../../../../src/json/json.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import { botPlace, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, settle } from '../../../helpers/fake-service.ts';

const DAY = '2023-11-14';

/** An explorer on five bots whose files go into a list. */
async function start({ next, answers = [] }: { next?: string; answers?: readonly Saved[] } = {}) {
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
    notice: () => state().notice?.text,
  };
}

const idsOf = ({ text }: { text: string }): readonly unknown[] =>
  (JSON.parse(text) as { bots: readonly JsonObject[] }).bots.map(({ id }) => id);

describe('what is saved', () => {
  test('all that is loaded, where nothing is marked or filtered; the name has the day', async () => {
    const { key, files, panel, name, notice } = await start();

    key('ctrl+s');
    expect(panel().selection.description).toBe('all 5 loaded bots');
    expect(name()).toBe(`bots-${DAY}.json`);
    key('enter');
    await settle();

    expect(files.map(({ path }) => path)).toEqual([`bots-${DAY}.json`]);
    expect(files.map(idsOf)).toEqual([['b0', 'b1', 'b2', 'b3', 'b4']]);
    expect(notice()).toMatch(/^Saved all 5 loaded bots in \/there\/file \(\d+ bytes\)\.$/);
  });

  test('what matches, where a filter is on', async () => {
    const { key, type, files, panel } = await start();

    key('/');
    type('3');
    key('escape');
    key('ctrl+s');

    expect(panel().selection.description).toBe('1 of 5 bots match');
    key('enter');
    await settle();
    expect(files.map(idsOf)).toEqual([['b3']]);
  });

  test('what is marked before all else, in the order on the screen, hidden ones too', async () => {
    const { key, type, files, panel } = await start();

    key('space');
    key('j');
    key('space');
    key('N');
    key('N');
    key('/');
    type('2');
    key('escape');
    key('ctrl+s');

    expect(panel().selection.description).toBe('2 marked bots');
    key('enter');
    await settle();
    expect(files.map(idsOf)).toEqual([['b2', 'b0']]);
  });

  test('one record where one is open, named by its name', async () => {
    const { explorer, service, key, files, name } = await start();

    explorer.open(botPlace('b1'));
    await service.open('bot.read').answer({ id: 'b1', name: '../Über "alles"\n', signingSecret: 's3cret' });
    key('ctrl+s');
    expect(name()).toBe(`bot-uber-alles-${DAY}.json`);
    key('enter');
    await settle();

    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({ id: 'b1', signingSecret: '••••••••' });
  });

  test('that pages are missing stands in the panel, in the name and in the file', async () => {
    const { key, files, panel, name } = await start({ next: 'more' });

    key('ctrl+s');
    expect(panel().selection.missing).toBe('only 5 loaded, more available');
    expect(name()).toBe(`bots-${DAY}-partial.json`);
    key('enter');
    await settle();

    expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({
      complete: false,
      missing: 'only 5 loaded, more available',
    });
  });

  test('a format that has rows only says it when it is saved', async () => {
    const { key, notice } = await start({ next: 'more' });

    key('ctrl+s');
    for (let times = 0; times < 3; times++) key('tab');
    key('enter');
    await settle();

    expect(notice()).toContain('Not complete: only 5 loaded, more available.');
  });

  test('what was chosen does not change with what comes in meanwhile', async () => {
    const { explorer, service, key, files } = await start({ next: 'more' });

    key('ctrl+s');
    explorer.more({ screen: 'list', kind: 'bot', ids: {} });
    await service.open('bot.list').answer({ items: bots(2, 5), next: undefined, skipped: 0 });
    key('enter');
    await settle();

    expect(files.map(idsOf)).toEqual([['b0', 'b1', 'b2', 'b3', 'b4']]);
  });
});

describe('the panel', () => {
  test('Tab goes through the formats and back, and the end of the name with them', async () => {
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

  test('the end that is typed chooses the format; one that is none of ours leaves it', async () => {
    const { key, type, name, panel } = await start();

    key('ctrl+s');
    key('ctrl+u');
    type('x.csv');
    expect(panel().format).toBe('csv');
    key('ctrl+u');
    type('x.txt');
    expect(panel().format).toBe('csv');
    key('tab');
    expect([panel().format, name()]).toEqual(['markdown', 'x.txt']);
  });

  test('pasted text goes into the name', async () => {
    const { explorer, key, name } = await start();

    key('ctrl+s');
    key('ctrl+u');
    paste(explorer, '~/a.yaml\n');

    expect(name()).toBe('~/a.yaml');
  });

  test('without a name nothing is written', async () => {
    const { key, files, panel } = await start();

    key('ctrl+s');
    key('ctrl+u');
    key('enter');
    await settle();

    expect([files.length, panel().hint]).toEqual([0, 'Type a name.']);
  });

  test('Esc leaves it, and nothing was written', async () => {
    const { key, state, files } = await start();

    key('ctrl+s');
    key('escape');

    expect([state().dialog, files.length]).toEqual([undefined, 0]);
  });

  test('what cannot be written is told, and the name stays to be mended', async () => {
    const { key, panel, name } = await start({
      answers: [{ kind: 'problem', words: safe`no space left on the disk` }],
    });

    key('ctrl+s');
    key('enter');
    await settle();

    expect([panel().hint, panel().phase, name()]).toEqual([
      'Not saved: no space left on the disk.',
      'asking',
      `bots-${DAY}.json`,
    ]);
  });

  test('a panel that was left while it wrote does not come back; what came of it is said', async () => {
    const { key, state, notice } = await start({
      answers: [{ kind: 'problem', words: safe`no space left on the disk` }],
    });

    key('ctrl+s');
    key('enter');
    key('escape');
    await settle();

    expect([state().dialog, notice()]).toEqual([undefined, 'Not saved: no space left on the disk.']);
  });
});

describe('over a file that exists', () => {
  const existing = { bytes: 12_000, at: 1_699_000_000_000 };
  const startThere = async () => {
    const started = await start({ answers: [{ kind: 'exists', existing }] });
    started.key('ctrl+s');
    started.key('enter');
    await settle();
    return started;
  };

  test('only o writes, and it names the file that may go', async () => {
    const { key, files, state } = await startThere();

    key('o');
    await settle();

    expect(files.map(({ replaces }) => replaces)).toEqual([undefined, existing]);
    expect(state().dialog).toBeUndefined();
  });

  test.each([
    ['Enter', 'enter', true],
    ['an o that came with other keys', 'o', false],
  ])('%s does not', async (_what, name, alone) => {
    const { key, files, panel } = await startThere();

    key(name, alone);
    await settle();

    expect([files.length, panel().existing]).toEqual([1, existing]);
  });

  test('Esc goes back to the name, and any other letter is typed into it', async () => {
    const { key, panel, name } = await startThere();

    key('escape');
    expect(panel().existing).toBeUndefined();
    key('x');

    expect(name()).toBe(`bots-${DAY}.jsonx`);
  });
});
