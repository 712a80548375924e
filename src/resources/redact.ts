import { isList, isObject, type Json, type JsonObject, MAX_DEPTH } from '../api/json.ts';
import { type Field, type Fields, MASK } from './field.ts';

/** Names of fields that hold credentials wherever they turn up, described or not. */
const SECRET_NAME =
  /secret(?!s$)|password|passwd|token$|(api|access|private)[-_]?key|credential|passphrase|bearer|connection[-_]?string|^authorization$/i;

/** A list called `secrets` holds their names; a map of that name holds the secrets. */
const isSecret = (key: string, value: Json): boolean =>
  SECRET_NAME.test(key) || (/secrets$/i.test(key) && isObject(value));

const maskAll = (json: Json, depth: number): Json => {
  if (json === null || json === '' || typeof json === 'boolean') return json;
  if (depth > MAX_DEPTH) return MASK;
  if (isList(json)) return json.map(item => maskAll(item, depth + 1));
  if (isObject(json)) return mapValues(json, value => maskAll(value, depth + 1));
  return MASK;
};

function mapValues(json: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, change(value, key)]));
}

/** A copy with every secret masked: described ones by their kind, undescribed ones by their name. */
export function redact(fields: Fields, json: JsonObject): JsonObject {
  return redactObject(fields, json, 0);
}

function redactObject(fields: Fields, json: JsonObject, depth: number): JsonObject {
  return mapValues(json, (value, key) => {
    const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (known?.secret || (known === undefined && isSecret(key, value))) return maskAll(value, depth + 1);
    return redactInside(known, value, depth + 1);
  });
}

function redactInside(known: Field | undefined, value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isList(value)) return value.map(item => redactItem(known?.each ?? known?.inner, item, depth + 1));
  if (!isObject(value)) return value;
  if (known?.each !== undefined) return mapValues(value, item => redactItem(known.each, item, depth + 1));
  return redactObject(known?.inner ?? {}, value, depth);
}

function redactItem(each: Fields | undefined, item: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isObject(item)) return redactObject(each ?? {}, item, depth);
  return isList(item) ? item.map(inner => redactItem(each, inner, depth + 1)) : item;
}
