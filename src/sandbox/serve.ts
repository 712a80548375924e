import { stripVTControlCharacters } from 'node:util';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';

/** What `serve` needs of the process; `onStop` calls back when it is asked to end (SIGINT, SIGTERM). */
export type ServeIo = {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly onStop: (callback: () => void) => void;
};

function whyNot(error: unknown, { port = 0, host = '127.0.0.1' }: SandboxOptions): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: choose another with --port.`;
  if (code === 'EACCES') return `Port ${port} of ${host} may not be used: choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `There is no address ${host} on this machine.`;
  return `The sandbox cannot listen on ${host}, port ${port} (${code}).`;
}

function firstLine({ baseUrl, token, workspaceId, examples }: Sandbox): string {
  const { botId, issueId, integrationId, conversationId } = examples;
  return JSON.stringify({ baseUrl, token, workspaceId, botId, issueId, integrationId, conversationId });
}

/**
 * Runs a sandbox until it is told to stop. Writes one line of JSON when it listens: the address, the token and
 * ids to begin with. The exit code: 0, or 2 with a sentence when it cannot listen.
 */
export async function serve(options: SandboxOptions, io: ServeIo): Promise<number> {
  const stopped = new Promise<void>(resolve => io.onStop(resolve));
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(options);
  } catch (error) {
    io.writeError(`${stripVTControlCharacters(whyNot(error, options))}\n`);
    return 2;
  }
  io.write(`${firstLine(sandbox)}\n`);
  await stopped;
  await sandbox.close();
  return 0;
}
