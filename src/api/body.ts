import { type Json, parseJson } from '../json/json.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';
import { type Mask, withoutEscapes } from './token-mask.ts';

/** `mask` hides our token in a body; `words` hides all secrets, for shown texts. */
export type Masks = { readonly mask: Mask; readonly words: Mask };

/** A body: JSON, undefined if it is empty, or why it is none. */
export type Body =
  | { readonly kind: 'json'; readonly json: Json | undefined }
  | { readonly kind: 'unreadable'; readonly why: SafeText };

/** Parses a body as strict JSON. Masks our token first, in case the server echoes it. */
export function parseBody(sent: string, { mask, words }: Masks): Body {
  if (sent.trim() === '') return { kind: 'json', json: undefined };
  const text = mask(withoutEscapes(sent));
  try {
    return { kind: 'json', json: parseJson(text) };
  } catch (error) {
    // The reviver of `parseJson` recurses, so valid JSON that nests deeply overflows the stack.
    const why =
      error instanceof RangeError
        ? safe`it is JSON that nests too deeply`
        : describe(words(text.trimStart().slice(0, 2000)));
    return { kind: 'unreadable', why };
  }
}

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
