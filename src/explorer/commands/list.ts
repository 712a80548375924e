import { resourceOf } from '../../resources/registry.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
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
  withTroubledToggled,
} from '../actions/filter-and-sort.ts';
import { withPreviewToggled } from '../actions/screen.ts';
import { contentOf } from '../screens/content.ts';
import { marksOf } from '../selection/list-marks.ts';
import { scannedPlace } from '../selection/rows-to-check.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { alike, type CommandDescription } from './command.ts';

/** Returns why a list takes no command yet: its first page is loading. */
export const noList = (state: State): SafeText | undefined =>
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

const viewCommands: readonly CommandDescription[] = alike({ where: ['list'] }, [
  {
    id: 'list.filter',
    keys: ['/'],
    title: safe`filter: words, name:x, dev:true, updated>90d, !not`,
    hint: { text: safe`filter`, rank: 2 },
    blocked: noList,
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
    title: safe`toggle columns: all / name and full id`,
    change: withColumnsToggled,
  },
  {
    id: 'preview.toggle',
    word: 'preview',
    keys: ['p'],
    title: safe`preview of the row under the cursor on/off`,
    blocked: ({ screen }) =>
      screen.preview === 'none' ? safe`A screen reader reads the row itself.` : undefined,
    change: withPreviewToggled,
  },
]);

const markCommands: readonly CommandDescription[] = alike({ group: 'Act', where: ['list'], blocked: noRow }, [
  {
    id: 'mark.toggle',
    keys: ['space'],
    title: safe`mark/unmark and move down`,
    hint: { text: safe`mark`, rank: 4 },
    change: withMarkToggled,
  },
  {
    id: 'mark.range',
    keys: ['v', 'ctrl+space'],
    title: safe`start range / mark range`,
    change: withRangeToggled,
  },
  {
    id: 'mark.down',
    keys: ['shift+down'],
    title: safe`mark and move down`,
    change: state => withMarksExtended(state, 'down'),
  },
  {
    id: 'mark.up',
    keys: ['shift+up'],
    title: safe`mark and move up`,
    change: state => withMarksExtended(state, 'up'),
  },
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

/** Commands of lists: filter, pages, columns, marks. */
export const listCommands: readonly CommandDescription[] = [...viewCommands, ...markCommands];

function isAnyLoaded({ data: { records } }: State, kind: string): boolean {
  for (const key in records) if (key.startsWith(`${kind}\n`)) return true;
  return false;
}

function noTrouble(state: State): SafeText | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || resourceOf(place.kind).troubled === undefined)
    return safe`These records have no health.`;
  if (contentOf(state).kind !== 'table') return safe`Still loading the first page.`;
  if (isTroubledOnly(state) || isAnyLoaded(state, place.kind)) return undefined;
  return safe`Nothing checked yet: ${keyName(state.user.keymap, 'list.scan-all')} checks all.`;
}

const checkAll: CommandDescription = {
  id: 'list.scan-all',
  word: 'scan all',
  keys: ['H'],
  title: safe`check health of all, on all pages (Esc stops)`,
  keysIn: ['list'],
  blocked: state => (scannedPlace(state) === undefined ? safe`These records have no health.` : undefined),
  run: ({ checkAll }) => checkAll(),
};

/** Commands about the health of rows; each row takes a request. */
export const scanCommands: readonly CommandDescription[] = [
  { ...checkAll, hint: { text: safe`check`, rank: 5 } },
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
