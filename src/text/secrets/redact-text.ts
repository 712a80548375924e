import { STEM } from './names.ts';
import { pairsIn } from './pairs.ts';
import { addressSecretsIn, keyBlocksIn, matches, type Range, tokensIn } from './tokens.ts';
import { MASK } from './values.ts';

/** Signs of a secret, or of an encoding that may hide one. Nearly all texts have none. */
const SUSPECT = new RegExp(
  String.raw`[%\\&@<>\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\uffff]|[\w+/-]{16}|\/\/|${STEM.source}`,
  'i',
);
/** A single word, a time, and the ids of the service: most texts of a record. */
const PLAIN =
  /^(?:[A-Z]?[a-z]{0,30}(?:[A-Z][a-z]{1,30}){0,6}|[\d:.TZ-]{0,30}|(?:[a-z]{2,12}_)?[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A text with its encodings undone. `source`: returns where a part of it stands in the text as sent. */
type Decoded = { readonly text: string; readonly source: (range: Range) => Range };

const SIGNS: Readonly<Record<string, string>> = {
  ...{ quot: '"', amp: '&', apos: "'", lt: '<', gt: '>', colon: ':', equals: '=', commat: '@', sol: '/' },
  ...{ n: '\n', r: '\n', t: '\t' },
};

/** Texts without an encoding. */
const UNCODED = /^[^%\\&^<\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\uffff]*$/;

/** Escapes of JSON, addresses and HTML; full width. */
const ENCODED =
  /\\(?:u\{?00([\da-f]{2})\}?|x([\da-f]{2})|(["'`\\/nrt]))|%([0-7][\da-f])|(%[c-f][\da-f](?:%[89ab][\da-f]){1,3})|&#x0{0,4}([2-7][\da-f]);|&#0{0,4}(\d{2,3});|&(quot|amp|apos|lt|gt|colon|equals|commat|sol);|([\uff01-\uff5e])/gi;
/** All that a reader does not see: colours and invisible characters. */
const unseen = () =>
  /(?:\x1b\[|\x9b|\^\[\[)[\d;:?]{0,40}[@-~]|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)|<U\+[\dA-F]{4,6}>|(?![\n\r\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}]/giu;

/** Returns what an encoding stands for; '' for what a reader does not see. */
function readable([, unicode, byte, sign, percent, utf8, hex, decimal, name, wide]: RegExpExecArray): string {
  const digits = unicode ?? byte ?? percent ?? hex ?? (decimal && Number(decimal).toString(16));
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (wide !== undefined) return String.fromCharCode(wide.charCodeAt(0) - 0xfee0);
  if (utf8 !== undefined) return Buffer.from(utf8.replaceAll('%', ''), 'hex').toString().slice(0, 1);
  return SIGNS[(sign ?? name ?? '').toLowerCase()] ?? sign ?? '';
}

/** Returns a text with one level of encodings undone; undefined if it is readable as it is. */
function decoded(text: string): Decoded | undefined {
  if (UNCODED.test(text)) return undefined;
  const parts: string[] = [];
  // Of each character of the readable text, where it begins and ends in the source.
  const [starts, ends] = [new Uint32Array(text.length), new Uint32Array(text.length)];
  let [done, length] = [0, 0];
  const copy = (to: number): void => {
    parts.push(text.slice(done, to));
    for (let at = done; at < to; at++) {
      starts[length] = at;
      ends[length++] = at + 1;
    }
  };
  // Invisible characters may stand inside an escape, so they go first.
  for (const found of text.matchAll(unseen().test(text) ? unseen() : ENCODED)) {
    copy(found.index);
    done = found.index + found[0].length;
    const shown = readable(found);
    parts.push(shown);
    if (shown !== '') {
      starts[length] = found.index;
      ends[length++] = done;
    }
  }
  if (done === 0) return undefined;
  copy(text.length);
  return { text: parts.join(''), source: ([from, to]) => [starts[from] ?? 0, ends[to - 1] ?? 0] };
}

/** Levels of encodings that are undone: JSON in JSON in a parameter has three. */
const MOST_LEVELS = 4;

/** Finds the secrets in a text, and in what it encodes. */
function secretsIn(text: string, level = 0): readonly Range[] {
  const view = level < MOST_LEVELS ? decoded(text) : undefined;
  return [
    ...keyBlocksIn(text),
    ...tokensIn(text),
    ...addressSecretsIn(text),
    ...pairsIn(text),
    ...(view === undefined ? [] : secretsIn(view.text, level + 1).map(view.source)),
  ];
}

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const READABLE = /^[\t\n\r\x20-\x7e]+$/;

const textOf = (run: string): string => Buffer.from(run, 'base64').toString('latin1');
/** True for base64 of a text with a secret. */
const hidesSecret = (run: string): boolean =>
  READABLE.test(textOf(run.slice(0, 48))) && READABLE.test(textOf(run)) && secretsIn(textOf(run)).length > 0;

/** Puts the mask in place of ranges, which may overlap. */
function masked(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (to <= done) continue;
    if (from > done || done === 0) parts.push(text.slice(done, from), MASK);
    done = to;
  }
  return parts.join('') + text.slice(done);
}

/**
 * Masks the secrets in a text and returns everything else as it is. Every text that leaves the process or is
 * written to disk passes here: the leaves and keys of records in `redact`, the words of the server and the
 * paths of requests in the client, names in `ownName` and `versionName`, the log of the sandbox, and what a
 * person typed in the failures of commands, in `doctor` and in `config explain`. Secrets are found by their
 * shape, not by their place; what is not found stands in `botscope help exporting`. Linear in the length of
 * the text.
 */
export function redactText(text: string): string {
  if (PLAIN.test(text) || !SUSPECT.test(text)) return text;
  const found = [...secretsIn(text), ...matches(text, BASE64, hidesSecret)];
  return found.length === 0 ? text : masked(text, found);
}
