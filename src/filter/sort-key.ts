import { type JsonObject, member } from '../json/json.ts';
import { type Field, looseTime } from '../resources/field.ts';
import { fieldNamed } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { cachePerName } from './row-cache.ts';

/** Type of a field for filters and sorting. `many`: by number of entries. `secret`: only set or not set. */
export type FieldKind = 'time' | 'flag' | 'number' | 'many' | 'text' | 'secret';

export function fieldKind(field: Field): FieldKind {
  if (field.secret) return 'secret';
  // Some times are plain strings in the spec: their sort function identifies them.
  if (field.order === looseTime.order) return 'time';
  if (field.type === 'boolean') return 'flag';
  if (field.type === 'integer') return 'number';
  return /^(array|object)/.test(field.type) ? 'many' : 'text';
}

/** Returns true if the sort key of a field is a number: all but texts and secrets. */
export const hasNumberKey = (field: Field): boolean =>
  field.type === 'health' || !['text', 'secret'].includes(fieldKind(field));

export function numberKey(field: Field | undefined, record: JsonObject, name: string): number {
  const key = field?.order(member(record, name));
  return typeof key === 'number' ? key : Number.NaN;
}

/** Returns the value of a field as a sort key in lower case; empty if it is no text or not set. */
export function textKey(field: Field | undefined, record: JsonObject, name: string): string {
  const key = field?.order(member(record, name));
  return typeof key === 'string' ? key.toLowerCase() : '';
}

/** Returns the sort key of every record of a list, cached: NaN (or '' for texts) if not set. */
export const numberKeys = cachePerName((resource: Resource, name) => {
  const field = fieldNamed(resource, name);
  return (record: JsonObject) => numberKey(field, record, name);
});

export const textKeys = cachePerName((resource: Resource, name) => {
  const field = fieldNamed(resource, name);
  return (record: JsonObject) => textKey(field, record, name);
});
