import { homedir } from 'node:os';
import { isHeaderText } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import { type ConnectionSettings, DEFAULT_URL, settingsOf } from '../config/connection.ts';
import type { Config } from '../config/load.ts';
import { choosableLogins, type Login, loginsOf, tokenOf } from '../config/logins.ts';
import { describeTokenSource, saveProfile, saveToken, type TokenSource } from '../config/profiles.ts';
import { isOpenToOthers, obtainToken } from '../config/token.ts';
import { isOn } from '../config/values.ts';
import type { Connect, ConnectionRequest, ConnectProblem, LoginOption } from '../explorer/state/login.ts';
import { titleWithDetail } from '../failure.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, errorText, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { isName } from '../text/words.ts';
import { type ConnectedServer, clientFor, settingsFrom } from './connection.ts';

type LoginForm = Extract<ConnectionRequest, { readonly kind: 'form' }>;

/** A problem names the field of the form that is wrong. */
type FormResult = Result<ConnectionSettings> | ConnectProblem;

const TYPED = safe`your entry, for this session only`;

async function openLogin(id: string, config: Config): Promise<Result<ConnectionSettings>> {
  const login = loginsOf(config).find(each => each.id === id);
  if (login === undefined) return err(safe`This login does not exist any more.`);
  const token = await tokenOf(login, config.tokenContext);
  if (typeof token !== 'string') return err(titleWithDetail(token));
  const { apiUrl: _url, workspaceId: _id, insecureTls, ...others } = config.values;
  // A profile has a setting of its own for certificates.
  const values =
    login.profile !== undefined || insecureTls === undefined ? others : { ...others, insecureTls };
  const settings = settingsOf(login.kind === 'environment' ? config.values : values, login, token);
  return 'base' in settings ? ok(settings) : err(titleWithDetail(settings.failure));
}

async function renewToken(current: ConnectionSettings | undefined, { tokenContext }: Config) {
  if (current?.login?.source === undefined)
    return err(safe`This login has no command, file or variable that could give a new token.`);
  const token = await obtainToken(current.login.source, tokenContext);
  return token.ok ? ok({ ...current, token: token.value }) : token;
}

const BAD_TOKEN = safe`The token holds a space or another character that no token can have.`;

function replaceToken(token: string, current: ConnectionSettings | undefined): Result<ConnectionSettings> {
  if (current === undefined) return err(safe`Connect to a server before you enter another token.`);
  if (!isHeaderText(token)) return err(BAD_TOKEN);
  const { login, origins } = current;
  const profile = login?.profile && { ...login, source: undefined };
  return ok({ ...current, login: profile, token, origins: { ...origins, token: TYPED } });
}

const tokenField = ({ tokenStorage }: LoginForm): 'token' | 'command' =>
  tokenStorage === 'command' ? 'command' : 'token';

/** Quotes keep words together; no shell is involved. */
const splitWords = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/** Undefined if the token is typed. A profile's token belongs to its own address and protections. */
function sourceOf({ id, tokenStorage, command }: LoginForm, config: Config): TokenSource | undefined {
  if (tokenStorage === 'command') return { kind: 'token_command', value: splitWords(command) };
  return loginsOf(config).find(login => login.id === id && login.kind !== 'profile')?.source;
}

function nameProblem({ profile, tokenStorage }: LoginForm, { file }: Config): SafeText | undefined {
  if (tokenStorage === 'session') return undefined;
  if (!isName(profile)) return safe`"${clean(profile, 80)}" is not a valid profile name`;
  const isTaken = file.profiles.some(({ name }) => name === profile);
  return isTaken ? safe`There is already a profile "${clean(profile)}"` : undefined;
}

async function settingsOfForm(form: LoginForm, config: Config): Promise<FormResult> {
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
  const protect = form.protect || isOn(values, 'protect');
  return ok(settingsFrom(TYPED, values, { base: base.value, token: token.value, workspaceId, protect }));
}

async function saveForm(form: LoginForm, config: Config, token: string): Promise<SafeText | undefined> {
  const problem = safe`Login works, but cannot be saved`;
  if (config.file.isBroken)
    return safe`${problem}: the settings file is broken. Fix it, or log in for this session only.`;
  const { profile: name, address: url, workspace, protect } = form;
  const { user } = config.paths;
  try {
    const source = sourceOf(form, config) ?? { kind: 'token_file', value: saveToken(user, name, token) };
    await saveProfile(user, name, { url, workspace, [source.kind]: source.value, protect });
    return undefined;
  } catch (error) {
    return safe`${problem}: ${errorText(error)}`;
  }
}

async function testedSettings(
  form: LoginForm,
  config: Config,
  version: string,
  signal: AbortSignal,
): Promise<FormResult> {
  const settings = await settingsOfForm(form, config);
  const first = root.children.find(({ from }) => from === 'list');
  const list = first && resourceOf(first.to).list;
  if (!settings.ok || list === undefined) return settings;
  if (signal.aborted) return err(safe`Stopped`);
  const outcome = await clientFor(settings.value, version).send(list, {}, { signal });
  if (signal.aborted) return err(safe`Stopped`);
  if (outcome.ok) return settings;
  const { failure } = outcome;
  const isToken = failure.kind === 'unauthorised' || failure.kind === 'forbidden';
  const why = safe`${clean(new URL(settings.value.base.origin).host, 60)}: ${titleWithDetail(failure)}`;
  return { ok: false, why, field: isToken ? tokenField(form) : 'address' };
}

function wordsOf({ kind, name, title, source, official }: Login, { values }: Config) {
  if (kind === 'profile')
    return {
      label: safe`profile "${clean(name)}"`,
      name: clean(name),
      token: source === undefined ? safe`` : describeTokenSource(source),
    };
  if (kind === 'login') return { label: title, name: shortText(official?.name ?? ''), token: title };
  const workspace = values.workspaceId;
  const beside = workspace && safe` and ${workspace.origin}`;
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

const RENEWALS: { readonly [K in TokenSource['kind']]: SafeText | undefined } = {
  token_command: safe`rerun the token command`,
  token_file: safe`reload the token file`,
  bp_login: safe`reload the bp login`,
  // The environment of a running process does not change.
  token_env: undefined,
};

function loginOptions(config: Config, current: ConnectionSettings | undefined) {
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
    renewal: source && RENEWALS[source.kind],
  };
}

export function createLogins(initialConfig: Config, version: string) {
  let config = initialConfig;
  let current: ConnectionSettings | undefined;
  let next: ConnectedServer | undefined;

  async function settingsFor(
    request: ConnectionRequest,
    signal: AbortSignal,
  ): Promise<FormResult & { readonly saved?: SafeText }> {
    if (request.kind === 'option') return openLogin(request.id, config);
    if (request.kind === 'renewal') return renewToken(current, config);
    if (request.kind === 'token') return replaceToken(request.token, current);
    const settings = await testedSettings(request, config, version, signal);
    if (!settings.ok || request.tokenStorage === 'session') return settings;
    const problem = await saveForm(request, config, settings.value.token);
    if (problem !== undefined) return err(problem);
    config = await config.reload();
    const file = clean(config.paths.user.replace(homedir(), '~'), 200);
    const saved = safe`Saved as profile "${clean(request.profile)}" in ${file}.`;
    return { ...(await openLogin(`profile:${request.profile}`, config)), saved };
  }

  const open: Connect = async (request, signal) => {
    try {
      const settings = await settingsFor(request, signal);
      if (!settings.ok) return settings;
      // A cancelled login must not be used, even if it has succeeded meanwhile.
      if (!signal.aborted) next = { settings: settings.value };
      return settings.saved === undefined ? { ok: true } : { ok: true, saved: settings.saved };
    } catch (error) {
      return err(safe`Could not connect: ${errorText(error)}`);
    }
  };

  return {
    open,
    options: (connected: ConnectedServer | undefined) => {
      current = connected?.knownIds === undefined ? connected?.settings : undefined;
      return loginOptions(config, current);
    },
    next: (): ConnectedServer | undefined => next,
    config: (): Config => config,
    /** A broken file changes nothing. */
    reload: async (): Promise<Config> => {
      const fresh = await config.reload();
      if (fresh.broken === undefined) config = fresh;
      return fresh;
    },
  };
}
