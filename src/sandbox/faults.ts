import { defined } from '../json/json.ts';
import { isFor } from './fault-words.ts';
import { dice } from './fixtures/random.ts';
import { errorReply, type Reply, textReply } from './http.ts';
import type { Fault } from './types.ts';

// `test` of an expression would begin at the end of the last match, with the flag g.
const matchesPath = (rule: RegExp | string, path: string) =>
  typeof rule === 'string' ? isFor(rule, path) : path.search(rule) >= 0;

export type FaultInUse = Readonly<{ id: number; fault: Fault; hits: number }>;

type FaultRule = FaultInUse & { matches: number; hits: number; readonly draw: () => number };

function isDue(rule: FaultRule) {
  const { after = 0, times = Infinity, probability = 1 } = rule.fault;
  const isHit = rule.matches++ >= after && rule.hits < times && rule.draw() < probability;
  if (isHit) rule.hits++;
  return isHit;
}

/** Of the faults that match a request, the latest counts. */
export function createFaults(first: readonly Fault[]) {
  let rules: FaultRule[] = [];
  let last = 0;
  const add = (fault: Fault): FaultInUse => {
    const draw = dice(fault.seed ?? 1, 'fault').fraction;
    const rule: FaultRule = { id: ++last, fault, matches: 0, hits: 0, draw };
    rules.unshift(rule);
    return rule;
  };
  const remove = (id: number) => {
    const before = rules.length;
    rules = rules.filter(rule => rule.id !== id);
    return rules.length < before;
  };
  const reset = () => {
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
        rule =>
          (rule.fault.method ?? method) === method &&
          matchesPath(rule.fault.path ?? '/*', path) &&
          isDue(rule),
      )?.fault,
  };
}

export function faultReply(fault: Fault): Reply | undefined {
  const { status, body, redirect, contentType, headers } = fault;
  if (status === undefined && body === undefined && redirect === undefined) return undefined;
  const code = status ?? (redirect === undefined ? 200 : 302);
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const base = body === undefined && code >= 400 ? errorReply(code) : textReply(code, text);
  const own = defined({ 'content-type': contentType, location: redirect });
  return { ...base, headers: { ...base.headers, ...own, ...headers } };
}
