import type { Refusal } from '../failure.ts';
import { clean, safe } from '../text/sanitise.ts';
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

const HELD: { readonly [W in Exclude<Writes, 'sent'>]: Refusal } = {
  locked: { kind: 'locked' },
  played: { kind: 'dry-run' },
};

/** The refusal of an undocumented request; one that differs from a documented one only by a parameter names that. */
export function undocumented({ query }: Operation): Refusal {
  const [parameter] = Object.entries(query ?? {});
  if (parameter === undefined) return { kind: 'outside' };
  const shown = clean(parameter.join('='));
  return { kind: 'outside', detail: safe`${shown} is an undocumented parameter: --strict refuses it.` };
}

/**
 * The one door: why a request does not leave the process, or undefined. What the specification does not have is a
 * GET, with consent, and never where all is strict. What is no GET leaves only where nothing holds it back.
 */
export function heldBack(
  operation: Operation,
  { readOnly, strict, hasConsent, writes }: Rules,
): Refusal | undefined {
  const { method, extension, isAskedFor } = operation;
  const isWrite = method !== 'GET';
  const isAllowed = hasConsent === true || isAskedFor === true;
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (extension === true && (isWrite || !isAllowed || strict === true)) return undocumented(operation);
  const fate = isWrite ? (writes?.() ?? 'sent') : 'sent';
  return fate === 'sent' ? undefined : HELD[fate];
}
