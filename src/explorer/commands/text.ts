import { lineText } from '../../json/tree-lines.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { foldedFrom, foldToggled, withOtherFormat, withOtherWrapping } from '../actions/cursor/fold.ts';
import { found } from '../actions/cursor/search.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';
import { emptyEditor } from '../state/text-field.ts';
import { readerOf } from '../view/content/document-cursor.ts';
import type { Command, Where } from './command.ts';

const changing =
  (change: (state: State) => State) =>
  ({ store }: Explorer): void =>
    store.setState(change);

const notThere = (state: State): SafeText | undefined =>
  readerOf(state) === undefined ? safe`There is no text to read here yet.` : undefined;

/** The document as one text, for a pager: whole and unfolded, every line made harmless, secrets masked. */
const readerText = (state: State): string =>
  (readerOf(state)?.lines ?? [])
    .map(lineText)
    .map(line => `${clean(line, line.length)}\n`)
    .join('');

async function openPager({ store, desk }: Explorer): Promise<void> {
  const problem = await desk.page(readerText(store.getState()));
  if (problem !== undefined) store.setState({ notice: { tone: 'warn', text: problem } });
}

type Row = readonly [id: string, keys: readonly string[], title: SafeText, change: (state: State) => State];

const FOLDS: readonly Row[] = [
  ['fold.toggle', ['enter'], safe`fold or unfold what this line opens, or is in`, foldToggled],
  ['fold.all', ['<'], safe`fold all`, state => foldedFrom(state, 1)],
  ['fold.none', ['>'], safe`unfold all`, state => foldedFrom(state, Number.POSITIVE_INFINITY)],
];

/** Reading a document: its format, its folds, its long lines. */
export const documentCommands: readonly Command[] = [
  ...FOLDS.map(
    ([id, keys, title, change]): Command => ({
      id,
      keys,
      title,
      group: 'Look',
      where: ['raw'],
      ...(id === 'fold.toggle' ? { hint: { text: safe`fold`, rank: 1 } } : {}),
      blocked: notThere,
      run: changing(change),
    }),
  ),
  {
    id: 'document.format',
    keys: ['y'],
    title: safe`YAML or JSON`,
    group: 'Look',
    where: ['raw'],
    hint: { text: safe`JSON/YAML`, rank: 4 },
    blocked: notThere,
    run: changing(withOtherFormat),
  },
  {
    id: 'reader.wrap',
    keys: ['w'],
    title: safe`wrap long lines, or cut them`,
    group: 'Look',
    where: ['raw'],
    hint: { text: safe`wrap`, rank: 5 },
    blocked: notThere,
    run: changing(withOtherWrapping),
  },
  {
    id: 'reader.pager',
    keys: ['v'],
    title: safe`open in the pager ($PAGER), whole`,
    group: 'Look',
    where: ['raw'],
    hint: { text: safe`pager`, rank: 5 },
    blocked: notThere,
    run: explorer => void openPager(explorer),
  },
];

const READERS: readonly Where[] = ['record', 'raw', 'compare'];

const noSearch = (state: State): SafeText | undefined =>
  state.screen.find === '' ? safe`Nothing was searched for: / searches.` : undefined;

/** Searching in text, as less does: the pattern stays, also from one record to the next. */
export const findCommands: readonly Command[] = [
  {
    id: 'text.find',
    keys: ['/'],
    title: safe`search in this text`,
    group: 'Look',
    where: READERS,
    run: ({ store }) => store.setState({ dialog: { kind: 'find', editor: emptyEditor } }),
  },
  {
    id: 'text.next',
    keys: ['n'],
    title: safe`next match`,
    group: 'Look',
    where: READERS,
    blocked: noSearch,
    run: ({ store }) => store.setState(state => found(state, 1)),
  },
  {
    id: 'text.previous',
    keys: ['N'],
    title: safe`match before`,
    group: 'Look',
    where: READERS,
    blocked: noSearch,
    run: ({ store }) => store.setState(state => found(state, -1)),
  },
];
