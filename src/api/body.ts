import { type Json, parseJson } from '../json/json.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';
import { EncodingError } from './http.ts';
import { type Mask, withoutEscapes } from './token-mask.ts';

/** Maximum size of a response, in bytes after decompression. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** `mask` hides our token in a body; `words` hides all secrets, for shown texts. */
export type Masks = { readonly mask: Mask; readonly words: Mask };

/** A body that was read: JSON, or why it is none. `bytes`: its size after decompression. */
export type Body =
  | { readonly kind: 'json'; readonly json: Json | undefined; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly why: SafeText; readonly bytes: number };

/** Reads a body as text. Stops and returns undefined after more than `limit` bytes. */
async function readText(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ text: string; bytes: number } | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const value of stream) {
    bytes += value.byteLength;
    if (bytes > limit) return undefined;
    pieces.push(value);
  }
  return { text: new TextDecoder().decode(Buffer.concat(pieces)), bytes };
}

/**
 * Reads a body as strict JSON; an empty body is `undefined`. Masks our token first, in case the server echoes
 * it.
 * Throws the errors of the stream.
 */
export async function readBody(
  stream: AsyncIterable<Uint8Array> | null,
  limit: number,
  { mask, words }: Masks,
): Promise<Body> {
  if (stream === null) return { kind: 'json', json: undefined, bytes: 0 };
  const read = await readText(stream, limit).catch((error: unknown) => {
    if (error instanceof EncodingError) return error;
    throw error;
  });
  if (read instanceof EncodingError) {
    const why = safe`it is compressed in a way botscope cannot read: ${shortText(words(read.encoding))}`;
    return { kind: 'unreadable', why, bytes: 0 };
  }
  if (read === undefined) {
    const why = safe`it is larger than ${limit / 1024 / 1024} MiB; reading stopped there`;
    return { kind: 'unreadable', why, bytes: limit };
  }
  if (read.text.trim() === '') return { kind: 'json', json: undefined, bytes: read.bytes };
  const text = mask(withoutEscapes(read.text));
  try {
    return { kind: 'json', json: parseJson(text), bytes: read.bytes };
  } catch (error) {
    // The reviver of `parseJson` recurses, so valid JSON that nests deeply overflows the stack.
    const why =
      error instanceof RangeError
        ? safe`it is JSON that nests too deeply`
        : describe(words(text.trimStart().slice(0, 2000)));
    return { kind: 'unreadable', why, bytes: read.bytes };
  }
}

/** Describes the beginning of a body that is not JSON. */
function describe(start: string): SafeText {
  if (start.startsWith('<')) {
    const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1];
    return title === undefined
      ? safe`it is HTML, not JSON`
      : safe`it is HTML, not JSON: "${shortText(title)}"`;
  }
  if (/^[[{"]/.test(start)) return safe`it is incomplete or broken JSON`;
  return safe`it is not JSON: "${shortText(start.split('\n')[0] ?? '')}"`;
}
