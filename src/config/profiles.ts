import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { isName } from '../text/words.ts';
import {
  booleanPart,
  isWordList,
  problemText,
  type ReportProblem,
  readParts,
  textPart,
  type YamlEntry,
} from './yaml-entries.ts';

/** The source of a token: its key in a profile and the value there. The settings file holds no token. */
export type TokenSource =
  | { readonly kind: 'token_command'; readonly value: readonly string[] }
  /** `bp_login`: the name of a login of the official command line tool. */
  | { readonly kind: 'token_env' | 'token_file' | 'bp_login'; readonly value: string };

/** Colours of a profile's name in the status bar. Skins have a fitting shade of each. */
const PROFILE_COLOURS = ['red', 'yellow', 'green', 'cyan'] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

export type Profile = {
  readonly name: string;
  readonly url?: string;
  readonly workspace?: string;
  readonly token?: TokenSource;
  readonly readOnly?: boolean;
  /** Deletes stay locked until the person types the name of the profile. */
  readonly protect?: boolean;
  /** Colour of its name; by default a protected profile is red. */
  readonly colour?: ProfileColour;
  readonly insecureTls?: boolean;
  readonly origin: SafeText;
  /** An unknown or invalid key: the profile is not used, because the key may have named another server. */
  readonly problem?: SafeText;
};

type ProfilePart = Partial<Omit<Profile, 'name' | 'origin'>>;

function commandPart(value: unknown): Result<ProfilePart> {
  return isWordList(value) && value.length > 0
    ? ok({ token: { kind: 'token_command', value } })
    : err(safe`must be a list of words, like [pass, show, bp], because no shell splits it`);
}

function colourPart(value: unknown): Result<ProfilePart> {
  const colour = PROFILE_COLOURS.find(each => each === value);
  return colour === undefined ? err(safe`must be red, yellow, green or cyan`) : ok({ colour });
}

const NO_TOKEN_HERE = safe`this file must not hold a token; use token_command, token_file, token_env or bp_login`;
/** Parts of a profile that several keys can set. */
const ONE_OF: readonly (readonly [part: SafeText, keys: RegExp])[] = [
  [safe`address`, /^(api_)?url$/],
  [safe`workspace`, /^workspace(_id)?$/],
  [safe`token source`, /^token_|^bp_login$/],
];

const url = textPart((text): ProfilePart => ({ url: text }));
const workspace = textPart((text): ProfilePart => ({ workspace: text }));

const sourcePart = (kind: 'token_env' | 'token_file' | 'bp_login') =>
  textPart((value): ProfilePart => ({ token: { kind, value } }));

const READERS = {
  token: (): Result<ProfilePart> => err(NO_TOKEN_HERE),
  url,
  workspace,
  // The names of the settings.
  api_url: url,
  workspace_id: workspace,
  token_command: commandPart,
  token_env: sourcePart('token_env'),
  token_file: sourcePart('token_file'),
  bp_login: sourcePart('bp_login'),
  read_only: booleanPart((readOnly): ProfilePart => ({ readOnly })),
  protect: booleanPart((protect): ProfilePart => ({ protect })),
  colour: colourPart,
  insecure_tls: booleanPart((insecureTls): ProfilePart => ({ insecureTls })),
};

/** Reads a profile. Problems are reported and left out; without a valid name there is no profile. */
export function readProfile(entry: YamlEntry, report: ReportProblem): Profile | undefined {
  const { key: name, origin, entries = [] } = entry;
  const problems: SafeText[] = [];
  const note: ReportProblem = (part, problem) => {
    problems.push(problemText(part, problem));
    return report(part, problem);
  };
  if (!isName(name)) return note(entry, safe`the name must be a word of at most 40 letters`);
  if (entry.entries === undefined) note(entry, safe`must be a map of url, workspace and a token source`);
  const parts = readParts<ProfilePart>(entries, READERS, note);
  for (const [part, keys] of ONE_OF) {
    const [, second] = entries.filter(({ key }) => keys.test(key));
    if (second) note(second, safe`a profile has one ${part}: leave one out`);
  }
  const [problem] = problems;
  return { name, ...parts, origin, ...(problem && { problem }) };
}

/** Masks a token among the words of a command: it does not belong there, but must not be shown either. */
const withoutToken = (word: string): string => word.replace(/bp_pat_\w+/g, '••••');

export const describeTokenSource = ({ kind, value }: TokenSource): SafeText =>
  kind === 'bp_login'
    ? safe`bp login "${shortText(value)}"`
    : safe`${clean(kind)}: ${shortText([value].flat().map(withoutToken).join(' '))}`;
