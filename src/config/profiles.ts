import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from 'yaml';
import { makeFolder, writeAtomic } from '../storage/files.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { isName } from '../text/words.ts';
import {
  isWordList,
  parseYaml,
  problemText,
  type ReportProblem,
  readParts,
  readSettingsText,
  readSwitch,
  readText,
  type YamlEntry,
} from './settings-text.ts';

export type TokenSource =
  | Readonly<{ kind: 'token_command'; value: readonly string[] }>
  /** `bp_login`: a login of the official command line tool. */
  | Readonly<{ kind: 'token_env' | 'token_file' | 'bp_login'; value: string }>;

/** Skins have a fitting shade of each. */
const PROFILE_COLOURS = ['red', 'yellow', 'green', 'cyan'] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

export type Profile = Readonly<{
  name: string;
  url?: string;
  workspace?: string;
  token?: TokenSource;
  readOnly?: boolean;
  protect?: boolean;
  /** By default a protected profile is red. */
  colour?: ProfileColour;
  insecureTls?: boolean;
  origin: SafeText;
  /** The profile is not used: its unknown or invalid key may have named another server. */
  problem?: SafeText;
}>;

const readCommand = (value: unknown): Result<TokenSource> =>
  isWordList(value) && value.length > 0
    ? ok({ kind: 'token_command', value })
    : err(safe`must be a list of words, like [pass, show, bp], because no shell splits it`);

function readColour(value: unknown): Result<ProfileColour> {
  const colour = PROFILE_COLOURS.find(each => each === value);
  return colour === undefined ? err(safe`must be red, yellow, green or cyan`) : ok(colour);
}

const NO_TOKEN_HERE = safe`this file must not hold a token; use token_command, token_file, token_env or bp_login`;
const ONE_OF: readonly (readonly [part: SafeText, keys: RegExp])[] = [
  [safe`address`, /^(api_)?url$/],
  [safe`workspace`, /^workspace(_id)?$/],
  [safe`token source`, /^token_|^bp_login$/],
];

const sourcePart = (kind: 'token_env' | 'token_file' | 'bp_login') => {
  const read = (given: unknown): Result<TokenSource> => {
    const text = readText(given);
    return text.ok ? ok({ kind, value: text.value }) : text;
  };
  return ['token', read] as const;
};

const PARTS = {
  token: ['token', () => err(NO_TOKEN_HERE)],
  url: ['url', readText],
  workspace: ['workspace', readText],
  api_url: ['url', readText],
  workspace_id: ['workspace', readText],
  token_command: ['token', readCommand],
  token_env: sourcePart('token_env'),
  token_file: sourcePart('token_file'),
  bp_login: sourcePart('bp_login'),
  read_only: ['readOnly', readSwitch],
  protect: ['protect', readSwitch],
  colour: ['colour', readColour],
  insecure_tls: ['insecureTls', readSwitch],
} as const;

export function readProfile(entry: YamlEntry, report: ReportProblem): Profile | undefined {
  const { key: name, origin, entries = [] } = entry;
  const problems: SafeText[] = [];
  const note: ReportProblem = (part, problem) => {
    problems.push(problemText(part, problem));
    return report(part, problem);
  };
  if (!isName(name)) return note(entry, safe`the name must be a word of at most 40 letters`);
  if (entry.entries === undefined) note(entry, safe`must be a map of url, workspace and a token source`);
  const parts = readParts<Required<Profile>>(entries, PARTS, note);
  for (const [part, keys] of ONE_OF) {
    const [, second] = entries.filter(({ key }) => keys.test(key));
    if (second) note(second, safe`a profile has one ${part}: leave one out`);
  }
  const [problem] = problems;
  return { name, ...parts, origin, ...(problem && { problem }) };
}

/** A token does not belong into a command, but must not be shown either. */
const withoutToken = (word: string) => word.replace(/bp_pat_\w+/g, '••••');

export const describeTokenSource = ({ kind, value }: TokenSource): SafeText =>
  kind === 'bp_login'
    ? safe`bp login "${shortText(value)}"`
    : safe`${clean(kind)}: ${shortText([value].flat().map(withoutToken).join(' '))}`;

type NewProfile = Readonly<{
  url?: string;
  workspace: string;
  protect: boolean;
}> & { readonly [K in TokenSource['kind']]?: TokenSource['value'] };

/** Keeps comments. Throws if the file is broken or not writable, or if others may have written it. */
export async function changeSettings(path: string, change: (document: Document) => void): Promise<void> {
  const found = readSettingsText(path, 'user');
  if (found !== undefined && 'problem' in found) throw new Error(found.problem);
  const document = parseYaml(await import('yaml'), found?.text ?? '');
  if (document.errors.length > 0) throw new Error('the settings file is broken: fix it first');
  change(document);
  makeFolder(dirname(path));
  // A link stays, and so does the mode of its target.
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  writeAtomic(target, document.toString(), { mode });
}

/** Makes the profile the default if there is none yet. Throws as `changeSettings` does. */
export const saveProfile = (path: string, name: string, profile: NewProfile): Promise<void> =>
  changeSettings(path, document => {
    document.setIn(['profiles', name], document.createNode(profile));
    if (!document.has('profile')) document.set('profile', name);
  });

/** Only its owner can read it. Returns the path relative to the settings file. May throw. */
export function saveToken(path: string, name: string, token: string): string {
  const folder = join(dirname(path), 'tokens');
  makeFolder(folder);
  writeAtomic(join(folder, name), `${token}\n`);
  return join('tokens', name);
}
