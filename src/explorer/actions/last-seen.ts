import { isObject, type JsonObject, parseJson } from '../../json/json.ts';
import { redact, redactShown } from '../../resources/redact.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { MAX_SNAPSHOTS, type Snapshot, type SnapshotFolder } from '../../storage/record-folders.ts';
import { attempt } from '../../text/result.ts';
import { sinceSeen } from '../facts/comparison.ts';
import { paneRef } from '../frame/pane.ts';
import type { LastSeen, Loaded } from '../state/load.ts';
import { againstRef, keyOf, type Place } from '../state/place.ts';
import { type PlaceText, refText } from '../state/place-text.ts';
import { currentView, type State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';

/** Records as JSON text, secrets masked. */
export type SnapshotStorage = Pick<SnapshotFolder, 'read' | 'save'>;

const snapshotText = (kind: string, record: JsonObject) =>
  JSON.stringify(redactShown(resourceOf(kind).fields, record));

/** `at`: epoch milliseconds when a person saw it. */
export type SeenRecord = Readonly<{ ref: Ref; at: number; record: JsonObject }>;

export function snapshotsInMemory(first: readonly SeenRecord[]): SnapshotStorage {
  const snapshots = new Map<PlaceText, Snapshot>();
  const save = (snapshot: Snapshot): unknown => snapshots.set(snapshot.place, snapshot);
  for (const { ref, at, record } of first)
    save({ place: refText(ref), at, text: snapshotText(ref.kind, record) });
  return { read: place => snapshots.get(place), save };
}

/** Undefined for kinds without snapshots. Compared records do not count as seen. */
function snapshotRef(place: Place): Ref | undefined {
  if (place.screen === 'start' || place.screen === 'list') return undefined;
  if (place.screen === 'compare' && againstRef(place) !== undefined) return undefined;
  return resourceOf(place.ref.kind).keepsSnapshot ? place.ref : undefined;
}

/** Masked by the present rules. Undefined if the text is no record. */
function storedSnapshot(ref: Ref, snapshots: SnapshotStorage | undefined): LastSeen | undefined {
  const snapshot = snapshots?.read(refText(ref));
  const record = snapshot && attempt(() => parseJson(snapshot.text));
  if (!isObject(record) || snapshot === undefined) return undefined;
  return { record: redact(resourceOf(ref.kind).fields, record), at: snapshot.at };
}

export function hasEarlierVersion(state: State, snapshots: SnapshotStorage | undefined, ref: Ref): boolean {
  const seen = state.data.snapshots[keyOf(ref)];
  if (seen === undefined) return storedSnapshot(ref, snapshots) !== undefined;
  return seen.isFirst !== true || (sinceSeen(state, ref)?.difference.changes.length ?? 0) > 0;
}

/**
 * Stores the present version of the record on the screen for the next run. Without a snapshot the first
 * version of this run counts. A record in the pane of a list is compared, too, but does not count as seen.
 */
export function snapshotStep({ store }: Pick<Ports, 'store'>, storage?: SnapshotStorage): () => void {
  let last: Loaded<JsonObject> | undefined;
  let lastPaneRecord: Ref | undefined;

  function readEarlier(ref: Ref, first?: LastSeen): void {
    const { snapshots } = store.getState().data;
    const key = keyOf(ref);
    const earlier = Object.hasOwn(snapshots, key) ? undefined : (storedSnapshot(ref, storage) ?? first);
    if (earlier === undefined) return;
    const others = Object.entries(snapshots).slice(1 - MAX_SNAPSHOTS);
    update(store, { data: { snapshots: Object.fromEntries([...others, [key, earlier]]) } });
  }

  return () => {
    const state = store.getState();
    const paneRecord = paneRef(state);
    if (paneRecord !== undefined && paneRecord !== lastPaneRecord) {
      lastPaneRecord = paneRecord;
      if (resourceOf(paneRecord.kind).keepsSnapshot) readEarlier(paneRecord);
    }
    const ref = snapshotRef(currentView(state).place);
    const loaded = ref && state.data.records[keyOf(ref)]?.last;
    if (ref === undefined || loaded === undefined || loaded === last) return;
    last = loaded;
    const { value, at } = loaded;
    readEarlier(ref, { record: redactShown(resourceOf(ref.kind).fields, value), at, isFirst: true });
    storage?.save({ place: refText(ref), at, text: snapshotText(ref.kind, value) });
  };
}
