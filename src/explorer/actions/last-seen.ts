import { isObject, type JsonObject, parseJson } from '../../json/json.ts';
import { redact } from '../../resources/redact.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import type { LastSeen, Loaded } from '../state/load.ts';
import { keyOf, type Place } from '../state/place.ts';
import { type PlaceText, refText } from '../state/place-text.ts';
import type { Ports } from '../state/ports.ts';
import { currentView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';

/** A snapshot: the record of a place as text without secrets, and its time in epoch milliseconds. */
export type Copy = { readonly place: PlaceText; readonly at: number; readonly text: string };

/** Storage of snapshots between runs. */
export type Copies = {
  readonly read: (place: PlaceText) => Copy | undefined;
  readonly save: (copy: Copy) => void;
};

/** Most records whose snapshot is held in memory. */
const MOST_EARLIER = 200;

/** Returns a record as text, secrets masked, every digit of its numbers kept. */
const copyText = (kind: string, record: JsonObject): string =>
  JSON.stringify(redact(resourceOf(kind).fields, record));

/** A record, and when a person saw it, in epoch milliseconds. */
export type SeenRecord = { readonly ref: Ref; readonly at: number; readonly record: JsonObject };

/** Returns snapshots that are not stored, with some to start with. */
export function copiesInMemory(first: readonly SeenRecord[]): Copies {
  const copies = new Map<PlaceText, Copy>();
  const save = (copy: Copy): unknown => copies.set(copy.place, copy);
  for (const { ref, at, record } of first)
    save({ place: refText(ref), at, text: copyText(ref.kind, record) });
  return { read: place => copies.get(place), save };
}

/**
 * Returns the record of the screen, if snapshots of its kind are kept. Compared records do not count as seen.
 */
function lookedAt(place: Place): Ref | undefined {
  if (place.screen === 'start' || place.screen === 'list') return undefined;
  if (place.screen === 'compare' && place.against !== undefined) return undefined;
  return resourceOf(place.ref.kind).keepsSnapshot ? place.ref : undefined;
}

/**
 * Returns the snapshot of a record; undefined if its text is no record. Secrets are masked by the present
 * rules.
 */
function earlierOf(ref: Ref, copies: Copies | undefined): LastSeen | undefined {
  const copy = copies?.read(refText(ref));
  if (copy === undefined) return undefined;
  try {
    const record = parseJson(copy.text);
    return isObject(record)
      ? { record: redact(resourceOf(ref.kind).fields, record), at: copy.at }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Adds one, and drops the oldest when there are too many. */
function withOne(all: State['data']['snapshots'], key: string, one: LastSeen): State['data']['snapshots'] {
  return Object.fromEntries([...Object.entries(all).slice(1 - MOST_EARLIER), [key, one]]);
}

/**
 * Returns a function that stores, of the record on the screen, what was seen last before this run, and keeps what is
 * seen now for the next one. A record that was never seen is compared with its first read of this run.
 */
export function snapshotStep({ store }: Pick<Ports, 'store'>, copies: Copies | undefined): () => void {
  let seen: Loaded<JsonObject> | undefined;

  function look(ref: Ref, key: string, { value, at }: Loaded<JsonObject>): void {
    const { fields } = resourceOf(ref.kind);
    if (!Object.hasOwn(store.getState().data.snapshots, key)) {
      const earlier = earlierOf(ref, copies) ?? { record: redact(fields, value), at, isFirst: true };
      update(store, state => ({ data: { snapshots: withOne(state.data.snapshots, key, earlier) } }));
    }
    copies?.save({ place: refText(ref), at, text: copyText(ref.kind, value) });
  }

  return () => {
    const state = store.getState();
    const ref = lookedAt(currentView(state).place);
    const key = ref === undefined ? undefined : keyOf(ref.kind, ref.ids);
    const read = key === undefined ? undefined : state.data.records[key]?.last;
    if (ref === undefined || key === undefined || read === undefined || read === seen) return;
    seen = read;
    look(ref, key, read);
  };
}
