import { isName } from '../text/name.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';
import type { YamlEntry } from './yaml-entries.ts';

/** How a token is come by. It is never in the settings file itself. */
export type TokenSource =
  | { readonly is: 'command'; readonly argv: readonly string[] }
  | { readonly is: 'env'; readonly name: string }
  | { readonly is: 'file'; readonly path: string }
  /** The login of the official command line tool, by the name it has there. */
  | { readonly is: 'login'; readonly name: string };

/** A server, a workspace and a way to a token, under a name. */
export type Profile = {
  readonly name: string;
  readonly url?: string;
  readonly workspace?: string;
  readonly token?: TokenSource;
  readonly readOnly?: boolean;
  /** Nothing is changed without its name typed first. */
  readonly protect?: boolean;
  /** The server's certificate is not verified. */
  readonly insecureTls?: boolean;
  /** Where it stands, `settings.yaml line 3`. */
  readonly origin: SafeText;
};

type Part = Partial<Omit<Profile, 'name' | 'origin'>>;
/** What a value means, or what it has to be. */
type Meaning = (value: unknown) => Result<Part>;

const words =
  (make: (text: string) => Part): Meaning =>
  value =>
    typeof value === 'string' && value.trim() !== '' ? ok(make(value.trim())) : err(safe`has to be a text`);
const yes =
  (make: (isOn: boolean) => Part): Meaning =>
  value =>
    typeof value === 'boolean' ? ok(make(value)) : err(safe`has to be true or false`);

function command(value: unknown): Result<Part> {
  const isGood =
    Array.isArray(value) && value.length > 0 && value.every(word => typeof word === 'string' && word !== '');
  if (!isGood) return err(safe`has to be a list of words, like [pass, show, bp]: there is no shell`);
  return ok({ token: { is: 'command', argv: value } });
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  url: words(url => ({ url })),
  workspace: words(workspace => ({ workspace })),
  token_command: command,
  token_env: words(name => ({ token: { is: 'env', name } })),
  token_file: words(path => ({ token: { is: 'file', path } })),
  bp_login: words(name => ({ token: { is: 'login', name } })),
  read_only: yes(readOnly => ({ readOnly })),
  protect: yes(protect => ({ protect })),
  insecure_tls: yes(insecureTls => ({ insecureTls })),
};

/** What a value that is not understood counts as: what forbids holds. */
const SAFER: Readonly<Record<string, Part>> = {
  read_only: { readOnly: true },
  protect: { protect: true },
};

const TOKEN_HERE = safe`a token must not stand in this file; use token_command, token_file, token_env or bp_login`;

/** A name of a setting that is none, with the nearest that is. The value beside it is never said: it may be secret. */
export function unknownKey(key: string, known: readonly string[]): SafeText {
  const meant = nearestWord(key, known);
  const hint = meant === undefined ? safe`` : safe`; did you mean ${clean(meant)}?`;
  return safe`there is no such setting${hint}`;
}

type Told = (line: number, key: string, what: SafeText) => void;

function partOf({ key, line, value }: YamlEntry, path: string, tell: Told): Part {
  const meaning = Object.hasOwn(MEANINGS, key) ? MEANINGS[key] : undefined;
  if (meaning === undefined) {
    tell(line, `${path}.${key}`, key === 'token' ? TOKEN_HERE : unknownKey(key, Object.keys(MEANINGS)));
    return {};
  }
  const part = meaning(value);
  if (part.ok) return part.value;
  tell(line, `${path}.${key}`, part.why);
  return SAFER[key] ?? {};
}

function profileOf({ key, line, entries }: YamlEntry, file: SafeText, tell: Told): Profile | undefined {
  const path = `profiles.${key}`;
  if (!isName(key)) {
    tell(line, path, safe`a profile's name is a word of at most 40 letters`);
    return undefined;
  }
  if (entries === undefined) {
    tell(line, path, safe`has to be a map of url, workspace and a way to a token`);
    return undefined;
  }
  const ways = entries.filter(({ key: name }) => /^token_|^bp_login$/.test(name));
  const second = ways[1];
  if (second !== undefined)
    tell(second.line, `${path}.${second.key}`, safe`a profile has one way to a token; the last one counts`);
  const parts = entries.map(entry => partOf(entry, path, tell));
  return { name: key, ...Object.assign({}, ...parts), origin: safe`${file} line ${line}` };
}

/** The profiles of a settings file. What is wrong in one is told and left out. */
export function profilesOf(entry: YamlEntry, file: SafeText, tell: Told): readonly Profile[] {
  if (entry.entries === undefined) {
    if (entry.value !== null) tell(entry.line, entry.key, safe`has to be a map of name: profile`);
    return [];
  }
  return entry.entries.flatMap(each => profileOf(each, file, tell) ?? []);
}

/** A token in the place of a word of a command is no good place for it, and not said all the same. */
const withoutToken = (word: string): string => word.replace(/bp_pat_\w+/g, '••••');

/** How a token is come by, in words; the token is not in them. */
export function describeTokenSource(source: TokenSource): SafeText {
  switch (source.is) {
    case 'command':
      return safe`token_command: ${shortText(source.argv.map(withoutToken).join(' '))}`;
    case 'env':
      return safe`token_env: ${shortText(source.name)}`;
    case 'file':
      return safe`token_file: ${shortText(source.path)}`;
    case 'login':
      return safe`bp login "${shortText(source.name)}"`;
  }
}
