import type { Failure } from '../failure.ts';
import type { Operation } from './operation.ts';

/** What becomes of a request that changes something: it is sent, held back by a lock, or only played. */
export type Writes = 'sent' | 'locked' | 'played';

type Rules = {
  readonly readOnly: boolean;
  readonly strict?: boolean;
  readonly hasConsent?: boolean;
  /** Asked only of what changes something. */
  readonly writes?: (() => Writes) | undefined;
};

const HELD: { readonly [W in Exclude<Writes, 'sent'>]: Failure } = {
  locked: { kind: 'locked' },
  played: { kind: 'dry-run' },
};

/**
 * The one door: why a request does not leave the process, or undefined. What the specification does not have is a
 * GET, with consent, and never where all is strict. What is no GET leaves only where nothing holds it back.
 */
export function heldBack(
  { method, extension }: Operation,
  { readOnly, strict, hasConsent, writes }: Rules,
): Failure | undefined {
  const isWrite = method !== 'GET';
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (extension === true && (isWrite || hasConsent !== true || strict === true)) return { kind: 'outside' };
  const fate = isWrite ? (writes?.() ?? 'sent') : 'sent';
  return fate === 'sent' ? undefined : HELD[fate];
}
