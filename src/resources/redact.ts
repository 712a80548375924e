import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  MAX_DEPTH,
  mapItems,
  mapValues,
  member,
} from '../json/json.ts';
import { memo } from '../text/memo.ts';
import { type Field, type Fields, MASK } from './field.ts';

/** Names of fields that contain credentials, in any record, described or not. */
const SECRET_NAME =
  /secret(?!s$)|password|passwd|passcode|token([-_]?values?)?$|(api|access|private|signing|encryption|hmac)[-_]?key|credential|passphrase|bearer|connection[-_]?string|(database|db|webhook)[-_]?ur[il]s?$|^authorization$/i;

// Words that are secret only as the last word of a name: `author`, `pinned` and `sessionCount` are not.
const SECRET_WORD = /(?:^|-)(?:pwd|pin|auth|cookie|session|jwt|otp|hmac|dsn|token)(s?)$/;
/** Names that count tokens of a language model. */
const COUNTED =
  /(?:^|-)(?:max|min|total|prompt|completion|input|output|cached|used|reasoning|context)-tokens$/;
/** Number of characters at the end of a name that are searched for its last word. */
const MAX_WORD = 40;

/** Splits a name into words: `dbPwd`, `DB_PWD` and `db.pwd` become `db-pwd`. */
const wordsOf = (name: string): string =>
  name
    .slice(-MAX_WORD)
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$&-')
    .replace(/[^\p{L}\p{N}]/gu, '-')
    .toLowerCase();

/** True if the last word of a name is secret. A number under a plural (`sessions: 3`) is only a count. */
function endsSecret(name: string, value: Json): boolean {
  // A quick test first: nearly all names end otherwise.
  if (!/(?:pwd|pin|auth|cookie|session|jwt|otp|hmac|dsn|token)s?$/i.test(name)) return false;
  const words = wordsOf(name);
  const [word, plural] = SECRET_WORD.exec(words) ?? [];
  return word !== undefined && !(plural === 's' && typeof value === 'number') && !COUNTED.test(words);
}

/**
 * True for names of credentials. A list called `secrets` contains only names, but a map contains the secrets.
 */
const isCredential = (key: string, value: Json): boolean =>
  SECRET_NAME.test(key) || (/secrets$/i.test(key) && isObject(value));

const isSecret = (key: string, value: Json): boolean => isCredential(key, value) || endsSecret(key, value);

// All patterns below are linear in the length of the text: no match can begin inside another.
const USER = /:\/\/[^/?#\s]+@/g;
const PARAMETER = /[?&#]([^?=&#\s]+)=/g;
const VALUE = /[^&#\s]+/y;
const SECRET_PARAMETER = /^(sig|key|code)$|signature$/i;

/** Masks secret parameters of URLs, also of a URL inside a parameter. */
function withoutParameters(text: string): string {
  const parts: string[] = [];
  let done = 0;
  PARAMETER.lastIndex = 0;
  for (let found = PARAMETER.exec(text); found !== null; found = PARAMETER.exec(text)) {
    const [, name = ''] = found;
    VALUE.lastIndex = PARAMETER.lastIndex;
    const isHidden = isSecret(name, '') || SECRET_PARAMETER.test(name);
    if (!isHidden || !VALUE.test(text)) continue;
    parts.push(text.slice(done, PARAMETER.lastIndex), MASK);
    done = VALUE.lastIndex;
    PARAMETER.lastIndex = done;
  }
  return parts.join('') + text.slice(done);
}

/** Masks credentials in the URLs of a text: users, and parameters with secret names. */
export const redactText = (text: string): string =>
  text.includes('://') ? withoutParameters(text.replace(USER, `://${MASK}@`)) : text;

const redactLeaf = (json: Json): Json => (typeof json === 'string' ? redactText(json) : json);

const maskAll = (json: Json, depth: number): Json => {
  if (json === null || json === '' || typeof json === 'boolean') return json;
  if (depth > MAX_DEPTH) return MASK;
  if (isList(json)) return mapItems(json, item => maskAll(item, depth + 1));
  if (isObject(json)) return mapValues(json, value => maskAll(value, depth + 1));
  return MASK;
};

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isType = (json: Json): boolean =>
  isList(json) ? json.every(isType) : typeof json === 'string' && TYPES.has(json);

/** Masks a value under a secret name. If it is a JSON schema, its `type` stays readable. */
function maskSecret(key: string, json: Json, depth: number): Json {
  const type = /secrets$/i.test(key) ? undefined : member(json, 'type');
  if (!isObject(json) || type === undefined || !isType(type)) return maskAll(json, depth);
  return mapValues(json, (value, name) => (name === 'type' ? value : maskAll(value, depth + 1)));
}

/** Masks all secrets of a record: described fields, others by their names, and credentials in URLs. */
export function redact(fields: Fields, json: JsonObject): JsonObject {
  return redactObject(fields, json, 0);
}

/**
 * `redact` for the screen. Caches two records (both sides of a comparison), so that keys do not repeat the
 * work.
 */
export const redactShown = memo(
  (fields: Fields, record: JsonObject): JsonObject => redact(fields, record),
  2,
);

/** Masks one member of a record as `redact` does, without visiting the others. */
export function maskedMember(fields: Fields, record: JsonObject, key: string): Json | undefined {
  const value = member(record, key);
  return value === undefined ? undefined : redactMember(fields, { key, value }, 0);
}

type Member = {
  readonly key: string;
  readonly value: Json;
  /** True for an entry of a described map: a state or event named `session` need not be secret. */
  readonly isEntry?: boolean;
};

function redactMember(fields: Fields, { key, value, isEntry }: Member, depth: number): Json {
  const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (known?.secret) return maskAll(value, depth + 1);
  const isNamed = isEntry === true && isObject(value) ? isCredential : isSecret;
  if (known === undefined && isNamed(key, value)) return maskSecret(key, value, depth + 1);
  return redactInside(known, value, depth + 1);
}

function redactObject(fields: Fields, json: JsonObject, depth: number): JsonObject {
  return mapValues(json, (value, key) => redactMember(fields, { key, value }, depth));
}

function redactInside(known: Field | undefined, value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isList(value)) return mapItems(value, item => redactItem(known?.each ?? known?.inner, item, depth + 1));
  if (!isObject(value)) return redactLeaf(value);
  if (known?.each !== undefined) return mapValues(value, item => redactItem(known.each, item, depth + 1));
  if (known?.type === 'object (map)')
    return mapValues(value, (item, key) => redactMember({}, { key, value: item, isEntry: true }, depth));
  return redactObject(known?.inner ?? {}, value, depth);
}

function redactItem(each: Fields | undefined, item: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return '…';
  if (isObject(item)) return redactObject(each ?? {}, item, depth);
  return isList(item) ? mapItems(item, inner => redactItem(each, inner, depth + 1)) : redactLeaf(item);
}
