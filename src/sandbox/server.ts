import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EarlierVersion } from './examples.ts';
import { refuseGarbage } from './http.ts';
import { requestListener } from './listener.ts';
import { checkOptions } from './options.ts';
import { createService, type ServiceOptions } from './service.ts';
import type { Sandbox } from './types.ts';

export { recordsSchema } from './records-schema.ts';

/**
 * Time without a request after which a connection is closed. Node's 5 seconds are shorter than the pauses
 * between tests: a client that used the connection at that moment would get ECONNRESET.
 */
const KEEP_ALIVE_MS = 60_000;

/** Earlier versions of some records, for the demo. */
type DemoRecords = { readonly seenBefore: () => readonly EarlierVersion[] };

/**
 * Starts the service of the specification with generated or given records. Rejects with the system error if
 * it cannot listen (`code` EADDRINUSE, EACCES, …), and with a `TypeError` for an invalid option. Spec 4, 5,
 * 7.
 */
export async function startSandbox(options: ServiceOptions = {}): Promise<Sandbox & DemoRecords> {
  checkOptions(options);
  const service = await createService(options);
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
  const { token, limitedToken, expiredToken, ids, requests, seenBefore, store } = service;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    workspaceId: store.workspaceIds[0] ?? '',
    ...{ token, limitedToken, expiredToken, ids, requests, seenBefore },
    ...service.controls,
    close,
    [Symbol.asyncDispose]: close,
  };
}
