// Words that some reader of YAML takes for something else than text, in any case.
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
// Begins with a letter and holds nothing that YAML gives a meaning: so it is no number, time, alias or comment.
const isPlain = (text: string): boolean =>
  /^[\p{L}_/(](?:[^\p{C}\p{Z}:#]|:(?=[^\s\p{Z}])|(?<! )#| (?![#\p{Z}]))*$/u.test(text);
/** Text of several lines that can stand as it is: it begins with a letter or mark and holds nothing invisible. */
const isBlock = (text: string): boolean => /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}\ufeff]|\n)*$/u.test(text);

/** A text as a YAML scalar on one line: bare where every reader takes it for this text, else as JSON has it. */
export function yamlText(text: string): string {
  return isPlain(text) && !/[ :]$/.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

/** A text of several lines as the head of a literal block and its lines; undefined where it is better quoted. */
export function yamlBlock(
  text: string,
): { readonly head: '|' | '|-'; readonly lines: readonly string[] } | undefined {
  const isEnded = text.endsWith('\n');
  const body = isEnded ? text.slice(0, -1) : text;
  if (!body.includes('\n') || body.endsWith('\n') || !isBlock(body)) return undefined;
  return { head: isEnded ? '|' : '|-', lines: body.split('\n') };
}
