declare const safeMark: unique symbol;

/** One line without control, direction or invisible characters, made only here. Screens take nothing else. */
export type SafeText = string & { readonly [safeMark]: true };

/** In UTF-16 units. */
export const MAX_TEXT = 2000;

const PLAIN = /^[\x20-\x7e]*$/;

// Patterns with Unicode properties take milliseconds to compile: that waits for their first use, if any.
const lazy = (source: string): (() => RegExp) => {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, 'gu'));
};

// Hidden everywhere: C0, DEL, C1, line and paragraph separators, direction marks, invisible and filler
// characters, tags, variation selectors, lone surrogates, what Unicode lets a renderer ignore, and
// noncharacters, which YAML readers refuse.
const HIDDEN =
  '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800\\ufffc\\ufffe\\uffff';
const unsafe = lazy(`[${HIDDEN}\\u20e3]`);
// Four combining marks: no script needs more on one letter, and more would run into the rows above and below.
const marks = () => /(\p{M}{4})(\p{M}+)/gu;
// Joiners and variation selectors inside an emoji: terminals disagree on the width of joined ones.
const emojiGlue = () => /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200d\ufe0f]+/gu;

function visible(character: string) {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 64)}`;
  if (code === 0x7f) return '^?';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

const spreadMarks = (_all: string, first: string, rest: string) => first + Array.from(rest, visible).join('');

function oneLine(value: string) {
  if (PLAIN.test(value)) return value;
  return value.replace(emojiGlue(), '').replace(unsafe(), visible).replace(marks(), spreadMarks);
}

function cutLong(value: string, limit: number) {
  if (value.length <= limit) return value;
  const end = value.charCodeAt(limit - 1) >> 10 === 0x36 ? limit - 1 : limit;
  return `${value.slice(0, end)}…`;
}

/**
 * Makes unsafe characters visible (`^[`, `<U+202E>`), not dropped: two different names must not look alike.
 * Cuts to `limit` UTF-16 units. Never throws.
 */
export const clean = (value: string, limit: number = MAX_TEXT): SafeText =>
  oneLine(cutLong(value, limit)) as SafeText;

export const cleanLines = (value: string, limit: number = 64 * 1024): readonly SafeText[] =>
  cutLong(value, limit)
    .split(/\r\n|\n|\r/)
    .map(line => oneLine(line.replaceAll('\t', '    ')) as SafeText);

/** As `clean`, but keeps line breaks, tabs and the full length. */
export const visibleText = (value: string) => value.replace(/[^\n\t]+/g, oneLine);

// Joiners and variation selectors are kept after an emoji or a letter outside ASCII: they belong to it.
const BELONGS = '(?<=[^\\0-\\x7f])[\\u200c\\u200d\\ufe0e\\ufe0f]';
const invisible = lazy(`(?![\\n\\t]|${BELONGS})[${HIDDEN}]`);

export const withoutInvisible = (value: string) =>
  PLAIN.test(value) ? value : value.replace(invisible(), '');

const PLAIN_LINES = /^[\n\x20-\x7e]*$/;
// A quoted text keeps all joiners.
const toEscape = lazy(`(?![\\n\\t\\u200c\\u200d]|${BELONGS})[${HIDDEN}]`);

const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const jsonEscape = (character: string) =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('');
const yamlEscape = (character: string) =>
  character.length === 1 ? jsonEscape(character) : `\\U${hex(character.codePointAt(0) ?? 0, 8)}`;

/** The same value, safe on a terminal. */
export function escaped(text: string, notation: 'json' | 'yaml' = 'json'): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(toEscape(), notation === 'json' ? jsonEscape : yamlEscape);
}

/** safe`bot ${name}`: the literal words are trusted; what is undefined or false is left out. */
export const safe = (
  words: TemplateStringsArray,
  ...parts: readonly (SafeText | number | false | undefined)[]
) =>
  words.reduce((text, word, at) => {
    const part = parts[at - 1] ?? false;
    return text + (part === false ? '' : part) + word;
  }) as SafeText;

/** Leaves out what is undefined. The separator must be our own text. */
export const joinSafe = (texts: readonly (SafeText | undefined)[], separator = ', ') =>
  texts.filter(text => text !== undefined).join(separator) as SafeText;

/** `slack, faq and 3 more`; `most`: how many are named. */
export const joinFirst = <T>(items: readonly T[], most: number, wordOf: (item: T) => SafeText | undefined) =>
  safe`${joinSafe(items.slice(0, most).map(wordOf))}${items.length > most && safe` and ${items.length - most} more`}`;

export const lower = (text: SafeText) => text.toLowerCase() as SafeText;
export const upper = (text: SafeText) => text.toUpperCase() as SafeText;
export const repeat = (mark: SafeText, times: number) =>
  mark.repeat(Math.max(0, Math.floor(times))) as SafeText;

/** For use inside a sentence: at most 200 UTF-16 units. */
export const shortText = (text: string) => clean(text.trim(), 200);

export const errorText = (error: unknown) =>
  shortText(error instanceof Error ? error.message : 'unknown error');
