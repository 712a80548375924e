import type { Client, Outcome } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { Failure } from '../failure.ts';
import { ownerRef, resourceOf, undocumentedOperations } from './registry.ts';
import type { Ref } from './resource.ts';

/** The response alone proves it; a 404 may also be about the parent record. */
function provesMissingEndpoint(failure: Failure) {
  if (failure.kind === 'rejected')
    return failure.status === 405 || (failure.status === 400 && failure.errorType === 'InvalidQuery');
  return failure.kind === 'server-error' && failure.status === 501;
}

function readableOwner(operation: Operation, ids: Ids): Ref | undefined {
  const row = undocumentedOperations.find(each => each.operation.id === operation.id);
  const owner = row && ownerRef({ kind: row.resource.kind, ids });
  return owner !== undefined && resourceOf(owner.kind).read !== undefined ? owner : undefined;
}

type Consent = Readonly<{
  isGiven: () => boolean;
  isThere?: (ref: Ref) => boolean;
  onOutcome?: (operation: Operation, outcome: Outcome<unknown>, isUnsupported: boolean) => void;
}>;

/** An operation that the server does not support fails as `not-offered`, not as a 404 (not in the spec). */
export function consentingClient(client: Client, { isGiven, isThere, onOutcome }: Consent): Client {
  async function isUnsupported(failure: Failure, operation: Operation, ids: Ids) {
    if (provesMissingEndpoint(failure)) return true;
    // A typed path may simply be wrong.
    if (failure.kind !== 'not-found' || operation.typed !== undefined) return false;
    const owner = readableOwner(operation, ids);
    if (owner === undefined || isThere?.(owner)) return true;
    const { read } = resourceOf(owner.kind);
    return read !== undefined && (await client.send(read, owner.ids)).ok;
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.isUndocumented !== true) return client.send(operation, ids, options);
    const hasConsent = isGiven() || options?.hasConsent === true;
    const outcome = await client.send(operation, ids, { ...options, hasConsent });
    const isMissing = !outcome.ok && (await isUnsupported(outcome.failure, operation, ids));
    onOutcome?.(operation, outcome, isMissing);
    if (outcome.ok || !isMissing) return outcome;
    return { ok: false, failure: { ...outcome.failure, kind: 'not-offered' } };
  };
  return { ...client, send };
}
