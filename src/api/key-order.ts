// JavaScript puts names that are whole numbers before all others, smallest first: `{"b":1,"7":2}` would come out
// turned round. With a mark before them they are names like others while JSON is parsed.
const MARK = '\uf8ff';
// A text without it has no such name; what is mostly strings has few of it.
const DIGIT_BEFORE_END = /\d"[\s:]/;
const WHOLE_NUMBER = /"(?:0|[1-9]\d{0,9})"\s*:/;
const MARKED = new RegExp(`^(?:${MARK}|(?:0|[1-9]\\d{0,9})$)`);

/** Whether a JSON text may have names whose order would be lost. Escaped digits are not looked for. */
export const hasNumberedNames = (text: string): boolean =>
  DIGIT_BEFORE_END.test(text) && WHOLE_NUMBER.test(text);

/** The end of a JSON string that begins at `from`: the place of its closing quote, or of the end of the text. */
function closing(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

const COLON = /\s*:/y;

function isName(text: string, end: number): boolean {
  COLON.lastIndex = end + 1;
  return COLON.test(text);
}

/** A JSON text with a mark before every name that is a whole number. */
export function withMarks(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let from = text.indexOf('"'); from >= 0; ) {
    const end = closing(text, from);
    if (MARKED.test(text.slice(from + 1, end)) && isName(text, end)) {
      parts.push(text.slice(done, from + 1), MARK);
      done = from + 1;
    }
    from = text.indexOf('"', end + 1);
  }
  return [...parts, text.slice(done)].join('');
}

/** The names without their marks, when one of them has any. */
export function unmarked(names: readonly string[]): readonly string[] | undefined {
  if (!names.some(name => name.startsWith(MARK))) return undefined;
  return names.map(name => (name.startsWith(MARK) ? name.slice(MARK.length) : name));
}
