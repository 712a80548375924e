import { type SafeText, safe } from '../../text/sanitise.ts';
import {
  withAllMarksToggled,
  withMarksExtended,
  withMarkToggled,
  withoutMarks,
  withRangeToggled,
} from '../actions/cursor/mark.ts';
import { withColumnsToggled, withFilterField } from '../actions/filter-and-sort.ts';
import { withPreviewToggled } from '../actions/screen.ts';
import { contentOf } from '../screens/content.ts';
import { marksOf } from '../selection/list-marks.ts';
import { currentView, type State } from '../state/state.ts';
import type { Command } from './command.ts';

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

const viewCommands: readonly Command[] = [
  {
    id: 'list.filter',
    keys: ['/'],
    title: safe`filter: words, name:x, dev:true, updated>90d, !not`,
    group: 'Look',
    where: ['list'],
    hint: { text: safe`filter`, rank: 2 },
    blocked: noList,
    change: withFilterField,
  },
  {
    id: 'list.more',
    word: 'next page',
    keys: [],
    title: safe`load the next page`,
    group: 'Look',
    where: ['list'],
    blocked: nothingMore,
    run: ({ store, loadMore }) => loadMore(currentView(store.getState()).place),
  },
  {
    id: 'list.all',
    keys: ['M'],
    title: safe`load all pages (Esc stops)`,
    group: 'Look',
    where: ['list'],
    hint: { text: safe`load all`, rank: 12 },
    blocked: nothingMore,
    run: ({ store, loadAll }) => loadAll(currentView(store.getState()).place),
  },
  {
    id: 'list.wide',
    keys: ['w'],
    title: safe`toggle columns: all / name and full id`,
    group: 'Look',
    where: ['list'],
    change: withColumnsToggled,
  },
  {
    id: 'preview.toggle',
    word: 'preview',
    keys: ['p'],
    title: safe`preview of the row under the cursor on/off`,
    group: 'Look',
    where: ['list'],
    blocked: ({ screen }) =>
      screen.preview === 'none' ? safe`A screen reader reads the row itself.` : undefined,
    change: withPreviewToggled,
  },
];

const markCommands: readonly Command[] = [
  {
    id: 'mark.toggle',
    keys: ['space'],
    title: safe`mark/unmark and move down`,
    group: 'Act',
    where: ['list'],
    hint: { text: safe`mark`, rank: 4 },
    blocked: noRow,
    change: withMarkToggled,
  },
  {
    id: 'mark.range',
    keys: ['v', 'ctrl+space'],
    title: safe`start range / mark range`,
    group: 'Act',
    where: ['list'],
    blocked: noRow,
    change: withRangeToggled,
  },
  {
    id: 'mark.down',
    keys: ['shift+down'],
    title: safe`mark and move down`,
    group: 'Act',
    where: ['list'],
    blocked: noRow,
    change: state => withMarksExtended(state, 'down'),
  },
  {
    id: 'mark.up',
    keys: ['shift+up'],
    title: safe`mark and move up`,
    group: 'Act',
    where: ['list'],
    blocked: noRow,
    change: state => withMarksExtended(state, 'up'),
  },
  {
    id: 'mark.all',
    keys: ['*'],
    title: safe`mark/unmark all matches`,
    group: 'Act',
    where: ['list'],
    blocked: state => wrongFilter(state) ?? noRow(state),
    change: withAllMarksToggled,
  },
  {
    id: 'mark.clear',
    keys: [],
    title: safe`clear marks`,
    group: 'Act',
    where: ['list'],
    blocked: noMark,
    change: withoutMarks,
  },
];

/** Commands of lists: filter, pages, columns, marks. */
export const listCommands: readonly Command[] = [...viewCommands, ...markCommands];
