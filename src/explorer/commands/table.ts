import { memo } from '../../text/memo.ts';
import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { withoutMarks, withoutRange } from '../actions/cursor/mark.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withoutFilter } from '../actions/filter-and-sort.ts';
import { withTimesToggled } from '../actions/screen.ts';
import { documentSection } from '../facts/tabs.ts';
import { listsOnTab } from '../facts/undocumented.ts';
import { currentLoad } from '../screens/content.ts';
import { cursorRef, type Motion, marksOf, withCursorMoved } from '../selection/cursor.ts';
import { newScopeDialog } from '../state/dialogs.ts';
import { keyIn } from '../state/key-names.ts';
import { hasOrigin } from '../state/place.ts';
import { currentView, type Keymap, type State } from '../state/state.ts';
import { editorOf } from '../state/text-field.ts';
import { screenCommands } from './app.ts';
import { childCommands, variantCommands } from './children.ts';
import {
  type Command,
  type CommandDescription,
  complete,
  EVERYWHERE,
  keyPlaces,
  NOT_ALONE,
  type Where,
} from './command.ts';
import { copyCommands, linkCommands } from './copy.ts';
import { customCommandsOf } from './custom.ts';
import { deleteCommand } from './delete.ts';
import { openCommand } from './follow.ts';
import { healthCommands, listCommands, sortCommands } from './list.ts';
import { placeCommands } from './place.ts';
import { backupCommands, compareCommands, tabCommands } from './record.ts';
import { safetyCommands, undocumentedCommands } from './safety.ts';
import { exportCommands } from './save.ts';
import { documentCommands, findCommands, secretCommands } from './text.ts';

type MotionKeys = readonly [motion: Motion, keys: readonly string[], title: SafeText];

const MOTIONS: readonly MotionKeys[] = [
  ['down', ['j', 'down'], safe`down`],
  ['up', ['k', 'up'], safe`up`],
  ['first', ['g', 'home'], safe`first`],
  ['last', ['G', 'end'], safe`last`],
  ['page-down', ['pagedown', 'ctrl+f'], safe`page down`],
  ['page-up', ['pageup', 'ctrl+b'], safe`page up`],
];

const READER_MOTIONS: readonly MotionKeys[] = [
  ['page-down', ['space'], safe`page down`],
  ['page-up', [], safe`page up`],
  ['half-down', ['d'], safe`half page down`],
  ['half-up', ['u'], safe`half page up`],
];

const motion =
  (where: readonly Where[], prefix: string) =>
  ([name, keys, title]: MotionKeys): CommandDescription => ({
    id: `${prefix}.${name}`,
    keys,
    title,
    group: 'Move',
    where,
    change: state => withCursorMoved(state, name),
  });

const motionCommands: readonly CommandDescription[] = [
  ...MOTIONS.map(motion(EVERYWHERE, 'move')),
  ...READER_MOTIONS.map(motion(['raw'], 'read')),
];

const RECORDS: readonly Where[] = ['list', 'record'];

function openRaw({ store, open }: Explorer): void {
  const ref = cursorRef(store.getState());
  if (ref !== undefined) open({ screen: 'raw', ref });
}

function stopOrBack(explorer: Explorer): void {
  const { store, stopLoading, stopLogin, notify, change, goBack } = explorer;
  const stopped = stopLogin();
  if (stopped !== undefined) return notify('plain', stopped);
  const state = store.getState();
  const { place, range, filter } = currentView(state);
  const isStopped = [place, ...listsOnTab(state)].map(each => stopLoading(each));
  if (isStopped.includes(true)) return;
  if (range !== undefined) change(withoutRange);
  else if (filter !== undefined && !hasOrigin(currentView(state))) change(withoutFilter);
  else if (marksOf(state).size > 0) change(withoutMarks);
  else goBack();
}

function isAtTop(state: State): boolean {
  const { range, filter } = currentView(state);
  const isClear =
    range === undefined &&
    filter === undefined &&
    marksOf(state).size === 0 &&
    state.session.connecting === undefined &&
    state.data.isCheckingDeletes !== true;
  return isClear && state.navigation.views.length < 2 && currentLoad(state)?.phase !== 'loading';
}

function backOrQuit({ store, goBack, cancelQuit, quitOrConfirm }: Explorer): void {
  if (goBack()) cancelQuit();
  else quitOrConfirm('quit', keyIn(store.getState(), 'app.quit'));
}

const viewCommands: readonly CommandDescription[] = [
  openCommand,
  {
    id: 'place.back',
    keys: ['escape'],
    title: safe`cancel, clear, go back`,
    where: EVERYWHERE,
    hint: state => {
      const { range, filter } = currentView(state);
      const load = currentLoad(state);
      if (load?.phase === 'loading' && load.last === undefined) return { text: safe`stop`, rank: 3 };
      if (range !== undefined) return { text: safe`cancel the range`, rank: 3 };
      if (hasOrigin(currentView(state))) return { text: safe`back`, rank: 3 };
      if (filter !== undefined) return { text: safe`clear filter`, rank: 3 };
      return marksOf(state).size > 0 ? { text: safe`clear marks`, rank: 3 } : { text: safe`back`, rank: 9 };
    },
    blocked: state =>
      isAtTop(state) ? safe`You're at the top. ${keyIn(state, 'app.quit')} quits.` : undefined,
    run: stopOrBack,
  },
  {
    id: 'record.raw',
    keys: ['y'],
    title: safe`raw YAML or JSON`,
    where: [...RECORDS, 'compare'],
    inMenu: true,
    hint: { text: safe`raw`, rank: 7 },
    blocked: state => (cursorRef(state) === undefined ? safe`No record on this line.` : undefined),
    run: openRaw,
  },
  {
    id: 'place.reload',
    keys: ['r', 'ctrl+r'],
    title: safe`reload`,
    inMenu: true,
    hint: { text: safe`reload`, rank: 11 },
    run: ({ store, reload, forgetRefusals }) => {
      const state = store.getState();
      forgetRefusals();
      reload(currentView(state).place);
      if (state.session.undocumented === 'allowed') for (const list of listsOnTab(state)) reload(list);
    },
  },
  {
    id: 'time.toggle',
    keys: ['t'],
    title: safe`relative/exact times`,
    where: [...RECORDS, 'compare'],
    change: withTimesToggled,
  },
];

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
    run: ({ openDialog }) => openDialog(newScopeDialog('actions')),
  },
];

const appCommands: readonly CommandDescription[] = [
  {
    id: 'app.line',
    keys: [':'],
    title: safe`go to a place or command`,
    group: 'App',
    hint: { text: safe`go to`, rank: 4 },
    run: ({ openDialog }) => openDialog({ kind: 'palette', editor: editorOf(''), choice: 0 }),
  },
  {
    id: 'app.help',
    keys: ['?'],
    title: safe`this help`,
    group: 'App',
    where: EVERYWHERE,
    hint: { text: safe`help`, rank: 2 },
    run: ({ openDialog }) => openDialog(newScopeDialog('keys')),
  },
  {
    id: 'app.quit',
    keys: ['q'],
    title: safe`go back, or quit at the top`,
    group: 'App',
    where: EVERYWHERE,
    hint: { text: safe`quit`, rank: 13 },
    run: backOrQuit,
  },
];

/** Their order decides which of two own keys wins. */
export const commands: readonly Command[] = [
  ...motionCommands,
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
  ...screenCommands,
  ...safetyCommands,
  ...exportCommands,
  ...secretCommands,
  ...linkCommands,
  ...appCommands,
].map(complete);

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
  else command.run(explorer, key);
}

export const commandKeys = (keymap: Keymap, id: string): readonly string[] =>
  keymap[id] ?? commands.find(command => command.id === id)?.keys ?? [];

export const hasKey = ({ user }: State, id: string, key: string) =>
  commandKeys(user.keymap, id).includes(key);

export const menuCommands = (state: State, of: true | 'copy' = true): readonly Command[] =>
  available(state, ({ inMenu }) => inMenu === of || inMenu === 'both')
    .filter(({ blocked }) => blocked === undefined)
    .map(({ command }) => command);
