import { localResources, resourceOf, resources } from '../../resources/registry.ts';
import type { Column } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { currentView, type State } from '../state/state.ts';
import { contentOf } from '../view/content/content.ts';
import { marksOf } from '../view/content/list-marks.ts';
import type { Command } from './command.ts';

const noList = (state: State): SafeText | undefined =>
  contentOf(state).kind === 'table' ? undefined : safe`Still loading the first page.`;

const noRow = (state: State): SafeText | undefined =>
  noList(state) ?? (contentOf(state).ids.some(id => id !== '') ? undefined : safe`No row here.`);

/** Returns the notice for a filter that cannot be parsed: all rows stay, though none of them matches. */
function wrongFilter(state: State): SafeText | undefined {
  const content = contentOf(state);
  return content.kind === 'table' && content.listing.filter?.problem !== undefined
    ? safe`Can't parse this filter.`
    : undefined;
}

const noMark = (state: State): SafeText | undefined =>
  marksOf(state).size === 0 && currentView(state).range === undefined ? safe`Nothing is marked.` : undefined;

function nothingMore(state: State): SafeText | undefined {
  const content = contentOf(state);
  if (content.kind !== 'table') return safe`Still loading the first page.`;
  if (content.rows.stopped !== undefined) return content.rows.stopped;
  return content.rows.next === undefined ? safe`Everything is loaded.` : undefined;
}

const finding: readonly Command[] = [
  {
    id: 'list.filter',
    keys: ['/'],
    title: safe`filter: words, name:x, dev:true, updated>90d, !not`,
    group: 'Look',
    where: ['list'],
    hint: { text: safe`filter`, rank: 3 },
    blocked: noList,
    run: ({ openFilter }) => openFilter(),
  },
  {
    id: 'list.more',
    keys: ['m'],
    title: safe`next page`,
    group: 'Look',
    where: ['list'],
    blocked: nothingMore,
    run: ({ store, loadMore: more }) => more(currentView(store.getState()).place),
  },
  {
    id: 'list.all',
    keys: ['M'],
    title: safe`load all pages (Esc stops)`,
    group: 'Look',
    where: ['list'],
    hint: { text: safe`load all`, rank: 10 },
    blocked: nothingMore,
    run: ({ store, loadAll: all }) => all(currentView(store.getState()).place),
  },
  {
    id: 'list.wide',
    keys: ['w'],
    title: safe`toggle columns: all / name and full id`,
    group: 'Look',
    where: ['list'],
    run: ({ toggleColumns }) => toggleColumns(),
  },
];

const marking: readonly Command[] = [
  {
    id: 'mark.toggle',
    keys: ['space'],
    title: safe`mark/unmark and move down`,
    group: 'Act',
    where: ['list'],
    hint: { text: safe`mark`, rank: 4 },
    blocked: noRow,
    run: ({ toggleMark }) => toggleMark(),
  },
  {
    id: 'mark.range',
    keys: ['v', 'ctrl+space'],
    title: safe`start range / mark range`,
    group: 'Act',
    where: ['list'],
    blocked: noRow,
    run: ({ toggleRange }) => toggleRange(),
  },
  {
    id: 'mark.down',
    keys: ['shift+down'],
    title: safe`mark and move down`,
    group: 'Act',
    where: ['list'],
    blocked: noRow,
    run: ({ extendMarks }) => extendMarks('down'),
  },
  {
    id: 'mark.up',
    keys: ['shift+up'],
    title: safe`mark and move up`,
    group: 'Act',
    where: ['list'],
    blocked: noRow,
    run: ({ extendMarks }) => extendMarks('up'),
  },
  {
    id: 'mark.all',
    keys: ['*'],
    title: safe`mark/unmark all matches`,
    group: 'Act',
    where: ['list'],
    blocked: state => wrongFilter(state) ?? noRow(state),
    run: ({ toggleAllMarks }) => toggleAllMarks(),
  },
  {
    id: 'mark.clear',
    keys: ['ctrl+\\', 'ctrl+x'],
    title: safe`clear marks`,
    group: 'Act',
    where: ['list'],
    hint: { text: safe`clear`, rank: 3 },
    blocked: noMark,
    run: ({ clearMarks }) => clearMarks(),
  },
];

/** Returns true if two columns, of two kinds, share a title or a key and so share a command. */
const isSame = (a: Column, b: Column): boolean =>
  a.title === b.title || (a.sortKey !== undefined && a.sortKey === b.sortKey);

function columnOf(state: State, column: Column): Column | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list') return undefined;
  return resourceOf(place.kind).columns.find(each => isSame(each, column));
}

function sortCommand(column: Column): Command {
  const { title, sortKey } = column;
  const word = clean(title.toLowerCase());
  return {
    id: `sort.${word}`,
    keys: sortKey === undefined ? [] : [sortKey],
    title: safe`sort by ${word} (again: reverse)`,
    group: 'Look',
    where: ['list'],
    blocked: state =>
      columnOf(state, column) === undefined ? safe`This list has no column ${title}.` : undefined,
    run: ({ store, sortBy }) => {
      const field = columnOf(store.getState(), column)?.field;
      if (field !== undefined) sortBy(field);
    },
  };
}

/** Returns one column for each word and each key. */
function sortColumns(): readonly Column[] {
  const all = [...resources, ...localResources]
    .filter(({ list }) => list !== undefined)
    .flatMap(({ columns }) => columns);
  return all.filter((column, at) => all.findIndex(each => isSame(each, column)) === at);
}

const sorting: readonly Command[] = [
  ...sortColumns().map(sortCommand),
  {
    id: 'sort.none',
    keys: [],
    title: safe`server order`,
    group: 'Look',
    where: ['list'],
    blocked: state => (currentView(state).sort === undefined ? safe`Already in server order.` : undefined),
    run: ({ clearSort }) => clearSort(),
  },
];

/** Commands of lists: filter, pages, columns, sorting, marks. */
export const listCommands: readonly Command[] = [...finding, ...sorting, ...marking];
