import { memo } from '../../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { documentSection } from '../facts/tabs.ts';
import { cursorRef, type Motion, withCursorMoved } from '../selection/cursor.ts';
import { newScopeDialog } from '../state/dialogs.ts';
import { keysLabel } from '../state/key-names.ts';
import { currentView, type Keymap, type State } from '../state/state.ts';
import { appCommands, screenCommands } from './app.ts';
import { childCommands, variantCommands } from './children.ts';
import {
  type Choice,
  type Command,
  type CommandDescription,
  complete,
  EVERYWHERE,
  keyPlaces,
  NOT_ALONE,
  type PaletteRow,
  row,
  type Where,
} from './command.ts';
import { copyCommands, hintOnCause, linkCommands } from './copy.ts';
import { customCommandsOf } from './custom.ts';
import { deleteCommand } from './delete.ts';
import { openCommand } from './follow.ts';
import { healthCommands, listCommands, sortCommands } from './list.ts';
import { placeCommands, viewCommands } from './place.ts';
import { backupCommands, compareCommands, tabCommands } from './record.ts';
import { safetyCommands, undocumentedCommands } from './safety.ts';
import { exportCommands } from './save.ts';
import { documentCommands, findCommands, secretCommands } from './text.ts';

type Move = readonly [where: 'move' | 'read', motion: Motion, keys: readonly string[], title: SafeText];

const MOVES: readonly Move[] = [
  ['move', 'down', ['j', 'down'], safe`down`],
  ['move', 'up', ['k', 'up'], safe`up`],
  ['move', 'first', ['g', 'home'], safe`first`],
  ['move', 'last', ['G', 'end'], safe`last`],
  ['move', 'page-down', ['pagedown', 'ctrl+f'], safe`page down`],
  ['move', 'page-up', ['pageup', 'ctrl+b'], safe`page up`],
  ['read', 'page-down', ['space'], safe`page down`],
  ['read', 'page-up', [], safe`page up`],
  ['read', 'half-down', ['d'], safe`half page down`],
  ['read', 'half-up', ['u'], safe`half page up`],
];

const moveCommands = MOVES.map(
  ([where, motion, keys, title]): CommandDescription => ({
    id: `${where}.${motion}`,
    keys,
    title,
    group: 'Move',
    where: where === 'move' ? EVERYWHERE : ['raw'],
    change: state => withCursorMoved(state, motion),
  }),
);

const actionCommands: readonly CommandDescription[] = [
  {
    id: 'journal.check',
    word: 'unfinished',
    title: safe`check unfinished deletes`,
    group: 'Act',
    run: ({ checkOpen }) => checkOpen(),
  },
  deleteCommand,
  {
    id: 'action.menu',
    keys: ['a'],
    title: safe`all actions`,
    group: 'Act',
    hint: { text: safe`actions`, rank: 8 },
    blocked: state => (cursorRef(state) === undefined ? safe`Nothing under the cursor.` : undefined),
    choice: { title: safe`Actions`, rows: state => menuRows(state, true) },
  },
];

const copyMenu: CommandDescription = {
  id: 'copy.menu',
  keys: ['C'],
  title: safe`copy as …`,
  group: 'Act',
  hint: hintOnCause(safe`copy as`, 9),
  choice: { title: safe`Copy`, rows: state => menuRows(state, 'copy') },
};

/** Their order decides which of two own keys wins. */
export const commands: readonly Command[] = [
  ...moveCommands,
  openCommand,
  ...viewCommands,
  ...actionCommands,
  ...listCommands,
  ...sortCommands,
  ...healthCommands,
  ...variantCommands,
  ...childCommands,
  ...documentCommands,
  ...undocumentedCommands,
  ...findCommands,
  ...tabCommands,
  ...compareCommands,
  ...backupCommands,
  ...placeCommands,
  ...copyCommands,
  copyMenu,
  ...screenCommands,
  ...safetyCommands,
  ...exportCommands,
  ...secretCommands,
  ...linkCommands,
  ...appCommands,
].map(complete);

/** By id; a person's own keys replace them. */
export const standardKeys: Keymap = Object.fromEntries(commands.map(({ id, keys }) => [id, keys]));

const whereOf = (state: State): Where =>
  documentSection(state) === undefined ? currentView(state).place.screen : 'raw';

const commandsAt = memo((where: Where, keymap: Keymap, own: readonly Command[]): readonly Command[] =>
  [...commands, ...own]
    .filter(command => command.where.includes(where))
    .map(command => {
      const keys = keyPlaces(command).includes(where) ? (keymap[command.id] ?? command.keys) : [];
      return { ...command, keys };
    }),
);

const commandsHere = (state: State): readonly Command[] =>
  commandsAt(whereOf(state), state.user.keymap, customCommandsOf(state));

export type AvailableCommand = Readonly<{ command: Command; blocked: SafeText | undefined }>;

export const available = (
  state: State,
  isAsked: (command: Command) => boolean = () => true,
): readonly AvailableCommand[] =>
  commandsHere(state)
    .filter(isAsked)
    .map(command => ({ command, blocked: command.blocked?.(state) }));

const PLACE_WORDS: { readonly [W in Where]: SafeText } = {
  list: safe`in a list`,
  record: safe`on a record`,
  raw: safe`in raw text`,
  compare: safe`in a comparison`,
  start: safe`on the first screen`,
};

export function elsewhere(state: State): readonly AvailableCommand[] {
  const here = whereOf(state);
  return [...commands, ...customCommandsOf(state)]
    .filter(({ where }) => !where.includes(here))
    .map(command => {
      const places = command.where.map(where => PLACE_WORDS[where]);
      return { command, blocked: safe`Works only ${joinSafe(places, ' or ')}.` };
    });
}

/** No two commands of one screen share a key (tested). */
export const commandFor = (state: State, key: string): Command | undefined =>
  commandsHere(state).find(command => command.keys.includes(key));

export function runCommand(
  explorer: Explorer,
  command: Command,
  { key, alone }: Readonly<{ key: string; alone: boolean }>,
): void {
  const state = explorer.store.getState();
  const isAlone =
    command.isAlone === true || command.destructive === true || command.opensDelete?.(state) === true;
  const why = command.blocked?.(state) ?? (isAlone && !alone ? NOT_ALONE : undefined);
  if (why !== undefined) return explorer.notify('warn', why);
  if (state.dialog !== undefined) explorer.closeDialog();
  explorer.noteCommand(command.id);
  if ('change' in command) explorer.change(state => command.change(state, key));
  else if ('run' in command) command.run(explorer, key);
  else openChoice(explorer, command.id, command.choice);
}

function openChoice({ store, openDialog, notify }: Explorer, id: string, choice: Choice): void {
  const state = store.getState();
  const dialog = newScopeDialog(id);
  const none = choice.none && choice.rows(state, dialog).length === 0 ? choice.none(state) : undefined;
  if (none === undefined) openDialog(dialog);
  else notify('warn', none);
}

export const commandKeys = (keymap: Keymap, id: string): readonly string[] =>
  keymap[id] ?? commands.find(command => command.id === id)?.keys ?? [];

export const hasKey = ({ user }: State, id: string, key: string) =>
  commandKeys(user.keymap, id).includes(key);

/** The motion of a key in a text, for dialogs that scroll. */
export const motionOf = (state: State, key: string): Motion | undefined =>
  MOVES.find(([where, motion]) => hasKey(state, `${where}.${motion}`, key))?.[1];

export function commandRow(state: State, { command, blocked }: AvailableCommand): PaletteRow {
  const { id, titleNow, keys, menuKeys, word = id, also } = command;
  const title = titleNow?.(state) ?? command.title;
  const label = keysLabel(keys.length > 2 ? keys : keys.slice(0, 1), state.screen);
  const key = label ?? menuKeys?.(state) ?? safe`:${clean(word)}`;
  return row({ words: word, label: title, title, kind: 'command', key, blocked, id, also });
}

/** Behind what can be done with the record. */
const LAST_IN_MENU = ['record.delete', 'record.raw', 'place.reload'];

export const menuRows = (state: State, of: true | 'copy'): readonly PaletteRow[] =>
  available(state, ({ inMenu }) => inMenu === of || inMenu === 'both')
    .filter(({ blocked }) => blocked === undefined)
    .toSorted((a, b) => LAST_IN_MENU.indexOf(a.command.id) - LAST_IN_MENU.indexOf(b.command.id))
    .map(each => ({ ...commandRow(state, each), ...(each.command.keys.length === 0 && { key: undefined }) }));
