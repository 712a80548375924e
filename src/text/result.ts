import type { SafeText } from './sanitise.ts';

export type Result<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; why: SafeText }>;

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** `why`: a sentence, or the end of one. */
export const err = (why: SafeText): Result<never> => ({ ok: false, why });

/** All values, or the first reason against one. */
export const allOf = <T>(results: readonly Result<T>[]): Result<readonly T[]> =>
  results.find(result => !result.ok) ?? ok(results.flatMap(result => (result.ok ? [result.value] : [])));

export const whyNot = (result: Result<unknown>): SafeText | undefined => (result.ok ? undefined : result.why);

/** Undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
