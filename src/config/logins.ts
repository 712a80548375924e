import { badSetting, type Failure, noLogin } from '../failure.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { wordHint } from '../text/words.ts';
import type { OfficialLogin } from './bp-login.ts';
import type { Config } from './load.ts';
import { describeTokenSource, type Profile, type TokenSource } from './profiles.ts';
import { TOKEN_VARIABLE } from './settings.ts';
import { obtainToken, type TokenContext } from './token.ts';

export type SourcedText = { readonly text: string; readonly origin: SafeText };

/**
 * A way to log in: where its token comes from, and the address and workspace that belong to this token, so
 * that it never goes to another server.
 */
export type Login = {
  readonly kind: 'profile' | 'login' | 'environment';
  /** Differs from those of all other logins, also of other kinds. */
  readonly id: string;
  /** Name for the setting `profile`: `prod`, or `bp:default` for a login of the official tool. */
  readonly name: string;
  readonly title: SafeText;
  readonly origin: SafeText;
  /** Undefined for a profile that lacks it. */
  readonly source: TokenSource | undefined;
  readonly url?: SourcedText | undefined;
  readonly workspace?: SourcedText | undefined;
  readonly profile?: Profile;
  readonly official?: OfficialLogin;
  /** No flag or variable names it, so it only reads unless a setting says otherwise. */
  readonly isImplicit?: true;
};

export type LoginConfig = Pick<Config, 'values' | 'file' | 'tokenContext'>;

const ENVIRONMENT: Login = {
  kind: 'environment',
  id: 'environment',
  name: TOKEN_VARIABLE,
  title: clean(TOKEN_VARIABLE),
  origin: clean(TOKEN_VARIABLE),
  source: { kind: 'token_env', value: TOKEN_VARIABLE },
};

const sourced = (text: string | undefined, origin: SafeText): SourcedText | undefined =>
  text === undefined ? undefined : { text, origin };

function officialLogin(official: OfficialLogin): Login {
  const { name, apiUrl, workspaceId, path, mode } = official;
  const source: TokenSource = { kind: 'bp_login', value: name };
  const title = describeTokenSource(source);
  return {
    ...{ kind: 'login', id: `login:${name}`, name: `bp:${name}`, title, source, official },
    origin: safe`${clean(path, 200)} (mode ${clean(mode)})`,
    url: sourced(apiUrl, title),
    workspace: sourced(workspaceId, title),
  };
}

/** Returns the login of a profile; what it leaves out comes from its login of the official tool. */
function profileLogin(profile: Profile, officials: readonly Login[]): Login {
  const { name, origin, token: source, url, workspace } = profile;
  const title = safe`profile ${clean(name)}`;
  const from = officials.find(
    ({ official }) => source?.kind === 'bp_login' && official?.name === source.value,
  );
  return {
    ...{ kind: 'profile', id: `profile:${name}`, name, title, origin, source, profile },
    url: sourced(url, title) ?? from?.url,
    workspace: sourced(workspace, title) ?? from?.workspace,
  };
}

/** Returns all logins of this machine: profiles, those of the official tool, then the environment. */
export function loginsOf({ file, tokenContext }: LoginConfig): readonly Login[] {
  const officials = tokenContext.logins().map(officialLogin);
  const environment = tokenContext.env[TOKEN_VARIABLE]?.trim() ? [ENVIRONMENT] : [];
  return [...file.profiles.map(each => profileLogin(each, officials)), ...officials, ...environment];
}

/** Returns the logins to choose from: all but those of the official tool that a profile stands for. */
export function choosableLogins(config: LoginConfig): readonly Login[] {
  const names = config.file.profiles.flatMap(({ token }) =>
    token?.kind === 'bp_login' ? [token.value] : [],
  );
  return loginsOf(config).filter(({ official }) => official === undefined || !names.includes(official.name));
}

const namedLogins = (config: LoginConfig): readonly Login[] =>
  loginsOf(config).filter(({ kind }) => kind !== 'environment');

/**
 * Returns the login to use: the one that the setting `profile` names, else the environment, else none.
 * BP_TOKEN wins over a name in a file, and loses to a flag or variable. Fails for an unknown name.
 */
export function chosenLogin(config: LoginConfig): Result<Login | undefined> {
  const { profile: named } = config.values;
  const environment = loginsOf(config).find(({ kind }) => kind === 'environment');
  if (named === undefined) return ok(environment);
  const all = namedLogins(config);
  const login = all.find(({ name }) => name === named.text);
  if (login === undefined) {
    const names = all.map(({ name }) => name);
    const hint = names.length === 0 ? safe`No profiles exist yet.` : wordHint(named.text, names);
    return err(safe`${named.origin}: unknown profile "${shortText(named.text)}". ${hint}`);
  }
  if (named.from === 'flag' || named.from === 'environment') return ok(login);
  const usesVariable = login.source?.kind === 'token_env' && login.source.value === TOKEN_VARIABLE;
  if (environment !== undefined && !usesVariable) return ok(environment);
  return ok(login.kind === 'login' ? { ...login, isImplicit: true } : login);
}

/**
 * Returns the login of the official tool that commands may read with although nothing names it: the only one
 * there is. A flag with an address means another server, so then there is none.
 */
export function onlyLogin(config: LoginConfig): Login | undefined {
  const [login, second] = namedLogins(config);
  const isOnly = login?.kind === 'login' && second === undefined;
  if (!isOnly || config.file.isBroken || config.values.apiUrl?.from === 'flag') return undefined;
  return { ...login, isImplicit: true };
}

/** Returns the question which of several logins a command should use; undefined if there are none. */
export function loginQuestion(config: LoginConfig): SafeText | undefined {
  const flags = namedLogins(config).map(({ name }) => safe`--profile ${shortText(name)}`);
  if (flags.length === 0) return undefined;
  return safe`Which login? ${joinSafe(flags.slice(0, 5), ', ')}${flags.length > 5 ? safe` …` : safe``}`;
}

/** Obtains the token of a login, or returns why it cannot be used. Never shows a part of the token. */
export async function tokenOf(
  { title, origin, source, profile }: Login,
  context: TokenContext,
): Promise<string | Failure> {
  if (profile?.problem !== undefined)
    return badSetting(safe`${profile.problem}. The profile is not used until that is right`);
  if (source === undefined)
    return badSetting(
      safe`${origin}: ${title} has no token source: token_command, token_file, token_env or bp_login`,
    );
  const token = await obtainToken(source, context);
  if (token.ok) return token.value;
  return noLogin(profile === undefined ? token.why : safe`${title}: ${token.why}`);
}

export const tokenOrigin = ({ profile, title, source }: Login): SafeText =>
  profile === undefined || source === undefined ? title : safe`${title} (${describeTokenSource(source)})`;
