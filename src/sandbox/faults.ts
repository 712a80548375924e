import type { Json } from '../json/json.ts';
import { errorReply, type Reply } from './http.ts';
import { matchesTemplate } from './router.ts';

/** A simulated error, and the requests that get it. */
export type Fault = {
  readonly method?: string;
  /** Path as sent, without the query. In a string, `{name}` matches one segment and a final `*` any rest. */
  readonly path?: RegExp | string;
  /** Number of requests that get it. Default: all. */
  readonly times?: number;
  /**
   * Status to respond with, in place of the operation. Without `body`, the body has the usual error shape.
   */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body to respond with: a string as it is, anything else as JSON. */
  readonly body?: Json;
  readonly contentType?: string;
  /** Target of a 302. */
  readonly redirect?: string;
  /** Carries the operation out before the false response. */
  readonly carriedOut?: true;
  readonly delayMs?: number;
  /** Sends nothing, or only half of the body, until the client disconnects. */
  readonly hang?: 'headers' | 'body';
  /** Sends the body byte by byte. */
  readonly drip?: true;
  /** Resets the connection: before the operation, in the middle of the response, or after the operation. */
  readonly reset?: 'before' | 'during' | 'after';
  /** Sends half of the body as if it were complete. */
  readonly truncate?: true;
};

function matchesPath(rule: RegExp | string | undefined, path: string): boolean {
  if (rule === undefined) return true;
  if (typeof rule !== 'string') return rule.test(path);
  return rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : matchesTemplate(rule, path);
}

export type Faults = {
  readonly add: (fault: Fault) => () => void;
  /** Returns the latest fault that matches a request, and counts it. */
  readonly take: (method: string, path: string) => Fault | undefined;
  /** Returns to the faults of the start. */
  readonly reset: () => void;
};

/** Creates the fault list of one sandbox. */
export function createFaults(first: readonly Fault[]): Faults {
  let rules: { readonly fault: Fault; left: number }[] = [];
  const add = (fault: Fault): (() => void) => {
    const rule = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    rules.unshift(rule);
    return () => {
      rule.left = 0;
    };
  };
  const reset = (): void => {
    rules = [];
    for (const fault of first) add(fault);
  };
  reset();
  return {
    add,
    reset,
    take: (method, path) => {
      const rule = rules.find(
        ({ fault, left }) => left > 0 && (fault.method ?? method) === method && matchesPath(fault.path, path),
      );
      if (rule === undefined) return undefined;
      rule.left--;
      return rule.fault;
    },
  };
}

/** Returns the response of a fault; undefined if the operation itself responds. */
export function faultReply(fault: Fault): Reply | undefined {
  const { status, body, redirect, contentType, headers } = fault;
  if (status === undefined && body === undefined && redirect === undefined) return undefined;
  const code = status ?? (redirect === undefined ? 200 : 302);
  const base = body === undefined && code >= 400 ? errorReply(code) : fixedReply(code, body);
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

function fixedReply(status: number, body: Json | undefined): Reply {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
}

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in first.</body></html>';

/** Effects by name, for the header `x-sandbox-fault` and the flag `--fault`. */
const EFFECTS: Readonly<Record<string, Fault>> = {
  hang: { hang: 'headers' },
  stall: { hang: 'body' },
  drip: { drip: true },
  reset: { reset: 'before' },
  lost: { reset: 'after' },
  cut: { truncate: true },
  html: { status: 200, body: HTML, contentType: 'text/html; charset=utf-8' },
};

/** Parses an effect: a status from 400 to 599 or a name; undefined for anything else. */
export function readEffect(word: string): Fault | undefined {
  if (/^[45]\d\d$/.test(word)) return { status: Number(word) };
  return Object.hasOwn(EFFECTS, word) ? EFFECTS[word] : undefined;
}

export const EFFECT_WORDS = `a status from 400 to 599, ${Object.keys(EFFECTS).join(', ')}`;

/**
 * Parses `GET /v1/admin/bots 500` or `* /v1/admin/bots/{id} hang 2`: method, path, effect, times. Returns why
 * not.
 */
export function parseFault(text: string): Fault | string {
  const [method = '', path = '', effect = '', times, ...rest] = text.trim().split(/\s+/);
  if (effect === '' || rest.length > 0) return 'a fault is METHOD PATH EFFECT [TIMES]';
  if (!/^([A-Z]+|\*)$/.test(method)) return `"${method}" is not a method: GET, DELETE or *`;
  if (!path.startsWith('/')) return `"${path}" is not a path: it starts with /`;
  const found = readEffect(effect);
  if (found === undefined) return `"${effect}" is not an effect: ${EFFECT_WORDS}`;
  if (times !== undefined && !/^[1-9]\d{0,5}$/.test(times)) return `"${times}" is not a number of times`;
  return {
    ...found,
    path,
    ...(method === '*' ? {} : { method }),
    ...(times === undefined ? {} : { times: Number(times) }),
  };
}
