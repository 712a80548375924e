import { isHeaderText } from '../api/request.ts';
import { parseBaseUrl } from '../api/url.ts';
import { type ConnectionSettings, settingsOf } from '../config/connection.ts';
import {
  type Credentials,
  environmentCredentials,
  loginCredentials,
  profileCredentials,
} from '../config/credentials.ts';
import type { Config } from '../config/load.ts';
import { TOKEN_VARIABLE } from '../config/options.ts';
import { isOn, type Values } from '../config/resolve.ts';
import { obtainToken } from '../config/token.ts';
import {
  type Connect,
  type ConnectionRequest,
  type ConnectProblem,
  type LoginOptions,
  loginOfOption,
  profileOptionId,
} from '../explorer/state/login.ts';
import { explain, type Failure, noLogin } from '../failure.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { type ConnectedServer, clientFor } from './connection.ts';
import { loginOptions } from './options.ts';
import { nameProblem, savedText, saveNewProfile } from './save-profile.ts';

type RequestOf<K extends ConnectionRequest['kind']> = Extract<ConnectionRequest, { readonly kind: K }>;

type SettingsOrReason = Result<ConnectionSettings>;

/** A value, or why a field of the form is wrong. */
type FormResult<T> = Result<T> | ConnectProblem;

type LoginContext = {
  readonly config: Config;
  readonly current: ConnectionSettings | undefined;
  readonly version: string;
};

const TYPED = safe`your entry, for this session only`;

/** Returns values without the flags that named another server. */
const withoutTarget = ({ apiUrl: _url, workspaceId: _id, profile: _profile, ...values }: Values): Values =>
  values;

function failureText(failure: Failure): SafeText {
  const { title } = explain(failure);
  return failure.detail === undefined || failure.detail === title ? title : safe`${title}: ${failure.detail}`;
}

function settingsFrom(credentials: Credentials | Failure, values: Values): SettingsOrReason {
  if ('kind' in credentials) return err(failureText(credentials));
  // --insecure-tls was given for the first server. A profile has a setting of its own.
  const { insecureTls: _first, ...others } = values;
  const settings = settingsOf(credentials.profile === undefined ? values : others, credentials);
  if ('base' in settings) return ok(settings);
  return err(failureText('missing' in settings ? settings.failure : settings));
}

/** Obtains the credentials of a bp login or of the environment. */
async function credentialsById(id: string, { tokenContext }: Config): Promise<Credentials | Failure> {
  const name = loginOfOption(id);
  if (name === undefined) return environmentCredentials(tokenContext);
  const login = tokenContext.logins().find(each => each.name === name);
  return login === undefined
    ? noLogin(safe`bp login "${shortText(name)}" does not exist`)
    : loginCredentials(login, tokenContext);
}

async function openById({ id }: RequestOf<'option'>, { config }: LoginContext): Promise<SettingsOrReason> {
  const profile = config.file.profiles.find(({ name }) => id === profileOptionId(name));
  const values = withoutTarget(config.values);
  if (profile !== undefined)
    return settingsFrom(await profileCredentials(profile, config.tokenContext), values);
  const credentials = await credentialsById(id, config);
  return settingsFrom(credentials, loginOfOption(id) === undefined ? config.values : values);
}

/** Obtains the token of the connection in use again. */
async function renewToken({ config, current }: LoginContext): Promise<SettingsOrReason> {
  if (current?.source === undefined) return err(safe`This connection has no token source to reload.`);
  const token = await obtainToken(current.source, config.tokenContext);
  return token.ok ? ok({ ...current, token: token.value }) : token;
}

const BAD_TOKEN = safe`The token holds a space or another character that no token has.`;

function replaceToken(token: string, { current }: LoginContext): SettingsOrReason {
  if (current === undefined) return err(safe`Connect to a server before you enter another token.`);
  if (!isHeaderText(token)) return err(BAD_TOKEN);
  const { source: _source, ...settings } = current;
  return ok({ ...settings, token, origins: { ...settings.origins, token: TYPED } });
}

const tokenField = ({ tokenStorage }: RequestOf<'form'>): 'token' | 'command' =>
  tokenStorage === 'command' ? 'command' : 'token';

/** Tests settings with one read of the first list. Returns its failure; undefined if it succeeded. */
async function readFailure(
  settings: ConnectionSettings,
  { version, signal }: { readonly version: string; readonly signal: AbortSignal },
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

/** Obtains the token of a login form: from its command, from the chosen login or variable, or as typed. */
async function tokenOfForm(
  { id, tokenStorage, command, token }: RequestOf<'form'>,
  { tokenContext }: Config,
): Promise<Result<string>> {
  if (tokenStorage === 'command')
    return obtainToken({ kind: 'command', argv: splitWords(command) }, tokenContext);
  const login = loginOfOption(id);
  if (login !== undefined) return obtainToken({ kind: 'login', name: login }, tokenContext);
  if (id === 'environment') return obtainToken({ kind: 'env', name: TOKEN_VARIABLE }, tokenContext);
  return isHeaderText(token) ? ok(token) : err(BAD_TOKEN);
}

/** Returns the settings that a login form describes, not tested yet. */
async function settingsOfForm(
  form: RequestOf<'form'>,
  { config }: LoginContext,
): Promise<FormResult<ConnectionSettings>> {
  const { values } = config;
  const base = parseBaseUrl(form.address, isOn(values, 'insecureHttp'));
  if (!base.ok) return { ...base, field: 'address' };
  if (!isHeaderText(form.workspace))
    return {
      ok: false,
      why: safe`"${clean(form.workspace, 80)}" is not a valid workspace id`,
      field: 'workspace',
    };
  const badName = nameProblem(form, config);
  if (badName !== undefined) return { ok: false, why: badName, field: 'profile' };
  const token = await tokenOfForm(form, config);
  if (!token.ok) return { ...token, field: tokenField(form) };
  return ok({
    base: base.value,
    token: token.value,
    workspaceId: form.workspace,
    defaultIds: {},
    readOnly: isOn(values, 'readOnly'),
    protect: form.protect || isOn(values, 'protect'),
    origins: { baseUrl: TYPED, workspaceId: TYPED, token: TYPED },
  });
}

/**
 * Tests the settings of a login form with one read. Saves them as a profile, unless they are for this session
 * only.
 */
async function logIn(
  form: RequestOf<'form'>,
  { context, signal }: { readonly context: LoginContext; readonly signal: AbortSignal },
): Promise<FormResult<ConnectionSettings | { readonly savedProfile: string }>> {
  const settings = await settingsOfForm(form, context);
  if (!settings.ok || signal.aborted) return settings;
  const { version, config } = context;
  const failure = await readFailure(settings.value, { version, signal });
  if (signal.aborted) return err(safe`Stopped`);
  if (failure !== undefined) {
    const isToken = failure.kind === 'unauthorised' || failure.kind === 'forbidden';
    const why = safe`${clean(new URL(settings.value.base.origin).host, 60)}: ${failureText(failure)}`;
    return { ok: false, why, field: isToken ? tokenField(form) : 'address' };
  }
  if (form.tokenStorage === 'session') return settings;
  const { token } = settings.value;
  const saved = await saveNewProfile(form, { config, argv: splitWords(form.command), token });
  return saved.ok ? ok({ savedProfile: saved.value }) : saved;
}

/** Creates the logins of a session: they list the ways to connect, and prepare the next connection. */
export function createLogins(initialConfig: Config, version: string) {
  let config = initialConfig;
  let current: ConnectionSettings | undefined;
  let next: ConnectedServer | undefined;
  const context = (): LoginContext => ({ config, current, version });

  async function settingsFor(
    request: ConnectionRequest,
    signal: AbortSignal,
  ): Promise<FormResult<ConnectionSettings> & { readonly saved?: SafeText }> {
    if (request.kind === 'option') return openById(request, context());
    if (request.kind === 'renewal') return renewToken(context());
    if (request.kind === 'token') return replaceToken(request.token, context());
    const result = await logIn(request, { context: context(), signal });
    if (!result.ok) return result;
    if ('base' in result.value) return ok(result.value);
    const { savedProfile } = result.value;
    config = await config.reload();
    const settings = await openById({ kind: 'option', id: profileOptionId(savedProfile) }, context());
    return { ...settings, saved: savedText(savedProfile, config) };
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
