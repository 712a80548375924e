import { localResources, resourceOf, resources } from '../../resources/registry.ts';
import type { Column } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { withoutSort, withSort } from '../actions/filter-and-sort.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { editorOf } from '../state/text-field.ts';
import type { CommandDescription } from './command.ts';
import { noList } from './list.ts';

/** The line that `s` opens: the capitals of its rows act at once, anything else is typed behind it. */
export const SORT = 'sort ';

const sortColumns: readonly Column[] = [...resources, ...localResources]
  .filter(({ list }) => list !== undefined)
  .flatMap(({ columns }) => columns)
  .filter(({ title }, at, all) => all.findIndex(each => each.title === title) === at);

export function columnsHere(state: State): readonly Column[] {
  const { place } = currentView(state);
  return place.screen === 'list' ? resourceOf(place.kind).columns : [];
}

const columnLike = (state: State, { title }: Column): Column | undefined =>
  columnsHere(state).find(each => each.title === title);

/** Returns the word of a column in commands: its title in lower case. */
export const columnWord = ({ title }: Pick<Column, 'title'>): SafeText => clean(title.toLowerCase());

/** Returns the capital that sorts by each column behind `s`: the first of its title that is free. */
export function sortLetters(columns: readonly Column[]): ReadonlyMap<Column, string> {
  const letters = new Map<Column, string>();
  for (const column of columns) {
    const free = [...column.title].find(
      letter => /[A-Z]/.test(letter) && ![...letters.values()].includes(letter),
    );
    if (free !== undefined) letters.set(column, free);
  }
  return letters;
}

export const sortId = (column: Column): string => `sort.${columnWord(column).replace('@', '-')}`;

const sortCommand = (column: Column): CommandDescription => ({
  id: sortId(column),
  word: `${SORT}${columnWord(column)}`,
  title: safe`sort by ${columnWord(column)}`,
  where: ['list'],
  menuKeys: state => {
    const here = columnLike(state, column);
    const letter = here && sortLetters(columnsHere(state)).get(here);
    return letter === undefined
      ? undefined
      : safe`${keyName(state.user.keymap, 'list.sort')} ${clean(letter)}`;
  },
  blocked: state =>
    columnLike(state, column) === undefined ? safe`This list has no column ${column.title}.` : undefined,
  change: state => {
    const field = columnLike(state, column)?.field;
    return field === undefined ? state : withSort(state, field);
  },
});

export const sortCommands: readonly CommandDescription[] = [
  {
    id: 'list.sort',
    keys: ['s'],
    title: safe`sort by …`,
    word: 'sort',
    where: ['list'],
    blocked: noList,
    change: state => {
      const choice = columnsHere(state).findIndex(({ field }) => field === currentView(state).sort?.field);
      return { ...state, dialog: { kind: 'palette', editor: editorOf(SORT), choice: choice + 1 } };
    },
  },
  ...sortColumns.map(sortCommand),
  {
    id: 'sort.none',
    word: `${SORT}none`,
    title: safe`server order`,
    where: ['list'],
    blocked: state => (currentView(state).sort === undefined ? safe`Already in server order.` : undefined),
    change: withoutSort,
  },
];
