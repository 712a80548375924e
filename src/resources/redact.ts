import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  MAX_DEPTH,
  mapItems,
  mapValues,
  member,
  ownMember,
} from '../json/json.ts';
import { type Suspicion, suspicionOf } from '../text/secrets/names.ts';
import { NAMED, NAMING } from '../text/secrets/pairs.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { isOrdinary, MASK } from '../text/secrets/values.ts';
import type { Field, Fields } from './field.ts';

/** A number is then a count or a choice: `sessions: 3`, `seed: 42`. */
const COUNTED = /(?:s|seed|salt|pass|sig)$/i;

/** A list called `secrets` contains only names. */
function suspicionOfMember({ key, value, isEntry }: Member): Suspicion | undefined {
  const suspicion = suspicionOf(key);
  if (suspicion === undefined || (COUNTED.test(key) && typeof value === 'number')) return undefined;
  if (isEntry === true && isObject(value) && suspicion !== 'sure') return undefined;
  return /secrets$/i.test(key) && isList(value) ? undefined : suspicion;
}

const maskWord = (json: Json): Json => (typeof json === 'string' && !isOrdinary(json) ? MASK : json);
/** Such names have other uses, too: ordinary words stay. */
const maskMaybe = (json: Json): Json => (isList(json) ? mapItems(json, maskWord) : maskWord(json));

const maskAll = (json: Json, depth: number): Json => {
  if (json === null || json === '' || typeof json === 'boolean') return json;
  if (depth > MAX_DEPTH) return MASK;
  if (isList(json)) return mapItems(json, item => maskAll(item, depth + 1));
  if (isObject(json)) return mapValues(json, value => maskAll(value, depth + 1));
  return MASK;
};

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isType = (json: Json) =>
  isList(json) ? json.every(isType) : typeof json === 'string' && TYPES.has(json);

/** The `type` of a JSON schema stays readable. */
function maskSecret(key: string, json: Json, depth: number): Json {
  const type = /secrets$/i.test(key) ? undefined : member(json, 'type');
  if (!isObject(json) || type === undefined || !isType(type)) return maskAll(json, depth);
  return mapValues(json, (value, name) => (name === 'type' ? value : maskAll(value, depth + 1)));
}

/**
 * Described fields, others by their names, values that a member beside them names, and those in texts and
 * keys (`redactText`). A record is shown, printed or stored only after this.
 */
export const redact = (fields: Fields, json: JsonObject): JsonObject => redactObject(fields, json, 0);

const shown = new WeakMap<JsonObject, Readonly<{ fields: Fields; masked: JsonObject }>>();

export function redactShown(fields: Fields, record: JsonObject): JsonObject {
  const known = shown.get(record);
  if (known?.fields === fields) return known.masked;
  const masked = redact(fields, record);
  for (const each of [record, masked]) shown.set(each, { fields, masked });
  return masked;
}

/** As `redact`, without visiting the other members. */
export const maskedMember = (fields: Fields, record: JsonObject, key: string): Json | undefined =>
  member(record, key) === undefined ? undefined : memberOf(fields, { json: record, key }, 0);

type Member = Readonly<{
  key: string;
  value: Json;
  /** Of a described map: a state or event named `session` need not be secret. */
  isEntry?: boolean;
}>;

function redactMember(known: Field | undefined, item: Member, depth: number): Json {
  const { key, value } = item;
  if (known?.secret) return maskAll(value, depth + 1);
  const suspicion = known === undefined ? suspicionOfMember(item) : undefined;
  if (suspicion === 'maybe') return redactInside(known, maskMaybe(value), depth + 1);
  return suspicion === undefined ? redactInside(known, value, depth + 1) : maskSecret(key, value, depth + 1);
}

/** `{"name": "API_TOKEN", "value": …}` */
const namesSecret = (json: JsonObject) =>
  Object.keys(json).some(key => {
    const name = NAMING.test(key) ? json[key] : undefined;
    return typeof name === 'string' && !/^(maybe)?$/.test(suspicionOf(name) ?? '');
  });

/** Two names that become the same stay two. */
function redactKeys(json: JsonObject, fields: Fields = {}): JsonObject {
  const keys = Object.keys(json);
  if (keys.every(key => Object.hasOwn(fields, key) || redactText(key) === key)) return json;
  const names = keys.map(redactText);
  const used = new Map<string, number>();
  return Object.fromEntries(
    names.map((name, at) => {
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      return [count === 1 ? name : `${name} ${count}`, json[keys[at] ?? ''] ?? null];
    }),
  );
}

/** Another member may name this one: `{"name": "token", "value": "…"}`. */
function memberOf(fields: Fields, { json, key }: { json: JsonObject; key: string }, depth: number): Json {
  const value = json[key] ?? null;
  const known = ownMember(fields, key);
  if (known !== undefined || !NAMED.test(key) || !namesSecret(json))
    return redactMember(known, { key, value }, depth);
  // A text beside a name may also describe it: `{"name": "token", "text": "Enter your token"}`.
  if (/^v|secret/i.test(key)) return maskAll(value, depth + 1);
  return redactInside(undefined, maskMaybe(value), depth);
}

function redactObject(fields: Fields, json: JsonObject, depth: number): JsonObject {
  // Most members are described texts: in a list of thousands nothing is made for each of them.
  const values = mapValues(json, (value, key) =>
    typeof value === 'string' && ownMember(fields, key)?.secret === false
      ? redactText(value)
      : memberOf(fields, { json, key }, depth),
  );
  return redactKeys(values, fields);
}

/** `["authorization", "Bearer X"]` */
const redactNamed = (list: readonly Json[]): readonly Json[] =>
  mapItems(list, (item, at) => {
    const name = list[at - 1];
    const isNamed = typeof name === 'string' && typeof item === 'string' && suspicionOf(name) !== undefined;
    return isNamed ? maskMaybe(item) : item;
  });

function redactInside(known: Field | undefined, value: Json, depth: number): Json {
  if (typeof value === 'string' && depth <= MAX_DEPTH) return redactText(value);
  if (!isObject(value) || depth > MAX_DEPTH) return redactItem(known?.each ?? known?.inner, value, depth);
  if (known?.each !== undefined)
    return redactKeys(mapValues(value, item => redactItem(known.each, item, depth + 1)));
  if (known?.type === 'object (map)')
    return redactKeys(
      mapValues(value, (item, key) => redactMember(undefined, { key, value: item, isEntry: true }, depth)),
    );
  return redactObject(known?.inner ?? {}, value, depth);
}

function redactItem(each: Fields | undefined, item: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isObject(item)) return redactObject(each ?? {}, item, depth);
  if (typeof item === 'string') return redactText(item);
  return isList(item) ? mapItems(redactNamed(item), inner => redactItem(each, inner, depth + 1)) : item;
}
