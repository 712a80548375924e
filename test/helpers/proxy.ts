import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { connect, type Socket } from 'node:net';
import { CERTIFICATE } from './certificate.ts';
import { listening } from './raw-server.ts';

/** A host name that does not resolve: it can be reached only through the proxy. */
export const HIDDEN = 'api.botscope.invalid';

/**
 * Starts a proxy for a server: plain for http, by CONNECT for https. `asked` has the first line of each
 * request.
 */
export async function startProxy(target: string) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const forward = ({ url = '', method, headers }: IncomingMessage, response: ServerResponse): void => {
    const { pathname, search } = new URL(url, target);
    request(`${target}${pathname}${search}`, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    })
      .on('error', () => response.destroy())
      .end();
  };
  const secure = createSecure(CERTIFICATE, forward);
  const securePort = await listening(secure);
  const proxy = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    forward(incoming, response);
  });
  proxy.on('connect', ({ url }: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${url}`);
    const port = url?.endsWith(':80') ? Number(new URL(target).port) : securePort;
    const up = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      up.pipe(socket).pipe(up);
    });
    for (const each of [up, socket]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
    }
  });
  const port = await listening(proxy);
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of [proxy, secure]) {
        server.closeAllConnections();
        await new Promise<void>(resolve => server.close(() => resolve()));
      }
    },
  };
}
