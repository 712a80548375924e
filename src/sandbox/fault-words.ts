import { isObject, isTooDeep, type Json, MAX_DEPTH, ownMember } from '../json/json.ts';
import { nearestWord } from '../text/words.ts';
import { type Check, type DataPath, oneOf, refuseData, text, whole } from './checks.ts';
import type { Fault } from './types.ts';

type Word = Readonly<{
  name: string;
  form: string;
  help: string;
  read?: (text: string, before: Fault) => unknown;
}>;

type Member = Check & {
  readonly word?: Word;
  /** `request`: chooses requests. `part`: changes a response that another member sets. */
  readonly role?: 'request' | 'part';
};

/** Requests that a fault can be for: HEAD is answered as GET. */
const METHODS = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'];

const path = text('a path that starts with /, without a query', /^\/[\x21-\x3e\x40-\x7e]{0,1000}$/);
const headerValue = text('a header value', /^[\x20-\x7e]{0,1000}$/);

/** `trailer` needs a body of another form. */
const isHeader = (name: string, value: unknown) =>
  /^[\w-]{1,64}$/.test(name) && name.toLowerCase() !== 'trailer' && headerValue.fits(value);

function readHeader(given: string, { headers }: Fault): Fault['headers'] {
  const [, name = '', value = ''] = /^([^:]{1,64}):(\S{0,256})$/.exec(given) ?? [];
  return isHeader(name, value) ? { ...headers, [name.toLowerCase()]: value } : undefined;
}

const share: Check = {
  words: 'a number from 0 to 1',
  fits: value => typeof value === 'number' && value >= 0 && value <= 1,
};

function chooser(check: Check, word: string, help: string): Member {
  const [name = '', form = ''] = word.split('=');
  return { ...check, role: 'request', word: { name, form, help } };
}

const MEMBERS: { readonly [N in keyof Fault]-?: Member } = {
  method: { ...oneOf(...METHODS), role: 'request' },
  path: { ...path, fits: value => value instanceof RegExp || path.fits(value), role: 'request' },
  after: chooser(whole(0), 'after=N', 'not for the first N requests'),
  times: chooser(whole(1), 'times=N', 'for N requests only; N alone at the end means the same'),
  probability: chooser(share, 'probability=P', 'for this share of the requests, from 0 to 1'),
  seed: chooser(whole(0), 'seed=N', 'which of the requests get it: the same ones in every run'),
  status: {
    words: 'a whole number from 200 to 599, or 101',
    fits: value => value === 101 || whole(200, 599).fits(value),
    word: { name: 'status', form: 'S', help: 'a status from 200 to 599, or 101' },
  },
  headers: {
    words: 'a map of header names and texts',
    fits: value =>
      isObject(value as Json) && Object.entries(value as object).every(entry => isHeader(...entry)),
    role: 'part',
    word: { name: 'header', form: 'NAME:VALUE', help: 'a header; may be repeated', read: readHeader },
  },
  body: {
    words: `a text or other JSON, at most ${MAX_DEPTH} levels deep`,
    fits: value => !isTooDeep(value as Json),
    word: { name: 'body', form: 'TEXT', help: 'a body, without spaces', read: given => given },
  },
  contentType: { ...headerValue, words: 'a media type', role: 'part' },
  redirect: text('an address', /^[\x21-\x7e]{1,1000}$/),
  carriedOut: { ...oneOf(true), role: 'part' },
  delayMs: { ...whole(0), word: { name: 'delay', form: 'MS', help: 'the response comes later' } },
  hang: oneOf('headers', 'body'),
  drip: oneOf(true),
  reset: oneOf('before', 'during', 'after'),
  truncate: oneOf(true),
};

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in first.</body></html>';

/** Words without a value: their line in the help, and the members that they set. */
const EFFECTS: Readonly<Record<string, readonly [help: string, fault: Fault]>> = {
  html: [
    'a sign-in page in place of JSON',
    { status: 200, body: HTML, contentType: 'text/html; charset=utf-8' },
  ],
  hang: ['no response until the client gives up', { hang: 'headers' }],
  stall: ['half of the body, then nothing', { hang: 'body' }],
  drip: ['the body byte by byte', { drip: true }],
  cut: ['half of the body, as if complete', { truncate: true }],
  reset: ['the connection breaks before the operation', { reset: 'before' }],
  lost: ['the operation is carried out, then the connection breaks', { reset: 'after' }],
};

/** `path`: of a request or an operation. `{name}` stands for any segment, `*` at the end for the rest. */
export function isFor(rule: string, path: string): boolean {
  const [own, sent] = [rule.split('/'), path.split('/')];
  const last = rule.endsWith('*') ? own.length - 1 : undefined;
  const fits = (segment: string, at: number) => {
    const other = sent[at];
    if (other === undefined || segment === other) return other !== undefined;
    if (at === last && other.startsWith(segment.slice(0, -1))) return true;
    const isNamed = segment.startsWith('{') || other.startsWith('{');
    return isNamed && !['', '.', '..'].some(each => each === segment || each === other);
  };
  return own.every(fits) && (last !== undefined || own.length === sent.length);
}

const VALUES = Object.entries(MEMBERS).flatMap(([member, { word, ...check }]) =>
  word === undefined ? [] : [{ ...check, ...word, member }],
);

export const faultWords: readonly (readonly [word: string, help: string])[] = [
  ['400 … 599', 'this status, with an error body'],
  ...Object.entries(EFFECTS).map(([name, [help]]) => [name, help] as const),
  ...VALUES.map(({ name, form, help }) => [`${name}=${form}`, help] as const),
];

const effectWords = `a status from 400 to 599, ${Object.keys(EFFECTS).join(', ')}`;

export const chooserIn = (fault: Fault): string | undefined =>
  VALUES.find(({ role, member }) => role === 'request' && Object.hasOwn(fault, member))?.name;

const isEffectless = (fault: Fault) =>
  Object.entries(fault).every(([name, value]) => value === undefined || MEMBERS[name as keyof Fault].role);

const readNumber = (given: string): number | undefined =>
  /^(?:\d{1,9}|\d?\.\d{1,6})$/.test(given) ? Number(given) : undefined;

function parseWord(word: string, before: Fault): Fault | string {
  if (/^[45]\d\d$/.test(word)) return { status: Number(word) };
  if (Object.hasOwn(EFFECTS, word)) return EFFECTS[word]?.[1] ?? {};
  const [, name, given = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
  const known = VALUES.find(value => value.name === name);
  if (known === undefined) {
    const valueWords = VALUES.map(value => `${value.name}=`).join(', ');
    return `"${word}" is not an effect: ${effectWords}, ${valueWords}`;
  }
  const { member, words, form, fits, read } = known;
  const value = (read ?? readNumber)(given, before);
  if (value !== undefined && fits(value)) return { [member]: value };
  return `${name} must be ${read === undefined ? words : form}, not "${given}"`;
}

/** Words after the path: `503 delay=200 times=2`. Returns why not as text. */
export function parseEffects(given: string): Fault | string {
  let fault: Fault = {};
  const words = given.trim().split(/\s+/);
  for (const [at, word] of words.entries()) {
    // Short for `times=2`, as the last word.
    const isTimes = at > 0 && at === words.length - 1 && /^\d{1,6}$/.test(word);
    const parsed = parseWord(isTimes ? `times=${word}` : word, fault);
    if (typeof parsed === 'string') return parsed;
    fault = { ...fault, ...parsed };
  }
  return isEffectless(fault)
    ? `"${given.trim()}" has no effect: ${effectWords}, delay=, status= or body=`
    : fault;
}

/** `* /v1/admin/bots/{id} hang after=2`: method, path, effects. Returns why not as text. */
export function parseFault(given: string): Fault | string {
  const [, method = '', target = '', effects = ''] = /^\s*(\S*)\s*(\S*)\s*(.*)$/s.exec(given) ?? [];
  if (effects.trim() === '') return 'METHOD PATH EFFECTS are needed, as in GET /v1/admin/bots 503';
  if (method !== '*' && !METHODS.includes(method))
    return `"${method}" is not a method: ${nearestWord(method, METHODS) ?? METHODS.join(', ')} or *`;
  if (!path.fits(target)) return `"${target}" is not ${path.words}`;
  const fault = parseEffects(effects);
  if (typeof fault === 'string') return fault;
  return { ...fault, path: target, ...(method === '*' ? {} : { method }) };
}

function readFault(given: unknown, at: DataPath): Fault {
  if (typeof given === 'string') {
    const fault = parseFault(given);
    return typeof fault === 'string' ? refuseData(at, fault) : fault;
  }
  if (!isObject(given as Json)) return refuseData(at, 'a fault is a text or an object');
  const fault = given as Fault;
  for (const [name, value] of Object.entries(fault)) {
    const known = ownMember<Member>(MEMBERS, name);
    if (known === undefined)
      return refuseData(at, `"${name}" is not a member of a fault: ${Object.keys(MEMBERS).join(', ')}`);
    if (value !== undefined && !known.fits(value)) refuseData([...at, name], `must be ${known.words}`);
  }
  return isEffectless(fault) ? refuseData(at, 'the fault has no effect') : fault;
}

/** Throws a `DataError`, also if no operation has its path. `templates`: the paths of operations. */
export function checkedFault(given: unknown, templates: readonly string[], at: DataPath = []): Fault {
  const fault = readFault(given, at);
  const { path: own = '/*', body } = fault;
  if (typeof own !== 'string' || body !== undefined || templates.some(each => isFor(own, each))) return fault;
  const near = nearestWord(own, templates);
  const words = near === undefined ? 'all begin with /v1/' : `${near} is near`;
  return refuseData(at, `"${own}" is a path of no operation here: ${words}. With a body it may be any`);
}
