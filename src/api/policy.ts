import type { Refusal } from '../failure.ts';
import { clean, safe } from '../text/sanitise.ts';
import type { Operation } from './operation.ts';

/** Handling of writes: allowed, refused because deletes are locked, or simulated. */
export type WritePolicy = 'allowed' | 'locked' | 'dry-run';

type PolicyRules = {
  readonly readOnly: boolean;
  readonly strict?: boolean;
  readonly hasConsent?: boolean;
  readonly writes?: (() => WritePolicy) | undefined;
};

/** Returns the refusal of an undocumented operation. It names the parameter if only that is undocumented. */
export function undocumentedRefusal({ query }: Operation): Refusal {
  const [parameter] = Object.entries(query ?? {});
  if (parameter === undefined) return { kind: 'outside' };
  const shown = clean(parameter.join('='));
  return { kind: 'outside', detail: safe`${shown} is an undocumented parameter: --strict refuses it.` };
}

/**
 * Returns why a request must not be sent, or undefined if it may. Every request passes through here.
 * Undocumented operations must be reads, need the person's consent, and are refused in strict mode.
 */
export function refusalOf(
  operation: Operation,
  { readOnly, strict, hasConsent, writes }: PolicyRules,
): Refusal | undefined {
  const { method, isUndocumented, isOptIn } = operation;
  const isWrite = method !== 'GET';
  const isAllowed = hasConsent === true || isOptIn === true;
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (isUndocumented === true && (isWrite || !isAllowed || strict === true))
    return undocumentedRefusal(operation);
  const policy = isWrite ? (writes?.() ?? 'allowed') : 'allowed';
  return policy === 'allowed' ? undefined : { kind: policy };
}
