import type { Json } from '../json/json.ts';
import { errorReply, type Reply } from './http.ts';
import { hasForm } from './router.ts';

/** Something that goes wrong on purpose, for the requests it fits. */
export type Fault = {
  readonly method?: string;
  /** Path as sent, without the query; in a text `{name}` stands for one segment, `*` at its end for any rest. */
  readonly path?: RegExp | string;
  /** How many requests it spoils; without a number, all of them. */
  readonly times?: number;
  /** The status, in place of the operation; with no body, one in the usual error shape. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, in place of the operation's: a text as it is, anything else as JSON. */
  readonly body?: Json;
  readonly contentType?: string;
  /** A 302 to there. */
  readonly redirect?: string;
  /** The operation is carried out before it is answered wrongly. */
  readonly carriedOut?: true;
  readonly delayMs?: number;
  /** No answer at all, or only half of its body; until the client leaves. */
  readonly hang?: 'headers' | 'body';
  /** The body comes byte by byte. */
  readonly drip?: true;
  /** The connection is cut: nothing done, in the midst of the answer's body, or all done and no word sent. */
  readonly reset?: 'before' | 'during' | 'after';
  /** Half the body as if it were all. */
  readonly truncate?: true;
};

function pathFits(rule: RegExp | string | undefined, path: string): boolean {
  if (rule === undefined) return true;
  if (typeof rule !== 'string') return rule.test(path);
  return rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : hasForm(rule, path);
}

export type Faults = {
  readonly add: (fault: Fault) => () => void;
  /** The fault for a request, the one added last first; one of its times is then over. */
  readonly take: (method: string, path: string) => Fault | undefined;
};

/** Keeps the faults of one sandbox. */
export function createFaults(first: readonly Fault[]): Faults {
  const rules: { readonly fault: Fault; left: number }[] = [];
  const add = (fault: Fault): (() => void) => {
    const rule = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    rules.unshift(rule);
    return () => {
      rule.left = 0;
    };
  };
  for (const fault of first) add(fault);
  return {
    add,
    take: (method, path) => {
      const rule = rules.find(
        ({ fault, left }) => left > 0 && (fault.method ?? method) === method && pathFits(fault.path, path),
      );
      if (rule === undefined) return undefined;
      rule.left--;
      return rule.fault;
    },
  };
}

/** The answer that a fault gives in place of the operation's, or undefined when it leaves that alone. */
export function faultReply(fault: Fault): Reply | undefined {
  const { status, body, redirect, contentType, headers } = fault;
  if (status === undefined && body === undefined && redirect === undefined) return undefined;
  const code = status ?? (redirect === undefined ? 200 : 302);
  const base = body === undefined && code >= 400 ? errorReply(code) : canned(code, body);
  return {
    ...base,
    headers: {
      ...base.headers,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...(redirect === undefined ? {} : { location: redirect }),
      ...headers,
    },
  };
}

function canned(status: number, body: Json | undefined): Reply {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
}

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in first.</body></html>';

/** The effects that have a word: on the wire (`x-sandbox-fault`) and on the command line. */
const EFFECTS: Readonly<Record<string, Fault>> = {
  hang: { hang: 'headers' },
  stall: { hang: 'body' },
  drip: { drip: true },
  reset: { reset: 'before' },
  lost: { reset: 'after' },
  cut: { truncate: true },
  html: { status: 200, body: HTML, contentType: 'text/html; charset=utf-8' },
};

/** What an effect's word means: a status from 400 to 599 or one of the words above; undefined = neither. */
export function readEffect(word: string): Fault | undefined {
  if (/^[45]\d\d$/.test(word)) return { status: Number(word) };
  return Object.hasOwn(EFFECTS, word) ? EFFECTS[word] : undefined;
}

export const EFFECT_WORDS = `a status from 400 to 599, ${Object.keys(EFFECTS).join(', ')}`;

/** Reads `GET /v1/admin/bots 500` or `* /v1/admin/bots/{id} hang 2`: method, path, effect, times; or says why not. */
export function parseFault(text: string): Fault | string {
  const [method = '', path = '', effect = '', times, ...rest] = text.trim().split(/\s+/);
  if (effect === '' || rest.length > 0) return 'a fault is METHOD PATH EFFECT [TIMES]';
  if (!/^([A-Z]+|\*)$/.test(method)) return `"${method}" is no method: GET, DELETE or *`;
  if (!path.startsWith('/')) return `"${path}" is no path: it begins with /`;
  const found = readEffect(effect);
  if (found === undefined) return `"${effect}" is no effect: ${EFFECT_WORDS}`;
  if (times !== undefined && !/^[1-9]\d{0,5}$/.test(times)) return `"${times}" is no number of times`;
  return {
    ...found,
    path,
    ...(method === '*' ? {} : { method }),
    ...(times === undefined ? {} : { times: Number(times) }),
  };
}
