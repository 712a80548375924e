import type { IncomingMessage } from 'node:http';
import type { Area } from '../api/operation.ts';

/** Largest request bodies by area, in bytes (service definition; spec 8 shows no value). */
const LIMITS: Readonly<Record<Area, number>> = { admin: 50 * 1024 * 1024, chat: 1024 * 1024 };

export type Payload = 'fine' | 'too-large' | 'broken';

/**
 * Reads the body of a request as far as it matters: these operations have none, but official clients send
 * `{}`. Stops keeping bytes at the limit. Throws what the connection throws.
 */
export async function readPayload(request: IncomingMessage, area: Area): Promise<Payload> {
  const limit = LIMITS[area];
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too-large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limit) return 'too-large';
    chunks.push(chunk);
  }
  return size === 0 || isJson(chunks) ? 'fine' : 'broken';
}

function isJson(chunks: readonly Uint8Array[]): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
    return true;
  } catch {
    return false;
  }
}
