import type { JsonObject } from '../json/json.ts';
import type { Clock, Field, Fields } from './field.ts';
import type { Resource } from './resource.ts';

/** Returns all fields that filters and `--columns` accept: stored and derived. */
export function filterableFields({ fields, derived = {} }: Resource): Fields {
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(derived).map(([name, { field }]) => [name, field])),
  };
}

/** Returns a stored or derived field by its exact name. */
export function fieldNamed(
  { fields, derived = {} }: Pick<Resource, 'fields' | 'derived'>,
  name: string,
): Field | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return Object.hasOwn(derived, name) ? derived[name]?.field : undefined;
}

/** Returns a full record with its derived fields added. */
export function withDerivedFields({ derived }: Resource, record: JsonObject, clock: Clock): JsonObject {
  if (derived === undefined) return record;
  const worked = Object.entries(derived).map(([name, { from }]) => [name, from(record, clock)] as const);
  return { ...record, ...Object.fromEntries(worked) };
}

/** True if list items carry the field; otherwise only the full record has it. */
export const isListedField = ({ listed, derived = {} }: Resource, name: string): boolean =>
  !Object.hasOwn(derived, name) && (listed?.includes(name) ?? true);
