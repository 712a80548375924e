import { badSetting, type Failure, noLogin } from '../failure.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';
import type { OfficialLogin } from './bp-login.ts';
import type { Config } from './load.ts';
import { TOKEN_VARIABLE } from './options.ts';
import { describeTokenSource, type Profile, type TokenSource } from './profiles.ts';
import type { SettingValue } from './resolve.ts';
import { obtainToken, type TokenContext } from './token.ts';

/** A text and where it came from. */
export type SourcedText = { readonly text: string; readonly origin: SafeText };

/** A token with what belongs to it: a token of a profile never goes to an address from elsewhere by accident. */
export type Credentials = {
  readonly token: SourcedText;
  readonly source: TokenSource;
  readonly profile?: Profile;
  readonly url?: SourcedText;
  readonly workspace?: SourcedText;
  /** Why it only reads where no setting says otherwise. */
  readonly readsOnly?: SafeText;
};

/** Who is meant: a profile, a login of the official tool, the environment's token, or nobody yet. */
export type Identity =
  | { readonly is: 'profile'; readonly profile: Profile }
  /** `isByHand`: a flag or a variable names it, not a file. */
  | { readonly is: 'login'; readonly login: OfficialLogin; readonly isByHand: boolean }
  | { readonly is: 'environment' }
  | { readonly is: 'nobody' };

/** The name that chooses a login of the official tool, `bp:default`. */
export const loginName = ({ name }: Pick<OfficialLogin, 'name'>): string => `bp:${name}`;

type Known = Pick<Config, 'values' | 'file' | 'means'>;

function unknownProfile({ text, origin }: SettingValue, names: readonly string[]): Failure {
  const meant = nearestWord(text, names);
  const hint = meant === undefined ? safe`` : safe` Did you mean ${shortText(meant)}?`;
  const list =
    names.length === 0
      ? safe`There are none yet.`
      : safe`There are: ${joinSafe(names.map(shortText), ', ')}.`;
  return badSetting(safe`${origin}: there is no profile "${shortText(text)}".${hint} ${list}`);
}

/** Returns the profile or the login that a setting names. */
function namedIdentity(named: SettingValue, { file, means }: Known): Identity | Failure {
  const profile = file.profiles.find(({ name }) => name === named.text);
  if (profile !== undefined) return { is: 'profile', profile };
  const logins = means.logins();
  const login = logins.find(each => loginName(each) === named.text);
  if (login === undefined)
    return unknownProfile(named, [...file.profiles.map(({ name }) => name), ...logins.map(loginName)]);
  return { is: 'login', login, isByHand: named.from === 'flag' || named.from === 'environment' };
}

/**
 * Returns who is meant. A profile or login that is named by hand or by a variable counts more than BP_TOKEN; one that
 * a file names counts less.
 */
export function identityOf(known: Known): Identity | Failure {
  const named = known.values.profile;
  const hasToken = (known.means.env[TOKEN_VARIABLE]?.trim() ?? '') !== '';
  const who: Identity | Failure = named === undefined ? { is: 'nobody' } : namedIdentity(named, known);
  if (!hasToken || 'kind' in who) return who;
  const isByHand = named?.from === 'flag' || named?.from === 'environment';
  const source = who.is === 'profile' ? who.profile.token : undefined;
  const isOwn = source?.is === 'env' && source.name === TOKEN_VARIABLE;
  return isByHand || isOwn ? who : { is: 'environment' };
}

/**
 * Returns the login of the official tool that a command reads with when nobody is named: the only login there is. None
 * where a flag names a server: that is another one.
 */
export function onlyLogin({ values, file, means }: Known): OfficialLogin | undefined {
  if (file.isBroken || file.profiles.length > 0 || values.apiUrl?.from === 'flag') return undefined;
  const [login, second] = means.logins();
  return second === undefined ? login : undefined;
}

/** The address and the workspace of a profile: its own, else those of its login. */
export function profileTarget(
  { name, token, url, workspace }: Profile,
  { logins }: Pick<TokenContext, 'logins'>,
): Pick<Credentials, 'url' | 'workspace'> {
  const login = token?.is === 'login' ? logins().find(each => each.name === token.name) : undefined;
  const origin = safe`profile ${clean(name)}`;
  const said = (own: string | undefined, other: string | undefined): SourcedText | undefined => {
    if (own !== undefined) return { text: own, origin };
    return other === undefined || token === undefined
      ? undefined
      : { text: other, origin: describeTokenSource(token) };
  };
  const address = said(url, login?.apiUrl);
  const place = said(workspace, login?.workspaceId);
  return {
    ...(address === undefined ? {} : { url: address }),
    ...(place === undefined ? {} : { workspace: place }),
  };
}

/** The access that a profile gives: its token is obtained, and what it leaves out comes from its login. */
export async function profileCredentials(
  profile: Profile,
  means: TokenContext,
): Promise<Credentials | Failure> {
  const { name, origin, token: source } = profile;
  if (source === undefined)
    return badSetting(
      safe`${origin}: profile ${clean(name)} has no way to a token: token_command, token_file, token_env or bp_login`,
    );
  const obtained = await obtainToken(source, means);
  if (!obtained.ok) return noLogin(safe`profile ${clean(name)}: ${obtained.problem}`);
  const token = {
    text: obtained.token,
    origin: safe`profile ${clean(name)} (${describeTokenSource(source)})`,
  };
  return { ...profileTarget(profile, means), token, source, profile };
}

/** The address and the workspace of a login of the official tool. */
export function loginWithoutToken({ name, apiUrl, workspaceId }: OfficialLogin): Omit<Credentials, 'token'> {
  const origin = safe`bp login "${shortText(name)}"`;
  const said = (text: string | undefined): SourcedText | undefined =>
    text === undefined ? undefined : { text, origin };
  const url = said(apiUrl);
  const workspace = said(workspaceId);
  return {
    source: { is: 'login', name },
    ...(url === undefined ? {} : { url }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** What is known of an access before its token is obtained; undefined for that of the environment and of nobody. */
export function credentialsWithoutToken(
  who: Identity,
  means: TokenContext,
): Omit<Credentials, 'token'> | undefined {
  if (who.is === 'login')
    return {
      ...loginWithoutToken(who.login),
      ...(who.isByHand ? {} : { readsOnly: unnamedLoginReason(who.login) }),
    };
  if (who.is !== 'profile' || who.profile.token === undefined) return undefined;
  return { ...profileTarget(who.profile, means), source: who.profile.token, profile: who.profile };
}

/** Why a login that nobody named by hand only reads. */
export const unnamedLoginReason = (login: OfficialLogin): SafeText =>
  safe`bp login "${shortText(login.name)}": --profile ${shortText(loginName(login))} allows deletes`;

/** The access that a login of the official tool gives. */
export async function loginCredentials(
  login: OfficialLogin,
  means: TokenContext,
): Promise<Credentials | Failure> {
  const { source, ...parts } = loginWithoutToken(login);
  const obtained = await obtainToken(source, means);
  if (!obtained.ok) return noLogin(obtained.problem);
  return { ...parts, source, token: { text: obtained.token, origin: describeTokenSource(source) } };
}

/** The access that BP_TOKEN gives, or why it gives none. */
export async function environmentCredentials(means: TokenContext): Promise<Credentials | Failure> {
  const source: TokenSource = { is: 'env', name: TOKEN_VARIABLE };
  const obtained = await obtainToken(source, means);
  if (obtained.ok) return { token: { text: obtained.token, origin: clean(TOKEN_VARIABLE) }, source };
  return noLogin(obtained.problem);
}
