/** What JSON is. A number that JavaScript would damage stays as its digits (see `parseJson`). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Deepest nesting that any of our walks follows. */
export const MAX_DEPTH = 100;

/** A value as text; undefined for one that nests too deeply to be written: for Node 24 some thousand levels are enough. */
export function written(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Whether two values are surely the same, members in the same order: of what cannot be written nobody knows. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const text = written(a);
  return text !== undefined && text === written(b);
}

type RawJson = { readonly rawJSON: string };
type JsonWithRaw = typeof JSON & {
  rawJSON: (source: string) => RawJson;
  isRawJSON: (value: unknown) => value is RawJson;
  parse: (text: string, reviver: (key: string, value: Json, context: { source?: string }) => unknown) => Json;
};
const json = JSON as JsonWithRaw;

// Where a number can begin: what a text holds in its strings is no number, and most of it is strings.
const LONG_NUMBER = /(?:^|"\s*:|[[,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

function keepDigits(_key: string, value: Json, context: { source?: string }): unknown {
  const source = context.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return String(value) === source ? value : json.rawJSON(source);
}

/** Strict JSON, or an exception. Integers beyond 53 bits keep their digits as `JSON.rawJSON` values. */
export function parseJson(text: string): Json {
  return LONG_NUMBER.test(text) ? json.parse(text, keepDigits) : (JSON.parse(text) as Json);
}

/** Returns an object with the same keys and other values: the object itself where no value is another. */
export function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  let made: { [key: string]: Json } | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const changed = change(value, key);
    if (changed === value) continue;
    // A copy keeps what the engine knows of its shape; an object made of entries would be slow to make and to print.
    made ??= { ...object };
    made[key] = changed;
  }
  return made ?? object;
}

/** Returns a list with other items: the list itself where no item is another. */
export function mapItems(list: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  const made = list.map(change);
  return made.some((item, at) => item !== list[at]) ? made : list;
}

/** The digits of a number that was kept as text, or undefined. */
export function rawDigits(value: Json | undefined): string | undefined {
  return json.isRawJSON(value) ? value.rawJSON : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own member of an object; inherited names (`toString`, `__proto__`) are not members. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
