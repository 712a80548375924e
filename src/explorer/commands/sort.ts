import { localResources, resourceOf, resources } from '../../resources/registry.ts';
import type { Column } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { keyLabel, keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import type { Command } from './command.ts';
import { noList } from './list.ts';

/** Returns true if two columns, of two kinds, share a title or a key and so share a command. */
const isSame = (a: Column, b: Column): boolean =>
  a.title === b.title || (a.sortKey !== undefined && a.sortKey === b.sortKey);

/** Columns of all lists, one for each word and each key. */
export const sortColumns: readonly Column[] = [...resources, ...localResources]
  .filter(({ list }) => list !== undefined)
  .flatMap(({ columns }) => columns)
  .filter((column, at, all) => all.findIndex(each => isSame(each, column)) === at);

/** Returns the columns of the list on the screen. */
export function columnsHere(state: State): readonly Column[] {
  const { place } = currentView(state);
  return place.screen === 'list' ? resourceOf(place.kind).columns : [];
}

/** Returns the column of the list on the screen that has the title or the key of another one. */
export const columnLike = (state: State, column: Column): Column | undefined =>
  columnsHere(state).find(each => isSame(each, column));

/** Returns the word of a column in commands: its title in lower case. */
export const columnWord = ({ title }: Column): SafeText => clean(title.toLowerCase());

/** Returns why a list cannot be sorted by a column. */
export const noColumn = (state: State, column: Column): SafeText | undefined =>
  columnLike(state, column) === undefined ? safe`This list has no column ${column.title}.` : undefined;

/** Id of the command of a column in the sort menu. */
export const sortMenuId = (column: Column): string => `sort-menu.${columnWord(column)}`;

/** Returns the letter of a column in the sort menu: the person's own, else the standard one. */
export function sortLetter({ user: { keymap } }: Pick<State, 'user'>, column: Column): SafeText | undefined {
  const like = sortColumns.find(each => isSame(each, column)) ?? column;
  const [key = like.sortKey] = keymap[sortMenuId(like)] ?? [];
  return key === undefined ? undefined : clean(keyLabel(key));
}

const sortCommand = (column: Column): Command => ({
  id: `sort.${columnWord(column)}`,
  word: `sort ${columnWord(column)}`,
  keys: [],
  title: safe`sort by ${columnWord(column)} (again: reverse)`,
  group: 'Look',
  where: ['list'],
  menuKeys: state => {
    const letter = sortLetter(state, column);
    return letter === undefined ? undefined : safe`${keyName(state.user.keymap, 'list.sort')} ${letter}`;
  },
  blocked: state => noColumn(state, column),
  run: ({ store, sortBy }) => {
    const field = columnLike(store.getState(), column)?.field;
    if (field !== undefined) sortBy(field);
  },
});

/** Commands that sort a list. Their letters are in the menu that `s` opens. */
export const sortCommands: readonly Command[] = [
  {
    id: 'list.sort',
    keys: ['s'],
    title: safe`sort by …`,
    word: 'sort',
    group: 'Look',
    where: ['list'],
    blocked: noList,
    run: ({ store, openDialog }) => {
      const state = store.getState();
      const choice = columnsHere(state).findIndex(({ field }) => field === currentView(state).sort?.field);
      openDialog({ kind: 'sort', choice: choice + 1 });
    },
  },
  ...sortColumns.map(sortCommand),
  {
    id: 'sort.none',
    word: 'sort none',
    keys: [],
    title: safe`server order`,
    group: 'Look',
    where: ['list'],
    blocked: state => (currentView(state).sort === undefined ? safe`Already in server order.` : undefined),
    run: ({ clearSort }) => clearSort(),
  },
];
