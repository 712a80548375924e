import { safe } from '../sanitise.ts';

export const MASK = safe`••••••••`;

/** `token: expired` */
const STATES =
  /^(?:ok|valid|invalid|forbidden|yes|no|on|off|none|null|nil|undefined|true|false|nan|empty|unset|set|blank|absent|present|not|unknown|wrong|bad|good|weak|strong|short|long|old|new|stale|open|mismatch|match|fail|failure|failed|error|pass|success|denied|default|optional|mandatory|anonymous|guest|public|private|secret|password|token|string|number|boolean|object|array|text|bearer|basic|digest|negotiate|ntlm|hawk|aws4-hmac-sha256|sharedkey|apikey|bot|dpop|oauth|oauth2|saml|jwt|sso|api|key|type|name|value|header|cookie|session|n\/a|tbd|todo|x+|sha-?\d{1,3}|md5|[hrep]s(?:256|384|512)|[a-z]+(?:ed|ing|able|ible|ory|ive|less|ful|ent|ant|ly|tion))$/i;
const FUNCTION_WORDS =
  /\b(?:is|are|was|were|be|been|has|have|had|must|should|shall|can|could|cannot|will|would|may|might|not|no|too|at|least|most|the|an?|of|for|from|to|by|in|with|please|your|you|it|this|that|and|or|but|than|required|invalid|missing|expired|wrong|incorrect|failed)\b/i;
/** A reference, a mark of a hidden value, or an example in place of a secret. */
const PLACEHOLDER =
  /^(?:[•*.…_xX?#-]{2,}|\$[A-Za-z_]+|\$\{[\w.]*\}?|\$\([^()]*\)|\$[A-Z_][A-Z0-9_]*|%\w{1,40}%|\{{1,2}[^{}]{0,80}\}{1,2}|<[^<>]{0,80}>|\[(?:redacted|filtered|hidden|masked|object object|removed|secret|omitted)\]|\(?(?:redacted|hidden|masked|none|null|empty)\)?|[%]?[sd@]|(?:your|insert|replace)[_-][\w-]{1,40}|(?:process\.|os\.)?env(?:iron)?\.\w{1,60})$/i;
const SCHEMA = /^[\s\\"']*type[\s\\"']*[:=][\s\\"']*(?:string|number|integer|boolean|object|array|null)\b/;

const PATTERN = /\\[wdsS][+*{]|\.\*|\[\^/;

const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{6}/i;
const isWord = (part: string): boolean =>
  /^\d{0,4}\p{Ll}{0,3}$/u.test(part) ||
  (/^(?:\p{Lu}?[\p{Ll}'’]+|\p{Lu}+)\d{0,4}$/u.test(part) &&
    part.length <= 24 &&
    !CONSONANTS.test(part) &&
    /[aeiouy\d]|[^\0-\x7f]|^.{1,4}$/i.test(part));
/** Between them stand the parts of names, paths, versions, dates and times. */
const SEPARATORS = /[\s._:/@#$,;()[\]<>+-]+/;
const CAPITALS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{Ll})/u;
/** True for `item2` and `oauth2Client`; random texts have digits in several places. */
const isName = (part: string) => /^\D*\d{0,4}\D*$/.test(part) && part.split(CAPITALS).every(isWord);
const ID = /^[a-z]{2,12}_[0-9A-HJKMNP-TV-Z]{26}$/;

const MAX_ORDINARY = 100;

/** Without masks and colours. */
const withoutMask = (text: string) => text.replace(/•{4,}|\x1b\[[\d;:?]{0,40}[@-~]/g, '');

export function isOrdinary(value: string): boolean {
  const text = withoutMask(value).trim();
  if (text.length < 4 || PLACEHOLDER.test(text.slice(0, MAX_ORDINARY))) return true;
  if (text.length > MAX_ORDINARY) return false;
  return ID.test(text) || /^https?:\/\//.test(text) || text.split(SEPARATORS).every(isName);
}

const HEX = /^[0-9a-f]+$/;
/** Letters and digits, or both cases, without the order that words and names have. */
export function isRandom(text: string): boolean {
  const changes = text.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g) ?? [];
  return changes.length >= text.length / 6 && !HEX.test(text) && !isOrdinary(text);
}

export const saysNothing = (value: string): boolean => {
  const text = withoutMask(value).trim().slice(0, MAX_ORDINARY);
  return (
    /^[^\p{L}\p{N}]{0,3}$/u.test(text) || [PLACEHOLDER, SCHEMA, STATES, PATTERN].some(each => each.test(text))
  );
};

/** Several words, but no passphrase. */
export const isSentence = (text: string): boolean =>
  /\S\s+\S/.test(text.slice(0, MAX_ORDINARY)) &&
  FUNCTION_WORDS.test(text.slice(0, MAX_ORDINARY)) &&
  text.slice(0, MAX_ORDINARY).split(/\s+/).every(isOrdinary);

export type Range = readonly [from: number, to: number];

/** `matchAll` copies the pattern, which costs ten short texts. The pattern is global, with no empty match. */
export function allMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match);
  return found;
}

export type ValueRange = Readonly<{ from: number; to: number; isQuoted: boolean }>;

/** Spaces, a tag or an anchor of YAML, a type, a call. */
const LEAD = /[^\S\r\n]{0,24}(?:(?:!!?|&)\w{1,20} |string\(\d{1,7}\) )?/y;
/** A value, a list, or a block. */
const BELOW = / ?(?:[|>][+-]?\d?)?[^\S\r\n]{0,24}\r?\n([ \t]{1,24}(?:- )?|- )(?=\S)/y;
const QUOTE =
  /(?:[A-Za-z@]{0,2}|[\w.]{1,24}\()(?<escapes>\\{0,15})(?<quote>"{1,3}|'{1,3}|`|“|‘|«|„|&quot;|&#0?3[49];)(?!(?<=""|'')(?<!"""|''')(?:[\s,;:)\]}&|\\]|$))/y;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '«': '»', '„': '“' };
// Signs inside a value that end it only before another field, a word, or the end: `Password=a;b;Timeout=3`.
const BARE =
  /(?:[^\s"'`“”,;&|?\\<>)\]}]|\\(?!\\{0,15}(?:["']|[nrt](?:[\s\\"']|\w{1,40}[ :=]|$)))|[,;|](?![A-Za-z][\w .%[\]-]{0,40}[=:]|[A-Za-z]{2,40}(?:[\s.,;|]|$)|\d{1,40}(?:[\s,;|]|$)|[\s\\"'}\])]|$)|\?(?![\w.-]{1,40}=)|&(?!(?:amp;)?[\w.%[\]-]{1,40}(?:[=&\s]|$)|quot;|#\d|[lg]t;|[\s"']|$)|[)\]}>](?=\w)|["'`](?=[A-Za-z0-9]))+/y;

export const lineEnd = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
};

/** The pattern is sticky, or global: then the next match. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** It is escaped as often as the opening one; else the end of the text. */
function closingQuote(text: string, from: number, { quote, level }: { quote: string; level: number }) {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text.charAt(at - escapes - 1) === '\\') escapes++;
    // SQL, CSV and YAML double a quote inside.
    const isDoubled =
      level + escapes === 0 && quote.length === 1 && at > from && text.charAt(at + 1) === quote;
    if (isDoubled) at++;
    else if (escapes < level || (escapes - level) % (2 * (level + 1)) === 0)
      return at - Math.min(escapes, level);
  }
  return text.length;
}

function closingBracket(text: string, from: number): number {
  const open = text.charAt(from);
  const close = open === '{' ? '}' : ']';
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === open) depth++;
    else if (character === close && --depth === 0) return at;
  }
  return text.length;
}

/** Up to the lines that begin otherwise than the first one. */
function blockEnd(text: string, from: number, indent: string): number {
  let at = lineEnd(text, from);
  while (at < text.length && (text.startsWith(indent, at + 1) || text.charAt(at + 1) === '\n'))
    at = lineEnd(text, at + 1);
  return at;
}

function below(text: string, at: number): ValueRange | number {
  const lines = matchAt(BELOW, text, at);
  if (lines === null) return at;
  const [all, indent = ''] = lines;
  const from = at + all.length;
  const isBlock = /^\s*[|>]/.test(all) || indent.endsWith('- ');
  return isBlock ? { from, to: blockEnd(text, from, indent), isQuoted: true } : from;
}

/** Quoted, in brackets, on lines of its own, or up to a space; without an end up to that of the text. */
export function valueRange(text: string, place: number, sign: string): ValueRange {
  const start = /[:：]$/.test(sign) ? below(text, place) : place;
  if (typeof start !== 'number') return start;
  const at = start + (matchAt(LEAD, text, start)?.[0].length ?? 0);
  const quoted = matchAt(QUOTE, text, at);
  if (quoted !== null) {
    const { quote = '"', escapes = '' } = quoted.groups ?? {};
    const from = at + quoted[0].length;
    const to = closingQuote(text, from, { quote: CLOSING[quote] ?? quote, level: escapes.length });
    return { from, to, isQuoted: true };
  }
  if (/[[{]/.test(text.charAt(at))) return { from: at + 1, to: closingBracket(text, at), isQuoted: true };
  let to = at + (matchAt(BARE, text, at)?.[0].length ?? 0);
  while (to > at && /[.,:;?]/.test(text.charAt(to - 1))) to--;
  return { from: at, to, isQuoted: false };
}
