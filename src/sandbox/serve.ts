import { stripVTControlCharacters } from 'node:util';
import { startSandbox } from './server.ts';
import type { Sandbox, SandboxOptions } from './types.ts';

/** Dependencies of `serve`. `onStop` registers a callback for SIGINT and SIGTERM. */
export type ServeIo = {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly onStop: (callback: () => void) => void;
};

function listenProblem(error: unknown, { port = 0, host = '127.0.0.1' }: SandboxOptions): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: choose another with --port.`;
  if (code === 'EACCES')
    return `No permission to use port ${port} of ${host}: choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  return `The sandbox cannot listen on ${host}, port ${port} (${code}).`;
}

function startLine({ url, token, workspaceId, limitedToken, expiredToken, ids }: Sandbox): string {
  return JSON.stringify({ baseUrl: url, token, workspaceId, ...ids, limitedToken, expiredToken });
}

/**
 * Runs a sandbox until it is stopped. Writes one line of JSON once it listens: the address, the token and
 * example ids. Returns the exit code: 0, or 2 with a sentence on stderr if it cannot listen.
 */
export async function serve(options: SandboxOptions, io: ServeIo): Promise<number> {
  const stopped = new Promise<void>(resolve => io.onStop(resolve));
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(options);
  } catch (error) {
    io.writeError(`${stripVTControlCharacters(listenProblem(error, options))}\n`);
    return 2;
  }
  io.write(`${startLine(sandbox)}\n`);
  await stopped;
  await sandbox.close();
  return 0;
}
