import { isObject, isTooDeep, type Json, MAX_DEPTH } from '../json/json.ts';
import { type Check, oneOf, text, whole } from './checks.ts';
import type { Fault } from './types.ts';

const path = text('a path that starts with /, without a query', /^\/[\x21-\x3e\x40-\x7e]{0,1000}$/);
const HEADER_NAME = /^[\w-]{1,64}$/;
const headerValue = text('a header value', /^[\x20-\x7e]{0,1000}$/);

/** True for a header that Node can send; `trailer` needs a body of another form. */
export const isHeader = (name: string, value: unknown): boolean =>
  HEADER_NAME.test(name) && name.toLowerCase() !== 'trailer' && headerValue.fits(value);

export const faultChecks: { readonly [N in keyof Fault]-?: Check } = {
  method: text('a method in capitals', /^[A-Z]{1,20}$/),
  path: { ...path, fits: value => value instanceof RegExp || path.fits(value) },
  after: whole(0),
  times: whole(1),
  probability: {
    words: 'a number from 0 to 1',
    fits: value => typeof value === 'number' && value >= 0 && value <= 1,
  },
  seed: whole(0),
  status: {
    words: 'a whole number from 200 to 599, or 101',
    fits: value => value === 101 || whole(200, 599).fits(value),
  },
  headers: {
    words: 'a map of header names and texts',
    fits: value =>
      isObject(value as Json) && Object.entries(value as object).every(entry => isHeader(...entry)),
  },
  body: {
    words: `a text or other JSON, at most ${MAX_DEPTH} levels deep`,
    fits: value => !isTooDeep(value as Json),
  },
  contentType: { ...headerValue, words: 'a media type' },
  redirect: text('an address', /^[\x21-\x7e]{1,1000}$/),
  carriedOut: oneOf(true),
  delayMs: whole(0),
  hang: oneOf('headers', 'body'),
  drip: oneOf(true),
  reset: oneOf('before', 'during', 'after'),
  truncate: oneOf(true),
};

const isMember = (name: string): name is keyof Fault => Object.hasOwn(faultChecks, name);

/** Members that choose some of the requests to a path. */
export const choosers = ['after', 'times', 'probability', 'seed'] as const;

/** Members that choose requests, or change a response that another one sets. */
const MODIFIERS: ReadonlySet<string> = new Set([
  ...['method', 'path', ...choosers],
  ...['headers', 'contentType', 'carriedOut'],
]);

/** True if a fault changes no response. */
export const isEffectless = (fault: Fault): boolean =>
  Object.entries(fault).every(([name, value]) => MODIFIERS.has(name) || value === undefined);

/** Returns a fault of the members of an object, or why it is none. */
export function faultOfObject(object: object): Fault | string {
  for (const [name, value] of Object.entries(object)) {
    if (!isMember(name)) return `"${name}" is no member of a fault: ${Object.keys(faultChecks).join(', ')}`;
    const { words, fits } = faultChecks[name];
    if (value !== undefined && !fits(value)) return `${name} must be ${words}`;
  }
  return isEffectless(object) ? 'the fault has no effect' : object;
}
