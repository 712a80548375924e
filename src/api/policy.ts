import type { Refusal } from '../failure.ts';
import { clean, safe } from '../text/sanitise.ts';
import type { Operation } from './operation.ts';

/** What becomes of a request that changes something: it is sent, held back by a lock, or only played. */
export type WritePolicy = 'sent' | 'locked' | 'played';

type Rules = {
  readonly readOnly: boolean;
  readonly strict?: boolean;
  readonly hasConsent?: boolean;
  /** Asked only of what changes something. */
  readonly writePolicy?: (() => WritePolicy) | undefined;
};

const HELD: { readonly [W in Exclude<WritePolicy, 'sent'>]: Refusal } = {
  locked: { kind: 'locked' },
  played: { kind: 'dry-run' },
};

/** The refusal of an undocumented request; one that differs from a documented one only by a parameter names that. */
export function undocumentedRefusal({ query }: Operation): Refusal {
  const [parameter] = Object.entries(query ?? {});
  if (parameter === undefined) return { kind: 'outside' };
  const shown = clean(parameter.join('='));
  return { kind: 'outside', detail: safe`${shown} is an undocumented parameter: --strict refuses it.` };
}

/**
 * The one door: why a request does not leave the process, or undefined. What the specification does not have is a
 * GET, with consent, and never where all is strict. What is no GET leaves only where nothing holds it back.
 */
export function refusalOf(
  operation: Operation,
  { readOnly, strict, hasConsent, writePolicy }: Rules,
): Refusal | undefined {
  const { method, isUndocumented, isOptIn } = operation;
  const isWrite = method !== 'GET';
  const isAllowed = hasConsent === true || isOptIn === true;
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (isUndocumented === true && (isWrite || !isAllowed || strict === true))
    return undocumentedRefusal(operation);
  const fate = isWrite ? (writePolicy?.() ?? 'sent') : 'sent';
  return fate === 'sent' ? undefined : HELD[fate];
}
