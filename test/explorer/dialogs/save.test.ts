import { expect } from 'vitest';
import type { SaveFile } from '../../../src/explorer/state/store.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import type { ExportResult } from '../../../src/storage/named-file.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { botPlace, LIST, setKeys } from '../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../helpers/fake-service.ts';
import { answer, onBots, open, scenes } from '../../helpers/scenes.ts';

const DAY = '2023-11-14';

let files: { readonly path: string; readonly text: string; readonly replaces: unknown }[] = [];

/** Starts an explorer with five bots; the answers are those to its attempts to save. */
const start =
  ({ next, answers = [] }: { next?: string; answers?: readonly ExportResult[] } = {}) =>
  () => {
    files = [];
    const saveFile: SaveFile = async ({ path, chunks, replaces }) => {
      const text = [...chunks].join('');
      files.push({ path, text, replaces });
      return answers[files.length - 1] ?? { kind: 'saved', path: safe`/there/file`, bytes: text.length };
    };
    return onBots(5, { saveFile, ...(next === undefined ? {} : { next }) })();
  };

const contents = () => files.map(({ text }) => JSON.parse(text) as JsonObject);
const saves =
  (...ids: readonly (readonly string[])[]) =>
  (): void =>
    expect(contents().map(each => (each['bots'] as readonly JsonObject[]).map(({ id }) => id))).toEqual(ids);
const savesNothing = (): void => expect(files).toEqual([]);
const selects = (description: string) => ({ open: { selection: { description } } });

const ALL = ['b0', 'b1', 'b2', 'b3', 'b4'];

scenes('save dialog', start(), {
  'saves all loaded rows without marks or filter, and puts the date in the file name': [
    ['Ctrl-S', { ...selects('all 5 loaded bots'), typed: `bots-${DAY}.json` }],
    'Enter',
    settle,
    saves(ALL),
    () => expect(files.map(({ path }) => path)).toEqual([`bots-${DAY}.json`]),
    { notice: /^Saved all 5 loaded bots in \/there\/file \(\d+ bytes\)\.$/ },
  ],
  'saves the matching rows if a filter is set': [
    ['/name:3 Enter q Ctrl-S', selects('1 matching bot of 5'), 'Enter', settle, saves(['b3'])],
  ],
  'saves marked rows first of all, in screen order, hidden ones included': [
    ['Space j Space sNsN /2 Enter q Ctrl-S', selects('2 marked bots'), 'Enter', settle, saves(['b2', 'b0'])],
  ],
  'saves the open record under its name': [
    open(botPlace('b1')),
    answer('bot.read', { id: 'b1', name: '../Über "alles"\n', signingSecret: 's3cret' }),
    ['Ctrl-S', { typed: `bot-uber-alles-${DAY}.json` }],
    ['Enter', settle, () => expect(contents()).toMatchObject([{ id: 'b1', signingSecret: '••••••••' }])],
  ],
  'a letter is text in the name, even as the key of a command of the dialog': [
    ({ explorer }) => setKeys(explorer, { 'save.accept': ['x'] }),
    ['Ctrl-S Ctrl-U x', { typed: 'x' }, savesNothing],
  ],
  'Tab cycles through the formats and their file extensions': [
    'Ctrl-S',
    ...['ndjson', 'yaml', 'csv', 'md', 'json'].flatMap(end => ['Tab', { typed: `bots-${DAY}.${end}` }]),
    ['Shift-Tab', { open: { format: 'markdown' } }],
  ],
  'a typed extension selects its format, and an unknown one changes nothing': [
    ['Ctrl-S Ctrl-U x.csv', { open: { format: 'csv' } }],
    ['Ctrl-U o.txt', { open: { format: 'csv' } }],
    ['Tab', { open: { format: 'markdown' }, typed: 'o.txt' }],
  ],
  'a paste goes into the file name': ['Ctrl-S Ctrl-U "~/a.yaml\n"', { typed: '~/a.yaml' }],
  'writes nothing without a file name': [
    ['Ctrl-S Ctrl-U Enter', settle, savesNothing, { hint: 'Type a name.' }],
  ],
  'Esc cancels and writes nothing': ['Ctrl-S Esc', { dialog: undefined }, settle, savesNothing],
});

const PARTIAL = { missing: 'only 5 loaded, more available' };
scenes('save dialog', start({ next: 'more' }), {
  'shows missing pages in the dialog, the file name and the file': [
    ['Ctrl-S', { open: { selection: PARTIAL }, typed: `bots-${DAY}-partial.json` }],
    ['Enter', settle, () => expect(contents()).toMatchObject([{ complete: false, ...PARTIAL }])],
  ],
  'reports missing pages on saving if the format has only rows': [
    ['Ctrl-S Tab Tab Tab Enter', settle, { notice: /Not complete: only 5 loaded, more available\./ }],
    ({ state }) => expect(state().notice?.tone).toBe('warn'),
  ],
  'rows that load while it is open are not saved': [
    'Ctrl-S',
    ({ explorer }) => explorer.loadMore(LIST),
    [answer('bot.list', page(bots(2, 5))), 'Enter', settle, saves(ALL)],
  ],
});

const full = { kind: 'problem', words: safe`no space left on the disk` } as const;
const NOT_SAVED = 'Not saved: no space left on the disk.';
scenes('save dialog', start({ answers: [full] }), {
  'a write error is shown, and the file name can be corrected': [
    ['Ctrl-S Enter', settle, { hint: NOT_SAVED, typed: `bots-${DAY}.json`, open: { phase: 'editing' } }],
  ],
  'closing it while it saves keeps it closed, and the result is a notice': [
    ['Ctrl-S Enter Esc', settle, { dialog: undefined, notice: NOT_SAVED }],
  ],
});

const existing = { bytes: 12_000, at: 1_699_000_000_000 };
scenes('save dialog', start({ answers: [{ kind: 'exists', existing }] }), {
  'o overwrites an existing file, and only the one it showed': [
    'Ctrl-S Enter',
    settle,
    'o',
    settle,
    () => expect(files.map(({ replaces }) => replaces)).toEqual([undefined, existing]),
    { dialog: undefined },
  ],
  'Esc returns to the file name, where letters are text again': [
    'Ctrl-S Enter',
    settle,
    'Esc x',
    { typed: `bots-${DAY}.jsonx` },
    ({ state }) => expect(state().dialog).not.toHaveProperty('existing', expect.anything()),
  ],
});

for (const key of ['Enter', '`o`'])
  scenes('save dialog', start({ answers: [{ kind: 'exists', existing }] }), {
    [`${key === 'Enter' ? key : 'an o that arrives with other keys'} does not overwrite an existing file`]: [
      ['Ctrl-S Enter', settle, key, settle, () => expect(files).toHaveLength(1), { open: { existing } }],
    ],
  });
