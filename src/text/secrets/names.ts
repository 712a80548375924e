import { kept } from '../memo.ts';

/**
 * A name makes its value a secret. `sure`: unless that says that there is none. `likely`: in a record,
 * while in a sentence the value decides (`session: closed`). `maybe`: the value decides (`sortKey: name`).
 */
export type Suspicion = 'sure' | 'likely' | 'maybe';

const MAX_NAME = 64;

/** `dbPwd`, `DB_PWD` and `db.pwd` become `db-pwd`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$&-')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase()
    .replace(/^-|-$/g, '');

/** They change no meaning: `password_old`, `apiKeyProd`, `tokenValue`. */
const QUALIFIERS =
  /(?:-(?:values?|text|plain|raw|hash|b64|base64|enc|encrypted|old|new|current|prev|previous|next|confirm|confirmation|again|repeat|prod|production|live|dev|staging|test|main|primary|secondary|backup|default|string|data|file|json|\d{1,3}|v\d))+$/;
/** Names that count, order or describe: tokens of a language model, keys of tables, the kind of a token. */
const HARMLESS =
  /(?:^|-)(?:(?:max|min|total|prompt|completion|input|output|cached|used|reasoning|context|num|remaining)-tokens?|next-(?:page-)?token|(?:page|continuation|sync)-token|(?:sort|primary|foreign|partition|cache|row|object|event|group|routing|message|translation|i18n|idempotency|dedup\w*|order|index|lookup|composite|public|unique|range|item|field|hot|shortcut|arrow|parent|issue|project|config|setting|feature|flag|locale|map|storage-object)-keys?|(?:design|pad|bos|eos|unk|cls|sep|mask|stop|start|end|special)-tokens?|(?:boarding|season|travel|ski|day|guest|visitor|by|com|first|second|last|multi)-pass|(?:sort|primary|foreign|event|cache)keys?)$/;

const SURE = [
  String.raw`secrets?|(?:\w*(?:pass-?(?:words?|wrd|wds?|phrases?|codes?)|secret|apikey|(?:auth|access|api|bot)token|privatekey|accesskey))`,
  '(?:user|smtp|db|ftp|root|admin|my|pg|mysql|mail|redis|proxy|ldap|key|store)?(?:passe?|pwd|pw)|pgpassfile',
  '(?:api|access|private|signing|encryption|decryption|aes|recovery|pre-shared|session|hmac|secret|master|shared|account|storage|auth|service|client|license|ssh|deploy)-keys?',
  'passwort|kennwort|wachtwoord|senha|contrase(?:ñ|n)a|mot-de-passe|haslo|hasło|пароль|密码|密碼|パスワード|비밀번호',
  'credentials?|creds?|bearer|(?:bearer|auth\\w*|access|refresh|id|api|bot|csrf|xsrf|session|security|personal)-tokens?|jwts?|hmac|mnemonics?|seed-phrase',
  '(?:proxy-)?authori[sz]ation|psk|id-rsa|(?:otp|verification|security|sms|auth|2fa|mfa|access|unlock|recovery|backup|reset)-?codes?|(?:set-)?cookies?2?|cvvs?|cvc2?|otps?|[th]otps?|pin|pin-?codes?|csrf|xsrf|sas|pem|key-?files?|dsn|github-pat|php-?sess-?id|j-?session-?id|asp-net-session-id|connect-sid',
  'service-account(?:-keys?)?|connection-?strings?',
  '(?:redis|mongo(?:db)?|amqp|rabbit(?:mq)?|postgres(?:ql)?|pg|mysql|database|db|broker|celery|sentry|kafka|smtp|ldap|webhook|jdbc)-?(?:ur[il]s?|dsn|conn)',
];
const LIKELY =
  'tokens?|auth|sessions?|session-?ids?|sess-?ids?|sids?|pins|pats?|mfa|2fa|pw|pass|sigs?|signatures?|seeds?|salts?|certs?|passkeys?';
const SURE_END = new RegExp(`(?:^|-)(?:${SURE.join('|')})$`);
const LIKELY_END = new RegExp(`(?:^|-)(?:${LIKELY})$`);
const MAYBE_END = /(?:^|-)(?:\w*keys?|licen[sc]e)$/;
/** Secret words with others behind them: `passwordHint`, `credentialsOfBot`. */
const INSIDE = /secret(?!s$|ar)|passw(?:or)?d(?!less)|passphrase|credential|(?:api|access|private)-?key/;
/** A quick test first: nearly all names and texts have none of these. */
export const STEM =
  /p(?:ass|w|in-?code|(?:in|at|em)s?(?![a-z]))|secret|token|key|auth|cookie|se?ss|sid|s(?:eed|alt|ig|as)|cred|cert|cv[vc]|otp|psk|rsa|jwt|hmac|dsn|csrf|xsrf|mfa|2fa|mnemo|bearer|code|ur[il]|conn|hook|account|licen|kenn|senha|contra|mot|has[lł]o|basic|digest|bearer|negotiate|ntlm|hawk|identified|-u|redis-|mysql|maria|mongo|ldap|docker l|ticket|assertion|saml|пароль|密[码碼]|パスワ|비밀번/i;

const known = new Map<string, Suspicion | 'none'>();
const MAX_KNOWN = 5000;

function judge(name: string): Suspicion | undefined {
  const all = wordsOf(name);
  if (HARMLESS.test(all)) return undefined;
  const words = all.replace(QUALIFIERS, '');
  if (SURE_END.test(all) || SURE_END.test(words)) return 'sure';
  if (LIKELY_END.test(all) || LIKELY_END.test(words) || INSIDE.test(all)) return 'likely';
  return MAYBE_END.test(words) ? 'maybe' : undefined;
}

/** Cached: the same names come again and again. */
export function suspicionOf(whole: string): Suspicion | undefined {
  const name = whole.slice(-MAX_NAME);
  if (!STEM.test(name)) return undefined;
  const found = kept(known, name, () => judge(name) ?? 'none', MAX_KNOWN);
  return found === 'none' ? undefined : found;
}
