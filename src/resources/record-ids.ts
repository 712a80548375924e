import { type Ids, type Operation, pathTemplate } from '../api/operation.ts';
import { badId, fillPath } from '../api/url.ts';
import { type JsonObject, member } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import type { Ref, Resource } from './resource.ts';

/** Returns the name of a record's own id: the last of its ids. */
export const ownIdName = (resource: Resource): string => resource.ids.at(-1) ?? 'id';

/**
 * Builds the reference to a record from its parent's ids and its own, or returns why one of them is invalid.
 */
export function refOf(resource: Resource, parents: Ids, id: string): Result<Ref> {
  const ids = { ...parents, [ownIdName(resource)]: id };
  const reason = Object.values(ids)
    .map(each => badId(each))
    .find(each => each !== undefined);
  return reason === undefined ? ok({ kind: resource.kind, ids }) : err(reason);
}

/** Picks the ids that a list operation needs from those of the parent record. */
export function listIds(list: Operation, ids: Ids): Ids {
  return Object.fromEntries(list.parameters.map(name => [name, ids[name] ?? '']));
}

/** Returns the path of a request as sent; with the names of the ids if one is invalid. */
export function requestPath(operation: Operation, ids: Ids): SafeText {
  const path = fillPath(operation, ids);
  return clean(typeof path === 'string' ? path : pathTemplate(operation), 1000);
}

/** Returns the record's own id as sent; undefined if it has none. */
export function ownId(record: JsonObject): string | undefined {
  const value = member(record, 'id');
  return typeof value === 'string' && value !== '' ? value : undefined;
}
