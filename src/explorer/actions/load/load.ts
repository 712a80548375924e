import type { Outcome } from '../../../api/client.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { readOf } from '../../state/load.ts';
import { keyOf, type Place, placeRefs } from '../../state/place.ts';
import type { World } from '../../state/ports.ts';
import { listInstead } from '../../state/record-load.ts';
import { createSlot } from './latest-request.ts';
import { createListReading } from './load-list.ts';

/** Everything that asks the server and puts the answer into the store. */
export type Reading = {
  /** Reads what a place shows, unless it is there or on its way; `fresh` reads it again. */
  readonly load: (place: Place, fresh?: boolean) => void;
  /** Reads what a place shows again, unless that is under way: a key that is held reads it once. */
  readonly reload: (place: Place) => void;
  /** Reads the next page of a list, also one that failed, if there is one and nothing is under way. */
  readonly more: (place: Place) => void;
  /** Reads all pages of a list and shows them as they come; a long one only when it is called again. */
  readonly all: (place: Place) => void;
  /** Stops what is under way for a place; true when something was. */
  readonly stop: (place: Place) => boolean;
  /** Reads one record past every cache, into the store, and answers with it. */
  readonly readAgain: (ref: Ref) => Promise<Outcome<JsonObject>>;
};

export function createReading(world: World): Reading {
  const records = createSlot<JsonObject>(world, {
    get: state => state.data.records,
    put: table => ({ data: { records: table } }),
  });
  const lists = createListReading(world);

  async function readAgain(ref: Ref): Promise<Outcome<JsonObject>> {
    const { read } = resourceOf(ref.kind);
    if (world.client === undefined || read === undefined)
      return { ok: false, failure: { kind: 'no-connection' } };
    const ticket = records.begin(keyOf(ref.kind, ref.ids));
    const outcome = await world.client.send(read, ref.ids, ticket.options);
    ticket.finish(outcome.ok ? { read: readOf(outcome.value, outcome.sent) } : outcome);
    return outcome;
  }

  const phaseOf = ({ kind, ids }: Ref) => records.at(keyOf(kind, ids))?.phase;

  /** Stops the reading of a record, or of the list that tells of it. */
  function stopRecord(ref: Ref): boolean {
    const list = listInstead(ref);
    return list === undefined ? records.stop(keyOf(ref.kind, ref.ids)) : lists.stop(list);
  }

  /** Stops the reading of every record that a place shows. */
  const stopAll = (place: Place): boolean =>
    placeRefs(place).reduce((any, ref) => stopRecord(ref) || any, false);

  function loadRecord(ref: Ref, fresh: boolean): void {
    const list = listInstead(ref);
    if (list !== undefined) return lists.load(list, fresh);
    const phase = phaseOf(ref);
    if (fresh || (phase !== 'loading' && phase !== 'ready')) void readAgain(ref);
  }

  function load(place: Place, fresh = false): void {
    if (place.screen === 'list') return lists.load(place, fresh);
    for (const ref of placeRefs(place)) loadRecord(ref, fresh);
  }

  function isReading(ref: Ref): boolean {
    const list = listInstead(ref);
    return list === undefined ? phaseOf(ref) === 'loading' : lists.isReloading(list);
  }

  function reload(place: Place): void {
    const isUnderWay = place.screen === 'list' ? lists.isReloading(place) : placeRefs(place).some(isReading);
    if (!isUnderWay) load(place, true);
  }

  return {
    load,
    reload,
    readAgain,
    more: place => (place.screen === 'list' ? lists.more(place) : undefined),
    all: place => (place.screen === 'list' ? lists.all(place) : undefined),
    stop: place => (place.screen === 'list' ? lists.stop(place) : stopAll(place)),
  };
}
