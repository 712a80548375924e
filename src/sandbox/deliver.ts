import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Reply } from './http/http.ts';
import type { Fault } from './types.ts';

/** Pause between two bytes of a body that comes byte by byte. */
const DRIP_MS = 10;

/** Waits without keeping the process alive. */
export async function pause(ms: number): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { ref: false });
}

export function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

async function drip(response: ServerResponse, body: Buffer): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at++) {
    response.write(body.subarray(at, at + 1));
    await pause(DRIP_MS);
  }
  response.end();
}

export async function deliver(response: ServerResponse, reply: Reply, fault: Fault): Promise<void> {
  const whole = Buffer.from(reply.body);
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  const body = fault.truncate ? half : whole;
  const hasNone = reply.status === 204 || reply.status === 304;
  response.writeHead(reply.status, {
    ...(hasNone ? {} : { 'content-length': body.length }),
    ...reply.headers,
  });
  if (fault.hang === 'body') response.write(half);
  else if (fault.reset === 'during') response.write(half, () => cut(response));
  else if (fault.drip) await drip(response, body);
  else response.end(hasNone ? undefined : body);
}
