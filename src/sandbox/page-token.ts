import { Buffer } from 'node:buffer';
import { hash, mix, unmix } from './dice.ts';

/** Longest token looked at, in characters. */
const MAX_TOKEN = 64;

/**
 * An opaque token for "after this position" of one list. `list` stands for the list, its order and filters:
 * a token of another list is none. Base64 of its usual alphabet, with `+`, `/` and `=` (service definition).
 */
export function pageToken(list: string, position: number): string {
  const bytes = Buffer.alloc(16 + (position % 3));
  bytes.writeUInt32BE((mix(position) ^ hash([list])) >>> 0, 0);
  for (let at = 4; at < bytes.length; at++) bytes[at] = hash([list, position, at]) & 0xff;
  return bytes.toString('base64');
}

/** The position a token stands for, or undefined when it was not made for this list. */
export function positionOf(list: string, token: string): number | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const bytes = Buffer.from(token, 'base64');
  if (bytes.length < 16) return undefined;
  const position = unmix(bytes.readUInt32BE(0) ^ hash([list]));
  return pageToken(list, position) === token ? position : undefined;
}
