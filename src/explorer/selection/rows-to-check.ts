import { resourceOf } from '../../resources/registry.ts';
import { causesView } from '../facts/causes.ts';
import { pageRows } from '../facts/layout.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import { isRecordId, isStale, type Rows } from '../state/load.ts';
import { hasCauses, isCauses, type ListPlace, placeKey } from '../state/place.ts';
import { rowLoad } from '../state/records.ts';
import { currentView, type State } from '../state/state.ts';
import { withChange } from '../state/store.ts';
import { isHome } from '../state/view-stacks.ts';
import { settledView } from './cursor.ts';

export function placeToCheck(state: State): ListPlace | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list' && !isCauses(place)) {
    const { read } = resourceOf(place.kind);
    return read === undefined || read.isLocal === true ? undefined : place;
  }
  return causesView(state)?.place;
}

const HOME_ROWS = 50;

function firstPage(rows: Rows | undefined): readonly string[] {
  if (rows === undefined) return [];
  return rows.ids.slice(0, Math.min(HOME_ROWS, Math.ceil(rows.ids.length / Math.max(1, rows.pages))));
}

function isAutomatic({ user, data, session, dialog }: State): boolean {
  const isFree = data.healthPause === undefined && session.offline === undefined && dialog === undefined;
  return user.health === 'auto' && isFree && !session.isEnded;
}

export function isAtHome(state: State): boolean {
  const { place } = currentView(state);
  return place.screen === 'record' && isHome(place.ref, state.session.server);
}

export function homeListToLoad(state: State): ListPlace | undefined {
  if (!isAtHome(state)) return undefined;
  // The record on the screen is requested first.
  const isShown = currentLoad(state)?.phase === 'ready';
  return isShown && isAutomatic(state) ? placeToCheck(state) : undefined;
}

function watchedRows(state: State, place: ListPlace): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table') return firstPage(state.data.lists[placeKey(place)]?.last?.value);
  const { top, at } = settledView(state);
  const distance = (row: number) => Math.abs(row - at);
  const length = pageRows(state, true);
  const onScreen = Array.from({ length }, (_, row) => top + row)
    .sort((a, b) => distance(a) - distance(b))
    .flatMap(row => content.ids[row] ?? []);
  return [...onScreen, ...content.listing.hidden.slice(0, length)];
}

function belowCauses(state: State): State {
  const { views } = state.navigation;
  return isCauses(currentView(state).place) && views.length > 1
    ? withChange(state, { navigation: { views: views.slice(0, -1) } })
    : state;
}

/**
 * The rows that the program checks by itself: visible ones without recent health. One that could not
 * be read waits for a person. Undefined: none.
 */
export function rowsToCheck(shown: State, isRequested: (id: string) => boolean) {
  const state = belowCauses(shown);
  if (isCauses(currentView(state).place)) return undefined;
  const { place: here } = currentView(state);
  const place = here.screen === 'list' ? placeToCheck(state) : homeListToLoad(state);
  if (place === undefined || !hasCauses(place) || !isAutomatic(state)) return undefined;
  // Pages come first.
  if (state.data.lists[placeKey(place)]?.phase === 'loading') return undefined;
  const isDue = (id: string): boolean => {
    const load = rowLoad(state.data.records, place, id);
    if (!isRecordId(id) || isRequested(id)) return false;
    return load === undefined || (load.phase === 'ready' && isStale(load, state.session.now));
  };
  const ids = watchedRows(state, place).filter(isDue);
  return ids.length === 0 ? undefined : { place, ids };
}

export const isCheckingHealth = (state: State) =>
  state.data.check?.isAutomatic === true || rowsToCheck(state, () => false) !== undefined;

export function isAwaitingHealth(state: State): boolean {
  const list = homeListToLoad(state);
  if (list === undefined) return false;
  const load = state.data.lists[placeKey(list)];
  const isLoading = load === undefined || load.phase === 'loading';
  return isLoading || isCheckingHealth(state);
}
