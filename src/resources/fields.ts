import type { JsonObject } from '../json/json.ts';
import type { Clock, Field, Fields } from './field.ts';
import type { Resource } from './resource.ts';

/** Everything that can be asked of the records of a kind: their fields, and what is worked out from them. */
export function filterableFields({ fields, derived = {} }: Resource): Fields {
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(derived).map(([name, { field }]) => [name, field])),
  };
}

/** A field of a kind, or what is worked out, by its exact name. */
export function fieldNamed(
  { fields, derived = {} }: Pick<Resource, 'fields' | 'derived'>,
  name: string,
): Field | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return Object.hasOwn(derived, name) ? derived[name]?.field : undefined;
}

/** A record that was read whole, with what is worked out from it as if it had been sent. */
export function withDerivedFields({ derived }: Resource, record: JsonObject, clock: Clock): JsonObject {
  if (derived === undefined) return record;
  const worked = Object.entries(derived).map(([name, { from }]) => [name, from(record, clock)] as const);
  return { ...record, ...Object.fromEntries(worked) };
}

/** Whether the items of a list tell a field; else only the whole record does. */
export const isListedField = ({ listed, derived = {} }: Resource, name: string): boolean =>
  !Object.hasOwn(derived, name) && (listed?.includes(name) ?? true);
