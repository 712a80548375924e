import type { SafeText } from './sanitise.ts';

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: SafeText };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** `why`: a sentence, or the end of one. */
export const err = (why: SafeText): Result<never> => ({ ok: false, why });

/** The first reason if there is one. */
export function allOf<T>(results: readonly Result<T>[]): Result<readonly T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

export const whyNot = (result: Result<unknown>): SafeText | undefined => (result.ok ? undefined : result.why);
