import type { Fault } from './types.ts';

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in first.</body></html>';

/** Effects by name. */
const EFFECTS: Readonly<Record<string, Fault>> = {
  hang: { hang: 'headers' },
  stall: { hang: 'body' },
  drip: { drip: true },
  reset: { reset: 'before' },
  lost: { reset: 'after' },
  cut: { truncate: true },
  html: { status: 200, body: HTML, contentType: 'text/html; charset=utf-8' },
};

const effectWords = `a status from 400 to 599, ${Object.keys(EFFECTS).join(', ')}`;

type FaultValue = (text: string, before: Fault) => Fault | undefined;

const wholeNumber =
  (name: 'after' | 'times' | 'seed' | 'delayMs', least: number): FaultValue =>
  text =>
    /^\d{1,9}$/.test(text) && Number(text) >= least ? { [name]: Number(text) } : undefined;

/** Values by name, written `name=value`. */
const VALUES: Readonly<Record<string, FaultValue>> = {
  delay: wholeNumber('delayMs', 0),
  after: wholeNumber('after', 0),
  times: wholeNumber('times', 1),
  probability: text => (/^(?:0?\.\d{1,6}|0|1)$/.test(text) ? { probability: Number(text) } : undefined),
  seed: wholeNumber('seed', 0),
  status: text => (/^[2-5]\d\d$/.test(text) ? { status: Number(text) } : undefined),
  body: text => ({ body: text }),
  header: (text, { headers }) => {
    const [, name = '', value = ''] = /^([\w-]{1,64}):([\x21-\x7e]{0,256})$/.exec(text) ?? [];
    return name === '' ? undefined : { headers: { ...headers, [name.toLowerCase()]: value } };
  },
};

const valueWords = Object.keys(VALUES)
  .map(name => `${name}=`)
  .join(', ');

/** Parses one word of a fault: an effect, or `name=value`. Returns why not. */
function readWord(word: string, before: Fault): Fault | string {
  if (/^[45]\d\d$/.test(word)) return { status: Number(word) };
  const effect = Object.hasOwn(EFFECTS, word) ? EFFECTS[word] : undefined;
  if (effect !== undefined) return effect;
  const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
  if (!Object.hasOwn(VALUES, name)) return `"${word}" is not an effect: ${effectWords}, ${valueWords}`;
  return VALUES[name]?.(value, before) ?? `"${value}" is not a value of ${name}`;
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
  const { status, body, hang, drip, reset, truncate, delayMs } = fault;
  const effects = [status, body, hang, drip, reset, truncate, delayMs];
  return effects.every(value => value === undefined)
    ? `no effect: ${effectWords}, delay=, status= or body=`
    : fault;
}

/**
 * Parses `GET /v1/admin/bots 500` or `* /v1/admin/bots/{id} hang after=2`: method, path, effects. Returns why
 * not. The grammar is in `help/sandbox.md`.
 */
export function parseFault(text: string): Fault | string {
  const [, method = '', path = '', effects = ''] = /^\s*(\S*)\s*(\S*)\s*(.*)$/s.exec(text) ?? [];
  if (effects.trim() === '') return 'a fault is METHOD PATH EFFECTS';
  if (!/^([A-Z]+|\*)$/.test(method)) return `"${method}" is not a method: GET, DELETE or *`;
  if (!path.startsWith('/')) return `"${path}" is not a path: it starts with /`;
  const fault = parseEffects(effects);
  if (typeof fault === 'string') return fault;
  return { ...fault, path, ...(method === '*' ? {} : { method }) };
}
