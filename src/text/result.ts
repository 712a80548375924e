import type { SafeText } from './sanitise.ts';

/** A value, or a sentence that says why there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: SafeText };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const err = (why: SafeText): Result<never> => ({ ok: false, why });

/** Returns the values of results, or the first reason why one has none. */
export function allOf<T>(results: readonly Result<T>[]): Result<readonly T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

/** Returns why there is no value; undefined when there is one. */
export const whyNot = (result: Result<unknown>): SafeText | undefined => (result.ok ? undefined : result.why);
