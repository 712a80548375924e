import type { Operation } from '../../api/operation.ts';
import { resourceOf } from '../../resources/registry.ts';
import { listIds } from '../../resources/resource.ts';
import { type ListPlace, placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { currentTab, currentTabs } from './tabs.ts';

/** A missing endpoint is requested again after a day, because servers get updates. */
const DAY_MS = 24 * 3_600_000;

type RefusalState = Pick<State['session'], 'forbidden' | 'now'> & Pick<State['user'], 'memory'>;

/**
 * Refusal of an operation: the server does not offer it (`at`: since when), or the token has no permission.
 */
export type OperationRefusal =
  | { readonly kind: 'not offered'; readonly at: number }
  | { readonly kind: 'no permission' };

/** Returns the refusal of an operation while it counts; undefined if the operation may be requested. */
export function refusalOf(
  { memory, forbidden, now }: RefusalState,
  operation: Operation,
): OperationRefusal | undefined {
  const at = memory.extensions?.absent[operation.id];
  if (at !== undefined && now - at < DAY_MS) return { kind: 'not offered', at };
  return forbidden.includes(operation.id) ? { kind: 'no permission' } : undefined;
}

export function listsOnTab(state: State): readonly ListPlace[] {
  const { place } = currentView(state);
  if (place.screen !== 'record') return [];
  return (currentTabs(state).length === 0 ? [] : (currentTab(state)?.children ?? [])).flatMap(
    ({ from, to }): readonly ListPlace[] => {
      const { list } = resourceOf(to);
      if (list?.isUndocumented !== true || (from !== 'typed' && from !== 'list')) return [];
      return [{ screen: 'list', kind: to, ids: listIds(list, place.ref.ids) }];
    },
  );
}

/** Returns the undocumented list on the screen: the first on the present tab, or the screen itself. */
export function undocumentedList(state: State): ListPlace | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list' && resourceOf(place.kind).list?.isUndocumented === true) return place;
  return listsOnTab(state)[0];
}

/**
 * Returns true if an undocumented list may be loaded without a question: it is allowed, and was not refused
 * before.
 */
export function canLoadList({ session, user: { memory } }: State, { kind }: ListPlace): boolean {
  const { list } = resourceOf(kind);
  return (
    list !== undefined &&
    session.undocumented === 'allowed' &&
    refusalOf({ ...session, memory }, list) === undefined
  );
}

/**
 * Returns true while a list at the top of the present tab is loading, so that nobody can choose a row yet.
 */
export function isAwaitingRows(state: State): boolean {
  return listsOnTab(state).some(list => {
    const load = state.data.lists[placeKey(list)];
    return canLoadList(state, list) && load?.last === undefined && load?.phase !== 'failed';
  });
}
