import { isObject, type Json } from '../json/json.ts';
import { faultChecks, faultOfObject, isEffectless, isHeader } from './fault-members.ts';
import type { Fault } from './types.ts';

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in first.</body></html>';

/** A word of the grammar: its line in the help, and the members of a fault that it stands for. */
type Word = { readonly help: string; readonly fault: Fault };

const EFFECTS: Readonly<Record<string, Word>> = {
  html: {
    help: 'a sign-in page in place of JSON',
    fault: { status: 200, body: HTML, contentType: 'text/html; charset=utf-8' },
  },
  hang: { help: 'no response until the client gives up', fault: { hang: 'headers' } },
  stall: { help: 'half of the body, then nothing', fault: { hang: 'body' } },
  drip: { help: 'the body byte by byte', fault: { drip: true } },
  cut: { help: 'half of the body, as if complete', fault: { truncate: true } },
  reset: { help: 'the connection breaks before the operation', fault: { reset: 'before' } },
  lost: { help: 'the operation is carried out, then the connection breaks', fault: { reset: 'after' } },
};

/** A word with a value, written `name=value`; `words` name its valid values. */
type Value = {
  readonly form: string;
  readonly help: string;
  readonly words?: string;
  readonly read: (text: string, before: Fault) => Fault | undefined;
};

function number(name: 'after' | 'times' | 'seed' | 'delayMs' | 'status' | 'probability') {
  const { words, fits } = faultChecks[name];
  const read = (text: string): Fault | undefined =>
    /^(?:\d{1,9}|\d?\.\d{1,6})$/.test(text) && fits(Number(text)) ? { [name]: Number(text) } : undefined;
  return { words, read };
}

function header(text: string, { headers }: Fault): Fault | undefined {
  const [, name = '', value = ''] = /^([^:]{1,64}):(\S{0,256})$/.exec(text) ?? [];
  return isHeader(name, value) ? { headers: { ...headers, [name.toLowerCase()]: value } } : undefined;
}

const VALUES: Readonly<Record<string, Value>> = {
  status: { form: 'S', help: 'a status from 200 to 599, or 101', ...number('status') },
  body: { form: 'TEXT', help: 'a body, without spaces', read: text => ({ body: text }) },
  header: { form: 'NAME:VALUE', help: 'a header; may be repeated', words: 'NAME:VALUE', read: header },
  delay: { form: 'MS', help: 'the response comes later', ...number('delayMs') },
  after: { form: 'N', help: 'not for the first N requests', ...number('after') },
  times: {
    form: 'N',
    help: 'for N requests only; N alone at the end means the same',
    ...number('times'),
  },
  probability: {
    form: 'P',
    help: 'for this share of the requests, from 0 to 1',
    ...number('probability'),
  },
  seed: { form: 'N', help: 'which of the requests get it: the same ones in every run', ...number('seed') },
};

/** All words of the grammar, each with what it does, for help and documentation. */
export const faultWords: readonly (readonly [word: string, help: string])[] = [
  ['400 … 599', 'this status, with an error body'],
  ...Object.entries(EFFECTS).map(([name, { help }]) => [name, help] as const),
  ...Object.entries(VALUES).map(([name, { form, help }]) => [`${name}=${form}`, help] as const),
];

const effectWords = `a status from 400 to 599, ${Object.keys(EFFECTS).join(', ')}`;

const valueWords = Object.keys(VALUES)
  .map(name => `${name}=`)
  .join(', ');

/** Parses one word of a fault: an effect, or `name=value`. Returns why not. */
function readWord(word: string, before: Fault): Fault | string {
  if (/^[45]\d\d$/.test(word)) return { status: Number(word) };
  const effect = Object.hasOwn(EFFECTS, word) ? EFFECTS[word] : undefined;
  if (effect !== undefined) return effect.fault;
  const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
  const known = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  if (known === undefined) return `"${word}" is not an effect: ${effectWords}, ${valueWords}`;
  return known.read(value, before) ?? `${name} must be ${known.words}, not "${value}"`;
}

/** Parses the words of a fault after its path: `503 delay=200 times=2`. Returns why not. */
export function parseEffects(text: string): Fault | string {
  let fault: Fault = {};
  const words = text.trim().split(/\s+/);
  for (const [at, word] of words.entries()) {
    // Short for `times=2`, as the last word.
    const isTimes = at > 0 && at === words.length - 1 && /^\d{1,6}$/.test(word);
    const read = readWord(isTimes ? `times=${word}` : word, fault);
    if (typeof read === 'string') return read;
    fault = { ...fault, ...read };
  }
  return isEffectless(fault)
    ? `"${text.trim()}" has no effect: ${effectWords}, delay=, status= or body=`
    : fault;
}

/**
 * Parses `GET /v1/admin/bots 500` or `* /v1/admin/bots/{id} hang after=2`: method, path, effects. Returns why
 * not.
 */
export function parseFault(text: string): Fault | string {
  const [, method = '', path = '', effects = ''] = /^\s*(\S*)\s*(\S*)\s*(.*)$/s.exec(text) ?? [];
  if (effects.trim() === '') return 'METHOD PATH EFFECTS are needed, as in GET /v1/admin/bots 503';
  if (!/^([A-Z]+|\*)$/.test(method)) return `"${method}" is not a method: GET, DELETE or *`;
  if (!faultChecks.path.fits(path)) return `"${path}" is not ${faultChecks.path.words}`;
  const fault = parseEffects(effects);
  if (typeof fault === 'string') return fault;
  return { ...fault, path, ...(method === '*' ? {} : { method }) };
}

/** Returns a fault from JSON: the text of one, or an object of its members. Returns why it is none. */
export function faultOfJson(json: Json): Fault | string {
  if (typeof json === 'string') return parseFault(json);
  return isObject(json) ? faultOfObject(json) : 'a fault is a text or an object';
}
