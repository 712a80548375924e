import { segments } from '../../text/width.ts';

type Front =
  | Readonly<{ kind: 'key' | 'reply' | 'junk' | 'paste'; text: string; length: number }>
  | { readonly kind: 'torn' };

export const PASTE_START = '\x1b[200~';
export const PASTE_END = '\x1b[201~';

export const ESC = '\x1b';
/** The form of Esc for which Ink does not wait for more input. */
export const ESCAPE_KEY = '\x1b[27u';

const SEQUENCES: readonly (readonly [kind: Front['kind'], form: RegExp])[] = [
  ['paste', /^\x1b\[200~/],
  ['junk', /^\x1b\[201~/],
  // Mouse report in the old format: three characters follow, which may be letters.
  ['junk', /^\x1b\[M.{3}/su],
  ['torn', /^\x1b\[M/],
  // Replies start with a private marker, which keys do not have; except a status and the focus.
  ['reply', /^\x1b\[(?:[<=>?][0-?]{0,63}[ -/]{0,8}[@-~]|\d{0,64}n|[IO])/],
  // Linux consoles send F1 to F5 as `ESC [ [ A`, rxvt sends shifted editing keys as `ESC [ 2 $`.
  ['key', /^\x1b\[(?:\[\d{0,2}[A-Z~]|[235678]\$|(?!\[)[0-?]{0,64}[ -/]{0,8}[@-~])/],
  ['torn', /^\x1b\[(?:\[\d{0,2}|[0-?]{0,64}[ -/]{0,8})$/],
  ['key', /^\x1bO[\d;]{0,16}[@-~]/],
  ['torn', /^\x1bO[\d;]{0,16}$/],
  // Replies contain no control characters: one inside a reply is a key and ends it.
  ['reply', /^\x1b[\]PX^_][^\x00-\x1f\x7f]*(?:\x07|\x1b\\)/],
  ['torn', /^\x1b(?:[\]PX^_][^\x00-\x1f\x7f]*\x1b?)?$/],
  ['junk', /^\x1b(?:\[[ -?]*|O[\d;]*|[\]PX^_][^\x00-\x1f\x7f]*)/],
  ['key', /^\x1b/],
];

/** A control character is one of its own. */
function grapheme(text: string) {
  const run = /^[^\x00-\x1f\x7f][^\x00-\x7f]+/.exec(text)?.[0];
  if (run === undefined) return text.slice(0, 1);
  const [first] = segments(run);
  return first?.segment ?? text.slice(0, 1);
}

export function front(text: string): Front {
  if (text === '') return { kind: 'torn' };
  if (text.startsWith(ESC))
    for (const [kind, form] of SEQUENCES) {
      const match = form.exec(text)?.[0];
      if (match !== undefined)
        return { kind, text: match === ESC ? ESCAPE_KEY : match, length: match.length };
    }
  // 8-bit controls: no key sends them.
  if (/^[\x80-\x9f]/.test(text)) return { kind: 'junk', text, length: 1 };
  const key = grapheme(text);
  return { kind: 'key', text: key, length: key.length };
}
