import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';
import type { Arrival } from './key.ts';

/** Screens with commands of their own; `raw`: raw text, or a tab of a record that is a document. */
export type Where = 'list' | 'record' | 'raw' | 'compare' | 'start';

/** All screens with a server. */
export const PLACES: readonly Where[] = ['list', 'record', 'raw', 'compare'];
export const EVERYWHERE: readonly Where[] = [...PLACES, 'start'];

/** Notice for a key that leads to a delete and did not arrive alone. */
export const ALONE = safe`Ignored: the delete key arrived with other keys. Press it again.`;

export type Group = 'Move' | 'Look' | 'Act' | 'App';

type CommandHint = { readonly text: SafeText; readonly rank: number };

/** A command without its effect. Keys, footer, help, menus and the `:` line are made from it. */
type CommandText = {
  /** `noun.verb`. */
  readonly id: string;
  /** Word for the `:` line, besides the id. */
  readonly word?: string;
  readonly keys: readonly string[];
  /** True for an earlier name of another command: it works, but help and palette do not list it. */
  readonly isFormer?: true;
  readonly title: SafeText;
  readonly group: Group;
  readonly where: readonly Where[];
  /** Screens on which its keys act, if not on all of `where`. */
  readonly keysIn?: readonly Where[];
  /** True if it opens a delete dialog: its key then acts only if it arrived alone. */
  readonly destructive?: true;
  /** Returns true if it opens a delete dialog in this state: then its key acts only if it arrived alone. */
  readonly opensDelete?: (state: State) => boolean;
  /** Listed in the `a` menu, or in the copy menu. */
  readonly inMenu?: true | 'copy';
  /** Words in the footer; a lower rank is nearer the front. */
  readonly hint?: CommandHint | ((state: State) => CommandHint);
  /** Returns the keys that lead to it through a menu, as people read them: `s S`. */
  readonly menuKeys?: (state: State) => SafeText | undefined;
  readonly blocked?: (state: State) => SafeText | undefined;
};

/** `change` returns the state after it, `run` calls an action. `key`: the pressed one, where keys differ. */
type Effect =
  | { readonly change: (state: State, key: string) => State }
  | { readonly run: (explorer: Explorer, key: string) => void };

/** An entry of the command table. */
export type Command = CommandText & Effect;

/** A command without what most have in common: no keys, the group `Look`, on all screens with a server. */
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

const isDestructive = ({ destructive, opensDelete }: Command, state: State): boolean =>
  destructive === true || opensDelete?.(state) === true;

/** Runs a command and closes the palette, or reports why it does nothing now. */
export function runCommand(
  explorer: Explorer,
  command: Command,
  { key, alone }: Arrival & { readonly key: string },
): void {
  const state = explorer.store.getState();
  const why = command.blocked?.(state) ?? (isDestructive(command, state) && !alone ? ALONE : undefined);
  if (why !== undefined) return explorer.notify('warn', why);
  if (state.dialog !== undefined) explorer.closeDialog();
  explorer.noteCommand(command.id);
  if ('change' in command) explorer.change(state => command.change(state, key));
  else command.run(explorer, key);
}

/** Commands in the order of the footer, the help and the palette: the most used first, the help last. */
export const BY_USE: readonly string[] = [
  ...['place.open', 'fold.toggle', 'backup.open', 'place.back', 'extension.ask'],
  ...['list.filter', 'list.scan-all', 'list.troubled', 'mark.toggle', 'record.delete'],
  ...['tab.next', 'issue.list', 'event.list', 'text.find', 'document.format', 'reader.pager'],
  ...['copy.id', 'copy.line', 'record.raw', 'action.menu', 'request.log', 'app.line'],
  ...['place.reload', 'list.all', 'app.quit', 'app.help', 'profile.switch'],
];

/** Commands that few people need a key for. */
const SELDOM: readonly string[] = [
  ...['mark.down', 'mark.up', 'refresh.cycle', 'offline.stop', 'guard.unlock'],
  ...['secret.reveal', 'link.open'],
  ...['time.toggle', 'list.wide', 'header.toggle', 'screen.redraw', 'fold.all', 'fold.none'],
];

/** Returns the position in the order; that of a command without a key on this screen is the last. */
const placeOf = ({ id, keys }: Command): number =>
  BY_USE.includes(id) && keys.length > 0 ? BY_USE.indexOf(id) : BY_USE.length;

export const byUse = (a: Command, b: Command): number => placeOf(a) - placeOf(b);

export const isSeldom = ({ id }: Command): boolean => SELDOM.includes(id);
