import { badSetting, type Failure, noLogin } from '../failure.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';
import type { OfficialLogin } from './bp-login.ts';
import type { Config } from './load.ts';
import { TOKEN_VARIABLE } from './options.ts';
import { describeTokenSource, type Profile, type TokenSource } from './profiles.ts';
import type { SettingValue } from './resolve.ts';
import { obtainToken, type TokenContext } from './token.ts';

export type SourcedText = { readonly text: string; readonly origin: SafeText };

/**
 * A token with the server and workspace it belongs to, so that a token of a profile never goes to another
 * address.
 */
export type Credentials = {
  readonly token: SourcedText;
  readonly source: TokenSource;
  readonly profile?: Profile;
  readonly url?: SourcedText;
  readonly workspace?: SourcedText;
  /** Why the connection only reads unless a setting says otherwise. */
  readonly readOnlyReason?: SafeText;
};

/** The owner of the token to use: a profile, a login of the official tool, the environment, or none yet. */
export type Identity =
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** `isExplicit`: named by a flag or a variable, not by a file. */
  | { readonly kind: 'login'; readonly login: OfficialLogin; readonly isExplicit: boolean }
  | { readonly kind: 'environment' }
  | { readonly kind: 'none' }
  /** A setting names a profile or login that does not exist. */
  | { readonly kind: 'unknown'; readonly failure: Failure };

/** Returns the name that selects a login of the official tool, `bp:default`. */
export const loginName = ({ name }: Pick<OfficialLogin, 'name'>): string => `bp:${name}`;

/** The parts of the configuration that identify the user. */
export type LoginConfig = Pick<Config, 'values' | 'file' | 'tokenContext'>;

function unknownProfile({ text, origin }: SettingValue, names: readonly string[]): Identity {
  const nearest = nearestWord(text, names);
  const hint = nearest === undefined ? safe`` : safe` Did you mean ${shortText(nearest)}?`;
  const list =
    names.length === 0
      ? safe`No profiles exist yet.`
      : safe`One of: ${joinSafe(names.map(shortText), ', ')}.`;
  const failure = badSetting(safe`${origin}: unknown profile "${shortText(text)}".${hint} ${list}`);
  return { kind: 'unknown', failure };
}

/** Returns true if a flag or a variable set a value: the person did, not a file. */
const isSetByHand = (value: SettingValue | undefined): boolean =>
  value?.from === 'flag' || value?.from === 'environment';

function namedIdentity(named: SettingValue, { file, tokenContext }: LoginConfig): Identity {
  const profile = file.profiles.find(({ name }) => name === named.text);
  if (profile !== undefined) return { kind: 'profile', profile };
  const logins = tokenContext.logins();
  const login = logins.find(each => loginName(each) === named.text);
  return login === undefined
    ? unknownProfile(named, [...file.profiles.map(({ name }) => name), ...logins.map(loginName)])
    : { kind: 'login', login, isExplicit: isSetByHand(named) };
}

/**
 * Returns the identity to use. BP_TOKEN wins over a profile or login that a file names, and loses to a flag
 * or variable.
 */
export function identityOf(config: LoginConfig): Identity {
  const named = config.values.profile;
  const hasToken = (config.tokenContext.env[TOKEN_VARIABLE]?.trim() ?? '') !== '';
  const identity: Identity = named === undefined ? { kind: 'none' } : namedIdentity(named, config);
  if (!hasToken || identity.kind === 'unknown') return identity;
  const source = identity.kind === 'profile' ? identity.profile.token : undefined;
  const usesVariable = source?.kind === 'env' && source.name === TOKEN_VARIABLE;
  return isSetByHand(named) || usesVariable ? identity : { kind: 'environment' };
}

/**
 * Returns the login of the official tool that commands may read with although nothing names it: the only one
 * there is. A flag with an address means another server, so then there is none.
 */
export function onlyLogin({ values, file, tokenContext }: LoginConfig): OfficialLogin | undefined {
  if (file.isBroken || file.profiles.length > 0 || values.apiUrl?.from === 'flag') return undefined;
  const [login, second] = tokenContext.logins();
  return second === undefined ? login : undefined;
}

export function loginsWithoutProfile({ file, tokenContext }: LoginConfig): readonly OfficialLogin[] {
  const names = new Set(file.profiles.flatMap(({ token }) => (token?.kind === 'login' ? [token.name] : [])));
  return tokenContext.logins().filter(({ name }) => !names.has(name));
}

/** Returns the address and the workspace of a profile; what it leaves out comes from its login. */
export function profileTarget(
  { name, token, url, workspace }: Profile,
  { logins }: Pick<TokenContext, 'logins'>,
): Pick<Credentials, 'url' | 'workspace'> {
  const login = token?.kind === 'login' ? logins().find(each => each.name === token.name) : undefined;
  const origin = safe`profile ${clean(name)}`;
  const sourced = (own: string | undefined, inherited: string | undefined): SourcedText | undefined => {
    if (own !== undefined) return { text: own, origin };
    return inherited === undefined || token === undefined
      ? undefined
      : { text: inherited, origin: describeTokenSource(token) };
  };
  const address = sourced(url, login?.apiUrl);
  const place = sourced(workspace, login?.workspaceId);
  return {
    ...(address === undefined ? {} : { url: address }),
    ...(place === undefined ? {} : { workspace: place }),
  };
}

export async function profileCredentials(
  profile: Profile,
  tokenContext: TokenContext,
): Promise<Credentials | Failure> {
  const { name, origin, problem, token: source } = profile;
  if (problem !== undefined) return badSetting(safe`${problem}. The profile is not used until that is right`);
  if (source === undefined)
    return badSetting(
      safe`${origin}: profile ${clean(name)} has no token source: token_command, token_file, token_env or bp_login`,
    );
  const obtained = await obtainToken(source, tokenContext);
  if (!obtained.ok) return noLogin(safe`profile ${clean(name)}: ${obtained.why}`);
  const token = {
    text: obtained.value,
    origin: safe`profile ${clean(name)} (${describeTokenSource(source)})`,
  };
  return { ...profileTarget(profile, tokenContext), token, source, profile };
}

export function loginWithoutToken({ name, apiUrl, workspaceId }: OfficialLogin): Omit<Credentials, 'token'> {
  const source: TokenSource = { kind: 'login', name };
  const origin = describeTokenSource(source);
  return {
    source,
    ...(apiUrl === undefined ? {} : { url: { text: apiUrl, origin } }),
    ...(workspaceId === undefined ? {} : { workspace: { text: workspaceId, origin } }),
  };
}

/**
 * Returns credentials without their token, which may cost a command to obtain; undefined for the environment
 * and none.
 */
export function credentialsWithoutToken(
  identity: Identity,
  tokenContext: TokenContext,
): Omit<Credentials, 'token'> | undefined {
  if (identity.kind === 'login') {
    const { login, isExplicit } = identity;
    return {
      ...loginWithoutToken(login),
      ...(isExplicit ? {} : { readOnlyReason: implicitLoginReason(login) }),
    };
  }
  if (identity.kind !== 'profile' || identity.profile.token === undefined) return undefined;
  const { profile } = identity;
  return { ...profileTarget(profile, tokenContext), source: identity.profile.token, profile };
}

/** Returns why a login that no flag or variable names only reads. */
export const implicitLoginReason = (login: OfficialLogin): SafeText =>
  safe`bp login "${shortText(login.name)}": --profile ${shortText(loginName(login))} allows deletes`;

export async function loginCredentials(
  login: OfficialLogin,
  tokenContext: TokenContext,
): Promise<Credentials | Failure> {
  const { source, ...parts } = loginWithoutToken(login);
  const obtained = await obtainToken(source, tokenContext);
  if (!obtained.ok) return noLogin(obtained.why);
  return { ...parts, source, token: { text: obtained.value, origin: describeTokenSource(source) } };
}

export async function environmentCredentials(tokenContext: TokenContext): Promise<Credentials | Failure> {
  const source: TokenSource = { kind: 'env', name: TOKEN_VARIABLE };
  const obtained = await obtainToken(source, tokenContext);
  return obtained.ok
    ? { token: { text: obtained.value, origin: clean(TOKEN_VARIABLE) }, source }
    : noLogin(obtained.why);
}
