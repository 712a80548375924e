import type { JsonObject } from '../json/json.ts';
import type { Choices, Dice } from './dice.ts';

/** A JSON schema of a few texts. */
export function schema(...names: readonly string[]): JsonObject {
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]));
  return { type: 'object', properties, required: names.slice(0, 1), additionalProperties: false };
}

/** `size` different ones of a list, in the list's order. */
export function some<T>(from: Dice, list: Choices<T>, size: number): readonly T[] {
  const start = from.below(list.length);
  return list.filter((_, at) => (at - start + list.length) % list.length < size);
}

/** An object with one member for each key. */
export function mapOf(
  keys: readonly string[],
  make: (key: string, at: number) => JsonObject | string,
): JsonObject {
  return Object.fromEntries(keys.map((key, at) => [key, make(key, at)]));
}

/** Definitions of tags: titles and descriptions, some without. */
export function tagDefinitions(keys: readonly string[]): JsonObject {
  return mapOf(keys, (key, at) =>
    at % 2 === 0 ? { title: key, description: `The ${key}, as the channel gives it` } : {},
  );
}

/** `send-invoice` as `Send invoice`. */
export const titled = (key: string): string =>
  key.charAt(0).toUpperCase() +
  key
    .slice(1)
    .replace(/[-_]|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
