import { type JsonObject, member } from '../json/json.ts';
import { type Field, looseTime } from '../resources/field.ts';
import { fieldNamed } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { cachePerName } from './row-cache.ts';

/** What can be asked of a field: `many` counts its entries; of a `secret` only whether it is set. */
export type FieldKind = 'time' | 'flag' | 'number' | 'many' | 'text' | 'secret';

export function fieldKind(field: Field): FieldKind {
  if (field.secret) return 'secret';
  // Some times are plain strings in the spec: they are told by what they are ordered by.
  if (field.order === looseTime.order) return 'time';
  if (field.type === 'boolean') return 'flag';
  if (field.type === 'integer') return 'number';
  return /^(array|object)/.test(field.type) ? 'many' : 'text';
}

export const isCounted = (field: Field): boolean =>
  field.type === 'health' || !['text', 'secret'].includes(fieldKind(field));

/** The value of a field as a number (times: epoch milliseconds); NaN when it is not set. */
export function numberKey(field: Field | undefined, record: JsonObject, name: string): number {
  const key = field?.order(member(record, name));
  return typeof key === 'number' ? key : Number.NaN;
}

export function textKey(field: Field | undefined, record: JsonObject, name: string): string {
  const key = field?.order(member(record, name));
  return typeof key === 'string' ? key.toLowerCase() : '';
}

/** What the records of a list are ordered by, kept for as long as the list is: NaN and '' stand for "not set". */
export const numberKeys = cachePerName((resource: Resource, name) => {
  const field = fieldNamed(resource, name);
  return (record: JsonObject) => numberKey(field, record, name);
});

export const textKeys = cachePerName((resource: Resource, name) => {
  const field = fieldNamed(resource, name);
  return (record: JsonObject) => textKey(field, record, name);
});
