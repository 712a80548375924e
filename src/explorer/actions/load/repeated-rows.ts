import { resources } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { isMarkable } from '../../selection/list-marks.ts';
import { listPlaces, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { rowIndex } from '../../state/row-index.ts';
import { update } from '../../state/store.ts';
import { loadWithoutRows } from './paging.ts';

/** Removes rows from a kind's second list that its own list has too: a server may ignore the parameter. */
function dropRepeated({ store }: Pick<Ports, 'store'>, { kind, plural, variant }: Resource): void {
  const { lists } = store.getState().data;
  const [own = '', second = ''] = listPlaces(kind, {}).map(placeKey);
  const [rows, load] = [lists[own]?.last?.value, lists[second]];
  if (variant === undefined || rows === undefined || load?.last === undefined) return;
  const repeated = new Set(load.last.value.ids.filter(id => isMarkable(id) && rowIndex(rows.ids, id) >= 0));
  if (repeated.size === 0) return;
  const text = safe`${repeated.size} are in the list of ${clean(plural.toLowerCase())} too and shown only there: the server may ignore ${clean(variant.name)}=true.`;
  update(store, {
    data: { lists: { ...lists, [second]: loadWithoutRows(load, repeated) } },
    notice: { tone: 'warn', text },
  });
}

export function dropRepeatedRows(ports: Pick<Ports, 'store'>): void {
  for (const resource of resources) dropRepeated(ports, resource);
}
