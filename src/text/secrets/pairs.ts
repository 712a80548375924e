import { memo } from '../memo.ts';
import { STEM, type Suspicion, suspicionOf } from './names.ts';
import {
  allMatches,
  isOrdinary,
  isSentence,
  lineEnd,
  matchAt,
  type Range,
  saysNothing,
  type ValueRange,
  valueRange,
} from './values.ts';

const NAMES =
  '(?:name|key|field|header|id|k|n|label|variable|var|env|param(?:eter)?|attribute|property|setting)';
const SCHEMES =
  '(?:bearer|basic|digest|token|api-?key|negotiate|ntlm|hawk|oauth|aws4-hmac-sha256|sharedkey(?:lite)?|bot|jwt|key|signature|mac|dpop|googlelogin|splunk|sso-key|vapid)';
const VALUES = '(?:value|val|v|content|data|text|string|default|secret)';
export const NAMING = new RegExp(`^${NAMES}$`, 'i');
export const NAMED = new RegExp(`^${VALUES}$`, 'i');

type Place = Readonly<{
  text: string;
  at: number;
  sign: string;
  /** `query`: the name is a parameter of an address. `remark`: other words stand between it and the sign. */
  groups: Readonly<{ name?: string; query?: string; remark?: string }>;
}>;

function isSecret({ text, at, sign }: Place, { from, to, isQuoted }: ValueRange, suspicion: Suspicion) {
  const value = text.slice(from, to);
  if (saysNothing(value) || isSentence(value)) return false;
  if (suspicion === 'maybe') return !isOrdinary(value);
  const isTight = isQuoted || /=$/.test(sign) || (from === at && /\S$/.test(sign));
  if (isTight) return suspicion === 'sure' || !/^-?\d{1,6}$/.test(value);
  const goesOn = /^[ \t]+[\p{L}\p{N}(•]/u.test(text.slice(to, to + 8));
  return (suspicion === 'sure' && !goesOn) || !isOrdinary(value);
}

/** Parameters of an address that are secret there only. */
const PARAMETER = /^(?:code|ticket|assertion|client_assertion|code_verifier|samlresponse|samlart)$/i;
const QUERY_VALUE = /[^&#\s"'<>`\\]*/y;

function namedValue(place: Place): readonly Range[] {
  const { text, at, sign, groups } = place;
  const { name = '', query, remark } = groups;
  const isParameter = query !== undefined && PARAMETER.test(name);
  const suspicion = suspicionOf(name) ?? (isParameter ? 'likely' : undefined);
  if (suspicion === undefined) return [];
  if (/cookies?2?$/i.test(name)) {
    const cookies = cookieValues(place);
    if (cookies !== undefined) return cookies;
  }
  const isQuery = query !== undefined && sign.endsWith('=');
  const value = isQuery ? matchAt(QUERY_VALUE, text, at) : null;
  const range = value ? { from: at, to: at + value[0].length, isQuoted: false } : valueRange(text, at, sign);
  return isSecret(place, range, remark === undefined ? suspicion : 'maybe') ? [[range.from, range.to]] : [];
}

/** `("password", "X")`, `the password is X`. */
const weakValue = (place: Place): readonly Range[] =>
  namedValue({ ...place, groups: { remark: '', ...place.groups } });

const CDATA = '<![CDATA[';
function elementText(place: Place): readonly Range[] {
  const { text, at, groups } = place;
  const suspicion = suspicionOf(groups.name ?? '');
  if (suspicion === undefined) return [];
  const isData = text.startsWith(CDATA, at);
  const from = isData ? at + CDATA.length : at;
  const next = text.indexOf(isData ? ']]>' : '<', from);
  const to = next < 0 ? text.length : next;
  return isSecret(place, { from, to, isQuoted: true }, suspicion) ? [[from, to]] : [];
}

const COOKIE = /([^\s=;,"'\\]{1,200})=([^;"'\s\\]+)/g;
const ATTRIBUTE =
  /^(?:path|expires|max-age|domain|samesite|secure|httponly|priority|partitioned|version|comment)$/i;

function cookieValues({ text, at, sign }: Place): readonly Range[] | undefined {
  const { from, to, isQuoted } = valueRange(text, at, sign);
  const line = text.slice(from, isQuoted ? to : lineEnd(text, from));
  if (!line.includes('=')) return undefined;
  return Array.from(line.matchAll(COOKIE)).flatMap(
    ({ 0: pair, 1: name = '', 2: value = '', index }): readonly Range[] => {
      const end = from + index + pair.length;
      return ATTRIBUTE.test(name) || saysNothing(value) ? [] : [[end - value.length, end]];
    },
  );
}

const PARAMETERS =
  /[\w-]{1,40}=(?:\\{0,15}"[^"\n]{0,2000}"|[^\s,"']{1,2000})(?:,\s{0,4}[\w-]{1,40}=(?:\\{0,15}"[^"\n]{0,2000}"|[^\s,"']{1,2000}))*/y;
const CHALLENGE = /^realm=(?!.*(?:response|signature|mac|token)=)/s;

function credentials(place: Place): readonly Range[] {
  const { text, at, sign } = place;
  const parameters = matchAt(PARAMETERS, text, at)?.[0] ?? '';
  if (/[",]/.test(parameters)) return CHALLENGE.test(parameters) ? [] : [[at, at + parameters.length]];
  const range = valueRange(text, at, sign);
  const suspicion = place.groups.name === undefined ? 'maybe' : 'sure';
  return isSecret(place, range, suspicion) ? [[range.from, range.to]] : [];
}

/** Without any sign the value must be one that no word is. */
function spokenValue({ text, at, sign, groups: { name } }: Place): readonly Range[] {
  const { from, to } = valueRange(text, at, sign);
  const value = text.slice(from, to);
  const isLong = value.length >= 16 || (value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value));
  const isNamed = name === undefined || suspicionOf(name) !== undefined;
  return isLong && isNamed && !/\s/.test(value) && !isOrdinary(value) ? [[from, to]] : [];
}

/** Quotes and brackets, the markup behind a name, and spaces. */
const CLOSE = String.raw`(?:[\s"'“”„»«\x60\\\])*_?+|]|<\/\w{1,8}>|&quot;|&#0?3[49];){0,12}`;
/** Perhaps with the word before it: `access key`. */
const NAME = String.raw`(?<query>[?&#])?(?<name>(?:(?<![A-Za-z])[A-Za-z]{2,20}[ -])?[\p{L}\p{N}_][\p{L}\p{N}_.$-]{0,63})`;
const REMARK = String.raw`(?<remark>[ (]{1,2}(?:provided|used|given|sent|received|supplied|entered|old|new|current|is|was)| (?:for|of)(?: [^\s=]{1,60}){1,3}|: ?(?:string|str|text))?`;
const SIGN = '(?:[:=：＝∶﹕꞉][=:>-]{0,2}|->|→|⇒|➜|<-)';
const WEAK_SIGN = String.raw`(?:(?<=["'\x60]\s{0,4}),(?=\s{0,8}[\\"'\x60])|[|\t]|\((?=\\{0,15}["'\x60])|\s(?:is|was|to)(?: now| set to)?\s)`;
const IS = String.raw`["'\x60\\\s]{0,20}[:=]>?`;
const QUOTED = String.raw`${IS}\s{0,4}[\\"'\x60]{0,8}`;
const NEXT = String.raw`(?:(?!\n\s{0,8}-\s)[^{}<]){0,100}?[\s"'\x60\\,;&]`;
const HEADER = String.raw`authorization["'\x60\\\s]{0,20}[:=,]\s{0,4}[\\"'\x60]{0,8}`;
const CLIENT = String.raw`(?:mysql\w{0,9}|mariadb\w{0,9}|sshpass|mongo\w{0,9}|redis-cli|docker login|htpasswd|ldap\w{1,9})`;

/** Each pattern begins at a sign or a word and is bounded, so that it is linear. */
const notations = memo((): readonly (readonly [RegExp, (place: Place) => readonly Range[]])[] => {
  const rows: readonly (readonly [(place: Place) => readonly Range[], ...string[]])[] = [
    [
      namedValue,
      // password=X, "password": "X", 'password' => 'X', user[password] := X, access key for ann: X
      `${SIGN}(?<=${NAME}${REMARK}${CLOSE}${SIGN})`,
      // "password";s:8:"X" of PHP, {:password "X"} of EDN, --password X
      String.raw`(?<name>[\w.-]{1,64})";s:\d{1,7}:(?=")`,
      String.raw`(?<=^|[\s{,(]):(?<name>[A-Za-z][\w-]{1,40})\s{1,4}(?=\\{0,3}")`,
      String.raw`(?<=^|[\s"',[])--?(?<name>[A-Za-z][\w-]{1,40})["',]{0,3}\s`,
      // {"name": "API_TOKEN", "value": "X"}, also in another order
      String.raw`(?<![\w-])${NAMES}${QUOTED}(?<name>[A-Za-z_][\w.-]{0,63}(?: [\w.-]{1,20})?)(?![\w.-])[\\"'\x60]{0,8}${NEXT}${VALUES}${IS}`,
      String.raw`(?<![\w-])${VALUES}${IS}(?=\s{0,4}[\\"'\x60]{1,8}[^"'\\{}]{1,1000}["'\x60\\]{1,8}${NEXT}${NAMES}${QUOTED}(?<name>[A-Za-z_][\w .-]{0,63}))`,
    ],
    // ("password", "X"), setPassword("X"), | password | X |, the password is X
    [weakValue, `${WEAK_SIGN}(?<=${NAME}${CLOSE}${WEAK_SIGN})`],
    [
      elementText,
      // <password>X, <property name="password">X, <key>password</key><string>X
      String.raw`<(?:[\w-]{1,30}:)?(?<name>[A-Za-z][\w.-]{0,63})(?:\s[^<>]{0,200})?(?<!\/)>(?=<!\[CDATA\[|[^<\s])`,
      String.raw`(?<![\w-])${NAMES}=["'](?<name>[\w.-]{1,64})["'](?:\s[^<>]{0,100})?(?<!\/)>\s{0,20}(?=[^<\s])`,
      String.raw`(?<![\w.-])(?<name>[\w.-]{1,64})<\/[\w:-]{1,30}>\s{0,20}<[\w:-]{1,30}[^<>]{0,60}>`,
    ],
    // Authorization: Bearer X; a scheme that is not known needs a value that is no word.
    [
      credentials,
      String.raw`(?<name>${HEADER})${SCHEMES}\s{1,4}`,
      String.raw`${HEADER}[A-Za-z][\w-]{1,30}[ \t]{1,4}`,
    ],
    [
      spokenValue,
      // Basic X, with password X, ENV API_TOKEN X, curl -u me:X, mysql -pX
      String.raw`\b(?:bearer|basic|digest|negotiate|ntlm|dpop|hawk|aws4-hmac-sha256|splunk|sharedkey(?:lite)?|pass(?:word|wd|phrase|code)|secret|token|api[ _-]?key|pwd|credentials?|otp|identified by)\s{1,4}(?=["'\x60]?[^\s"'\x60=:])`,
      String.raw`\b(?<name>[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,40}) (?=["']?[^\s"'=])`,
      String.raw`(?<=^|\s)(?:-u|--(?:proxy-)?user)[ =]?["']?(?:[^\s:"'-][^\s:"']{0,63})?:`,
      String.raw`\b${CLIENT}\b[^\n|;&]{0,200}?\s-[paw][ =]?(?=["']?[^\s"'-])`,
    ],
  ];
  return rows.flatMap(([find, ...patterns]) =>
    patterns.map(each => [new RegExp(each, 'giu'), find] as const),
  );
});

export function pairsIn(text: string): readonly Range[] {
  if (!STEM.test(text)) return [];
  return notations().flatMap(([notation, find]) => {
    const found: Range[] = [];
    let done = 0;
    for (const { 0: sign, index, groups = {} } of allMatches(text, notation)) {
      if (index < done) continue;
      const ranges = find({ text, at: index + sign.length, sign, groups });
      for (const range of ranges) found.push(range);
      done = ranges.at(-1)?.[1] ?? done;
    }
    return found;
  });
}
