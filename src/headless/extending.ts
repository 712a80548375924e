import type { Client } from '../api/client.ts';
import { resourceOf } from '../resources/index.ts';
import { isAbsent } from '../resources/offered.ts';
import type { Ref } from '../resources/resource.ts';

/** The client with the consent that a flag gave; what a server does not have is told from what is not there. */
export function extendingClient(client: Client, hasConsent: boolean): Client {
  async function isThere({ kind, ids }: Ref): Promise<boolean> {
    const { read } = resourceOf(kind);
    return read !== undefined && (await client.send(read, ids)).ok;
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.extension !== true) return client.send(operation, ids, options);
    const outcome = await client.send(operation, ids, { ...options, hasConsent });
    if (outcome.ok || !(await isAbsent(outcome.failure, { operation, ids }, isThere))) return outcome;
    return { ok: false, failure: { ...outcome.failure, kind: 'not-offered' } };
  };
  return { send };
}
