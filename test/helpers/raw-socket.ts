import { createServer, type Socket } from 'node:net';
import { listening } from './raw-server.ts';

export type Respond = (socket: Socket, path: string) => void;

const head = (status: string, headers: readonly string[] = []): string =>
  [`HTTP/1.1 ${status}`, 'connection: close', ...headers, '', ''].join('\r\n');

/** Writes a complete response, with the right length unless a header sets another. */
export const whole =
  (body: string | Buffer, headers: readonly string[] = []): Respond =>
  socket => {
    const length = headers.some(each => each.startsWith('content-length'))
      ? []
      : [`content-length: ${Buffer.byteLength(body)}`];
    socket.write(head('200 OK', ['content-type: application/json', ...length, ...headers]));
    socket.end(body);
  };

/** Writes these bytes in place of a response and closes the connection. */
export const bytes =
  (text: string): Respond =>
  socket =>
    void socket.end(text);

/** Writes a body in pieces up to a size, until the client closes the connection. */
export const stream =
  (start: string, piece: string, size: number): Respond =>
  socket => {
    socket.write(head('200 OK', ['content-type: application/json']));
    socket.write(start);
    let sent = 0;
    const on = (): void => {
      while (sent < size && !socket.destroyed) {
        sent += piece.length;
        if (!socket.write(piece)) return;
      }
      socket.end();
    };
    socket.on('drain', on);
    on();
  };

/**
 * Starts a server on raw sockets, which can break every rule of HTTP. `asked` has the first line of each
 * request.
 */
export async function rawSocket(say: Respond) {
  const asked: string[] = [];
  const open = new Set<Socket>();
  let present = say;
  const server = createServer(socket => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.once('data', data => {
      const line = data.toString('latin1').split('\r\n', 1)[0] ?? '';
      asked.push(line);
      present(socket, line.split(' ')[1] ?? '');
    });
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    token: 'token',
    workspaceId: 'wkspace_1',
    asked,
    say: (next: Respond): void => {
      present = next;
    },
    close: () =>
      new Promise<void>(resolve => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
