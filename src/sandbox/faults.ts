import { dice } from './fixtures/random.ts';
import { errorReply, matchesTemplate, type Reply } from './http.ts';
import type { Fault } from './types.ts';

function matchesPath(rule: RegExp | string | undefined, path: string): boolean {
  if (rule === undefined) return true;
  // `test` would begin at the end of the last match, with the flag g.
  if (typeof rule !== 'string') return path.search(rule) >= 0;
  return rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : matchesTemplate(rule, path);
}

export type FaultInUse = { readonly id: number; readonly fault: Fault; readonly hits: number };

type FaultRule = FaultInUse & { skip: number; left: number; hits: number; readonly draw: () => number };

function isDue(rule: FaultRule): boolean {
  if (rule.skip > 0) rule.skip--;
  else if (rule.left > 0 && rule.draw() < (rule.fault.probability ?? 1)) {
    rule.left--;
    rule.hits++;
    return true;
  }
  return false;
}

/** Of the faults that match a request, the latest counts. */
export function createFaults(first: readonly Fault[]) {
  let rules: FaultRule[] = [];
  let last = 0;
  const add = (fault: Fault): number => {
    const { after = 0, times = Number.POSITIVE_INFINITY, seed = 1 } = fault;
    const draw = dice(seed, 'fault').fraction;
    last++;
    rules.unshift({ id: last, fault, skip: after, left: times, hits: 0, draw });
    return last;
  };
  const remove = (id: number): boolean => {
    const before = rules.length;
    rules = rules.filter(rule => rule.id !== id);
    return rules.length < before;
  };
  const reset = (): void => {
    rules = [];
    for (const fault of first) add(fault);
  };
  reset();
  return {
    add,
    remove,
    reset,
    clear: () => {
      rules = [];
    },
    list: (): readonly FaultInUse[] => rules,
    take: (method: string, path: string) =>
      rules.find(
        rule => (rule.fault.method ?? method) === method && matchesPath(rule.fault.path, path) && isDue(rule),
      )?.fault,
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

function fixedReply(status: number, body: unknown): Reply {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
}
