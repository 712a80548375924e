import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Writes whatever it likes to whoever asked for a path. */
export type Say = (socket: Socket, path: string) => void;

const head = (status: string, headers: readonly string[] = []): string =>
  [`HTTP/1.1 ${status}`, 'connection: close', ...headers, '', ''].join('\r\n');

/** A whole answer: bytes as they are, with a right length unless the headers say another. */
export const whole =
  (body: string | Buffer, headers: readonly string[] = []): Say =>
  socket => {
    const length = headers.some(each => each.startsWith('content-length'))
      ? []
      : [`content-length: ${Buffer.byteLength(body)}`];
    socket.write(head('200 OK', ['content-type: application/json', ...length, ...headers]));
    socket.end(body);
  };

/** These bytes in place of an answer, then the end of the connection. */
export const bytes =
  (text: string): Say =>
  socket =>
    void socket.end(text);

/** A body in pieces, as long as somebody reads, up to a size. */
export const stream =
  (start: string, piece: string, size: number): Say =>
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

/** A server below HTTP: it can break every rule. `asked` has the first line of each request. */
export async function rawSocket(say: Say) {
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'token',
    workspaceId: 'wkspace_1',
    asked,
    /** What is said from now on. */
    say: (next: Say): void => {
      present = next;
    },
    close: () =>
      new Promise<void>(resolve => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
