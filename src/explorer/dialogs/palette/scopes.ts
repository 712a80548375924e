import { backup } from '../../../resources/local-kinds.ts';
import { ownIdName } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { byUse, isSeldom } from '../../commands/command.ts';
import { comparedRecords } from '../../commands/record.ts';
import { type AvailableCommand, available, menuCommands } from '../../commands/table.ts';
import { storedChoices } from '../../facts/choices.ts';
import { pastedCauses, pastedRefs } from '../../lookup/recognise.ts';
import { cursorRef } from '../../selection/cursor.ts';
import type { AnyDialog, PaletteDialog, PaletteScope } from '../../state/dialogs.ts';
import { keyIn, keyName } from '../../state/key-names.ts';
import type { LoginOption } from '../../state/login.ts';
import { refText } from '../../state/place-text.ts';
import { isBookmark } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { questionDialog } from '../confirm/question.ts';
import { deleteDialog } from '../delete/dialog.ts';
import { filterDialog, findDialog, unlockDialog } from '../form/field.ts';
import { loginDialog } from '../form/login.ts';
import { saveDialog } from '../form/save.ts';
import { closingCommands, type Dialog, type DialogCommand, keyLabelOf } from '../shared/dialog.ts';
import { failureDialog } from '../text/text.ts';
import { causeRow, commandRow, type PaletteRow, refRow, row, sentenceRow } from './rows.ts';

export type Scope = Readonly<{
  title: SafeText;
  right?: (state: State) => SafeText;
  opener?: string;
  onKey?: Readonly<{ id: string; run: (explorer: Explorer, marked: PaletteRow) => void }>;
  /** The first nine rows have digits, which act while nothing is typed. */
  isNumbered?: true;
  rows: (state: State, dialog: PaletteDialog) => readonly PaletteRow[];
}>;

/** Behind what can be done with the record. */
const LAST_IN_MENU = ['record.delete', 'record.raw', 'place.reload'];

const menuRows = (state: State, of: true | 'copy'): readonly PaletteRow[] =>
  menuCommands(state, of)
    .toSorted((a, b) => LAST_IN_MENU.indexOf(a.id) - LAST_IN_MENU.indexOf(b.id))
    .map(command => {
      const own = commandRow(state, { command, blocked: undefined });
      return command.keys.length === 0 ? { ...own, key: undefined } : own;
    });

export const ACCEPT = {
  id: 'palette.accept',
  keys: ['enter'],
  title: safe`run the marked row, or open it`,
  isInField: true,
} as const;
export const COMPLETE = {
  id: 'palette.complete',
  keys: ['tab'],
  title: safe`complete the marked row`,
  isInField: true,
} as const;

type CommandOfAny = Pick<DialogCommand<AnyDialog>, 'id' | 'keys' | 'title' | 'isInField'>;

type DialogCommands = Readonly<{ dialog: string; commands: readonly CommandOfAny[] }>;

const commandsOf = <D extends AnyDialog>(dialog: string, { commands = [] }: Dialog<D>): DialogCommands => ({
  dialog,
  commands: commands.filter(({ id }) => closingCommands.every(each => each.id !== id)),
});

export const dialogCommands: readonly DialogCommands[] = [
  commandsOf('Delete', deleteDialog),
  {
    dialog: 'Palette',
    commands: [
      ACCEPT,
      COMPLETE,
      // Keys of view commands that act in choices while nothing is typed.
      { id: 'place.jump', title: safe`choices: run the row with this number` },
      { id: 'bookmark.toggle', title: safe`bookmarks: remove one, or restore it` },
    ],
  },
  commandsOf('Filter', filterDialog),
  commandsOf('Search', findDialog),
  commandsOf('Save', saveDialog),
  commandsOf('Question', questionDialog),
  commandsOf('Unlock', unlockDialog),
  commandsOf('Error', failureDialog),
  commandsOf('Log in', loginDialog),
  { dialog: 'Dialogs without a text field', commands: closingCommands },
];

export const dialogBindings = dialogCommands.flatMap(({ dialog, commands }) =>
  commands.flatMap(({ id, keys, isInField }) =>
    keys === undefined ? [] : [{ id, keys, where: [`dialog ${dialog}`], ...(isInField && { isInField }) }],
  ),
);

const ALWAYS = [
  { key: safe`Ctrl-C`, text: safe`twice: force quit` },
  { key: safe`Ctrl-Z`, text: safe`suspend (fg resumes)` },
];

/** A page to read while nothing is typed: nothing is marked on it. */
export const isHelpPage = ({ scope, editor }: PaletteDialog) => scope === 'keys' && editorText(editor) === '';

const rankOf = ({ command: { group }, blocked }: AvailableCommand) =>
  blocked === undefined ? { Look: 0, Act: 0, Move: 1, App: 2 }[group] : 3;

/** The page has what works now, without what few people need a key for; a search finds all keys. */
function keyRows(state: State, isPage: boolean): readonly PaletteRow[] {
  const onPage = ({ command, blocked }: AvailableCommand) =>
    blocked === undefined && !isSeldom(command) && command.keys.length > 0;
  const listed = available(state, ({ isFormer }) => isFormer !== true)
    .filter(each => !isPage || onPage(each))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || byUse(a.command, b.command))
    .map(each => commandRow(state, each));
  const inDialogs = dialogCommands.flatMap(({ dialog, commands }) =>
    commands.flatMap(command => {
      const key = keyLabelOf(state, command);
      return key === undefined
        ? []
        : [{ key, text: command.title, blocked: safe`Works only in: ${clean(dialog)}.` }];
    }),
  );
  const others = [...ALWAYS, ...(isPage ? [] : inDialogs)].map(({ text, ...each }) =>
    row({ words: text, title: text, label: text, kind: 'command', ...each }),
  );
  return [...listed, ...others];
}

/** The palette stays open, so that a slip can be undone. */
function toggleRow({ store, toggleBookmark, notify }: Explorer, { words, label }: PaletteRow): void {
  const state = store.getState();
  const { memory } = state.user;
  const text = isBookmark(memory, words)
    ? safe`Bookmark removed. ${keyIn(state, 'bookmark.toggle')} restores it.`
    : safe`Bookmark restored.`;
  toggleBookmark(memory.recents.find(({ place }) => place === words) ?? { place: words, name: label });
  notify('good', text);
}

const LOGINS: { readonly [K in LoginOption['kind']]: SafeText } = {
  profile: safe`profile`,
  login: safe`bp login`,
  environment: safe`environment`,
  typed: safe`new`,
};

function loginRows({ user: { logins }, session: { server } }: State): readonly PaletteRow[] {
  const loginRow = (words: string, name: SafeText, isCurrent: boolean) =>
    ({ words, label: safe`${isCurrent ? safe`● ` : safe`  `}${name}`, kind: 'login' }) as const;
  const options = logins.options.map(({ id, kind, label, name = label, detail, guard }) =>
    row({
      ...loginRow(id, name, id === logins.current),
      title: safe`${LOGINS[kind]}  ${guard && safe`${clean(guard)}  `}${detail}`,
      action: { to: 'login', id },
    }),
  );
  const demo = loginRow('demo', safe`demo`, server?.demo === true);
  return [...options, row({ ...demo, title: safe`demo data, no account needed`, action: { to: 'demo' } })];
}

/** Records for the backup under the cursor. Back leads to the backup. */
function compareRows(state: State): readonly PaletteRow[] {
  const records = comparedRecords(state);
  const path = cursorRef(state)?.ids[ownIdName(backup)] ?? '';
  return (records.ok ? records.value : []).map(({ ref, name, id }) =>
    row({
      words: refText(ref),
      label: name,
      title: safe`${clean(ref.kind)} ${cutMiddle(clean(id, 200), 40)}`,
      kind: 'seen',
      action: { to: 'place', place: { screen: 'compare', ref, backup: path } },
    }),
  );
}

const storedRows = (state: State, from: 'bookmark' | 'recent'): readonly PaletteRow[] =>
  storedChoices(state, from).map(({ id, kind, label, detail, view }) =>
    row({ words: id, label, title: safe`${kind} ${detail}`, kind: from, action: { to: 'jump', view } }),
  );

export const scopes: { readonly [S in PaletteScope]: Scope } = {
  keys: {
    title: safe`Help`,
    right: () => safe`Esc closes`,
    opener: 'app.help',
    rows: (state, dialog) => keyRows(state, isHelpPage(dialog)),
  },
  pasted: {
    title: safe`Open what you pasted as …`,
    isNumbered: true,
    rows: (state, { pasted = '' }) => [
      ...pastedCauses(state, pasted).map(group => causeRow(state, group)),
      ...pastedRefs(state, pasted).map(ref => refRow(state, ref)),
    ],
  },
  actions: { title: safe`Actions`, isNumbered: true, rows: state => menuRows(state, true) },
  copies: { title: safe`Copy`, isNumbered: true, rows: state => menuRows(state, 'copy') },
  bookmarks: {
    title: safe`Bookmarks`,
    isNumbered: true,
    rows: state => storedRows(state, 'bookmark'),
    right: ({ user }) => safe`${keyName(user.keymap, 'bookmark.toggle')} removes one`,
    opener: 'bookmark.list',
    onKey: { id: 'bookmark.toggle', run: toggleRow },
  },
  recents: {
    title: safe`Recently opened`,
    isNumbered: true,
    rows: state => storedRows(state, 'recent'),
  },
  logins: { title: safe`Switch profile`, isNumbered: true, rows: loginRows },
  compare: { title: safe`Compare this backup with …`, isNumbered: true, rows: compareRows },
};

/** They contain every typed word. Keys are found as settings write them, too. */
export function scopeRows(state: State, dialog: PaletteDialog): readonly PaletteRow[] {
  const words = editorText(dialog.editor).toLowerCase().replace('ctrl+', 'ctrl-').split(/\s+/);
  const rows = dialog.scope === undefined ? [] : scopes[dialog.scope].rows(state, dialog);
  const found = rows.filter(each => {
    const text = `${each.words} ${each.id} ${each.label} ${each.title} ${each.key}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return found.length > 0 ? found : [sentenceRow(safe`Nothing matches.`)];
}
