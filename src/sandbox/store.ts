import type { Ids } from '../api/operation.ts';
import { type JsonObject, parseJson } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { Resource } from '../resources/resource.ts';
import { isWithin, type RecordChanges, recordKey } from './changes.ts';
import { DataError } from './data-file.ts';
import { blankRecord } from './fixtures/blank.ts';
import type { Refusal, Source } from './fixtures/source.ts';
import type { ListQuery } from './http/router.ts';
import { createPages, type StorePage } from './pages.ts';
import { memberProblem } from './records-schema.ts';

/** Members of a record, made JSON; an undefined one is removed. */
type Members = { readonly [name: string]: unknown };

/**
 * The records of all kinds, found by their ids and those of their scope. Records are generated on demand:
 * only changes are stored, in `changes`. A record exists as long as its parents do.
 */
export type Store = {
  readonly find: (resource: Resource, ids: Ids) => JsonObject | undefined;
  /** Returns a page; undefined if the parent does not exist, `bad-token` for a token of another list. */
  readonly page: (resource: Resource, ids: Ids, query: ListQuery) => StorePage | 'bad-token' | undefined;
  /** Returns why a record may not be deleted. */
  readonly refusal: (resource: Resource, ids: Ids) => Refusal | undefined;
  /** Deletes a record and returns it; undefined if it does not exist. */
  readonly remove: (resource: Resource, ids: Ids) => JsonObject | undefined;
  /**
   * Changes the given members of a record, or creates it with defaults for the others. Returns the record;
   * undefined if its parent does not exist. Throws a `DataError` for a member of the wrong type.
   */
  readonly put: (resource: Resource, ids: Ids, members: Members) => JsonObject | undefined;
};

type StoreOptions = {
  readonly resources: readonly Resource[];
  readonly sourceOf: (resource: Resource) => Source;
  readonly changes: RecordChanges;
  /** Ids of the workspaces: no request reaches a record of another one. */
  readonly workspaceIds: readonly string[];
  /** Members of any type may be put. */
  readonly isOdd: boolean;
  /** Time of new records, in epoch milliseconds. */
  readonly now: () => number;
};

export function createStore({ resources, sourceOf, changes, workspaceIds, isOdd, now }: StoreOptions): Store {
  const pageOf = createPages(changes);
  const parentsOf = ({ ids }: Resource): readonly Resource[] =>
    resources.filter(other => ids.slice(0, -1).includes(ownIdName(other)));
  const hasParents = (resource: Resource, ids: Ids): boolean =>
    parentsOf(resource).every(parent => indexOf(parent, ids) !== undefined);

  function indexOf(resource: Resource, ids: Ids): number | undefined {
    if (!hasParents(resource, ids)) return undefined;
    const change = changes.get(recordKey(resource, ids));
    if (change?.isDeleted === true) return undefined;
    if (change?.index === undefined) return sourceOf(resource).indexOf(ids);
    return isWithin(ids, change.ids) ? change.index : undefined;
  }

  function find(resource: Resource, ids: Ids): JsonObject | undefined {
    const index = indexOf(resource, ids);
    if (index === undefined) return undefined;
    const source = sourceOf(resource);
    const record = changes.get(recordKey(resource, ids))?.record ?? source.record(ids, index);
    return source.present?.(record) ?? record;
  }

  function page(resource: Resource, parent: Ids, query: ListQuery): ReturnType<Store['page']> {
    if (!hasParents(resource, parent)) return undefined;
    const added = changes.added(resource.kind, parent);
    return pageOf({ resource, parent, source: sourceOf(resource), added }, query);
  }

  function refusal(resource: Resource, ids: Ids): Refusal | undefined {
    const index = indexOf(resource, ids);
    return index === undefined || index < 0 ? undefined : sourceOf(resource).refusal?.(ids, index);
  }

  function remove(resource: Resource, ids: Ids): JsonObject | undefined {
    const record = find(resource, ids);
    const key = recordKey(resource, ids);
    const { kind } = resource;
    if (record !== undefined) changes.set(key, { ids, ...changes.get(key), kind, isDeleted: true });
    return record;
  }

  function put(resource: Resource, ids: Ids, members: Members): JsonObject | undefined {
    if (!workspaceIds.includes(ids['workspaceId'] ?? '') || !hasParents(resource, ids)) return undefined;
    const id = ids[ownIdName(resource)] ?? '';
    const before = find(resource, ids) ?? blankRecord(resource, id, now());
    // As JSON: without undefined members, and a copy.
    const record = parseJson(JSON.stringify({ ...before, ...members, id })) as JsonObject;
    const wrong = isOdd ? undefined : memberProblem(resource.fields, record);
    if (wrong !== undefined) throw new DataError([resource.kind, ...wrong.path], wrong.problem);
    const key = recordKey(resource, ids);
    const isGenerated = sourceOf(resource).indexOf(ids) !== undefined;
    const index = isGenerated ? {} : { index: changes.get(key)?.index ?? changes.nextIndex() };
    changes.set(key, { kind: resource.kind, ids, record, ...index });
    return record;
  }

  return { find, page, refusal, remove, put };
}
