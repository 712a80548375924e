import { type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { State } from '../state/state.ts';

/**
 * Where a command can be given: a list, a record, a document (raw text, or a tab of a record), two records side by
 * side, or the first screen.
 */
export type Where = 'list' | 'record' | 'raw' | 'compare' | 'start';

/** Wherever a server is known. */
export const PLACES: readonly Where[] = ['list', 'record', 'raw', 'compare'];
export const EVERYWHERE: readonly Where[] = [...PLACES, 'start'];

/** What is said of a key that leads to a delete and did not come by itself. */
export const ALONE = safe`A delete starts from a key pressed by itself. Press it once more.`;

/** The groups of the help and of the key tables in the help topic. */
export type Group = 'Move' | 'Look' | 'Act' | 'App';

type CommandHint = { readonly text: SafeText; readonly rank: number };

/** One thing that a key, a menu or the `:` line can do. Footer, help, menu and help topic are made from the table. */
export type Command = {
  /** `noun.verb`. */
  readonly id: string;
  /** What can be typed after `:` for it besides its id. */
  readonly word?: string;
  readonly keys: readonly string[];
  readonly title: SafeText;
  readonly group: Group;
  readonly where: readonly Where[];
  /** Where its keys act, when that is not wherever it can be given. */
  readonly keysIn?: readonly Where[];
  /** Its key acts only when it came alone: it leads to a delete. */
  readonly destructive?: true;
  /** In the `a` menu, or in the one of what can be copied. */
  readonly inMenu?: true | 'copy';
  /** Words in the footer, and how near the front. */
  readonly hint?: CommandHint | ((state: State) => CommandHint);
  /** Why it cannot be given now, or undefined. */
  readonly blocked?: (state: State) => SafeText | undefined;
  /** `key` is the name of the key that was pressed, for a command whose keys mean different things. */
  readonly run: (explorer: Explorer, key?: string) => void;
};

/** Where the keys of a command act. */
export const keyPlaces = ({ where, keysIn }: Command): readonly Where[] => keysIn ?? where;

/** Runs a command and records it for crash reports and the tour. */
export function runCommand(explorer: Explorer, command: Command, key: string): void {
  explorer.recordCommand(command.id);
  command.run(explorer, key);
}
