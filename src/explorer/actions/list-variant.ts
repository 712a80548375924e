import { undocumentedRefusal } from '../../api/policy.ts';
import { variantInFilter } from '../../resources/list-variant.ts';
import { resourceOf, resources } from '../../resources/registry.ts';
import type { Resource } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { isMarkable } from '../selection/list-marks.ts';
import type { Rows } from '../state/load.ts';
import { listKey } from '../state/place.ts';
import type { Ports } from '../state/ports.ts';
import { rowIndex } from '../state/row-index.ts';
import { currentView, newView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';
import { withFilter } from './filter-and-sort.ts';
import { loadWithoutRows } from './load/paging.ts';
import type { Navigation } from './navigate.ts';

/** Returns why the second list of a kind may not be loaded, or undefined. */
export const variantRefusal = (
  { session: { undocumented: policy } }: Pick<State, 'session'>,
  { variant }: Resource,
): SafeText | undefined =>
  variant === undefined || policy !== 'never' ? undefined : undocumentedRefusal(variant.list).detail;

/** Opens the lists of a kind that has two. */
export type VariantActions = {
  /** Opens the second list of a kind, or from there the kind's own list. */
  readonly openOtherList: (resource: Resource) => void;
  /**
   * Opens the list that the present filter names (`dev:true`) with the rest of the filter, and clears the
   * present filter. Returns false if the filter names no list, or if a notice says why that list may not be
   * loaded.
   */
  readonly openFilteredList: () => boolean;
};

export function createVariantActions(
  { store }: Pick<Ports, 'store'>,
  { jump }: Pick<Navigation, 'jump'>,
): VariantActions {
  function openOtherList(resource: Resource): void {
    const { place } = currentView(store.getState());
    const isThere = place.screen === 'list' && place.kind === resource.kind && place.variant !== undefined;
    const variant = isThere ? undefined : resource.variant?.name;
    jump(newView({ screen: 'list', kind: resource.kind, ids: {}, variant }));
  }

  function openFilteredList(): boolean {
    const state = store.getState();
    const { place, filter: typed = '' } = currentView(state);
    if (place.screen !== 'list') return false;
    const resource = resourceOf(place.kind);
    const { variant, filter } = variantInFilter(resource, typed);
    if (variant === undefined) return false;
    const refusal = variantRefusal(state, resource);
    if (refusal !== undefined) {
      store.setState({ notice: { tone: 'warn', text: refusal } });
      return false;
    }
    if (place.variant === variant) {
      store.setState(withFilter(state, filter));
      return false;
    }
    store.setState(withFilter(state, ''));
    const view = newView({ ...place, variant });
    jump(filter === '' ? view : { ...view, filter });
    return true;
  }

  return { openOtherList, openFilteredList };
}

const rowsAt = (lists: State['data']['lists'], key: string): Rows | undefined => lists[key]?.last?.value;

/** Removes rows from a kind's second list that its own list has too. */
function dropRepeated(
  { store }: Pick<Ports, 'store'>,
  { kind, plural, variant }: Resource,
  before: State['data']['lists'],
): void {
  const { lists } = store.getState().data;
  const [own, key] = [listKey(kind, {}), listKey(kind, {}, variant?.name)];
  const [rows, load] = [rowsAt(lists, own), lists[key]];
  const second = load?.last?.value;
  if (variant === undefined || rows === undefined || load === undefined || second === undefined) return;
  if (rows === rowsAt(before, own) && second === rowsAt(before, key)) return;
  const repeated = new Set(second.ids.filter(id => isMarkable(id) && rowIndex(rows.ids, id) >= 0));
  if (repeated.size === 0) return;
  const text = safe`${repeated.size} are in the list of ${clean(plural.toLowerCase())} too and shown only there: the server may ignore ${clean(variant.name)}=true.`;
  update(store, {
    data: { lists: { ...lists, [key]: loadWithoutRows(load, repeated) } },
    notice: { tone: 'warn', text },
  });
}

/** Removes repeated rows from the second list of each kind: a server may ignore the parameter. */
export function dropRepeatedRows(ports: Pick<Ports, 'store'>, before: State['data']['lists']): void {
  for (const resource of resources) dropRepeated(ports, resource, before);
}
