import { homedir } from 'node:os';
import { isHeaderText } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import { isOpenToOthers } from '../config/bp-login.ts';
import { type ConnectionSettings, DEFAULT_URL, settingsOf } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { choosableLogins, type Login, loginsOf, tokenOf } from '../config/logins.ts';
import { describeTokenSource, type TokenSource } from '../config/profiles.ts';
import { saveProfile, saveToken } from '../config/settings-text.ts';
import { obtainToken } from '../config/token.ts';
import { isOn } from '../config/values.ts';
import type {
  Connect,
  ConnectionRequest,
  ConnectProblem,
  LoginOption,
  LoginOptions,
} from '../explorer/state/login.ts';
import { explain, type Failure } from '../failure.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { isName } from '../text/words.ts';
import { type ConnectedServer, clientFor } from './connection.ts';

type LoginForm = Extract<ConnectionRequest, { readonly kind: 'form' }>;

/** A value, or why there is none, with the field of the form that is wrong. */
type FormResult<T> = Result<T> | ConnectProblem;

const TYPED = safe`your entry, for this session only`;

function failureText(failure: Failure): SafeText {
  const { title } = explain(failure);
  return failure.detail === undefined || failure.detail === title ? title : safe`${title}: ${failure.detail}`;
}

/** Connects with a login of this machine. Flags that named another server count only for the environment. */
async function openLogin(id: string, config: Config): Promise<Result<ConnectionSettings>> {
  const login = loginsOf(config).find(each => each.id === id);
  if (login === undefined) return err(safe`This login does not exist any more.`);
  const token = await tokenOf(login, config.tokenContext);
  if (typeof token !== 'string') return err(failureText(token));
  const { apiUrl: _url, workspaceId: _id, insecureTls, ...others } = config.values;
  // A profile has a setting of its own for certificates.
  const values =
    login.profile !== undefined || insecureTls === undefined ? others : { ...others, insecureTls };
  const settings = settingsOf(login.kind === 'environment' ? config.values : values, login, token);
  return 'base' in settings ? ok(settings) : err(failureText(settings.failure));
}

async function renewToken(
  current: ConnectionSettings | undefined,
  { tokenContext }: Config,
): Promise<Result<ConnectionSettings>> {
  if (current?.login?.source === undefined) return err(safe`This connection has no token source to reload.`);
  const token = await obtainToken(current.login.source, tokenContext);
  return token.ok ? ok({ ...current, token: token.value }) : token;
}

const BAD_TOKEN = safe`The token holds a space or another character that no token has.`;

function replaceToken(token: string, current: ConnectionSettings | undefined): Result<ConnectionSettings> {
  if (current === undefined) return err(safe`Connect to a server before you enter another token.`);
  if (!isHeaderText(token)) return err(BAD_TOKEN);
  const { login, origins } = current;
  const profile = login?.profile && { ...login, source: undefined };
  return ok({ ...current, login: profile, token, origins: { ...origins, token: TYPED } });
}

const tokenField = ({ tokenStorage }: LoginForm): 'token' | 'command' =>
  tokenStorage === 'command' ? 'command' : 'token';

/** Tests settings with one read of the first list. Returns its failure; undefined if it succeeded. */
async function readFailure(
  settings: ConnectionSettings,
  version: string,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const first = root.children.find(({ from }) => from === 'list');
  const list = first === undefined ? undefined : resourceOf(first.to).list;
  if (list === undefined) return undefined;
  const outcome = await clientFor(settings, version).send(list, {}, { signal });
  return outcome.ok ? undefined : outcome.failure;
}

/** Splits a command line into words. Quotes keep words together; no shell is involved. */
const splitWords = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/**
 * Returns the source of the token of a form; undefined if the token is typed. That of a profile is not used:
 * its token belongs to its own address, and with a form its protections would be lost.
 */
function sourceOf({ id, tokenStorage, command }: LoginForm, config: Config): TokenSource | undefined {
  if (tokenStorage === 'command') return { kind: 'token_command', value: splitWords(command) };
  return loginsOf(config).find(login => login.id === id && login.kind !== 'profile')?.source;
}

/** Returns why a form cannot be saved under its name, as a sentence; undefined if it can. */
function nameProblem({ profile, tokenStorage }: LoginForm, { file }: Config): SafeText | undefined {
  if (tokenStorage === 'session') return undefined;
  if (!isName(profile)) return safe`"${clean(profile, 80)}" is not a valid profile name`;
  if (file.profiles.some(({ name }) => name === profile))
    return safe`There is already a profile "${clean(profile)}"`;
  return undefined;
}

async function settingsOfForm(form: LoginForm, config: Config): Promise<FormResult<ConnectionSettings>> {
  const { values, tokenContext } = config;
  const { workspace: workspaceId, token: typed } = form;
  const base = parseBaseUrl(form.address, isOn(values, 'insecureHttp'));
  if (!base.ok) return { ...base, field: 'address' };
  if (!isHeaderText(workspaceId)) {
    const why = safe`"${clean(workspaceId, 80)}" is not a valid workspace id`;
    return { ok: false, why, field: 'workspace' };
  }
  const badName = nameProblem(form, config);
  if (badName !== undefined) return { ok: false, why: badName, field: 'profile' };
  const source = sourceOf(form, config);
  const ownToken = isHeaderText(typed) ? ok(typed) : err(BAD_TOKEN);
  const token = source === undefined ? ownToken : await obtainToken(source, tokenContext);
  if (!token.ok) return { ...token, field: tokenField(form) };
  return ok({
    base: base.value,
    token: token.value,
    workspaceId,
    defaultIds: {},
    readOnly: isOn(values, 'readOnly'),
    protect: form.protect || isOn(values, 'protect'),
    origins: { baseUrl: TYPED, workspaceId: TYPED, token: TYPED },
  });
}

/** Saves a login form as a profile; its typed token goes to a file of its own. Never throws. */
async function saveForm(form: LoginForm, config: Config, token: string): Promise<Result<string>> {
  const problem = safe`Login works, but cannot be saved`;
  if (config.file.isBroken)
    return err(safe`${problem}: the settings file is broken. Fix it, or log in for this session only.`);
  const { profile: name, address: url, workspace, protect } = form;
  const { user } = config.paths;
  try {
    const source = sourceOf(form, config) ?? { kind: 'token_file', value: saveToken(user, name, token) };
    await saveProfile(user, name, { url, workspace, [source.kind]: source.value, protect });
    return ok(name);
  } catch (error) {
    return err(safe`${problem}: ${shortText(error instanceof Error ? error.message : 'unknown error')}`);
  }
}

/**
 * Tests the settings of a login form with one read. Saves them as a profile, unless they are for this session
 * only; then returns the name of the profile.
 */
async function logIn(
  form: LoginForm,
  config: Config,
  version: string,
  signal: AbortSignal,
): Promise<FormResult<ConnectionSettings | string>> {
  const settings = await settingsOfForm(form, config);
  if (!settings.ok || signal.aborted) return settings;
  const failure = await readFailure(settings.value, version, signal);
  if (signal.aborted) return err(safe`Stopped`);
  if (failure !== undefined) {
    const isToken = failure.kind === 'unauthorised' || failure.kind === 'forbidden';
    const why = safe`${clean(new URL(settings.value.base.origin).host, 60)}: ${failureText(failure)}`;
    return { ok: false, why, field: isToken ? tokenField(form) : 'address' };
  }
  return form.tokenStorage === 'session' ? settings : saveForm(form, config, settings.value.token);
}

/** Returns the label, the name and the source of the token of a login, in words. */
function wordsOf({ kind, name, title, source, official }: Login, { values }: Config) {
  if (kind === 'profile')
    return {
      label: safe`profile "${clean(name)}"`,
      name: clean(name),
      token: source === undefined ? safe`` : describeTokenSource(source),
    };
  if (kind === 'login') return { label: title, name: shortText(official?.name ?? ''), token: title };
  const workspace = values.workspaceId;
  const beside = workspace === undefined ? safe`` : safe` and ${workspace.origin}`;
  return {
    label: safe`${title}${beside} from your environment`,
    name: title,
    token: safe`${title} of your environment`,
  };
}

function warningOf({ profile, official }: Login): SafeText | undefined {
  if (official === undefined || !isOpenToOthers(official.mode)) return profile?.problem;
  const path = clean(official.path.replace(homedir(), '~'), 200);
  return safe`${path} can be read by others (mode ${clean(official.mode)})`;
}

function optionOf(login: Login, config: Config): LoginOption {
  const { id, kind, url, workspace, profile } = login;
  const values = kind === 'environment' ? config.values : {};
  const address = url?.text ?? values.apiUrl?.text ?? DEFAULT_URL;
  const workspaceId = workspace?.text ?? values.workspaceId?.text ?? '';
  const host = clean(URL.parse(address)?.host ?? address, 40);
  const warning = warningOf(login);
  return {
    ...{ id, kind, address, workspace: workspaceId, ...wordsOf(login, config) },
    detail: workspaceId === '' ? host : safe`${host}  workspace ${clean(workspaceId, 60)}`,
    ...(profile?.readOnly ? { guard: 'read-only' } : profile?.protect ? { guard: 'protected' } : {}),
    ...(warning && { warning }),
  };
}

/** Actions that obtain the token of a source again. */
const RENEWALS: { readonly [K in TokenSource['kind']]: SafeText | undefined } = {
  token_command: safe`rerun the token command`,
  token_file: safe`reload the token file`,
  bp_login: safe`reload the bp login`,
  // The environment of a running process does not change.
  token_env: undefined,
};

/**
 * Returns all ways to connect on this machine, the form to type a login last, and which of them is in use.
 */
function loginOptions(config: Config, current: ConnectionSettings | undefined): LoginOptions {
  const { values, file } = config;
  const source = current?.login?.source;
  const typed: LoginOption = {
    id: 'typed',
    kind: 'typed',
    label: safe`enter address, token and workspace id`,
    detail: safe``,
    address: values.apiUrl?.text ?? DEFAULT_URL,
    workspace: values.workspaceId?.text ?? '',
  };
  return {
    options: [...choosableLogins(config).map(login => optionOf(login, config)), typed],
    ...(file.isBroken ? { problem: file.problems[0] ?? safe`` } : {}),
    current: current?.login?.id,
    renewal: source === undefined ? undefined : RENEWALS[source.kind],
  };
}

/** Creates the logins of a session: they list the ways to connect, and prepare the next connection. */
export function createLogins(initialConfig: Config, version: string) {
  let config = initialConfig;
  let current: ConnectionSettings | undefined;
  let next: ConnectedServer | undefined;

  async function settingsFor(
    request: ConnectionRequest,
    signal: AbortSignal,
  ): Promise<FormResult<ConnectionSettings> & { readonly saved?: SafeText }> {
    if (request.kind === 'option') return openLogin(request.id, config);
    if (request.kind === 'renewal') return renewToken(current, config);
    if (request.kind === 'token') return replaceToken(request.token, current);
    const result = await logIn(request, config, version, signal);
    if (!result.ok) return result;
    if (typeof result.value !== 'string') return ok(result.value);
    const name = result.value;
    config = await config.reload();
    const file = clean(config.paths.user.replace(homedir(), '~'), 200);
    const saved = safe`Saved as profile "${clean(name)}" in ${file}.`;
    return { ...(await openLogin(`profile:${name}`, config)), saved };
  }

  const open: Connect = async (request, signal) => {
    try {
      const settings = await settingsFor(request, signal);
      if (!settings.ok) return settings;
      // A cancelled login must not be used, even if it has succeeded meanwhile.
      if (!signal.aborted) next = { settings: settings.value };
      return settings.saved === undefined ? { ok: true } : { ok: true, saved: settings.saved };
    } catch (error) {
      return err(
        safe`Could not connect: ${shortText(error instanceof Error ? error.message : 'internal error')}`,
      );
    }
  };

  return {
    open,
    /** Returns the ways to connect besides the connection in use. */
    options: (connected: ConnectedServer | undefined): LoginOptions => {
      current = connected?.knownIds === undefined ? connected?.settings : undefined;
      return loginOptions(config, current);
    },
    /** Returns the connection that `open` prepared. */
    next: (): ConnectedServer | undefined => next,
    config: (): Config => config,
  };
}
