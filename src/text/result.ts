import type { SafeText } from './sanitise.ts';

/** A value, or a sentence that explains why there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: SafeText };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Creates the result of a failure. `why`: a sentence, or the end of one. */
export const err = (why: SafeText): Result<never> => ({ ok: false, why });

/** Returns the values of all results, or the first reason among them. */
export function allOf<T>(results: readonly Result<T>[]): Result<readonly T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

/** Returns the reason why there is no value; undefined if there is one. */
export const whyNot = (result: Result<unknown>): SafeText | undefined => (result.ok ? undefined : result.why);
