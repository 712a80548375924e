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

/** Names of fields that hold credentials wherever they turn up, described or not. */
const SECRET_NAME =
  /secret(?!s$)|password|passwd|passcode|token([-_]?values?)?$|(api|access|private|signing|encryption|hmac)[-_]?key|credential|passphrase|bearer|connection[-_]?string|(database|db|webhook)[-_]?ur[il]s?$|^authorization$/i;

// Words that are secret as the last part of a name, so that `author`, `pinned` and `sessionCount` are not.
const SECRET_WORD = /(?:^|-)(?:pwd|pin|auth|cookie|session|jwt|otp|hmac|dsn|token)(s?)$/;
/** Tokens that are counted, as language models do. */
const COUNTED =
  /(?:^|-)(?:max|min|total|prompt|completion|input|output|cached|used|reasoning|context)-tokens$/;
/** Longest end of a name in which its last word is looked for. */
const MAX_WORD = 40;

/** The words of a name: `dbPwd`, `DB_PWD` and `db.pwd` are `db-pwd`. */
const wordsOf = (name: string): string =>
  name
    .slice(-MAX_WORD)
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$&-')
    .replace(/[^\p{L}\p{N}]/gu, '-')
    .toLowerCase();

/** Whether the last word of a name is secret. A number under a plural is how many there are. */
function endsSecret(name: string, value: Json): boolean {
  // Nearly all names end otherwise.
  if (!/(?:pwd|pin|auth|cookie|session|jwt|otp|hmac|dsn|token)s?$/i.test(name)) return false;
  const words = wordsOf(name);
  const [found, plural] = SECRET_WORD.exec(words) ?? [];
  return found !== undefined && !(plural === 's' && typeof value === 'number') && !COUNTED.test(words);
}

/** A list called `secrets` holds their names; a map of that name holds the secrets. */
const isCredential = (key: string, value: Json): boolean =>
  SECRET_NAME.test(key) || (/secrets$/i.test(key) && isObject(value));

const isSecret = (key: string, value: Json): boolean => isCredential(key, value) || endsSecret(key, value);

// Each pattern here takes time in proportion to the text, whatever that is: no two matches can begin in one another.
const USER = /:\/\/[^/?#\s]+@/g;
const PARAMETER = /[?&#]([^?=&#\s]+)=/g;
const VALUE = /[^&#\s]+/y;
const SECRET_PARAMETER = /^(sig|key|code)$|signature$/i;

/** An address whose secret parameters are masked: also those of an address that is itself a parameter. */
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

/** A text without the credentials in its addresses: users, and parameters that by their names are secrets. */
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

/** What only bears the name of a secret, masked but for its type where a schema describes it. */
function maskSecret(key: string, json: Json, depth: number): Json {
  const type = /secrets$/i.test(key) ? undefined : member(json, 'type');
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

type Member = {
  readonly key: string;
  readonly value: Json;
  /** It is an entry of a described map: a state or an event may be called `session` and hold no secret. */
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
