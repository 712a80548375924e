import { isList, isObject, type Json, type JsonObject, MAX_DEPTH, mapValues, member } from '../api/json.ts';
import { memo } from '../text/memo.ts';
import { type Field, type Fields, MASK } from './field.ts';

/** Names of fields that hold credentials wherever they turn up, described or not. */
const SECRET_NAME =
  /secret(?!s$)|password|passwd|token$|(api|access|private)[-_]?key|credential|passphrase|bearer|connection[-_]?string|^authorization$/i;

/** A list called `secrets` holds their names; a map of that name holds the secrets. */
const isSecret = (key: string, value: Json): boolean =>
  SECRET_NAME.test(key) || (/secrets$/i.test(key) && isObject(value));

const USER = /:\/\/[^/?#\s@]+@/g;
const PARAMETER = /([?&#])([^=&#\s]+)=([^&#\s]+)/g;
const SECRET_PARAMETER = /^(sig|key|auth|code)$|signature$/i;

/** An address without the credentials in it: who asks, and parameters that by their name are secrets. */
export function redactText(text: string): string {
  if (!text.includes('://')) return text;
  return text
    .replace(USER, `://${MASK}@`)
    .replace(PARAMETER, (all, sign: string, name: string) =>
      SECRET_NAME.test(name) || SECRET_PARAMETER.test(name) ? `${sign}${name}=${MASK}` : all,
    );
}

const redactLeaf = (json: Json): Json => (typeof json === 'string' ? redactText(json) : json);

const maskAll = (json: Json, depth: number): Json => {
  if (json === null || json === '' || typeof json === 'boolean') return json;
  if (depth > MAX_DEPTH) return MASK;
  if (isList(json)) return json.map(item => maskAll(item, depth + 1));
  if (isObject(json)) return mapValues(json, value => maskAll(value, depth + 1));
  return MASK;
};

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isType = (json: Json): boolean =>
  isList(json) ? json.every(isType) : typeof json === 'string' && TYPES.has(json);

/** What only bears the name of a secret, masked but for its type where a schema describes it. */
function maskSecret(key: string, json: Json, depth: number): Json {
  const type = SECRET_NAME.test(key) ? member(json, 'type') : undefined;
  if (!isObject(json) || type === undefined || !isType(type)) return maskAll(json, depth);
  return mapValues(json, (value, name) => (name === 'type' ? value : maskAll(value, depth + 1)));
}

/** A copy with every secret masked: described ones by their kind, undescribed ones by their name, those in addresses. */
export function redact(fields: Fields, json: JsonObject): JsonObject {
  return redactObject(fields, json, 0);
}

/** The same for what is on the screen: the copies of the last two records are kept, for no key needs to make them again. */
export const redactShown = memo(
  (fields: Fields, record: JsonObject): JsonObject => redact(fields, record),
  2,
);

/** One member of a record as `redact` has it; the rest of the record is not looked at. */
export function redacted(fields: Fields, record: JsonObject, key: string): Json | undefined {
  const value = member(record, key);
  return value === undefined ? undefined : redactMember(fields, { key, value }, 0);
}

type Member = { readonly key: string; readonly value: Json };

function redactMember(fields: Fields, { key, value }: Member, depth: number): Json {
  const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (known?.secret) return maskAll(value, depth + 1);
  if (known === undefined && isSecret(key, value)) return maskSecret(key, value, depth + 1);
  return redactInside(known, value, depth + 1);
}

function redactObject(fields: Fields, json: JsonObject, depth: number): JsonObject {
  return mapValues(json, (value, key) => redactMember(fields, { key, value }, depth));
}

function redactInside(known: Field | undefined, value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isList(value)) return value.map(item => redactItem(known?.each ?? known?.inner, item, depth + 1));
  if (!isObject(value)) return redactLeaf(value);
  if (known?.each !== undefined) return mapValues(value, item => redactItem(known.each, item, depth + 1));
  return redactObject(known?.inner ?? {}, value, depth);
}

function redactItem(each: Fields | undefined, item: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isObject(item)) return redactObject(each ?? {}, item, depth);
  return isList(item) ? item.map(inner => redactItem(each, inner, depth + 1)) : redactLeaf(item);
}
