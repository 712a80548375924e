import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Client, type ClientContext, createClient, type Outcome } from '../../src/api/client.ts';
import { httpFetch } from '../../src/api/http.ts';
import type { Operation } from '../../src/api/operation.ts';
import type { Connection } from '../../src/api/request.ts';
import { parseBaseUrl } from '../../src/api/url.ts';
import type { Failure } from '../../src/failure.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { rawServer } from '../helpers/raw-server.ts';

type ServerAccess = Pick<Sandbox, 'url' | 'token' | 'workspaceId'>;
export type ClientChanges = Partial<Connection> & { readonly context?: Partial<ClientContext> };

export function clientOf(where: ServerAccess, { context, ...changes }: ClientChanges = {}): Client {
  const base = parseBaseUrl(where.url, false);
  if (!base.ok) throw new Error(base.why);
  const { token, workspaceId } = where;
  return createClient(
    {
      base: base.value,
      token,
      workspaceId,
      readOnly: false,
      timeoutMs: 30_000,
      version: '0.0.0',
      ...changes,
    },
    { fetch: httpFetch, now: Date.now, random: () => 0, ...context },
  );
}

/** Returns an operation by its id. Its type is general, so that tests can send all operations alike. */
export function operationNamed(id: string): Operation {
  const found = documentedOperations.find(({ operation }) => operation.id === id)?.operation;
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

export type Server = Awaited<ReturnType<typeof rawServer>>;

export async function listen(answer: RequestListener): Promise<Server> {
  const server = await rawServer(answer);
  onTestFinished(server.close);
  return server;
}

export const sendTo = async (answer: RequestListener, id: string, changes?: ClientChanges) =>
  clientOf(await listen(answer), changes).send(operationNamed(id), { botId: 'bot' });

/** Starts a server for the present test that sends these bodies one by one, the last one again and again. */
export function serverOf(...bodies: readonly unknown[]): Promise<Server> {
  let count = 0;
  return listen((_request, response) =>
    response.end(JSON.stringify(bodies[Math.min(count++, bodies.length - 1)])),
  );
}

export function expectValue<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

export function expectFailure(outcome: Outcome<unknown>): Failure {
  if (outcome.ok) throw new Error(`unexpected value ${JSON.stringify(outcome.value)}`);
  return outcome.failure;
}
