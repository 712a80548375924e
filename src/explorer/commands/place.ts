import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import type { StoredPlace } from '../../storage/memory.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { withoutMarks, withoutRange } from '../actions/cursor/mark.ts';
import { withTab } from '../actions/cursor/tabs.ts';
import type { Explorer } from '../actions/explorer.ts';
import { withoutFilter } from '../actions/filter-and-sort.ts';
import { withTimesToggled } from '../actions/screen.ts';
import { storedChoices } from '../facts/choices.ts';
import { currentTabs } from '../facts/tabs.ts';
import { listsOnTab } from '../facts/undocumented.ts';
import { viewTabs } from '../facts/view-tabs.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import { jumpTargets } from '../screens/home/home-lines.ts';
import { choiceId } from '../screens/start/start-lines.ts';
import { cursorRef, cursorTarget, marksOf } from '../selection/cursor.ts';
import type { Action } from '../state/action.ts';
import { keyIn } from '../state/key-names.ts';
import { hasOrigin, usedPlace } from '../state/place.ts';
import { placeText } from '../state/place-text.ts';
import { isBookmark, storedPlaceOf, withoutGone } from '../state/recents.ts';
import { currentView, type State } from '../state/state.ts';
import { type HistoryStep, stepIndex } from '../state/view-stacks.ts';
import { type CommandDescription, EVERYWHERE, type PaletteRow, row, type Where } from './command.ts';
import { follow } from './follow.ts';

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

export const viewCommands: readonly CommandDescription[] = [
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

type StepKeys = readonly [step: HistoryStep, keys: readonly string[], title: SafeText, word?: string];

const STEPS: readonly StepKeys[] = [
  ['last', ['-'], safe`previous screen`],
  ['back', ['[', 'ctrl+o'], safe`history: back`, 'back'],
  ['forward', [']', 'ctrl+n'], safe`history: forward`, 'forward'],
];

const stepCommand = ([step, keys, title, word]: StepKeys): CommandDescription => ({
  id: `history.${step}`,
  keys,
  title,
  group: 'Move',
  where: EVERYWHERE,
  ...(word !== undefined && { word }),
  blocked: state =>
    stepIndex(state.navigation.history, step) === undefined ? safe`No more history.` : undefined,
  run: explorer => void explorer.stepHistory(step),
});

function bookmarkRef(state: State): Ref | undefined {
  const target = jumpTargets(state).length > 0 ? cursorTarget(state) : undefined;
  if (target?.to !== 'place') return cursorRef(state);
  return target.place.screen === 'record' ? target.place.ref : undefined;
}

function toggle(
  { store, toggleBookmark, notify }: Explorer,
  row: Omit<StoredPlace, 'at'>,
  what: SafeText,
): void {
  const state = store.getState();
  const text = isBookmark(state.user.memory, row.place)
    ? safe`Bookmark removed: ${what}`
    : safe`Bookmarked ${what}. ${keyIn(state, 'bookmark.list')} shows bookmarks.`;
  toggleBookmark(row);
  notify('good', text);
}

function toggleRecord(explorer: Explorer): void {
  const state = explorer.store.getState();
  const ref = bookmarkRef(state);
  if (ref === undefined) return;
  const row = storedPlaceOf(state, ref);
  toggle(explorer, row, safe`${lower(resourceOf(ref.kind).title)} ${row.name}`);
}

function toggleScreen(explorer: Explorer): void {
  const state = explorer.store.getState();
  const view = currentView(state);
  const { place } = view;
  const text = placeText(place, view);
  if (text === undefined) return;
  const name = place.screen === 'record' ? storedPlaceOf(state, place.ref).name : safe``;
  toggle(explorer, { place: text, name }, clean(text, 200));
}

/** The choice stays open, so that a slip can be undone. */
function toggleRow({ store, toggleBookmark, notify }: Explorer, { words, label }: PaletteRow): void {
  const state = store.getState();
  const { memory } = state.user;
  const text = isBookmark(memory, words)
    ? safe`Bookmark removed. ${keyIn(state, 'bookmark.toggle')} restores it.`
    : safe`Bookmark restored.`;
  toggleBookmark(memory.recents.find(({ place }) => place === words) ?? { place: words, name: label });
  notify('good', text);
}

const storedRows = (state: State, from: 'bookmark' | 'recent'): readonly PaletteRow[] =>
  storedChoices(state, from).map(({ id, kind, label, detail, view }) =>
    row({ words: id, label, title: safe`${kind} ${detail}`, kind: from, action: { to: 'jump', view } }),
  );

function numbered(state: State, key: string): Action | undefined {
  const content = contentOf(state);
  if (content.kind !== 'lines') return undefined;
  const at = content.ids.indexOf(choiceId(Number(key)));
  // `at(-1)` would be the last line.
  const line = at < 0 ? undefined : content.lines.at(at);
  return line?.kind === 'text' ? line.target : undefined;
}

const viewsByDigit = (state: State) => [...jumpTargets(state), ...viewTabs(state).map(({ view }) => view)];

function jump(explorer: Explorer, key: string): void {
  const { store, openView, change } = explorer;
  const target = numbered(store.getState(), key);
  if (target !== undefined) return follow(explorer, target);
  const tabs = currentTabs(store.getState());
  const tab = tabs[Number(key) - 1];
  if (tabs.length > 0) return tab && change(state => withTab(state, tab.title));
  const view = viewsByDigit(store.getState())[Number(key) - 1];
  if (view?.place.screen === 'list' && view.filter === undefined) change(withoutFilter);
  if (view !== undefined) openView(view);
}

const hasGone = ({ user: { memory } }: State) =>
  [...memory.bookmarks, ...memory.recents].some(({ gone }) => gone !== undefined);

export const placeCommands: readonly CommandDescription[] = [
  ...STEPS.map(stepCommand),
  {
    id: 'bookmark.toggle',
    keys: ['b'],
    title: safe`toggle bookmark`,
    where: ['list', 'record'],
    inMenu: true,
    word: 'bookmark',
    blocked: state =>
      bookmarkRef(state) === undefined ? safe`No record on this line to bookmark.` : undefined,
    run: toggleRecord,
  },
  {
    id: 'bookmark.place',
    title: safe`toggle bookmark of this screen, with its filter`,
    run: toggleScreen,
  },
  {
    id: 'bookmark.list',
    keys: ["'"],
    title: safe`bookmarks`,
    word: 'bookmarks',
    choice: {
      title: safe`Bookmarks`,
      right: state => safe`${keyIn(state, 'bookmark.toggle')} removes one`,
      rows: state => storedRows(state, 'bookmark'),
      none: state =>
        safe`No bookmarks yet. ${keyIn(state, 'bookmark.toggle')} bookmarks what is under the cursor.`,
      isClosedByKey: true,
      onKey: { id: 'bookmark.toggle', title: safe`bookmarks: remove one, or restore it`, run: toggleRow },
    },
  },
  {
    id: 'recent.list',
    title: safe`recently opened records`,
    word: 'recents',
    choice: {
      title: safe`Recently opened`,
      rows: state => storedRows(state, 'recent'),
      none: () => safe`No record opened yet.`,
    },
  },
  { id: 'place.in-use', isFormer: true, title: safe`what is in use`, run: ({ open }) => open(usedPlace) },
  {
    id: 'bookmark.clear',
    title: safe`remove bookmarks and recents of deleted records`,
    blocked: state => (hasGone(state) ? undefined : safe`No bookmark or recent is known to be gone.`),
    change: withoutGone,
  },
  {
    id: 'place.jump',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    title: safe`go to tab or line with this number`,
    group: 'Move',
    where: ['list', 'record', 'raw', 'start'],
    blocked: state =>
      numbered(state, '1') === undefined &&
      viewsByDigit(state).length === 0 &&
      currentTabs(state).length === 0
        ? safe`No tabs or numbered lines here.`
        : undefined,
    run: jump,
  },
];
