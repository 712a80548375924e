import { STEM, suspicionOf } from './names.ts';
import { pairsIn } from './pairs.ts';
import { allMatches, isOrdinary, isRandom, MASK, matchAt, type Range } from './values.ts';

const matches = (text: string, pattern: RegExp, test = (_found: string) => true) =>
  allMatches(text, pattern).flatMap(({ 0: found, index }): readonly Range[] =>
    test(found) ? [[index, index + found.length]] : [],
  );

/** Credentials with a form of their own. No quantifier can begin inside the text of another. */
const FORMS = [
  'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{12,}',
  String.raw`AIza[\w-]{20,}|ya29\.[\w.-]{8,}|1\/\/0[\w-]{16,}|GOCSPX-[\w-]{10,}`,
  String.raw`EAA[A-Za-z0-9]{20,}|IGQV[\w-]{20,}|EZ[AT]K[a-z0-9]{20,}|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,}`,
  String.raw`SG\.[\w-]{6,80}\.[\w-]{6,}|hv[sbr]\.[\w-]{12,}|dp\.(?:pt|st|ct|sa|scim|audit)\.\w{12,}|sl\.[\w-]{30,}|mlsn\.\w{20,}|t1\.[\w-]{20,}`,
  String.raw`xox[a-z](?:\.xox[a-z])?-[\w-]{6,}|xapp-[\w-]{8,}|oauth:\w{20,}|dG9rO[\w+/]{16,}|\w{10,20}\.[0-9a-f]{64}`,
  String.raw`(?:bot)?\d{6,12}:A[\w-]{25,}|[MNO][\w-]{20,32}\.[\w-]{5,8}\.[\w-]{20,}|mfa\.[\w-]{20,}`,
  String.raw`(?:AC|SK)[0-9a-f]{32}|dapi[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}|AT(?:ATT|CTT|BB)[\w=-]{16,}`,
  String.raw`AKCp\w{20,}|v[1-4]\.(?:local|public)\.[\w-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{10,}|00D[A-Za-z0-9]{12,15}![\w.]{16,}|\w{3}8Q~[\w.~-]{16,}`,
  String.raw`\$(?:2[abxy]|5|6|y|apr1|argon2\w{1,2}|scrypt|pbkdf2[\w-]{0,12})\$[\w./$=,+-]{16,}`,
  String.raw`amzn\.mws\.[0-9a-f-]{16,}|amzn1\.oa2-cs\.v\d\.\w{16,}|(?:Fwo[GD]ZXIvYXdz|IQoJb3JpZ2lu)[\w+/=]{16,}`,
];
const FORM = new RegExp(`(?<![A-Za-z0-9])(?:${FORMS.join('|')})`, 'g');
/** Signed or encrypted: the first part is an object. */
const JWT = /(?<![\w-])(?:eyJ|ewo)[\w-]{8,}\.[\w.-]{8,}/g;
const RUN = /[A-Za-z0-9][\w-]{11,}/g;

const BEGINNING = String.raw`(?:gh[a-z]|github_pat|gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)|[spr]k_(?:live|test)|sk|sk-\w{2,8}|whsec|npm|pypi|do[a-z]_v\d|shp[a-z]{2}|hf|api_org|dckr_[a-z]{3}|lin_api|ntn|sq0[a-z]{3}|PMAK|NRA[KA]|glsa|glc|figd|tfp|pul|r8|gsk|xai|pplx|sb[pt]|sntry[a-z]|ph[cx]|xkeysib|xsmtpsib|pat-[a-z]{2}\d|tskey(?:-[a-z]+)?|CFPAT|HRKU|nfp|FLWSECK(?:_TEST)?|CLOJARS|rubygems|nvapi|tvly|lsv2_[a-z]{2}|e2b|jina|pscale_[a-z]+|bp_[a-z]{2,6}|zpka|atlasv1|bk[a-z]{2})[_-](?=.)`;
const PREFIX = new RegExp(`^${BEGINNING}`);
/** They name a token before a random text. */
const NAMING =
  /(?:^|[_-])(?:sk|rk|pat|secret|tok|token|key|apikey|live|auth|access|refresh|private|pass|pwd|sess)(?:[_-]|$)/i;
const HARMLESS = /(?:^|[_-])(?:cache|sort|primary|sha\d*|md5|etag|design|idempotency|public)(?:[_-]|$)/i;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
function isToken(run: string): boolean {
  const [known] = PREFIX.exec(run) ?? [];
  if (known !== undefined) {
    const rest = run.slice(known.length);
    return rest.length >= 10 && !ULID.test(rest) && !isOrdinary(rest);
  }
  const parts =
    /^([A-Za-z][A-Za-z0-9]{0,11}[_-](?:[A-Za-z0-9]{1,12}[_-]){0,3})([A-Za-z0-9]{16,})(?:[_-]|$)/.exec(run);
  const [, prefix = '', tail = ''] = parts ?? [];
  if (parts === null || ULID.test(tail) || HARMLESS.test(prefix) || UUID.test(run.slice(prefix.length)))
    return false;
  if (NAMING.test(prefix)) return (/\d.*\d/.test(tail) || isRandom(tail)) && !isOrdinary(tail);
  return isRandom(tail) && tail.length >= (/[_-]./.test(prefix) ? 18 : 28);
}

/** A longer run is judged by its beginning. */
const MAX_RUN = 300;

const tokensIn = (text: string): readonly Range[] => [
  ...matches(text, FORM),
  ...matches(text, JWT),
  ...matches(text, RUN, run => isToken(run.slice(0, MAX_RUN))),
];

const BLOCK =
  /-{3,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET)[A-Z ]{0,16} ?-{3,5}|PuTTY-User-Key-File-\d|Private-Lines:|-{3,5} ?END [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET)[A-Z ]{0,16} ?-{3,5}/g;
const END = /-{3,5} ?END [A-Z0-9 ]{0,60}-{3,5}|Private-MAC: ?\w*/g;
const CONTENT = /[A-Za-z0-9+/=\s\\]/;

/** Of a key whose end or beginning is missing, all that is left. */
function keyBlocksIn(text: string): readonly Range[] {
  const found: Range[] = [];
  for (let block = matchAt(BLOCK, text, 0); block !== null; ) {
    let from = block.index;
    const end = matchAt(END, text, from);
    const to = end === null ? text.length : end.index + end[0].length;
    if (/END/.test(block[0])) while (from > 0 && CONTENT.test(text.charAt(from - 1))) from--;
    found.push([from, to]);
    block = matchAt(BLOCK, text, to);
  }
  return found;
}

// Each match is a secret. All patterns begin at a sign that no match contains, or are bounded.
const USERS = [
  // The user of an address, up to the last `@` before the path.
  /(?<=\/\/)(?!git@|•+@)[^/?#\s"'<>\\]+(?=@)/g,
  // A password with a space, `/`, `?` or `#` that nobody has encoded; digits before those are a port.
  /(?<=\/\/)[^/?#\s"'<>\\:@]{0,80}:(?!\d{1,5}[\s/?#])[^\n"'<>@]{1,200}(?=@[\w[])/g,
  /(?<=\boracle:\w{1,10}:)[^\s/@]{1,64}\/[^\s@"']{1,128}(?=@)/g,
  // Without a scheme: `user:pass@tcp(host)`, and `user:pass@host` if the password is no word.
  /(?<=[\w.+-]:)[^\s@/:"'<>]{1,128}(?=@(?:tcp|unix)\()/g,
];
const BARE_USER = /(?<=(?<![\w:/@.+-])[\w.+-]{1,64}:)[^\s@/:"'<>]{1,128}(?=@[\w[])/g;

const PATH = /(?<=\/\/[^\s/"'<>\\]{1,200})\/[^\s?#"'<>\\]{1,2000}/g;
/** The address itself is then the credential. */
const HOOK = /hook|^services$|^workflows$|^trigger$/i;

const pathSecrets = (text: string, [from, to]: Range): readonly Range[] => {
  const host = text.slice(text.lastIndexOf('//', from) + 2, from);
  let isSecret = HOOK.test(host);
  return matches(text.slice(from, to), /[^/;]+/g, segment => {
    const isHidden =
      isSecret && segment.length >= 8 && (/\d/.test(segment) || isRandom(segment)) && !isOrdinary(segment);
    const isName = segment.length < 24 && !segment.endsWith('s') && suspicionOf(segment) !== undefined;
    isSecret ||= HOOK.test(segment) || isName;
    return isHidden;
  }).map(([start, end]): Range => [from + start, from + end]);
};

const addressSecretsIn = (text: string): readonly Range[] => [
  ...(text.includes('@') ? USERS.flatMap(user => matches(text, user)) : []),
  ...(text.includes('@')
    ? matches(text, BARE_USER, user => !isOrdinary(user) && !/^\d{1,5}$/.test(user))
    : []),
  ...(text.includes('//') ? matches(text, PATH).flatMap(path => pathSecrets(text, path)) : []),
];

/** A sign of a secret, or of an encoding that may hide one. */
const SIGN = /[%\\&@<>\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\uffff]|\/\//;
/** It may be a token or base64. */
const LONG = /(?<![\w+/-])[\w+/-]{16}/;
// Small words and numbers joined by `-` or `_`, perhaps with a version: no secret without a stem.
const PART = '(?!xox|xapp)[a-z0-9]{1,15}';
const WORDS = new RegExp(
  `^(?:(?:^| )(?![a-f]|${BEGINNING})${PART}(?:[_-]${PART})*)+(?:@\\d{1,6}(?:\\.\\d{1,6}){0,3})?$`,
);
const isSuspect = (text: string) =>
  STEM.test(text) || ((SIGN.test(text) || LONG.test(text)) && !WORDS.test(text));
// Times and ids come first: most texts of a list are one of them.
const PLAIN =
  /^(?:\d[\d:.TZ-]{0,29}|(?:[a-z]{2,12}_)?[0-9A-HJKMNP-TV-Z]{26}|[A-Z]?[a-z]{0,30}(?:[A-Z][a-z]{1,30}){0,6}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `source`: where a part stands in the text as sent. */
type Decoded = Readonly<{ text: string; source: (range: Range) => Range }>;

const SIGNS: Readonly<Record<string, string>> = {
  ...{ quot: '"', amp: '&', apos: "'", lt: '<', gt: '>', colon: ':', equals: '=', commat: '@', sol: '/' },
  ...{ n: '\n', r: '\n', t: '\t' },
};

const UNCODED = /^[^%\\&^<\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\uffff]*$/;

/** JSON, addresses and HTML; full width. */
const ENCODED =
  /\\(?:u\{?00([\da-f]{2})\}?|x([\da-f]{2})|(["'`\\/nrt]))|%([0-7][\da-f])|(%[c-f][\da-f](?:%[89ab][\da-f]){1,3})|&#x0{0,4}([2-7][\da-f]);|&#0{0,4}(\d{2,3});|&(quot|amp|apos|lt|gt|colon|equals|commat|sol);|([\uff01-\uff5e])/gi;
const unseen = () =>
  /(?:\x1b\[|\x9b|\^\[\[)[\d;:?]{0,40}[@-~]|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)|<U\+[\dA-F]{4,6}>|(?![\n\r\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}]/giu;

function readable([, unicode, byte, sign, percent, utf8, hex, decimal, name, wide]: RegExpExecArray): string {
  const digits = unicode ?? byte ?? percent ?? hex ?? (decimal && Number(decimal).toString(16));
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (wide !== undefined) return String.fromCharCode(wide.charCodeAt(0) - 0xfee0);
  if (utf8 !== undefined) return Buffer.from(utf8.replaceAll('%', ''), 'hex').toString().slice(0, 1);
  return SIGNS[(sign ?? name ?? '').toLowerCase()] ?? sign ?? '';
}

/** Undoes one level; undefined if the text is readable as it is. */
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

/** JSON in JSON in a parameter has three. */
const MOST_LEVELS = 4;

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
/** Every fourth character has the upper bits of a byte: no other one stands for a readable one. */
const MAYBE_READABLE = /^(?:[CDI-Za-f].{3}){4}/;

const textOf = (run: string) => Buffer.from(run, 'base64').toString('latin1');
const hidesSecret = (run: string): boolean =>
  MAYBE_READABLE.test(run) &&
  READABLE.test(textOf(run.slice(0, 48))) &&
  READABLE.test(textOf(run)) &&
  secretsIn(textOf(run)).length > 0;

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
 * Masks the secrets in a text. Every text that leaves the process or is written to disk passes here. They are
 * found by shape, not by place; `botscope help exporting` says what is not found. Linear in its length.
 */
export function redactText(text: string): string {
  if (PLAIN.test(text) || !isSuspect(text)) return text;
  const found = [...secretsIn(text), ...matches(text, BASE64, hidesSecret)];
  return found.length === 0 ? text : masked(text, found);
}
