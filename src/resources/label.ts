import { isList, isObject, type Json } from '../json/json.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { Resource } from './resource.ts';

/** Splits the name of a field into words: `signingSecret` becomes `signing secret`. */
export function label(name: string): SafeText {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return clean(words, 60);
}

/** Returns the label of a field: the one that its kind defines, else its name in words. */
export const labelOf = ({ labels }: Pick<Resource, 'labels'>, name: string): SafeText =>
  (labels !== undefined && Object.hasOwn(labels, name) ? labels[name] : undefined) ?? label(name);

/** Formats a value of an unknown field in one line; undefined if not set. */
export function undescribed(value: Json | undefined): SafeText | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return clean(value);
  if (isList(value)) return safe`${value.length} items`;
  if (isObject(value)) return safe`${Object.keys(value).length} entries`;
  return clean(String(JSON.stringify(value)));
}
