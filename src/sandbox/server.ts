import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ids } from '../api/operation.ts';
import { badId } from '../api/url.ts';
import { ownIdName } from '../resources/record-ids.ts';
import type { ChangesByKey } from './changes.ts';
import type { EarlierVersion } from './examples.ts';
import { refuseGarbage } from './http/http.ts';
import { requestListener } from './listener.ts';
import { checkOptions } from './options.ts';
import {
  checkedFault,
  createService,
  firstIds,
  readFaults,
  readOwnRecords,
  type Service,
  type ServiceOptions,
} from './service.ts';
import type { Fault, Sandbox, Snapshot } from './types.ts';

export { recordsSchema } from './records-schema.ts';

/**
 * Time without a request after which a connection is closed. Node's 5 seconds are shorter than the pauses
 * between tests: a client that used the connection at that moment would get ECONNRESET.
 */
const KEEP_ALIVE_MS = 60_000;

/** Earlier versions of some records, for the demo. */
type DemoRecords = { readonly seenBefore: () => readonly EarlierVersion[] };

/** Returns the functions that change a running sandbox. */
function controlsOf({ store, faults, resources, access, changes, clock, reset }: Service) {
  const scope: Ids = { workspaceId: access.workspaceIds[0] ?? '' };
  return {
    reset,
    snapshot: (): Snapshot => ({ changes: changes.snapshot(), advancedMs: clock.advancedMs }),
    restore: (snapshot: Snapshot): void => {
      changes.restore(snapshot.changes as ChangesByKey);
      clock.advancedMs = snapshot.advancedMs;
    },
    fault: (fault: Fault | string) => {
      const id = faults.add(checkedFault(fault));
      return (): void => void faults.remove(id);
    },
    put: (kind: string, record: Parameters<Sandbox['put']>[1], parents: Ids = {}) => {
      const resource = resources.find(each => each.kind === kind);
      const kinds = resources.map(each => each.kind).join(', ');
      if (resource === undefined) throw new TypeError(`no kind ${kind}: ${kinds}`);
      const why = badId(record.id);
      if (why !== undefined) throw new TypeError(`${kind}: ${why}`);
      const ids = { ...scope, ...parents, [ownIdName(resource)]: record.id };
      if (store.put(resource, ids, record) === undefined) throw new TypeError(`no parent of this ${kind}`);
    },
    advance: (ms: number) => {
      if (!Number.isFinite(ms)) throw new TypeError('advance: the time must be a number of milliseconds');
      clock.advancedMs += ms;
    },
  };
}

/**
 * Starts the service of the specification with generated or given records. Rejects with the system error if
 * it cannot listen (`code` EADDRINUSE, EACCES, …), and with a `TypeError` for an invalid option. Spec 4, 5,
 * 7.
 */
export async function startSandbox(options: ServiceOptions = {}): Promise<Sandbox & DemoRecords> {
  checkOptions(options);
  const own = await readOwnRecords(options);
  const service = createService(options, { own, faults: await readFaults(options) });
  const { access, examples } = service;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, requestListener(service));
  server.on('clientError', refuseGarbage);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    token: access.token,
    limitedToken: access.limitedToken,
    expiredToken: access.expiredToken,
    workspaceId: access.workspaceIds[0] ?? '',
    ids: examples,
    requests: service.log,
    ...controlsOf(service),
    seenBefore: service.seenBefore,
    idsOf: (kind, parents) => firstIds(service, kind, parents),
    close,
    [Symbol.asyncDispose]: close,
  };
}
