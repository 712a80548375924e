import { expect } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';

export type Requests = { readonly [method: string]: number | readonly string[] };

export type Names = Readonly<Record<string, string>>;
export type Values = (name: string) => readonly string[];

type Absent = { readonly absent: readonly string[] };

/** Matches a text or a screen without any of these texts. */
export const not = (...absent: readonly string[]): Absent => ({ absent });

export const isAbsence = (expected: unknown): expected is Absent =>
  typeof expected === 'object' && expected !== null && 'absent' in expected;

/**
 * Returns the function that gives the values of `$name`. `$botId`, `$issueId` … are the examples of the
 * sandbox, `$botIdEnd` the last eight characters of one, `$bot2` is the second bot, `$bots3` the first three.
 */
export function valuesOf(sandbox: Sandbox, own: Names = {}): Values {
  const { ids, url, token, workspaceId, idsOf } = sandbox;
  const texts: Names = { ...ids, url, token, workspaceId, ...own };
  const bots = idsOf('bot', {});
  return name => {
    const [, isList, number = ''] = /^bot(s?)(\d+)$/.exec(name) ?? [];
    if (number !== '') return bots.slice(isList === 's' ? 0 : Number(number) - 1, Number(number));
    const value = texts[name] ?? texts[name.replace(/End$/, '')]?.slice(-8);
    if (value === undefined) throw new Error(`no such name: $${name}`);
    return [value];
  };
}

/** Puts the values into a text, as a shell does with `$name`. */
export const fillText = (text: string, values: Values): string =>
  text.replaceAll(/\$(\w+)/g, (_all, name) => values(name).join('\n'));

/** Puts the values into all texts of an expectation, but not into patterns and matchers. */
export function fillAll(expected: unknown, values: Values): unknown {
  if (typeof expected === 'string') return fillText(expected, values);
  if (Array.isArray(expected)) return expected.map(each => fillAll(each, values));
  if (expected?.constructor !== Object) return expected;
  return Object.fromEntries(Object.entries(expected).map(([key, each]) => [key, fillAll(each, values)]));
}

export function expectRequests(sent: Sandbox['requests'], wanted: Requests, values: Values): void {
  for (const [method, expected] of Object.entries(wanted)) {
    const paths = sent.filter(each => method === 'all' || each.method === method).map(({ path }) => path);
    const actual = typeof expected === 'number' ? paths.length : paths;
    expect(actual, `requests: ${method}`).toEqual(fillAll(expected, values));
  }
}
