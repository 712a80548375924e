import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';

/** The last change of one record, as JSON: it was deleted, or put. */
export type Change = {
  readonly kind: string;
  /** Ids on the way to the record, those of its scope included. */
  readonly ids: Ids;
  /** The whole record, once it was put. */
  readonly record?: JsonObject;
  readonly isDeleted?: true;
  /** Index of a record that was not generated: -1 for the first one, then -2. */
  readonly index?: number;
};

/** All changes by the key of their record, as JSON. */
export type ChangesByKey = Readonly<Record<string, Change>>;

/** Changes over the generated records: all that a store keeps. A record without one is as generated. */
export type RecordChanges = {
  readonly get: (key: string) => Change | undefined;
  readonly set: (key: string, change: Change) => void;
  readonly nextIndex: () => number;
  /** Returns the added records of a list, newest first. Includes deleted ones: page tokens may name them. */
  readonly added: (kind: string, parent: Ids) => readonly Change[];
  readonly isEmpty: () => boolean;
  /** Number of puts so far: a sorted list is valid until the next one. */
  readonly puts: () => number;
  readonly snapshot: () => ChangesByKey;
  readonly restore: (changes: ChangesByKey) => void;
};

/** Returns the key of a record: its kind and all ids on the way to it. */
export function recordKey(resource: Resource, ids: Ids): string {
  return JSON.stringify([resource.kind, ...resource.ids.map(name => ids[name] ?? '')]);
}

export const idsBelow = (resource: Resource, parent: Ids, id: string): Ids => ({
  ...parent,
  [ownIdName(resource)]: id,
});

/** Returns true if no id differs from the id of the same name. */
export const isWithin = (ids: Ids, wanted: Ids): boolean =>
  Object.entries(wanted).every(([name, id]) => (ids[name] ?? id) === id);

export function createRecordChanges(): RecordChanges {
  let changes = new Map<string, Change>();
  let added: readonly string[] = [];
  let puts = 0;
  return {
    get: key => changes.get(key),
    set: (key, change) => {
      if (change.index !== undefined && !changes.has(key)) added = [...added, key];
      if (change.record !== undefined) puts++;
      changes.set(key, change);
    },
    nextIndex: () => -1 - added.length,
    added: (kind, parent) =>
      added
        .flatMap(key => changes.get(key) ?? [])
        .filter(change => change.kind === kind && isWithin(change.ids, parent))
        .toReversed(),
    isEmpty: () => changes.size === 0,
    puts: () => puts,
    snapshot: () => Object.fromEntries(changes),
    restore: earlier => {
      changes = new Map(Object.entries(earlier));
      added = Object.keys(earlier).filter(key => earlier[key]?.index !== undefined);
      puts++;
    },
  };
}
