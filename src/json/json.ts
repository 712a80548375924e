import { attempt } from '../text/result.ts';
/** A number that JavaScript would round is kept as its digits (see `parseJson`). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Of our recursive functions. */
export const MAX_DEPTH = 100;

export const isTooDeep = (value: Json, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === MAX_DEPTH || Object.values(value).some(inner => isTooDeep(inner, depth + 1)));

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export const defined = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;

/** Undefined if the value nests too deeply for Node (some thousand levels). */
export const stringify = (value: Json) => attempt(() => JSON.stringify(value));

/** By JSON text, so members must be in the same order. False if either is too deep to stringify. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const text = stringify(a);
  return text !== undefined && text === stringify(b);
}

type RawJson = { readonly rawJSON: string };
type JsonWithRaw = typeof JSON & {
  rawJSON: (source: string) => RawJson;
  /** Node 20, which the package for tests supports, keeps no digits. */
  isRawJSON?: (value: unknown) => value is RawJson;
  parse: (text: string, reviver: typeof keepDigits) => Json;
};
const json = JSON as JsonWithRaw;

// A number that may be rounded, where a value can begin: digits inside strings are no numbers.
const LONG_NUMBER = /(?:^|"\s*:|[[,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

function keepDigits(_key: string, value: Json, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return String(value) === source ? value : json.rawJSON(source);
}

/** Strict; throws on anything else. Numbers beyond 53 bits keep their digits as `JSON.rawJSON` values. */
export const parseJson = (text: string): Json =>
  LONG_NUMBER.test(text) ? json.parse(text, keepDigits) : (JSON.parse(text) as Json);

/** The object itself if no value changes. */
export function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  let copy: { [key: string]: Json } | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const changed = change(value, key);
    if (changed === value) continue;
    // A spread copy keeps the engine's hidden class, unlike the slower `Object.fromEntries`.
    copy ??= { ...object };
    copy[key] = changed;
  }
  return copy ?? object;
}

/** The list itself if no item changes. */
export function mapItems(list: readonly Json[], change: (item: Json, at: number) => Json): readonly Json[] {
  const copy = list.map((item, at) => change(item, at));
  return copy.some((item, at) => item !== list[at]) ? copy : list;
}

/** Undefined for a number that JavaScript does not round. */
export const rawDigits = (value: Json | undefined): string | undefined =>
  json.isRawJSON?.(value) ? value.rawJSON : undefined;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON?.(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const entriesIn = (value: Json): readonly (readonly [string | number, Json])[] =>
  isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];

/** Inherited names (`toString`, `__proto__`) are no members. */
export const ownMember = <T>(object: { readonly [key: string]: T } = {}, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export const member = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) ? ownMember(value, key) : undefined;

/** Merges a patch into a value; null removes a member (RFC 7396). */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  const merged = { ...base, ...mapValues(patch, (value, key) => mergePatch(member(base, key), value)) };
  return Object.fromEntries(Object.entries(merged).filter(([key]) => patch[key] !== null));
}
