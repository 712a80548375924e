import { badSetting, noLogin } from '../failure.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { wordHint } from '../text/words.ts';
import type { Config } from './load.ts';
import { describeTokenSource, type Profile, type TokenSource } from './profiles.ts';
import { TOKEN_VARIABLE } from './settings.ts';
import { type OfficialLogin, obtainToken, type TokenContext } from './token.ts';

export type SourcedText = Readonly<{ text: string; origin: SafeText }>;

/** The address and workspace belong to the token, so that it never goes to another server. */
export type Login = Readonly<{
  kind: 'profile' | 'login' | 'environment';
  id: string;
  /** For the setting `profile`: `prod`, or `bp:default` for a login of the official tool. */
  name: string;
  title: SafeText;
  origin: SafeText;
  source: TokenSource | undefined;
  url?: SourcedText | undefined;
  workspace?: SourcedText | undefined;
  profile?: Profile;
  official?: OfficialLogin;
  /** No flag or variable names it, so it only reads unless a setting says otherwise. */
  isImplicit?: true;
}>;

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

export function loginsOf({ file, tokenContext }: LoginConfig): readonly Login[] {
  const officials = tokenContext.logins().map(officialLogin);
  const environment = tokenContext.env[TOKEN_VARIABLE]?.trim() ? [ENVIRONMENT] : [];
  return [...file.profiles.map(each => profileLogin(each, officials)), ...officials, ...environment];
}

/** Leaves out those of the official tool that a profile stands for. */
export function choosableLogins(config: LoginConfig): readonly Login[] {
  const names = config.file.profiles.flatMap(({ token }) =>
    token?.kind === 'bp_login' ? [token.value] : [],
  );
  return loginsOf(config).filter(({ official }) => official === undefined || !names.includes(official.name));
}

const namedLogins = (config: LoginConfig): readonly Login[] =>
  loginsOf(config).filter(({ kind }) => kind !== 'environment');

/** The named one, else that of BP_TOKEN, which wins over a name in a file. Fails for an unknown name. */
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

/** Commands may read with the only login of the official tool, unless a flag means another server. */
export function onlyLogin(config: LoginConfig): Login | undefined {
  const [login, second] = namedLogins(config);
  const isOnly = login?.kind === 'login' && second === undefined;
  if (!isOnly || config.file.isBroken || config.values.apiUrl?.from === 'flag') return undefined;
  return { ...login, isImplicit: true };
}

export function loginQuestion(config: LoginConfig): SafeText | undefined {
  const flags = namedLogins(config).map(({ name }) => safe`--profile ${shortText(name)}`);
  if (flags.length === 0) return undefined;
  return safe`Which login? ${joinSafe(flags.slice(0, 5))}${flags.length > 5 && safe` …`}`;
}

/** Never shows a part of the token. */
export async function tokenOf({ title, origin, source, profile }: Login, context: TokenContext) {
  if (profile?.problem !== undefined)
    return badSetting(safe`The profile is not used until this is right: ${profile.problem}`);
  if (source === undefined)
    return badSetting(
      safe`${origin}: ${title} has no token source: token_command, token_file, token_env or bp_login`,
    );
  const token = await obtainToken(source, context);
  if (token.ok) return token.value;
  return noLogin(profile === undefined ? token.why : safe`${title}: ${token.why}`);
}

export const tokenOrigin = ({ profile, title, source }: Login) =>
  profile === undefined || source === undefined ? title : safe`${title} (${describeTokenSource(source)})`;
