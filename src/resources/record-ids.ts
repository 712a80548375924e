import { type Ids, type Operation, pathTemplate } from '../api/operation.ts';
import { badId, fillPath } from '../api/url.ts';
import { type JsonObject, member } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import type { Ref, Resource } from './resource.ts';

export const ownIdName = (resource: Resource): string => resource.ids.at(-1) ?? 'id';

/** Returns why one of the ids is invalid. */
export function refOf(resource: Resource, parents: Ids, id: string): Result<Ref> {
  const ids = { ...parents, [ownIdName(resource)]: id };
  const reason = Object.values(ids)
    .map(each => badId(each))
    .find(each => each !== undefined);
  return reason === undefined ? ok({ kind: resource.kind, ids }) : err(reason);
}

export function listIds(list: Operation, ids: Ids): Ids {
  return Object.fromEntries(list.parameters.map(name => [name, ids[name] ?? '']));
}

/** As sent; with the names of the ids if one is invalid. */
export function requestPath(operation: Operation, ids: Ids): SafeText {
  const path = fillPath(operation, ids);
  return clean(typeof path === 'string' ? path : pathTemplate(operation), 1000);
}

export function ownId(record: JsonObject): string | undefined {
  const value = member(record, 'id');
  return typeof value === 'string' && value !== '' ? value : undefined;
}
