import type { Outcome } from '../../../api/client.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, type Ref } from '../../../resources/resource.ts';
import { isStale, loadedOf } from '../../state/load.ts';
import { keyOf, type Place, placeKey, placeRefs } from '../../state/place.ts';
import { containingList } from '../../state/records.ts';
import type { Ports } from '../../state/store.ts';
import { createLatestRequests, type LoadOrigin } from './latest-request.ts';
import { createListLoads } from './load-list.ts';

export function createLoadActions(ports: Ports) {
  const records = createLatestRequests<JsonObject>(ports, {
    get: state => state.data.records,
    put: table => ({ data: { records: table } }),
  });
  const lists = createListLoads(ports);

  /** Requests a record, also if it is loaded, puts it into the store and returns it. */
  async function loadRecord(ref: Ref, origin?: LoadOrigin): Promise<Outcome<JsonObject>> {
    const { read } = resourceOf(ref.kind);
    if (ports.client === undefined || read === undefined)
      return { ok: false, failure: { kind: 'no-connection' } };
    const handle = records.begin(keyOf(ref.kind, ref.ids));
    const outcome = await ports.client.send(read, ref.ids, { ...handle.options, ...origin });
    handle.end(outcome.ok ? { loaded: loadedOf(outcome.value, outcome.sent) } : outcome);
    return outcome;
  }

  const phaseOf = ({ kind, ids }: Ref) => records.at(keyOf(kind, ids))?.phase;

  /** Stops loading a record, or the list that contains it. */
  function stopRecord(ref: Ref): boolean {
    const list = containingList(ref);
    return list === undefined ? records.stop(keyOf(ref.kind, ref.ids)) : lists.stop(list);
  }

  const stopAll = (place: Place): boolean =>
    placeRefs(place).reduce((any, ref) => stopRecord(ref) || any, false);

  function loadUnlessLoaded(ref: Ref, isFresh: boolean, origin?: LoadOrigin): void {
    const list = containingList(ref);
    if (list !== undefined) return lists.load(list, isFresh, origin);
    const phase = phaseOf(ref);
    if (isFresh || (phase !== 'loading' && phase !== 'ready')) void loadRecord(ref, origin);
  }

  /** Loads the record or list of a place, unless it is loaded or loading; `isFresh` loads it in any case. */
  function load(place: Place, isFresh = false, origin?: LoadOrigin): void {
    if (place.screen === 'list') return lists.load(place, isFresh, origin);
    for (const ref of placeRefs(place)) loadUnlessLoaded(ref, isFresh, origin);
  }

  function isLoading(ref: Ref): boolean {
    const list = containingList(ref);
    return list === undefined ? phaseOf(ref) === 'loading' : lists.isReloading(list);
  }

  /** Reloads the record or list of a place, unless it is loading: a held key reloads once. */
  function reload(place: Place, origin?: LoadOrigin): void {
    const isReloading = place.screen === 'list' ? lists.isReloading(place) : placeRefs(place).some(isLoading);
    if (!isReloading) load(place, true, origin);
  }

  /** Returns true for a stale record, and for files of this machine: they cost no request. */
  function isOutdated(place: Place): boolean {
    const { data, user } = ports.store.getState();
    if (place.screen === 'start' || place.screen === 'compare') return false;
    if (isLocal(resourceOf(place.screen === 'list' ? place.kind : place.ref.kind))) return true;
    if (user.refresh !== 'auto' || place.screen === 'list') return false;
    const load = data.records[keyOf(place.ref.kind, place.ref.ids)];
    return load?.phase === 'ready' && isStale(load, ports.now());
  }

  /** Refreshes a loaded list in place and reloads anything else, without a person's request. */
  function refresh(place: Place): void {
    const hasRows = ports.store.getState().data.lists[placeKey(place)]?.last !== undefined;
    if (place.screen === 'list' && hasRows) void lists.refresh(place);
    else reload(place, { isAutomatic: true });
  }

  return {
    load,
    /** Loads the place that a person opens; reloads a stale record, or files, while the old one is shown. */
    loadOpened: (place: Place): void => load(place, isOutdated(place)),
    refresh,
    reload: (place: Place): void => reload(place),
    loadRecord,
    /** Loads the next page of a list, if there is one and nothing is loading; retries a page that failed. */
    loadMore: (place: Place, origin?: LoadOrigin): void =>
      place.screen === 'list' ? lists.more(place, origin) : undefined,
    /** Loads all pages of a list and shows each. Pauses on a long list until the next call. */
    loadAll: (place: Place): void => (place.screen === 'list' ? lists.all(place) : undefined),
    /** Stops loading a place; returns true if it was loading. */
    stopLoading: (place: Place): boolean => (place.screen === 'list' ? lists.stop(place) : stopAll(place)),
  };
}

export type LoadActions = ReturnType<typeof createLoadActions>;
