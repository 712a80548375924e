import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { deleteAction, type Ref, type Resource, rawName } from '../resources/resource.ts';
import { redactText } from '../text/secrets/redact-text.ts';

const TYPEABLE = /^[\x21-\x7e]([\x20-\x7e]{0,38}[\x21-\x7e])?$/;

/** Returns the name that confirms a delete; undefined if it is long, not plain ASCII, or holds a secret. */
export function typeableName(resource: Resource, record: JsonObject | undefined): string | undefined {
  const name = record === undefined ? undefined : rawName(resource, record);
  return name !== undefined && TYPEABLE.test(name) && redactText(name) === name ? name : undefined;
}

/** Returns the end of the id, which confirms a delete when the name is missing, shared or not typeable. */
export const idEnd = (resource: Resource, { ids }: Ref, action = deleteAction(resource)): string =>
  (ids[ownIdName(resource)] ?? '').slice(-(action?.idEnd ?? 8));
