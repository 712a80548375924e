import { lineText } from '../../json/document.ts';
import { whyNot } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import {
  withFoldsFrom,
  withFoldToggled,
  withFormatToggled,
  withNextMatch,
  withWrappingToggled,
} from '../actions/cursor/document.ts';
import type { Explorer } from '../actions/explorer.ts';
import { findText, isFoldable, readerOf } from '../selection/document-cursor.ts';
import { leadUnderCursor, secretUnderCursor } from '../selection/value-under-cursor.ts';
import type { State } from '../state/state.ts';
import { emptyEditor } from '../state/text-field.ts';
import { alike, type CommandDescription, type Where } from './command.ts';
import { follow, leadRefusal, leadsToDelete, leadWords } from './follow.ts';

const notThere = (state: State): SafeText | undefined =>
  readerOf(state) === undefined ? safe`No text here yet.` : undefined;

/** Prepares it for a pager: complete, unfolded, every line cleaned, secrets masked. */
const readerText = (state: State): string =>
  (readerOf(state)?.lines ?? [])
    .map(lineText)
    .map(line => `${clean(line, line.length)}\n`)
    .join('');

async function openPager({ store, terminalHost, notify }: Explorer): Promise<void> {
  const problem = await terminalHost.page(readerText(store.getState()));
  if (problem !== undefined) notify('warn', problem);
}

const whyNoFold = (state: State): SafeText | undefined =>
  leadUnderCursor(state) === undefined && !isFoldable(state)
    ? safe`Nothing to fold here.`
    : leadRefusal(state);

function followOrFold(explorer: Explorer): void {
  const lead = leadUnderCursor(explorer.store.getState());
  if (lead === undefined) explorer.change(withFoldToggled);
  else follow(explorer, lead);
}

export const documentCommands: readonly CommandDescription[] = alike({ where: ['raw'], blocked: notThere }, [
  {
    id: 'fold.toggle',
    keys: ['enter'],
    title: safe`fold/unfold, or open the id on this line`,
    hint: state => ({ text: leadWords(state) ?? safe`fold`, rank: 1 }),
    opensDelete: leadsToDelete,
    blocked: state => notThere(state) ?? whyNoFold(state),
    run: followOrFold,
  },
  {
    id: 'fold.all',
    keys: ['<'],
    title: safe`fold all`,
    change: state => withFoldsFrom(state, 1),
  },
  {
    id: 'fold.none',
    keys: ['>'],
    title: safe`unfold all`,
    change: state => withFoldsFrom(state, Infinity),
  },
  {
    id: 'document.format',
    keys: ['y'],
    title: safe`YAML or JSON`,
    hint: { text: safe`JSON/YAML`, rank: 4 },
    change: withFormatToggled,
  },
  {
    id: 'reader.wrap',
    word: 'wrap',
    title: safe`wrap long lines on/off`,
    change: withWrappingToggled,
  },
  {
    id: 'reader.pager',
    keys: ['|', 'ctrl+v'],
    title: safe`open in $PAGER`,
    hint: { text: safe`pager`, rank: 5 },
    run: explorer => void openPager(explorer),
  },
]);

const READERS: readonly Where[] = ['record', 'raw', 'compare'];

const noSearch = (state: State): SafeText | undefined =>
  findText(state) === '' ? safe`No search yet. / searches.` : undefined;

export const findCommands: readonly CommandDescription[] = alike({ where: READERS }, [
  {
    id: 'text.find',
    keys: ['/'],
    title: safe`search in this text`,
    hint: { text: safe`search`, rank: 6 },
    change: state => ({ ...state, dialog: { kind: 'find', editor: emptyEditor } }),
  },
  {
    id: 'text.next',
    keys: ['n'],
    title: safe`next match`,
    blocked: noSearch,
    change: state => withNextMatch(state, 1),
  },
  {
    id: 'text.previous',
    keys: ['N'],
    title: safe`previous match`,
    blocked: noSearch,
    change: state => withNextMatch(state, -1),
  },
]);

export const secretCommands: readonly CommandDescription[] = [
  {
    id: 'secret.reveal',
    word: 'reveal',
    keys: ['x'],
    title: safe`reveal this secret for 10 s`,
    where: ['record', 'raw'],
    blocked: state => {
      if (state.screen.isRevealOff) return safe`Secrets stay masked (--no-reveal or --screen-reader).`;
      return whyNot(secretUnderCursor(state));
    },
    run: ({ reveal }) => reveal(),
  },
];
