import type { Mutate, StoreApi } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import type { MemoryFile } from '../../storage/memory.ts';
import { pageRows, paneKind } from '../facts/layout.ts';
import { canLoadList, isAwaitingRows, listsOnTab } from '../facts/undocumented.ts';
import { pausedWords, refToPreload } from '../frame/pane.ts';
import { type Content, contentOf, currentLoad } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { cursorIndex, nearestPosition, positionOf, settledView } from '../selection/cursor.ts';
import { isAwaitingHealth } from '../selection/rows-to-check.ts';
import { type Rows, STALE_MS } from '../state/load.ts';
import { changesPlace, hasCauses, placeKey } from '../state/place.ts';
import { withRecordRemembered } from '../state/recents.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type Pane, type State } from '../state/state.ts';
import { type Ports, update, withView } from '../state/store.ts';
import { type SnapshotStorage, snapshotStep } from './last-seen.ts';
import { causeStep } from './load/cause-rows.ts';
import { recordChangeMarker, withoutRepeatedRows, withoutSeenChanges } from './load/changes.ts';
import { withFittingLoads } from './load/evict-loads.ts';
import type { LoadActions } from './load/load.ts';

type ReactionOptions = Pick<Ports, 'now'> &
  Readonly<{
    store: Mutate<StoreApi<State>, [['zustand/subscribeWithSelector', never]]>;
    loading: LoadActions;
    memoryFile: Pick<MemoryFile, 'save'> | undefined;
    snapshots: SnapshotStorage | undefined;
    isSlow: () => boolean;
  }>;

/** The reactions run in this order. Each may change the state, so each reads the store when it runs. */
export function installReactions({
  loading,
  memoryFile,
  snapshots,
  isSlow,
  ...ports
}: ReactionOptions): void {
  const { store } = ports;
  const subscribeTo = <T>(part: (state: State) => T, react: (value: T, before: T) => void): void =>
    void store.subscribe(() => part(store.getState()), react);

  // Before the cursor can be on a cause, which freezes their order.
  store.subscribe(causeStep(ports));
  // Then this, because the others read the row under the cursor, which added and removed rows must not move.
  store.subscribe(() => store.setState(withCursorAnchored));
  subscribeTo(
    state => state.data,
    () => store.setState(withFittingLoads),
  );
  store.subscribe(prefetch(ports, loading));
  store.subscribe(() => loadListsOnTab(ports, loading));
  subscribeTo(state => currentLoad(state)?.last?.at, staleTimer(ports));
  subscribeTo(state => isShowingChanges(state) && state.data.records, changesStep(ports, loading));
  const markChanges = recordChangeMarker(ports);
  store.subscribe((_state, before) => markChanges(before));
  subscribeTo(
    state => state.data.lists,
    () => store.setState(withoutRepeatedRows),
  );
  store.subscribe(
    () => [placeKey(currentView(store.getState()).place), currentLoad(store.getState())],
    () => store.setState(state => withRecordRemembered(state, ports.now())),
    { equalityFn: shallow },
  );
  subscribeTo(
    state => state.user.memory,
    memory => memoryFile?.save(memory),
  );
  store.subscribe((_state, before) => store.setState(state => withoutSeenChanges(state, before)));
  store.subscribe(snapshotStep(ports, snapshots));
  store.subscribe(paneStep({ ...ports, loading, isSlow }));
}

function startIndex(content: Content, rows: number): number {
  const first = nearestPosition(content.ids, 0);
  if (content.kind === 'table') return first;
  const leading = content.lines
    .slice(0, rows)
    .findIndex(line => line.kind === 'text' && (line.target !== undefined || line.id === content.start));
  return leading >= 0 ? leading : first;
}

/** Ties the cursor to its row, so that added and removed rows do not move it. */
export function withCursorAnchored(state: State): State {
  const view = currentView(state);
  if (view.place.screen !== 'start' && currentLoad(state)?.last === undefined) return state;
  const content = contentOf(state);
  if (view.cursor !== undefined && content.ids[view.at] === view.cursor) return state;
  // The cursor belongs on the first row of the list, not on the lines below while the list is loading.
  if (view.cursor === undefined && (isAwaitingRows(state) || isAwaitingHealth(state))) return state;
  const rows = pageRows(state, content.kind === 'table');
  const at = view.cursor === undefined ? startIndex(content, rows) : cursorIndex(content, view);
  if (at < 0) return state;
  return withView(state, { ...view, at, cursor: content.ids[at] });
}

function staleTimer({ store, now }: Pick<Ports, 'store' | 'now'>): (loadedAt: number | undefined) => void {
  let timer: NodeJS.Timeout | undefined;
  return loadedAt => {
    clearTimeout(timer);
    const left = loadedAt === undefined ? 0 : loadedAt + STALE_MS - now();
    if (left <= 0) return;
    timer = setTimeout(() => update(store, { session: { now: now() } }), left);
    timer.unref();
  };
}

const isShowingChanges = (state: State) => placeKey(currentView(state).place) === placeKey(changesPlace);

const CHANGES_MS = 1000;

type ShownRecords = State['data']['records'] | false;

/** New changes are counted, as new rows of other lists are. */
function changesStep({ store }: Pick<Ports, 'store'>, { refresh }: LoadActions) {
  let isDue = false;
  return (records: ShownRecords, before: ShownRecords): void => {
    if (records === false || before === false || isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (isShowingChanges(store.getState())) refresh(changesPlace);
    }, CHANGES_MS).unref();
  };
}

/** Requests the next page once for the same rows: a cancelled page is not requested again by itself. */
function prefetch({ store }: Pick<Ports, 'store'>, loading: LoadActions): () => void {
  let requested: Rows['ids'] | undefined;
  let requestedAt = '';
  return () => {
    const state = store.getState();
    const content = contentOf(state);
    if (content.kind !== 'table') requested = undefined;
    if (content.kind !== 'table' || content.rows.next === undefined || content.rows.ids === requested) return;
    const view = currentView(state);
    const { place, cursor, filter, sort } = view;
    // A page may add no row at this end of a filtered or sorted list: then one page for each step of the
    // cursor.
    const step = [placeKey(place), cursor, filter, sort?.field, sort?.isDescending].join('\n');
    const at = content.listing.order === undefined ? '' : step;
    if (at !== '' && (at === requestedAt || state.dialog?.kind === 'filter')) return;
    const last = content.ids.length - 1;
    const room = pageRows(state, true);
    if (last - cursorIndex(content, view) >= room || currentLoad(state)?.phase !== 'ready') return;
    requested = content.rows.ids;
    requestedAt = at;
    // No key caused the request if the rows do not fill the screen.
    loading.loadMore(place, { isAutomatic: at === '' && last < room });
  };
}

function loadListsOnTab({ store }: Pick<Ports, 'store'>, loading: LoadActions): void {
  const state = store.getState();
  const { place } = currentView(state);
  if (place.screen !== 'record') return;
  const lists = listsOnTab(state);
  if (lists.length === 0 || recordLoad(state, place.ref)?.last === undefined) return;
  for (const list of lists)
    if (state.data.lists[placeKey(list)] === undefined && canLoadList(state, list)) loading.load(list);
}

/** Rest of the cursor until its row is painted, and further rest until its record is requested. */
const PAINT_AFTER_MS = 150;
const REQUEST_AFTER_MS = 150;

type ListPosition = Readonly<{
  key: string;
  table: Table;
  cursor: string;
  frozen: NonNullable<Pane['frozen']>;
  mode: State['screen']['pane'];
}>;

function positionIn(state: State): ListPosition | undefined {
  const { place, cursor } = currentView(state);
  const { pane: mode } = state.screen;
  const kind = paneKind(state);
  const isFollowing = kind === 'row' || (kind === 'causes' && mode === 'auto' && hasCauses(place));
  if (place.screen !== 'list' || cursor === undefined || !isFollowing || mode === 'paused') return undefined;
  const table = contentOf(state);
  if (table.kind !== 'table') return undefined;
  const { data, session } = state;
  const frozen = { top: settledView(state).top, data, session };
  return { key: placeKey(place), table, cursor, mode, frozen };
}

/** The pane follows the cursor once that rests: timers run only after it has moved. */
function paneStep({ store, loading, isSlow }: Pick<ReactionOptions, 'store' | 'loading' | 'isSlow'>) {
  let last: ListPosition | undefined;
  let timer: NodeJS.Timeout | undefined;

  const put = (key: string, pane: Pane): void =>
    update(store, ({ navigation: { panes } }) => ({
      navigation: { panes: { ...panes, [key]: pane } },
    }));

  function requestRow(): void {
    const ref = refToPreload(store.getState());
    if (ref !== undefined) void loading.loadRecord(ref, { isAutomatic: true });
  }
  function showRow(): void {
    const position = positionIn(store.getState());
    if (position === undefined) return;
    put(position.key, { row: position.cursor });
    timer = setTimeout(requestRow, REQUEST_AFTER_MS);
  }
  function follow(): void {
    clearTimeout(timer);
    timer = setTimeout(showRow, PAINT_AFTER_MS);
  }

  function begin({ table, cursor, mode }: ListPosition, pane: Pane | undefined): void {
    const hasRow = mode === 'row' || table.resource.diagnose === undefined;
    const isDue = pane?.row === undefined ? hasRow : pane.row !== cursor;
    if (isDue) follow();
    else clearTimeout(timer);
  }

  function move({ key, table }: ListPosition, before: ListPosition, pane: Pane | undefined): void {
    // The cursor of a row that has left the list was not moved by the person.
    if (pane === undefined && positionOf(table, before.cursor) < 0) return;
    follow();
    if (pane?.frozen === undefined) put(key, { row: pane?.row, frozen: before.frozen });
  }

  return () => {
    const state = store.getState();
    const before = last;
    const now = positionIn(state);
    last = now;
    if (now === undefined) return clearTimeout(timer);
    // With a notice: on a list that has scrolled the pane itself has no words.
    if (state.screen.pane === 'auto' && isSlow())
      return update(store, {
        screen: { pane: 'paused' },
        notice: state.notice ?? { tone: 'plain', text: pausedWords(state) },
      });
    const pane = state.navigation.panes[now.key];
    if (before?.key !== now.key || before.mode !== now.mode) begin(now, pane);
    else if (before.cursor !== now.cursor) move(now, before, pane);
  };
}
