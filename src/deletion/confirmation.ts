import { isObject, isSame, type Json, type JsonObject, member } from '../json/json.ts';
import { refId } from '../resources/registry.ts';
import { deleteAction, type Ref, type Resource, rawName } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';

const TYPEABLE = /^[\x21-\x7e]([\x20-\x7e]{0,38}[\x21-\x7e])?$/;

/** Undefined if it is long, not plain ASCII, or holds a secret. */
export function typeableName(resource: Resource, record: JsonObject | undefined): string | undefined {
  const name = record && rawName(resource, record);
  return name !== undefined && TYPEABLE.test(name) && redactText(name) === name ? name : undefined;
}

/** Confirms a delete when the name is missing, shared or not typeable. */
export const idEnd = (resource: Resource, ref: Ref, action = deleteAction(resource)) =>
  refId(ref).slice(-(action?.idEnd ?? 8));

/** An older record is read again before its DELETE is sent. */
export const LOOK_MS = 30_000;

const FIELDS = ['name', 'id', 'tags', 'dev', 'alwaysAlive', 'status', 'deployedAt'] as const;

/** For comparison: the order of members does not matter. */
const unordered = (value: Json | undefined): Json | undefined =>
  isObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;

const installed = (record: JsonObject): Json => Object.keys(member(record, 'integrations') ?? {}).sort();

/** A new `updatedAt` alone is no change. */
function changedFields(before: JsonObject, after: JsonObject): readonly string[] {
  const fields = FIELDS.filter(
    field => !isSame(unordered(member(before, field)), unordered(member(after, field))),
  );
  return [...fields, ...(isSame(installed(before), installed(after)) ? [] : ['integrations'])];
}

/** `before`: as it was confirmed; `after`: undefined if it could not be read. */
export function secondLookProblem(
  looks: readonly Readonly<{ before: JsonObject | undefined; after: JsonObject | undefined }>[],
): SafeText | undefined {
  if (looks.some(({ after }) => after === undefined))
    return safe`Nothing was sent: some records could not be loaded again.`;
  const fields = looks.flatMap(({ before = {}, after = {} }) => changedFields(before, after));
  const names = joinSafe([...new Set(fields)].map(field => clean(field)));
  if (fields.length === 0) return undefined;
  return safe`Nothing was sent: changed since the check: ${names}. Confirm again.`;
}
