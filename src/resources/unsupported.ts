import type { Client } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import type { Failure } from '../failure.ts';
import { ownerRef, resourceOf, undocumentedOperations } from './registry.ts';
import type { Ref } from './resource.ts';

/** The response alone proves it; a 404 may also be about the parent record. */
function provesMissingEndpoint(failure: Failure): boolean {
  if (failure.kind === 'rejected')
    return failure.status === 405 || (failure.status === 400 && failure.errorType === 'InvalidQuery');
  return failure.kind === 'server-error' && failure.status === 501;
}

function readableOwner(operation: Operation, ids: Ids): Ref | undefined {
  const row = undocumentedOperations.find(each => each.operation.id === operation.id);
  const owner = row && ownerRef({ kind: row.resource.kind, ids });
  return owner !== undefined && resourceOf(owner.kind).read !== undefined ? owner : undefined;
}

/** The server does not support an undocumented operation (not in the spec). */
export async function isUnsupported(
  failure: Failure,
  { operation, ids }: { readonly operation: Operation; readonly ids: Ids },
  isThere: (owner: Ref) => Promise<boolean>,
): Promise<boolean> {
  if (provesMissingEndpoint(failure)) return true;
  // A typed path may simply be wrong.
  if (failure.kind !== 'not-found' || operation.typed !== undefined) return false;
  const owner = readableOwner(operation, ids);
  return owner === undefined || isThere(owner);
}

/**
 * With the consent of `--ext`; single requests may have their own. An unsupported operation fails as `not-
 * offered`, not as a 404.
 */
export function consentingClient(client: Client, hasConsent: boolean): Client {
  async function isThere({ kind, ids }: Ref): Promise<boolean> {
    const { read } = resourceOf(kind);
    return read !== undefined && (await client.send(read, ids)).ok;
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.isUndocumented !== true) return client.send(operation, ids, options);
    const isAllowed = hasConsent || options?.hasConsent === true;
    const outcome = await client.send(operation, ids, { ...options, hasConsent: isAllowed });
    if (outcome.ok || !(await isUnsupported(outcome.failure, { operation, ids }, isThere))) return outcome;
    return { ok: false, failure: { ...outcome.failure, kind: 'not-offered' } };
  };
  return { ...client, send };
}
