import { type Ids, type Operation, pathTemplate } from '../api/operation.ts';
import { badId, fillPath } from '../api/url.ts';
import { type JsonObject, member } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import type { Ref, Resource } from './resource.ts';

/** The name of a record's own id: the last of its ids. */
export const ownIdName = (resource: Resource): string => resource.ids.at(-1) ?? 'id';

/** The address of a record from its parent's ids and its own, or why one of them is no id. */
export function refOf(resource: Resource, parents: Ids, id: string): Result<Ref> {
  const ids = { ...parents, [ownIdName(resource)]: id };
  const reason = Object.values(ids)
    .map(each => badId(each))
    .find(each => each !== undefined);
  return reason === undefined ? ok({ kind: resource.kind, ids }) : err(reason);
}

/** The ids that a list operation needs, out of those of the record it belongs to. */
export function listIds(list: Operation, ids: Ids): Ids {
  return Object.fromEntries(list.parameters.map(name => [name, ids[name] ?? '']));
}

/** The path a request for a record has, as it is sent; with its names in braces when the ids are none. */
export function requestPath(operation: Operation, ids: Ids): SafeText {
  const path = fillPath(operation, ids);
  return clean(typeof path === 'string' ? path : pathTemplate(operation), 1000);
}

/** The record's own id as sent, or undefined. */
export function ownId(record: JsonObject): string | undefined {
  const value = member(record, 'id');
  return typeof value === 'string' && value !== '' ? value : undefined;
}
