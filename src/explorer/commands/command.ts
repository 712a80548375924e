import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { SeenRecord } from '../lookup/seen.ts';
import type { Action } from '../state/action.ts';
import type { PaletteDialog } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';

/** A pressed key: its name (`j`, `G`, `ctrl+d`, `enter`), and the text it types in a field. */
export type Key = Readonly<{ name: string; text: string }>;

/**
 * `alone`: nothing else came in its read, so it was neither pasted nor typed ahead. A held key may be alone.
 */
export type Press = Readonly<{ key: Key; alone: boolean }>;

/** Screens with commands of their own; `raw`: raw text, or a tab of a record that is a document. */
export type Where = 'list' | 'record' | 'raw' | 'compare' | 'start';

export const PLACES: readonly Where[] = ['list', 'record', 'raw', 'compare'];
export const EVERYWHERE: readonly Where[] = [...PLACES, 'start'];

export const NOT_ALONE = safe`Ignored: this key arrived with other keys. Press it again.`;

export type Group = 'Move' | 'Look' | 'Act' | 'App';

export type PaletteRow = Readonly<{
  words: string;
  label: SafeText;
  title: SafeText;
  kind: 'place' | 'view' | 'command' | 'id' | 'login' | 'none' | SeenRecord['from'];
  /** The key with the same effect; of a command without a key, the words to type. */
  key: SafeText | undefined;
  open: boolean;
  also?: string | undefined;
  blocked?: SafeText | undefined;
  id?: string;
  action?: Action;
}>;

/** A row of the palette; by default one for a place that needs no more words. */
export const row = (given: Pick<PaletteRow, 'words' | 'title'> & Partial<PaletteRow>): PaletteRow => ({
  label: clean(given.words),
  kind: 'place',
  key: undefined,
  open: false,
  ...given,
});

/** Rows of the palette to choose from. The first nine have digits, which act while nothing is typed. */
export type Choice = Readonly<{
  title: SafeText;
  right?: (state: State) => SafeText;
  rows: (state: State, dialog: PaletteDialog) => readonly PaletteRow[];
  /** Said in place of a palette without rows. */
  none?: (state: State) => SafeText;
  /** The key of its command closes it, too. */
  isClosedByKey?: true;
  /** The key of this other command acts on the marked row. */
  onKey?: Readonly<{ id: string; title: SafeText; run: (explorer: Explorer, marked: PaletteRow) => void }>;
}>;

type CommandHint = Readonly<{ text: SafeText; rank: number }>;

/** Keys, footer, help, menus and the `:` line are made from it. */
type CommandText = Readonly<{
  /** `noun.verb`. */
  id: string;
  word?: string;
  also?: string;
  keys: readonly string[];
  /** True for an earlier name of another command: help and palette do not list it. */
  isFormer?: true;
  title: SafeText;
  titleNow?: (state: State) => SafeText | undefined;
  group: Group;
  where: readonly Where[];
  /** Screens on which its keys act, if not on all of `where`. */
  keysIn?: readonly Where[];
  /** True if it opens a delete dialog: its key then acts only if it arrived alone. */
  destructive?: true;
  /** True if its key acts only if it arrived alone. */
  isAlone?: true;
  /** If it opens a delete dialog in this state: then its key acts only if it arrived alone. */
  opensDelete?: (state: State) => boolean;
  inMenu?: true | 'copy' | 'both';
  /** A lower rank is nearer the front. */
  hint?: CommandHint | ((state: State) => CommandHint | undefined);
  /** The keys that lead to it through a menu, as people read them: `s S`. */
  menuKeys?: (state: State) => SafeText | undefined;
  blocked?: (state: State) => SafeText | undefined;
  /** Opened by the command if it has no other effect. */
  choice?: Choice;
}>;

/** `change` returns the state after it, `run` calls an action. `key`: the pressed one, where keys differ. */
type Effect =
  | { readonly change: (state: State, key: string) => State }
  | { readonly run: (explorer: Explorer, key: string) => void }
  | { readonly choice: Choice };

export type Command = CommandText & Effect;

export type CommandDescription = Omit<CommandText, Common> & Partial<Pick<CommandText, Common>> & Effect;
type Common = 'keys' | 'group' | 'where';

export const complete = (description: CommandDescription): Command => ({
  keys: [],
  group: 'Look',
  where: PLACES,
  ...description,
});

export const alike = (
  common: Partial<CommandText>,
  descriptions: readonly CommandDescription[],
): readonly CommandDescription[] => descriptions.map(description => ({ ...common, ...description }));

export const keyPlaces = <W>({ where, keysIn }: { where: readonly W[]; keysIn?: readonly W[] }) =>
  keysIn ?? where;

/** In the order of the footer, the help and the palette. */
export const BY_USE: readonly string[] = [
  ...['place.open', 'fold.toggle', 'backup.open', 'place.back', 'extension.ask'],
  ...['list.filter', 'list.scan-all', 'list.troubled', 'pane.enter', 'preview.toggle', 'mark.toggle'],
  ...['tab.next', 'issue.list', 'event.list', 'text.find', 'document.format', 'reader.pager'],
  ...[
    'copy.post',
    'app.line',
    'list.sort',
    'copy.id',
    'copy.line',
    'copy.menu',
    'record.raw',
    'action.menu',
    'request.log',
  ],
  ...['place.reload', 'list.all', 'app.quit', 'profile.switch', 'record.delete', 'app.help'],
];

/** Few people need a key for these: the page of help leaves them out. */
const SELDOM: readonly string[] = [
  ...['move.page-down', 'move.page-up', 'history.back', 'history.forward', 'mark.down', 'mark.up'],
  ...['offline.stop', 'guard.unlock', 'extension.ask', 'event.list', 'bot.dev', 'time.toggle', 'list.wide'],
  ...['header.toggle', 'screen.redraw', 'app.help'],
];

/** The position in the order; that of a command without a key on this screen is the last. */
const placeOf = ({ id, keys }: Command) =>
  BY_USE.includes(id) && keys.length > 0 ? BY_USE.indexOf(id) : BY_USE.length;

export const byUse = (a: Command, b: Command) => placeOf(a) - placeOf(b);

export const isSeldom = ({ id }: Command) => SELDOM.includes(id);
