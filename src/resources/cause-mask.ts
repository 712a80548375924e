import { getSystemErrorMap } from 'node:util';

/**
 * `text` without what varies, and what it names, all in lower case. `system`: codes of the system and of TLS;
 * `behind`: the hosts directly behind them.
 */
export type MaskedReason = Readonly<ReturnType<typeof maskedReason>>;

/** `shown`: what the masked text has of it, if not all. `closing`: place of a later mark. */
type Token = Readonly<{
  kind: 'host' | 'status' | 'code' | 'system' | 'word' | 'varying' | 'sign';
  length: number;
  name?: string;
  shown?: string;
  closing?: number;
}>;

/** `run`: words with dots and hyphens behind it. */
type Place = Readonly<{
  text: string;
  at: number;
  next: string;
  word: string;
  wordEnd: number;
  isBehindSystem: boolean;
  run: string;
  own: readonly string[];
}>;

type Form = readonly [kind: Token['kind'], pattern: RegExp];

/** No cleaned text has it. */
const MASKED = '\u0001';
const MAX_TEXT = 600;
const MAX_QUOTATION = 200;

// Patterns of both cases with Unicode properties take milliseconds to compile.
const sticky = (source: string): RegExp => new RegExp(source, 'iy');

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

// Letters of scripts without capitals end at a digit: many of those scripts have no spaces.
const WORD = /[\p{Lo}\p{Lm}][\p{Lo}\p{Lm}\p{M}]*|(?:(?![\p{Lo}\p{Lm}])[\p{L}\p{N}\p{M}_])+/uy;
const RUN = /(?:(?![\p{Lo}\p{Lm}])[\p{L}\p{N}\p{M}_]|(?<=[\p{L}\p{N}\p{M}_])[.-](?=[\p{L}\p{N}_]))+/uy;
const SIGNS = /[^\p{L}\p{N}_"'`“‘«„\\[:#@]+|./uy;
const END = '(?!\\w)';
const isEnd = (text: string, at: number) => !/^[\p{Lu}\p{Ll}\p{N}_]/u.test(text.charAt(at));

const BYTE = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`;
const GROUPS = '[\\da-f]{1,4}(?::[\\da-f]{1,4})';
const IPV6 = `${GROUPS}{7}|(?:${GROUPS}{0,6})?::(?:${GROUPS}{0,6})?(?::?${IPV4})?`;
const PORT = '(?::\\d{1,5}(?!\\d))?';
const ADDRESS = sticky(
  `${IPV4}${PORT}${END}(?!\\.\\d)|(?<![\\w:])(?:\\[(?:${IPV6})\\]|(?=:*[\\da-f])(?:${IPV6})${END}(?!:[\\da-f:]{1,5}:|:[a-f]|\\.\\d))${PORT}`,
);
const URL_START = sticky('[a-z][a-z\\d+.-]{0,20}://[^\\s/?#"\'`<>\\\\,;|{}()]*');
const AUTHORITY = /^(?:\[[^\]]*\]|[^:[\]]*[^:[\].!])(?::\d{1,5}(?!\d))?/;
/** Without a capital inside. */
const DOMAIN = /^[\p{L}\p{N}_](?:[\p{Ll}\p{M}\p{N}_-]|\.(?!\.))*\.[a-z][a-z\d-]+$/u;
const FILE = /\.(?:js|ts|py|go|java|json|ya?ml|html|txt|log|csv|sh)$/i;
const ANY_PORT = sticky(`:\\d{1,5}${END}`);
/** Behind the user of an address of mail. */
const MAIL_HOST = sticky('@(?:[\\w-]+\\.)+[a-z]');
const PORT_BEHIND = sticky(`:\\d{2,5}${END}(?![.,]\\d)`);

/** As Node names them; those of names and of proxies are in no table of the system. */
const SYSTEM = new Set([
  ...[...getSystemErrorMap().values()].flatMap(([name]) => (/^E(?!OF)/.test(name) ? name : [])),
  ...['ENOTFOUND', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ENETRESET', 'ESOCKETTIMEDOUT', 'EDQUOT', 'ESTALE'],
]);
const TLS =
  /^(?:C(?:ERT|RL)_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)_|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|(?:ERR_(?:TLS|SSL|SOCKET)|UND_ERR)_)[A-Z\d_]*$/;
const TLS_WORDS = sticky('(?:self-signed|unable to verify the first) certificate|certificate has expired');
const NO_HOST =
  /^(?:a[st]?|after|an|and|because|before|by|during|error|for|from|in|no|on|or|the|to|when|while|with)$/i;

/** A test for names that end in one of these words: `code`, `error_code`, `errorCode`. */
function endingIn(words: string): (name: string) => boolean {
  const whole = new RegExp(`(?:^|[_.-])(?:${words})$`, 'i');
  const inside = new RegExp(`[a-z\\d](?:${words.replace(/\b[a-z]/g, first => first.toUpperCase())})$`);
  return name => whole.test(name) || inside.test(name);
}
const namesNumber = endingIn('code|status|errno|error|port');
const namesLine = endingIn('code|status|errno|error|port|line');
const namesQuotation = endingIn('code|status|type|error|reason|title|message|detail|description|host|url');
const GAP = /^[\s"'`\\:=#([{-]{0,6}$/;
const MAX_GAP = 6;

const TIME_UNIT = 'ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?';
const OF_TIME = sticky(` ?(?:${TIME_UNIT})${END}`);
const COUNTED = sticky(
  ` ?(?:%|(?:${TIME_UNIT}|[kmgt]i?b|of|messages|requests|attempts|tries|retries|times|users|bots|items|rows|records|calls|events|tokens|characters|bytes|errors)${END})`,
);
const JOINED_NUMBER = /[.,:/-]\d/y;
const STATUS_BEHIND = /[\s([{<"'`“‘«=:,;|\p{Lo}\p{Lm}]/u;
/** A date looks like a version. */
const VERSIONS: readonly Form[] = [
  ['varying', sticky(`\\d{1,2}\\.\\d{1,2}\\.\\d{4}${END}`)],
  [
    'word',
    sticky(`(?:v\\d{1,9}(?:\\.\\d{1,9}){0,9}|\\d{1,9}(?:\\.\\d{1,9}){2,9})(?:[-+][a-z\\d.]{1,20})?${END}`),
  ],
];
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const ZONE = '(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?';
const SECONDS = '(?::\\d\\d(?:[.,]\\d{1,9})?)?';
const VARYING = [
  '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}',
  `\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d${SECONDS})?${ZONE}`,
  '\\d{1,4}[/-]\\d{1,2}[/-]\\d{1,4}',
  `\\d{1,2}:\\d\\d${SECONDS}(?: ?[ap]m)?${ZONE}`,
  'PT?(?:\\d{1,9}[YMWDHS])+',
  `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?:\\d{1,2}[ -]${MONTH}(?:[ -]\\d{2,4})?|${MONTH} \\d{1,2}(?:,? \\d{4})?)`,
].map((source): Form => ['varying', sticky(`(?:${source})${END}`)]);
const ID = /^\p{L}+(?:_\p{L}+)*_[\p{L}\d]{10,}$/u;
/** Letters and digits without an order, such as a cursor. */
function isOpaque(word: string): boolean {
  const changes = word.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g) ?? [];
  if (/^[A-Z\d]{9,200}$/.test(word)) return changes.length >= 3;
  return /^[a-z\d]{16,200}$/i.test(word) && changes.length >= word.length / 4;
}
const NUMBER = /(?:\p{Nd}+[.,])*\p{Nd}[\p{Lu}\p{Ll}\p{N}\p{M}_]*/uy;

const OPENING = /(?<=^|[\s([{=:,])(\\*)(["'`“‘«„])/uy;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '«': '»', '„': '“' };

const isSystem = (word: string) => SYSTEM.has(word.toUpperCase()) || TLS.test(word.toUpperCase());
/** `bot` and `12` of `bot_12`, which is no code. */
const numbered = (word: string) => (/[a-z]/.test(word) ? word.split(/_(?=\d+$)/) : []);
const isJoined = (word: string): boolean =>
  /^[^_]+_.*[a-z]|^[a-z].*_./i.test(word) &&
  namesNumber(numbered(word).at(-2) ?? 'code') &&
  word.split('_').every(part => /^(?:[A-Z]?[a-z\d]+|[A-Z\d]+)$/.test(part) && !/\d.*\d.*\d/.test(part));
const isCode = (word: string) => isJoined(word) || /[a-z](?:error|exception)$/i.test(word);

const varying = (length: number): Token => ({ kind: 'varying', length, shown: MASKED });

function formToken({ text, at }: Place, forms: readonly Form[]): Token | undefined {
  for (const [kind, pattern] of forms) {
    const { length } = matchAt(pattern, text, at);
    if (length > 0) return kind === 'varying' ? varying(length) : { kind, length };
  }
  return undefined;
}

function urlToken({ text, at }: Place): Token | undefined {
  const url = matchAt(URL_START, text, at);
  if (url === '') return undefined;
  const start = url.indexOf('://') + 3;
  const from = Math.max(start, url.lastIndexOf('@') + 1);
  const [name] = AUTHORITY.exec(url.slice(from)) ?? [];
  if (name === undefined) return { kind: 'sign', length: start };
  return { kind: 'host', length: from + name.length, name, shown: url.slice(0, start) + name };
}

function hostToken({ text, at, next: word, run, isBehindSystem }: Place): Token | undefined {
  const address = matchAt(ADDRESS, text, at);
  if (address !== '') return { kind: 'host', length: address.length };
  const end = at + run.length;
  if (run !== '' && matchAt(MAIL_HOST, text, end) !== '') return varying(run.length);
  const isName =
    (DOMAIN.test(run) && !FILE.test(run) && text.charAt(end) !== '(') || /^localhost$/i.test(run);
  const isBehind =
    isBehindSystem && /\p{L}/u.test(run) && !NO_HOST.test(run) && !isSystem(word) && !isCode(word);
  if (isName || isBehind) return { kind: 'host', length: run.length + matchAt(ANY_PORT, text, end).length };
  const port =
    /^\p{L}/u.test(run) && !FILE.test(run) && !namesLine(run) ? matchAt(PORT_BEHIND, text, end) : '';
  return port === '' ? undefined : { kind: 'host', length: run.length + port.length };
}

function numberToken({ text, at, next: digits, word, wordEnd }: Place): Token | undefined {
  const end = at + digits.length;
  if (matchAt(JOINED_NUMBER, text, end) !== '' || matchAt(COUNTED, text, end) !== '') return undefined;
  const gap = text.slice(Math.max(wordEnd, at - MAX_GAP - 1), at);
  const isAlone = at === 0 || STATUS_BEHIND.test(text.charAt(at - 1));
  const isOf = /^(?:of|limit|used|requested|remaining)$/i.test(word) && /^:? $/.test(gap);
  if (/^[45]\d\d$/.test(digits) && isAlone && !isOf) return { kind: 'status', length: digits.length };
  return namesNumber(word) && GAP.test(gap) ? { kind: 'code', length: digits.length } : undefined;
}

function varyingToken(place: Place): Token | undefined {
  const { text, at, next: word, own } = place;
  const owned = own.find(name => text.startsWith(name, at) && isEnd(text, at + name.length));
  if (owned !== undefined) return varying(owned.length);
  const found = formToken(place, VARYING);
  if (found !== undefined) return found;
  const isId = () => ID.test(word) || /^[\da-f]{8,}$/i.test(word) || isOpaque(word);
  if (/\d/.test(word) && isId()) return varying(word.length);
  const named = numbered(word).at(-2);
  if (named !== undefined) return { ...varying(word.length), shown: named + MASKED };
  const number = /^[1-5]xx$/i.test(word) ? '' : matchAt(NUMBER, text, at);
  const unit = matchAt(OF_TIME, text, at + number.length);
  return number === '' ? undefined : varying(number.length + unit.length);
}

function wordToken(place: Place): Token {
  const word = place.next;
  const { length } = word;
  const host = urlToken(place) ?? hostToken(place);
  if (host !== undefined) return host;
  const said = matchAt(TLS_WORDS, place.text, place.at).length;
  if (said > 0 || isSystem(word)) return { kind: 'system', length: said || length };
  if (isCode(word)) return { kind: 'code', length };
  const number = /^\d+$/.test(word) ? numberToken(place) : undefined;
  return number ?? formToken(place, VERSIONS) ?? varyingToken(place) ?? { kind: 'word', length };
}

/** A quotation: masked, or only its mark if it stays. */
function quotationToken(place: Place): Token | undefined {
  const { text, at, word, wordEnd } = place;
  OPENING.lastIndex = at;
  const [opening = '', escapes = '', mark = ''] = OPENING.exec(text) ?? [];
  if (opening === '') return undefined;
  const from = at + opening.length;
  const closing = escapes + (CLOSING[mark] ?? mark);
  const near = text.slice(from, from + MAX_QUOTATION + closing.length + 1);
  const isClosing = (to: number) =>
    near.charAt(to - 1) !== '\\' && !/^[\p{L}\p{N}]/u.test(near.charAt(to + closing.length));
  let to = near.indexOf(closing);
  while (to >= 0 && !isClosing(to)) to = near.indexOf(closing, to + 1);
  if (to < 0 || to > MAX_QUOTATION) return undefined;
  const length = to + opening.length + closing.length;
  const gap = text.slice(Math.max(wordEnd, at - MAX_GAP - 1), at);
  const stays =
    text.charAt(at + length) === ':' || (namesQuotation(word) && GAP.test(gap)) || isNamed(near.slice(0, to));
  return stays ? { kind: 'sign', length: opening.length, closing: from + to } : varying(length);
}

function isNamed(text: string): boolean {
  const [first, second] = tokensOf(text, []);
  return second === undefined && /host|status|code|system/.test(first?.kind ?? '');
}

/** Signs between a code of the system and its host. */
const MAX_BEHIND = 3;
const BEHIND = /^[\s:("'[=-]{1,3}$/;

const SIGN_FORMS: readonly Form[] = [
  ['host', ADDRESS],
  ['code', sticky(`#\\d{3,}${END}`)],
  ['word', sticky(`@\\d{1,3}(?:\\.\\d{1,9}){0,9}${END}`)],
  ['sign', SIGNS],
];

function tokenAt(place: Place, mayOpen: boolean): Token {
  if (place.next !== '') return wordToken(place);
  return (mayOpen ? quotationToken(place) : undefined) ?? formToken(place, SIGN_FORMS) ?? varying(1);
}

/** `gap`: the signs between the last code of the system and a token near it. */
function* tokensOf(text: string, own: readonly string[]) {
  const closings = new Set<number>();
  const isQuoting = !/^\p{L}+Error\b/u.test(text);
  let [word, wordEnd, runEnd, systemEnd] = ['', 0, 0, text.length];
  for (let at = 0; at < text.length; ) {
    const next = matchAt(WORD, text, at);
    const run = at < runEnd ? '' : matchAt(RUN, text, at);
    runEnd = Math.max(runEnd, at + run.length);
    const gap = at <= systemEnd + MAX_BEHIND ? text.slice(systemEnd, at) : '';
    const place = { text, at, next, word, wordEnd, isBehindSystem: gap === ' ', run, own };
    const token = tokenAt(place, isQuoting && !closings.has(at));
    const end = at + token.length;
    const { kind, name = text.slice(at, end), shown = name, closing } = token;
    if (closing !== undefined) closings.add(closing);
    if (kind === 'system') systemEnd = end;
    if (kind !== 'sign') [word, wordEnd] = [name, end];
    yield { kind, name, shown, gap };
    at = end;
  }
}

/** Masks what varies in a reason, in one pass. `own`: id and name of the record. */
export function maskedReason(text: string, own: readonly string[] = []) {
  const [hosts, statuses, codes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [system, behind] = [new Set<string>(), new Set<string>()];
  const named: { readonly [kind in Token['kind']]?: Set<string> } = {
    ...{ host: hosts, status: statuses, code: codes, system },
  };
  let masked = '';
  for (const { kind, name, shown, gap } of tokensOf(text, own)) {
    named[kind]?.add(name.toLowerCase());
    if (kind === 'host' && BEHIND.test(gap)) behind.add(name.toLowerCase());
    if (masked.length <= MAX_TEXT) masked += shown;
  }
  const kept = masked.slice(0, MAX_TEXT).toLowerCase();
  return { text: kept.replace(/[\p{P}\p{S}\s]+$/u, ''), hosts, statuses, codes, system, behind };
}
