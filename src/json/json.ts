/** A JSON value. A number that JavaScript would round is kept as its digits (see `parseJson`). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Maximum depth to which our recursive functions descend. */
export const MAX_DEPTH = 100;

/** True if a value nests deeper than `MAX_DEPTH`. */
export const isTooDeep = (value: Json, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === MAX_DEPTH || Object.values(value).some(inner => isTooDeep(inner, depth + 1)));

/** Returns a value as JSON text; undefined if it nests too deeply for Node (some thousand levels). */
export function stringify(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * Compares two values by their JSON text, so members must be in the same order. False if either is too deep
 * to stringify.
 */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const text = stringify(a);
  return text !== undefined && text === stringify(b);
}

type RawJson = { readonly rawJSON: string };
type JsonWithRaw = typeof JSON & {
  rawJSON: (source: string) => RawJson;
  isRawJSON: (value: unknown) => value is RawJson;
  parse: (text: string, reviver: (key: string, value: Json, context: { source?: string }) => unknown) => Json;
};
const json = JSON as JsonWithRaw;

// A number that may be rounded, where a value can begin: digits inside strings are no numbers.
const LONG_NUMBER = /(?:^|"\s*:|[[,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

function keepDigits(_key: string, value: Json, context: { source?: string }): unknown {
  const source = context.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return String(value) === source ? value : json.rawJSON(source);
}

/**
 * Parses strict JSON; throws on anything else. Numbers beyond 53 bits keep their digits as `JSON.rawJSON`
 * values.
 */
export function parseJson(text: string): Json {
  return LONG_NUMBER.test(text) ? json.parse(text, keepDigits) : (JSON.parse(text) as Json);
}

/** Maps the values of an object. Returns the object itself if no value changes. */
export function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  let copy: { [key: string]: Json } | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const changed = change(value, key);
    if (changed === value) continue;
    // A spread copy keeps the engine's hidden class; `Object.fromEntries` is slower to build and to
    // stringify.
    copy ??= { ...object };
    copy[key] = changed;
  }
  return copy ?? object;
}

/** Maps the items of a list. Returns the list itself if no item changes. */
export function mapItems(list: readonly Json[], change: (item: Json, at: number) => Json): readonly Json[] {
  const copy = list.map((item, at) => change(item, at));
  return copy.some((item, at) => item !== list[at]) ? copy : list;
}

/** Returns the digits of a number that `parseJson` kept as text; otherwise undefined. */
export function rawDigits(value: Json | undefined): string | undefined {
  return json.isRawJSON(value) ? value.rawJSON : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns an own member of an object. Inherited names (`toString`, `__proto__`) are not members. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
