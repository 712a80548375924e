import type { Outcome } from '../api/client.ts';
import type { JsonObject } from '../api/json.ts';
import { resourceOf } from '../resources/index.ts';
import type { Ref } from '../resources/resource.ts';
import { newWalk, noRows, type Walk, walkPages, withoutRemoved } from './pages.ts';
import { keyOf, type Place, placeKey } from './place.ts';
import { createSlot } from './slot.ts';
import { type Load, type Read, type Rows, readOf } from './state.ts';
import type { World } from './world.ts';

/** Everything that asks the server and puts the answer into the store. */
export type Reading = {
  /** Reads what a place shows, unless it is there or on its way; `fresh` reads it again. */
  readonly load: (place: Place, fresh?: boolean) => void;
  /** Reads the next page of a list, if there is one and nothing is under way or failed. */
  readonly more: (place: Place) => void;
  /** Stops what is under way for a place; true when something was. */
  readonly stop: (place: Place) => boolean;
  /** Reads one record past every cache, into the store, and answers with it. */
  readonly readAgain: (ref: Ref) => Promise<Outcome<JsonObject>>;
};

type ListPlace = Extract<Place, { screen: 'list' }>;

export function createReading(world: World): Reading {
  const records = createSlot<JsonObject>(world, {
    get: state => state.records,
    put: table => ({ records: table }),
  });
  const lists = createSlot<Rows>(world, { get: state => state.lists, put: table => ({ lists: table }) });
  const walks = new Map<string, Walk>();

  async function readAgain(ref: Ref): Promise<Outcome<JsonObject>> {
    const { read } = resourceOf(ref.kind);
    if (world.client === undefined || read === undefined)
      return { ok: false, failure: { kind: 'no-connection' } };
    const ticket = records.begin(keyOf(ref.kind, ref.ids));
    const outcome = await world.client.send(read, ref.ids, ticket.options);
    ticket.finish(outcome.ok ? { read: readOf(outcome.value, outcome.sent) } : outcome);
    return outcome;
  }

  /** Reads on until `wanted` pages are there. A fresh walk replaces the rows only when it is through. */
  async function readPages(place: ListPlace, wanted: number, fresh: boolean): Promise<void> {
    const { client } = world;
    const { list } = resourceOf(place.kind);
    if (client === undefined || list === undefined) return;
    const key = placeKey(place);
    const walk = fresh ? newWalk() : (walks.get(key) ?? newWalk());
    const ticket = lists.begin(key);
    // Rows that stay on the screen keep the walk that made them.
    if (ticket.last === undefined) walks.set(key, walk);
    const start = (fresh ? undefined : ticket.last) ?? { value: noRows, at: world.now(), ms: 0 };
    /** What was deleted while the answer was on its way does not come back with it. */
    const kept = (read: Read<Rows>): Read<Rows> => {
      const before = ticket.last?.value;
      const now = lists.at(key)?.last?.value;
      if (before === undefined || now === undefined || before === now) return read;
      return { ...read, value: withoutRemoved(read.value, before, now) };
    };
    const { read, failure } = await walkPages(start, wanted, {
      walk,
      ask: page =>
        client.send(list, place.ids, { ...ticket.options, ...(page === undefined ? {} : { page }) }),
      onPage: shown => {
        if (!fresh || ticket.last === undefined) ticket.show(kept(shown));
      },
    });
    if (failure !== undefined) return ticket.finish({ failure });
    walks.set(key, walk);
    ticket.finish({ read: kept(read) });
  }

  function load(place: Place, fresh = false): void {
    if (place.screen === 'start') return;
    const present = place.screen === 'list' ? lists.at(placeKey(place)) : records.at(placeKey(place));
    if (!fresh && (present?.phase === 'loading' || present?.phase === 'ready')) return;
    if (place.screen === 'list') void readPages(place, pagesToRead(lists.at(placeKey(place))), true);
    else void readAgain(place.ref);
  }

  function more(place: Place): void {
    if (place.screen !== 'list') return;
    const present = lists.at(placeKey(place));
    if (present?.phase !== 'ready' || present.last.value.next === undefined) return;
    void readPages(place, present.last.value.pages + 1, false);
  }

  function stop(place: Place): boolean {
    const key = placeKey(place);
    return place.screen === 'list' ? lists.stop(key) : records.stop(key);
  }

  return { load, more, stop, readAgain };
}

/** A reload reads the pages that are there, and the one that failed to come. */
function pagesToRead(present: Load<Rows> | undefined): number {
  const rows = present?.last?.value;
  const missing = present?.phase === 'failed' && rows?.next !== undefined ? 1 : 0;
  return Math.max(1, (rows?.pages ?? 0) + missing);
}
