declare const safeMark: unique symbol;

/**
 * Text that can be written to a terminal: no control, direction or invisible characters, one line.
 * Made only here; the screens accept nothing else.
 */
export type SafeText = string & { readonly [safeMark]: true };

/** Longest text kept of one remote value, in UTF-16 units. */
export const MAX_TEXT = 2000;

const PLAIN = /^[\x20-\x7e]*$/;

// Patterns of Unicode's properties are slow to make: each stands where it is used, and most starts make none.

// C0, DEL, C1, line and paragraph separators, direction marks, invisible and filler characters, tags,
// variation selectors, lone surrogates, and what Unicode lets a screen leave out.
const unsafe = () => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u20e3\u2800\ufffc]/gu;
// No script needs more marks on one letter; more would run into the rows above and below.
const marks = () => /(\p{M}{4})(\p{M}+)/gu;
// A joiner or a variation selector inside an emoji: dropped, so that every terminal counts the same cells.
const emojiGlue = () => /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200d\ufe0f]+/gu;

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 64)}`;
  if (code === 0x7f) return '^?';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

const spreadMarks = (_all: string, kept: string, rest: string): string =>
  kept + Array.from(rest, visible).join('');

function oneLine(value: string): string {
  if (PLAIN.test(value)) return value;
  return value.replace(emojiGlue(), '').replace(unsafe(), visible).replace(marks(), spreadMarks);
}

function cutLong(value: string, limit: number): string {
  if (value.length <= limit) return value;
  const end = value.charCodeAt(limit - 1) >> 10 === 0x36 ? limit - 1 : limit;
  return `${value.slice(0, end)}…`;
}

/**
 * Makes any remote text harmless: shows what is unsafe (`^[`, `<U+202E>`) and does not drop it, so that two
 * different names never look alike. At most `limit` units are kept. Total: never throws.
 */
export function clean(value: string, limit: number = MAX_TEXT): SafeText {
  return oneLine(cutLong(value, limit)) as SafeText;
}

/** The same for text of several lines: one safe text a line, tabs as spaces. */
export function cleanLines(value: string, limit: number = 64 * 1024): readonly SafeText[] {
  return cutLong(value, limit)
    .split(/\r\n|\n|\r/)
    .map(line => oneLine(line.replaceAll('\t', '    ')) as SafeText);
}

/** Shows what is unsafe as `clean` does, but leaves line breaks, tabs and the length: for data that a person reads. */
export const visibleText = (value: string): string => value.replace(/[^\n\t]+/g, oneLine);

// Joiners and variation selectors after a letter outside ASCII or an emoji are a part of it.
const invisible = () =>
  /(?![\n\t])(?!(?<=[^\0-\x7f])[\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without control, direction and invisible characters, line breaks and tabs aside. */
export const withoutInvisible = (value: string): string =>
  PLAIN.test(value) ? value : value.replace(invisible(), '');

const PLAIN_LINES = /^[\n\x20-\x7e]*$/;
// The joiners between the parts of a letter or an emoji are as harmless as letters.
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu;

/** A text of quoted strings with what cannot be seen in them as escapes: the same value, and nothing that acts. */
export function escaped(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(HIDDEN, hidden =>
    hidden
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Our own words around safe parts: safe`bot ${name}`. The literal parts are trusted, they are ours. */
export function safe(
  words: TemplateStringsArray,
  ...parts: readonly (SafeText | number | undefined)[]
): SafeText {
  return words.reduce((text, word, at) => text + (parts[at - 1] ?? '') + word) as SafeText;
}

/** Joins safe texts; the separator is ours. */
export function joinSafe(texts: readonly SafeText[], separator: string): SafeText {
  return texts.join(separator) as SafeText;
}

/** Upper or lower case and repeating keep text safe. */
export const upper = (text: SafeText): SafeText => text.toUpperCase() as SafeText;
export const repeat = (mark: SafeText, times: number): SafeText =>
  mark.repeat(Math.max(0, Math.floor(times))) as SafeText;

/** A message or a name inside a sentence: one safe line of at most 200 units. */
export const shortText = (text: string): SafeText => clean(text.trim(), 200);
