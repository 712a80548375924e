import type { Operation } from '../../api/operation.ts';
import { resourceOf } from '../../resources/registry.ts';
import { listIds } from '../../resources/resource.ts';
import { DAY_MS } from '../../text/units.ts';
import { type ListPlace, listPlace, placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { currentTab, currentTabs } from './tabs.ts';

type RefusalState = Pick<State['session'], 'forbidden' | 'now'> & Pick<State['user'], 'memory'>;

/**
 * The server does not offer the operation (`at`: since when), or the token has no permission. Undefined if it
 * may be requested.
 */
export function listRefusal({ memory, forbidden, now }: RefusalState, operation: Operation) {
  const at = memory.extensions?.absent[operation.id];
  // It is requested again after a day, because servers get updates.
  if (at !== undefined && now - at < DAY_MS) return { kind: 'not offered', at } as const;
  return forbidden.includes(operation.id) ? ({ kind: 'no permission' } as const) : undefined;
}

export function listsOnTab(state: State): readonly ListPlace[] {
  const { place } = currentView(state);
  if (place.screen !== 'record') return [];
  return (currentTabs(state).length === 0 ? [] : (currentTab(state)?.children ?? [])).flatMap(
    ({ from, to }) => {
      const { list } = resourceOf(to);
      const isHere = list?.isUndocumented === true && (from === 'typed' || from === 'list');
      return isHere ? [listPlace(to, listIds(list, place.ref.ids))] : [];
    },
  );
}

export function undocumentedList(state: State): ListPlace | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list' && resourceOf(place.kind).list?.isUndocumented === true) return place;
  return listsOnTab(state)[0];
}

/** True without a question: the list is allowed, and was not refused before. */
export function canLoadList({ session, user: { memory } }: State, { kind }: ListPlace): boolean {
  const { list } = resourceOf(kind);
  return (
    list !== undefined &&
    session.undocumented === 'allowed' &&
    listRefusal({ ...session, memory }, list) === undefined
  );
}

export const isAwaitingRows = (state: State): boolean =>
  listsOnTab(state).some(list => {
    const load = state.data.lists[placeKey(list)];
    return canLoadList(state, list) && load?.last === undefined && load?.phase !== 'failed';
  });
