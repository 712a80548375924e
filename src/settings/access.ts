import { badSetting, type Failure, noLogin } from '../failure.ts';
import { nearestWord } from '../text/nearest.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { TOKEN_VARIABLE } from './flags.ts';
import { type Profile, sourceWords, type TokenSource } from './profiles.ts';
import { type Means, obtainToken } from './token.ts';
import type { Value, Values } from './values.ts';

/** A text and where it came from. */
export type Said = { readonly text: string; readonly origin: SafeText };

/** A token with what belongs to it: a token of a profile never goes to an address from elsewhere by accident. */
export type Access = {
  readonly token: Said;
  readonly source: TokenSource;
  readonly profile?: Profile;
  readonly url?: Said;
  readonly workspace?: Said;
};

/** Who is meant: a profile, the environment's token, or nobody yet. */
export type Who =
  | { readonly is: 'profile'; readonly profile: Profile }
  | { readonly is: 'environment' }
  | { readonly is: 'nobody' };

function noProfile({ text, origin }: Value, profiles: readonly Profile[]): Failure {
  const names = profiles.map(({ name }) => name);
  const meant = nearestWord(text, names);
  const hint = meant === undefined ? safe`` : safe` Did you mean ${clean(meant)}?`;
  const list =
    names.length === 0
      ? safe`There are none yet.`
      : safe`There are: ${joinSafe(names.map(shortText), ', ')}.`;
  return badSetting(safe`${origin}: there is no profile "${shortText(text)}".${hint} ${list}`);
}

/**
 * Who is meant. A profile that is named by hand or by a variable counts more than BP_TOKEN; one that a file names
 * counts less.
 */
export function whoOf(values: Values, profiles: readonly Profile[], ownToken: string): Who | Failure {
  const named = values.profile;
  const profile = profiles.find(({ name }) => name === named?.text);
  if (named !== undefined && profile === undefined) return noProfile(named, profiles);
  const isOwn = profile?.token?.is === 'env' && profile.token.name === TOKEN_VARIABLE;
  const isByHand = named?.from === 'flag' || named?.from === 'environment';
  if (profile !== undefined && (isByHand || isOwn || ownToken === '')) return { is: 'profile', profile };
  return ownToken === '' ? { is: 'nobody' } : { is: 'environment' };
}

/** The address and the workspace of a profile: its own, else those of its login. */
export function profileParts(
  { name, token, url, workspace }: Profile,
  { logins }: Pick<Means, 'logins'>,
): Pick<Access, 'url' | 'workspace'> {
  const login = token?.is === 'login' ? logins().find(each => each.name === token.name) : undefined;
  const origin = safe`profile ${clean(name)}`;
  const said = (own: string | undefined, other: string | undefined): Said | undefined => {
    if (own !== undefined) return { text: own, origin };
    return other === undefined || token === undefined
      ? undefined
      : { text: other, origin: sourceWords(token) };
  };
  const address = said(url, login?.apiUrl);
  const place = said(workspace, login?.workspaceId);
  return {
    ...(address === undefined ? {} : { url: address }),
    ...(place === undefined ? {} : { workspace: place }),
  };
}

/** The access that a profile gives: its token is obtained, and what it leaves out comes from its login. */
export async function profileAccess(profile: Profile, means: Means): Promise<Access | Failure> {
  const { name, origin, token: source } = profile;
  if (source === undefined)
    return badSetting(
      safe`${origin}: profile ${clean(name)} has no way to a token: token_command, token_file, token_env or bp_login`,
    );
  const obtained = await obtainToken(source, means);
  if (!obtained.ok) return noLogin(safe`profile ${clean(name)}: ${obtained.problem}`);
  const token = { text: obtained.token, origin: safe`profile ${clean(name)} (${sourceWords(source)})` };
  return { ...profileParts(profile, means), token, source, profile };
}

/** The access that BP_TOKEN gives, or why it gives none. */
export async function ownAccess(means: Means): Promise<Access | Failure> {
  const source: TokenSource = { is: 'env', name: TOKEN_VARIABLE };
  const obtained = await obtainToken(source, means);
  if (obtained.ok) return { token: { text: obtained.token, origin: clean(TOKEN_VARIABLE) }, source };
  return noLogin(obtained.problem);
}
