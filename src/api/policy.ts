import type { Refusal } from '../failure.ts';
import { clean, safe } from '../text/sanitise.ts';
import type { Operation } from './operation.ts';

/** Handling of writes: allowed, refused because deletes are locked, or simulated. */
export type WritePolicy = 'allowed' | 'locked' | 'dry-run';

type PolicyRules = {
  readonly readOnly: boolean;
  readonly strict?: boolean;
  readonly hasConsent?: boolean;
  /** Called for writes only. */
  readonly writePolicy?: (() => WritePolicy) | undefined;
};

const REFUSALS: { readonly [W in Exclude<WritePolicy, 'allowed'>]: Refusal } = {
  locked: { kind: 'locked' },
  'dry-run': { kind: 'dry-run' },
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
  { readOnly, strict, hasConsent, writePolicy }: PolicyRules,
): Refusal | undefined {
  const { method, isUndocumented, isOptIn } = operation;
  const isWrite = method !== 'GET';
  const isAllowed = hasConsent === true || isOptIn === true;
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (isUndocumented === true && (isWrite || !isAllowed || strict === true))
    return undocumentedRefusal(operation);
  const writes = isWrite ? (writePolicy?.() ?? 'allowed') : 'allowed';
  return writes === 'allowed' ? undefined : REFUSALS[writes];
}
