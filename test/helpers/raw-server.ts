import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a server for responses that the sandbox never sends. */
export async function rawServer(answer: RequestListener) {
  const server = createServer(answer);
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    token: 'bp_pat_raw_server',
    workspaceId: 'wkspace_1',
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
