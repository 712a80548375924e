import { localResources, resourceOf, resources } from '../../resources/registry.ts';
import { type Column, isLocal } from '../../resources/resource.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import {
  withAllMarksToggled,
  withMarksExtended,
  withMarkToggled,
  withoutMarks,
  withRangeToggled,
} from '../actions/cursor/mark.ts';
import {
  isTroubledOnly,
  withColumnsToggled,
  withFilterField,
  withoutSort,
  withSort,
  withTroubledToggled,
} from '../actions/filter-and-sort.ts';
import { withPaneToggled } from '../actions/screen.ts';
import { causeInFilter } from '../facts/causes.ts';
import { BESIDE_FROM, hasPane, isInPane, paneKind } from '../facts/layout.ts';
import { contentOf } from '../screens/content.ts';
import { marksOf } from '../selection/cursor.ts';
import { placeToCheck } from '../selection/rows-to-check.ts';
import { keyIn } from '../state/key-names.ts';
import {
  causesPlace,
  changesPlace,
  hasCauses,
  isCauses,
  type ListPlace,
  listPlaces,
} from '../state/place.ts';
import { currentView, newView, type State } from '../state/state.ts';
import { editorOf } from '../state/text-field.ts';
import { alike, type CommandDescription } from './command.ts';
import { follow } from './follow.ts';

const noList = (state: State): SafeText | undefined =>
  contentOf(state).kind === 'table' ? undefined : safe`Works only on loaded rows.`;

const noRow = (state: State): SafeText | undefined =>
  noList(state) ?? (contentOf(state).ids.some(id => id !== '') ? undefined : safe`No row here.`);

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
  if (content.kind !== 'table') return noList(state);
  if (content.rows.stopped !== undefined) return content.rows.stopped;
  return content.rows.next === undefined ? safe`Everything is loaded.` : undefined;
}

const leadsToCauses = (state: State): boolean =>
  hasCauses(currentView(state).place) &&
  (state.screen.pane === 'none' || state.screen.size.columns < BESIDE_FROM);

const leadsToChanges = (state: State): boolean =>
  leadsToCauses(state) && causeInFilter(currentView(state).filter) !== undefined;

function isBelowCause({ navigation }: State): boolean {
  const [view, below] = navigation.views.toReversed();
  const isOfCause = view?.place.screen === 'list' && view.place.kind === changesPlace.kind;
  return isOfCause && below?.filter === view.filter && causeInFilter(view.filter) !== undefined;
}

const leadsBack = (state: State): boolean =>
  (isCauses(currentView(state).place) && !isInPane(state)) || isBelowCause(state);

function otherServers(state: State): ListPlace | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || !isLocal(resourceOf(place.kind))) return undefined;
  return listPlaces(place.kind, {}).find(({ variant }) => variant !== place.variant);
}

function nextInPane(state: State): SafeText {
  if (leadsBack(state)) return safe`back`;
  const kind = paneKind(state);
  if (kind === 'row') return safe`close`;
  return kind === undefined && hasCauses(currentView(state).place) ? safe`causes` : safe`row`;
}

const viewCommands: readonly CommandDescription[] = alike({ where: ['list'] }, [
  {
    id: 'list.filter',
    keys: ['/'],
    title: safe`filter: words, name:x, !not`,
    hint: { text: safe`filter`, rank: 2 },
    change: withFilterField,
  },
  {
    id: 'list.more',
    word: 'next page',
    title: safe`load the next page`,
    blocked: nothingMore,
    run: ({ store, loadMore }) => loadMore(currentView(store.getState()).place),
  },
  {
    id: 'list.all',
    keys: ['M'],
    title: safe`load all pages (Esc stops)`,
    hint: { text: safe`load all`, rank: 12 },
    blocked: nothingMore,
    run: ({ store, loadAll }) => loadAll(currentView(store.getState()).place),
  },
  {
    id: 'list.wide',
    keys: ['w'],
    title: safe`names and full ids only / all columns`,
    change: withColumnsToggled,
  },
  {
    id: 'list.servers',
    word: 'all servers',
    title: safe`show all servers / this server`,
    inMenu: true,
    blocked: state =>
      otherServers(state) === undefined ? safe`Only :trash and :journal have other servers.` : undefined,
    run: ({ store, jump }) => {
      const other = otherServers(store.getState());
      if (other !== undefined) jump(newView(other));
    },
  },
  {
    id: 'preview.toggle',
    word: 'preview',
    keys: ['p'],
    title: safe`pane: causes, row, off`,
    hint: state => {
      if (leadsToChanges(state)) return { text: safe`changes`, rank: 2 };
      if (contentOf(state).ids.length === 0 && !leadsBack(state)) return undefined;
      const rank = paneKind(state) === undefined || isInPane(state) ? 4 : 14;
      return { text: nextInPane(state), rank };
    },
    blocked: state =>
      state.screen.pane === 'none' && !leadsToCauses(state) && !isBelowCause(state)
        ? safe`A screen reader reads the row itself.`
        : undefined,
    run: explorer => {
      const { store, open, goBack, change } = explorer;
      const state = store.getState();
      const { filter } = currentView(state);
      // The pane shows the row of a list only beside its cursor.
      if (isInPane(state)) change(withPaneToggled);
      if (isInPane(state) || leadsBack(state)) goBack();
      else if (leadsToChanges(state)) follow(explorer, { to: 'place', place: changesPlace, filter });
      else if (leadsToCauses(state)) open(causesPlace);
      else change(withPaneToggled);
    },
  },
  {
    id: 'pane.enter',
    word: 'pane',
    keys: ['tab'],
    title: safe`into the causes beside the list, and back`,
    hint: state => ({ text: isCauses(currentView(state).place) ? safe`list` : safe`causes`, rank: 4 }),
    blocked: state => {
      const { place } = currentView(state);
      if (isCauses(place) || (hasCauses(place) && hasPane(state))) return undefined;
      return hasCauses(place)
        ? safe`${keyIn(state, 'preview.toggle')} opens the causes.`
        : safe`No causes beside this list.`;
    },
    run: ({ store, open, goBack }) => {
      if (isCauses(currentView(store.getState()).place)) goBack();
      else open(causesPlace);
    },
  },
]);

const markCommands: readonly CommandDescription[] = alike({ group: 'Act', where: ['list'], blocked: noRow }, [
  {
    id: 'mark.toggle',
    keys: ['space'],
    title: safe`mark/unmark and move down`,
    hint: { text: safe`mark`, rank: 5 },
    change: withMarkToggled,
  },
  {
    id: 'mark.range',
    keys: ['v', 'ctrl+space'],
    title: safe`mark a range`,
    change: withRangeToggled,
  },
  ...(['down', 'up'] as const).map(
    (motion): CommandDescription => ({
      id: `mark.${motion}`,
      keys: [`shift+${motion}`],
      title: safe`mark and move ${clean(motion)}`,
      change: state => withMarksExtended(state, motion),
    }),
  ),
  {
    id: 'mark.all',
    keys: ['*'],
    title: safe`mark/unmark all matches`,
    blocked: state => wrongFilter(state) ?? noRow(state),
    change: withAllMarksToggled,
  },
  {
    id: 'mark.clear',
    title: safe`clear marks`,
    blocked: noMark,
    change: withoutMarks,
  },
]);

export const listCommands: readonly CommandDescription[] = [...viewCommands, ...markCommands];

function noTrouble(state: State): SafeText | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || resourceOf(place.kind).troubled === undefined)
    return safe`These records have no health.`;
  const isAnyKnown = () =>
    !hasCauses(place) || Object.keys(state.data.records).some(key => key.startsWith(`${place.kind}\n`));
  if (noList(state) !== undefined || isTroubledOnly(state) || isAnyKnown()) return noList(state);
  return safe`Nothing checked yet: ${keyIn(state, 'list.scan-all')} checks all.`;
}

const checkAll: CommandDescription = {
  id: 'list.scan-all',
  word: 'check all',
  keys: ['H'],
  title: safe`check all bots`,
  keysIn: ['list'],
  blocked: state => (placeToCheck(state) === undefined ? safe`These records have no health.` : undefined),
  run: ({ checkAll }) => checkAll(),
};

export const healthCommands: readonly CommandDescription[] = [
  { ...checkAll, also: 'scan all', hint: { text: safe`check all`, rank: 4 } },
  { ...checkAll, id: 'list.check', word: 'check', keys: ['h'], isFormer: true },
  { ...checkAll, id: 'list.scan', word: 'scan', keys: [], isFormer: true },
  {
    id: 'list.troubled',
    keys: ['z'],
    title: safe`problems only / all`,
    where: ['list'],
    hint: { text: safe`problems`, rank: 7 },
    blocked: noTrouble,
    change: withTroubledToggled,
  },
];

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

export const columnWord = ({ title }: Pick<Column, 'title'>) => lower(title);

/** For each column the first letter of its title that no other column has. */
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

export const sortId = (column: Column) => `sort.${columnWord(column).replace('@', '-')}`;

const sortCommand = (column: Column): CommandDescription => ({
  id: sortId(column),
  word: `${SORT}${columnWord(column)}`,
  title: safe`sort by ${columnWord(column)}`,
  where: ['list'],
  menuKeys: state => {
    const here = columnLike(state, column);
    const letter = here && sortLetters(columnsHere(state)).get(here);
    return letter === undefined ? undefined : safe`${keyIn(state, 'list.sort')} ${clean(letter)}`;
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
    title: safe`sort by`,
    hint: { text: safe`sort`, rank: 5 },
    word: 'sort',
    where: ['list'],
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
