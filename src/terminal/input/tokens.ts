/** First token of unread input. */
export type Front =
  /** A key: one grapheme, one control character, or one escape sequence of a key. */
  | { readonly kind: 'key'; readonly text: string; readonly length: number }
  /** A reply of the terminal to a query: never a key. */
  | { readonly kind: 'reply'; readonly text: string; readonly length: number }
  | { readonly kind: 'junk'; readonly length: number }
  | { readonly kind: 'paste'; readonly length: number }
  /** An incomplete sequence: more input is needed. */
  | { readonly kind: 'torn' };

/** Markers that a terminal sends around a paste. */
export const PASTE_START = '\x1b[200~';
export const PASTE_END = '\x1b[201~';

/** The Esc key in the form for which Ink does not wait for more input. */
const ESCAPE_KEY = '\x1b[27u';

// Linux consoles send F1 to F5 as `ESC [ [ A`, rxvt sends shifted editing keys as `ESC [ 2 $`.
const CSI = /^\x1b\[(?:\[\d{0,2}[A-Z~]|[235678]\$|(?!\[)[0-?]{0,64}[ -/]{0,8}[@-~])/;
const CSI_TORN = /^\x1b\[(?:\[\d{0,2}|[0-?]{0,64}[ -/]{0,8})$/;
const SS3 = /^\x1bO[\d;]{0,16}[@-~]/;
const SS3_TORN = /^\x1bO[\d;]{0,16}$/;
// Replies contain no control characters: one inside a reply is a key and ends it.
const STRING = /^\x1b[\]PX^_][^\x00-\x1f\x7f]*(?:\x07|\x1b\\)/;
const STRING_TORN = /^\x1b[\]PX^_][^\x00-\x1f\x7f]*\x1b?$/;
const BROKEN = /^\x1b(?:\[[ -?]*|O[\d;]*|[\]PX^_][^\x00-\x1f\x7f]*)/;

/** Replies start with a private marker, which keys do not have; except the reply to a status query. */
const REPLY = /^\x1b\[(?:[<=>?]|\d*n$)/;

/** Mouse report in the old format: the sequence, then three characters, which may be letters. */
const X10_MOUSE = '\x1b[M';
const X10_PAYLOAD = 3;

function mouse(text: string): Front {
  const payload = [...text.slice(X10_MOUSE.length)].slice(0, X10_PAYLOAD);
  if (payload.length < X10_PAYLOAD) return { kind: 'torn' };
  return { kind: 'junk', length: X10_MOUSE.length + payload.join('').length };
}

function control(text: string): Front {
  const csi = CSI.exec(text)?.[0];
  if (csi === PASTE_START) return { kind: 'paste', length: csi.length };
  if (csi === PASTE_END) return { kind: 'junk', length: csi.length };
  if (csi === X10_MOUSE) return mouse(text);
  if (csi !== undefined) return { kind: REPLY.test(csi) ? 'reply' : 'key', text: csi, length: csi.length };
  return CSI_TORN.test(text) ? { kind: 'torn' } : broken(text);
}

function broken(text: string): Front {
  return { kind: 'junk', length: BROKEN.exec(text)?.[0].length ?? 1 };
}

function escaped(text: string): Front {
  const next = text[1];
  if (next === undefined) return { kind: 'torn' };
  if (next === '[') return control(text);
  if (next === 'O') {
    const key = SS3.exec(text)?.[0];
    if (key !== undefined) return { kind: 'key', text: key, length: key.length };
    return SS3_TORN.test(text) ? { kind: 'torn' } : broken(text);
  }
  if (!']PX^_'.includes(next)) return { kind: 'key', text: ESCAPE_KEY, length: 1 };
  const reply = STRING.exec(text)?.[0];
  if (reply !== undefined) return { kind: 'reply', text: reply, length: reply.length };
  return STRING_TORN.test(text) ? { kind: 'torn' } : broken(text);
}

// Made on first use: it costs milliseconds, and most people never type beyond ASCII here.
let segmenter: Intl.Segmenter | undefined;

function grapheme(text: string): Front {
  const run = /^[^\x00-\x7f]*/.exec(text.slice(1))?.[0] ?? '';
  if (run === '') return { kind: 'key', text: text.slice(0, 1), length: 1 };
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = segmenter.segment(text.slice(0, 1) + run);
  const key = first?.segment ?? text.slice(0, 1);
  return { kind: 'key', text: key, length: key.length };
}

export function front(text: string): Front {
  const first = text[0] ?? '';
  if (first === '\x1b') return escaped(text);
  if (/[\x00-\x1f\x7f]/.test(first)) return { kind: 'key', text: first, length: 1 };
  // 8-bit controls: no key sends them.
  if (/[\x80-\x9f]/.test(first)) return { kind: 'junk', length: 1 };
  return grapheme(text);
}

/** Returns the key that incomplete input was, after a pause: Esc; undefined for a truncated sequence. */
export function lateKey(text: string): string | undefined {
  return text === '\x1b' ? ESCAPE_KEY : undefined;
}
