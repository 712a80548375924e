import { type Replacement, swap } from './patches/edit.ts';

// Characters of one cell each that no neighbour among them joins to one: ASCII with ESC, Latin, dashes, arrows, lines
// and marks. No soft hyphen, nothing that combines, no CR, nothing that is an emoji by itself.
const SINGLE = String.raw`\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u203a\u2190-\u2193\u2500-\u25fc\u2605\u2713\u2717`;

/** An `Intl.Segmenter` that is made when a text needs it; of other texts each unit is a character. */
const lateSegmenter = (name: string, made: string): string => `
let made${name};
const single${name} = /^[\\x1b${SINGLE}]*$/;
const units${name} = function * (text) {
  for (let index = 0; index < text.length; index++) yield {segment: text[index], index, input: text};
};
const ${name} = {
  segment: text => single${name}.test(text) ? units${name}(text) : (made${name} ??= ${made}).segment(text),
};`;

const reason =
  'The first Intl.Segmenter reads the rules of Unicode: 9 ms and more at every start. Made only for a text that needs it.';

const late = (file: string, name: string, made: string): Replacement => ({
  file,
  reason,
  edit: text => swap(text, `const ${name} = ${made};`, lateSegmenter(name, made)),
});

const WIDE = 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;';
const LATE_WIDE = `
let sequences;
const presented = /^\\p{Emoji_Presentation}$/u;
const rgiEmojiRegex = {
  test: text => text.length === 1 ? presented.test(text) : (sequences ??= /^\\p{RGI_Emoji}$/v).test(text),
};`;

const ASCII = '\tif (/^[\\u0020-\\u007E]*$/.test(string)) {\n\t\treturn string.length;\n\t}\n';
const KNOWN = `\tif (ambiguousIsNarrow && /^[${SINGLE}]*$/.test(string)) return string.length;\n`;

const SEGMENTER = 'new Intl.Segmenter()';

/** What makes characters of texts, and measures them. */
export const characterReplacements: readonly Replacement[] = [
  {
    file: 'string-width/index.js',
    reason:
      'Its pattern of all emoji takes 19 ms to be made, at every start, and the first Intl.Segmenter 9. Both are made ' +
      'only for a text that needs them.',
    edit: text => {
      const patterned = swap(text, WIDE, LATE_WIDE);
      const known = swap(patterned, ASCII, ASCII + KNOWN);
      return swap(known, `const segmenter = ${SEGMENTER};`, lateSegmenter('segmenter', SEGMENTER));
    },
  },
  late('wrap-ansi/index.js', 'segmenter', SEGMENTER),
  {
    file: 'slice-ansi/tokenize-ansi.js',
    reason,
    // It also asks in the middle of a text: that only the real one can answer.
    edit: text => {
      const made = "new Intl.Segmenter(undefined, {granularity: 'grapheme'})";
      const simple =
        'let made; const GRAPHEME_SEGMENTER = { segment: text => (made ??= real()).segment(text) };';
      return swap(text, `const GRAPHEME_SEGMENTER = ${made};`, `const real = () => ${made}; ${simple}`);
    },
  },
  late(
    '@alcalzone/ansi-tokenize/build/tokenize.js',
    'segmenter',
    'new Intl.Segmenter(undefined, { granularity: "grapheme" })',
  ),
  late('ink/build/line-update.js', 'segmenter', "new Intl.Segmenter(undefined, { granularity: 'grapheme' })"),
];
