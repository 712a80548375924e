import { resources } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { isMarkable } from '../../selection/list-marks.ts';
import { rowIndex } from '../../state/load.ts';
import { listPlaces, placeKey } from '../../state/place.ts';
import type { State } from '../../state/state.ts';
import { withChange } from '../../state/store.ts';
import { loadWithoutRows } from './paging.ts';

function withoutRepeated(state: State, { kind, plural, variant }: Resource): State {
  const { lists } = state.data;
  const [own = '', second = ''] = listPlaces(kind, {}).map(placeKey);
  const [rows, load] = [lists[own]?.last?.value, lists[second]];
  if (variant === undefined || rows === undefined || load?.last === undefined) return state;
  const repeated = new Set(load.last.value.ids.filter(id => isMarkable(id) && rowIndex(rows.ids, id) >= 0));
  if (repeated.size === 0) return state;
  const text = safe`${repeated.size} are in the list of ${clean(plural.toLowerCase())} too and shown only there: the server may ignore ${clean(variant.name)}=true.`;
  return withChange(state, {
    data: { lists: { ...lists, [second]: loadWithoutRows(load, repeated) } },
    notice: { tone: 'warn', text },
  });
}

/** Returns the state without rows that both lists of a kind have: a server may ignore the parameter. */
export const withoutRepeatedRows = (state: State): State => resources.reduce(withoutRepeated, state);
