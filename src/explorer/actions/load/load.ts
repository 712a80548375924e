import type { Outcome } from '../../../api/client.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, type Ref } from '../../../resources/resource.ts';
import { isStale, loadedOf } from '../../state/load.ts';
import { keyOf, type ListPlace, type Place, placeKey, placeRefs } from '../../state/place.ts';
import { containingList } from '../../state/records.ts';
import type { Ports } from '../../state/store.ts';
import { createLatestRequests, type LoadOrigin } from './latest-request.ts';
import { createListLoads } from './load-list.ts';

/** A record without a read operation comes from its list. */
const partsOf = (place: Place): readonly (ListPlace | Ref)[] =>
  place.screen === 'list' ? [place] : placeRefs(place).map(ref => containingList(ref) ?? ref);

export function createLoadActions(ports: Ports) {
  const records = createLatestRequests<JsonObject>(ports, {
    get: state => state.data.records,
    put: table => ({ data: { records: table } }),
  });
  const lists = createListLoads(ports);

  async function loadRecord(ref: Ref, origin?: LoadOrigin): Promise<Outcome<JsonObject>> {
    const { read } = resourceOf(ref.kind);
    if (ports.client === undefined || read === undefined)
      return { ok: false, failure: { kind: 'no-connection' } };
    const handle = records.begin(keyOf(ref));
    const outcome = await ports.client.send(read, ref.ids, { ...handle.options, ...origin });
    handle.end(outcome.ok ? { loaded: loadedOf(outcome.value, outcome.sent) } : outcome);
    return outcome;
  }

  const phaseOf = (ref: Ref) => records.at(keyOf(ref))?.phase ?? '';

  function load(place: Place, isFresh = false, origin?: LoadOrigin): void {
    for (const part of partsOf(place))
      if ('screen' in part) lists.load(part, isFresh, origin);
      else if (isFresh || !['loading', 'ready'].includes(phaseOf(part))) void loadRecord(part, origin);
  }

  function reload(place: Place, origin?: LoadOrigin): void {
    const isReloading = partsOf(place).some(part =>
      'screen' in part ? lists.isReloading(part) : phaseOf(part) === 'loading',
    );
    if (!isReloading) load(place, true, origin);
  }

  /** Stale records, and files of this machine: they cost no request. */
  function isOutdated(place: Place): boolean {
    const { data, user } = ports.store.getState();
    if (place.screen === 'start' || place.screen === 'compare') return false;
    if (isLocal(resourceOf(place.screen === 'list' ? place.kind : place.ref.kind))) return true;
    if (user.refresh !== 'auto' || place.screen === 'list') return false;
    const load = data.records[keyOf(place.ref)];
    return load?.phase === 'ready' && isStale(load, ports.now());
  }

  function refresh(place: Place): void {
    const hasRows = ports.store.getState().data.lists[placeKey(place)]?.last !== undefined;
    if (place.screen === 'list' && hasRows) void lists.refresh(place);
    else reload(place, { isAutomatic: true });
  }

  return {
    load,
    loadOpened: (place: Place) => load(place, isOutdated(place)),
    refresh,
    reload: (place: Place) => reload(place),
    loadRecord,
    loadMore: lists.loadMore,
    loadAll: lists.loadAll,
    stopLoading: (place: Place): boolean =>
      partsOf(place)
        .map(part => ('screen' in part ? lists.stop(part) : records.stop(keyOf(part))))
        .includes(true),
  };
}

export type LoadActions = ReturnType<typeof createLoadActions>;
