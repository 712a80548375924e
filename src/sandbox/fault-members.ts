import { isObject, isTooDeep, type Json, type JsonObject, MAX_DEPTH } from '../json/json.ts';
import type { Fault } from './types.ts';

/** A member of a fault: its valid values, also in words. */
type Member = { readonly words: string; readonly fits: (value: Json) => boolean };

const whole = (least: number, most = 999_999_999): Member => ({
  words: `a whole number from ${least} to ${most}`,
  fits: value => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
});

const text = (words: string, form: RegExp): Member => ({
  words,
  fits: value => typeof value === 'string' && form.test(value),
});

const oneOf = (...values: readonly Json[]): Member => ({
  words: `one of: ${values.join(', ')}`,
  fits: value => values.includes(value),
});

const HEADER_NAME = /^[\w-]{1,64}$/;
const headerValue = text('a header value', /^[\x20-\x7e]{0,1000}$/);

/** True for a header that Node can send; `trailer` needs a body of another form. */
export const isHeader = (name: string, value: Json): boolean =>
  HEADER_NAME.test(name) && name.toLowerCase() !== 'trailer' && headerValue.fits(value);

const MEMBERS: { readonly [N in keyof Fault]-?: Member } = {
  method: text('a method in capitals', /^[A-Z]{1,20}$/),
  path: text('a path that starts with /', /^\/[\x21-\x7e]{0,1000}$/),
  after: whole(0),
  times: whole(1),
  probability: {
    words: 'a number from 0 to 1',
    fits: value => typeof value === 'number' && value >= 0 && value <= 1,
  },
  seed: whole(0),
  status: whole(200, 599),
  headers: {
    words: 'a map of header names and texts',
    fits: value => isObject(value) && Object.entries(value).every(([name, line]) => isHeader(name, line)),
  },
  body: { words: `a text or other JSON, ${MAX_DEPTH} levels deep`, fits: value => !isTooDeep(value) },
  contentType: { ...headerValue, words: 'a media type' },
  redirect: text('an address', /^[\x21-\x7e]{1,1000}$/),
  carriedOut: oneOf(true),
  delayMs: whole(0),
  hang: oneOf('headers', 'body'),
  drip: oneOf(true),
  reset: oneOf('before', 'during', 'after'),
  truncate: oneOf(true),
};

const isMember = (name: string): name is keyof Fault => Object.hasOwn(MEMBERS, name);

/** Returns why a value is none of a member; undefined if it is one. */
export function memberProblem(name: keyof Fault, value: Json): string | undefined {
  const { words, fits } = MEMBERS[name];
  return fits(value) ? undefined : `${name} must be ${words}`;
}

/** Members that choose requests, or change a response that another one sets. */
const MODIFIERS: ReadonlySet<string> = new Set([
  ...['method', 'path', 'after', 'times', 'probability', 'seed'],
  ...['headers', 'contentType', 'carriedOut'],
]);

/** True if a fault changes no response. */
export const isEffectless = (fault: Fault): boolean =>
  Object.entries(fault).every(([name, value]) => MODIFIERS.has(name) || value === undefined);

/** Returns a fault of the members of a JSON object, or why it is none. */
export function faultOfObject(object: JsonObject): Fault | string {
  for (const [name, value] of Object.entries(object)) {
    if (!isMember(name)) return `"${name}" is no member of a fault: ${Object.keys(MEMBERS).join(', ')}`;
    const problem = memberProblem(name, value);
    if (problem !== undefined) return problem;
  }
  const fault: Fault = object;
  return isEffectless(fault) ? 'the fault has no effect' : fault;
}
