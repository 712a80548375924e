import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';
import type { Arrival } from './key.ts';

/**
 * Screens on which a command is available: a list, a record, a document (raw text, or a tab of a record), two
 * records side by side, or the first screen.
 */
export type Where = 'list' | 'record' | 'raw' | 'compare' | 'start';

/** All screens with a server. */
export const PLACES: readonly Where[] = ['list', 'record', 'raw', 'compare'];
export const EVERYWHERE: readonly Where[] = [...PLACES, 'start'];

/** Notice for a key that leads to a delete and did not arrive alone. */
export const ALONE = safe`Ignored: the delete key arrived with other keys. Press it again.`;

/** The groups of the help and of the key tables in the help topic. */
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
  /** Returns why the command is unavailable now, or `undefined`. */
  readonly blocked?: (state: State) => SafeText | undefined;
};

/**
 * An entry of the command table: it returns the state after it, or calls an action for what takes more.
 * `key`: name of the pressed key, for a command whose keys differ in meaning.
 */
export type Command = CommandText &
  (
    | { readonly change: (state: State, key: string) => State }
    | { readonly run: (explorer: Explorer, key: string) => void }
  );

/** Returns the screens on which the keys of a command act. */
export const keyPlaces = ({ where, keysIn }: Command): readonly Where[] => keysIn ?? where;

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
  explorer.recordCommand(command.id);
  if ('change' in command) explorer.change(state => command.change(state, key));
  else command.run(explorer, key);
}
