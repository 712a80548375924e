import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { menuCommands } from '../../commands/available.ts';
import { storedChoices } from '../../facts/choices.ts';
import { backupChoices } from '../../lookup/backup-choices.ts';
import { cursorRef } from '../../selection/cursor.ts';
import type { Choice, PaletteDialog, PaletteScope } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import type { LoginOption } from '../../state/login.ts';
import type { View } from '../../state/place.ts';
import { isBookmark } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { commandRow, keyRows } from './key-rows.ts';
import { row, type Suggestion } from './named-rows.ts';
import { pastedRows } from './pasted-text.ts';

/** Rows of the palette for one choice. */
export type Scope = {
  readonly title: SafeText;
  /** Text at the right of the title. */
  readonly right?: (state: State) => SafeText;
  /** The command whose key opens it, and closes it while nothing is typed. */
  readonly opener?: string;
  /** The command whose key acts on the marked row while nothing is typed. */
  readonly onKey?: { readonly id: string; readonly run: (explorer: Explorer, marked: Suggestion) => void };
  /** True if its first nine rows have digits, which act while nothing is typed. */
  readonly isNumbered?: true;
  readonly rows: (state: State, dialog: PaletteDialog) => readonly Suggestion[];
};

const menuRows = (state: State, of: true | 'copy'): readonly Suggestion[] =>
  menuCommands(state, of).map(command => commandRow(state, { command, blocked: undefined }));

/** Returns a row that shows the view of a choice. */
function viewRow(
  { id, kind, label, detail, view }: Choice,
  from: Suggestion['kind'],
  show: (explorer: Explorer, view: View) => void,
): Suggestion {
  const run = view && ((explorer: Explorer) => show(explorer, view));
  return row({ words: id, label, title: safe`${kind} ${detail}`, kind: from, ...(run && { run }) });
}

/** Removes a bookmark, or restores it: the palette stays open, so that a slip can be undone. */
function toggleRow({ store, toggleBookmark, notify }: Explorer, { words, label }: Suggestion): void {
  const state = store.getState();
  const { memory } = state.user;
  const text = isBookmark(memory, words)
    ? safe`Bookmark removed. ${keyName(state.user.keymap, 'bookmark.toggle')} restores it.`
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

/** Returns the profiles and logins, and the demo; the one in use has a dot. */
function loginRows({ user: { logins }, session: { server } }: State): readonly Suggestion[] {
  const loginRow = (words: string, label: SafeText, isCurrent: boolean) =>
    ({ words, label: safe`${isCurrent ? safe`● ` : safe`  `}${label}`, kind: 'login' }) as const;
  const options = logins.options.map(({ id, kind, label, name, detail, guard }) =>
    row({
      ...loginRow(id, name ?? label, id === logins.current),
      title: safe`${LOGINS[kind]}  ${guard === undefined ? safe`` : safe`${clean(guard)}  `}${detail}`,
      run: ({ logInWith }) => logInWith(id),
    }),
  );
  const demo = loginRow('demo', safe`demo`, server?.demo === true);
  return [
    ...options,
    row({ ...demo, title: safe`demo data, no account needed`, run: ({ end }) => end('demo') }),
  ];
}

/** Returns the records that the backup under the cursor can be compared with. Back leads to the backup. */
function compareRows(state: State): readonly Suggestion[] {
  const ref = cursorRef(state);
  const choices = ref && backupChoices(state, ref);
  if (!choices?.ok) return [];
  return choices.value.map(each => viewRow(each, 'seen', ({ openView }, view) => openView(view)));
}

const remembered = ({
  title,
  from,
  list,
}: {
  title: SafeText;
  from: 'bookmark' | 'recent';
  list: 'bookmarks' | 'recents';
}): Scope => ({
  title,
  isNumbered: true,
  rows: state => {
    const stored = state.user.memory[list];
    // The newest bookmark comes first.
    const ordered = list === 'bookmarks' ? stored.toReversed() : stored;
    return storedChoices(state, ordered).map(each => viewRow(each, from, ({ jump }, view) => jump(view)));
  },
});

export const scopes: { readonly [S in PaletteScope]: Scope } = {
  keys: { title: safe`Help`, right: () => safe`Esc closes`, opener: 'app.help', rows: keyRows },
  pasted: {
    title: safe`Open pasted id as …`,
    isNumbered: true,
    rows: (state, { pasted = '' }) => pastedRows(state, pasted),
  },
  actions: { title: safe`Actions`, isNumbered: true, rows: state => menuRows(state, true) },
  copies: { title: safe`Copy`, isNumbered: true, rows: state => menuRows(state, 'copy') },
  bookmarks: {
    ...remembered({ title: safe`Bookmarks`, from: 'bookmark', list: 'bookmarks' }),
    right: ({ user }) => safe`${keyName(user.keymap, 'bookmark.toggle')} removes one`,
    opener: 'bookmark.list',
    onKey: { id: 'bookmark.toggle', run: toggleRow },
  },
  recents: remembered({ title: safe`Recently opened`, from: 'recent', list: 'recents' }),
  logins: { title: safe`Switch profile`, isNumbered: true, rows: loginRows },
  compare: { title: safe`Compare this backup with …`, isNumbered: true, rows: compareRows },
};

const NO_MATCH = row({ words: '', title: safe``, label: safe`No matches.`, kind: 'none' });

/** Returns the rows of a scope that contain every typed word. Keys are found as settings write them, too. */
export function scopeRows(state: State, dialog: PaletteDialog): readonly Suggestion[] {
  const words = editorText(dialog.editor).toLowerCase().replace('ctrl+', 'ctrl-').split(/\s+/);
  const rows = dialog.scope === undefined ? [] : scopes[dialog.scope].rows(state, dialog);
  const found = rows.filter(each => {
    const text = `${each.words} ${each.id} ${each.label} ${each.title} ${each.key}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return found.length > 0 ? found : [NO_MATCH];
}
