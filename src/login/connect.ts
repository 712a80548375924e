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
import { isHeaderText, obtainToken } from '../config/token.ts';
import type { Doors, OpenDoor, Wish } from '../explorer/state/login-options.ts';
import { explain, type Failure, noLogin } from '../failure.ts';
import { resourceOf, root } from '../resources/registry.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { type Connected, clientFor } from './connection.ts';
import { doorsBeside } from './options.ts';
import { keptWish } from './save-profile.ts';

type Of<K extends Wish['to']> = Extract<Wish, { readonly to: K }>;

/** The settings that are gone on with, or why there are none. */
type Opened = { readonly settings: ConnectionSettings } | { readonly problem: SafeText };

type Room = {
  readonly config: Config;
  readonly present: ConnectionSettings | undefined;
  readonly version: string;
};

const LOGIN = 'login:';
const PROFILE = 'profile:';

const not = (problem: SafeText): Opened => ({ problem });

/** What was given for one server by flags does not hold for another. */
const elsewhere = ({ apiUrl: _url, workspaceId: _id, profile: _profile, ...values }: Values): Values =>
  values;

const words = (failure: Failure): SafeText => {
  const { title } = explain(failure);
  return failure.detail === undefined || failure.detail === title ? title : safe`${title}: ${failure.detail}`;
};

function settled(access: Credentials | Failure, values: Values): Opened {
  // Given for the first server, not for another profile.
  const { insecureTls: _first, ...own } = values;
  const settings =
    'kind' in access ? access : settingsOf(access.profile === undefined ? values : own, access);
  if (settings === undefined) return not(safe`Nobody is meant.`);
  const failure = 'missing' in settings ? settings.failure : settings;
  return 'kind' in failure ? not(words(failure)) : { settings: failure };
}

/** The access of a way to a server that is no profile. */
async function plainAccess(id: string, { means }: Config): Promise<Credentials | Failure> {
  if (!id.startsWith(LOGIN)) return environmentCredentials(means);
  const name = id.slice(LOGIN.length);
  const login = means.logins().find(each => each.name === name);
  return login === undefined
    ? noLogin(safe`bp login "${shortText(name)}": there is none of that name`)
    : loginCredentials(login, means);
}

async function openDoor({ id }: Of<'door'>, { config }: Room): Promise<Opened> {
  const profile = config.file.profiles.find(({ name }) => id === `${PROFILE}${name}`);
  const values = elsewhere(config.values);
  if (profile !== undefined) return settled(await profileCredentials(profile, config.means), values);
  const access = await plainAccess(id, config);
  return settled(access, id.startsWith(LOGIN) ? values : config.values);
}

async function openAgain({ config, present }: Room): Promise<Opened> {
  if (present?.source === undefined) return not(safe`There is no way to obtain the token again.`);
  const obtained = await obtainToken(present.source, config.means);
  return obtained.ok ? { settings: { ...present, token: obtained.token } } : not(obtained.problem);
}

const NO_TOKEN = safe`The token holds a space or another character that no token has.`;

function openToken(token: string, { present }: Room): Opened {
  if (present === undefined) return not(safe`There is no server for it.`);
  if (!isHeaderText(token)) return not(NO_TOKEN);
  const { source: _source, ...settings } = present;
  const origins = { ...settings.origins, token: safe`typed for this session` };
  return { settings: { ...settings, token, origins } };
}

/** One read of the first list; why it failed. */
async function refused(
  settings: ConnectionSettings,
  { version, signal }: { readonly version: string; readonly signal: AbortSignal },
): Promise<SafeText | undefined> {
  const first = root.children.find(({ from }) => from === 'list');
  const list = first === undefined ? undefined : resourceOf(first.to).list;
  if (list === undefined) return undefined;
  const answer = await clientFor(settings, version).send(list, {}, { signal });
  return answer.ok ? undefined : words(answer.failure);
}

/** Words of a command as they are typed: quotes keep some together; there is no shell. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/** The token of a form: printed by its command, that of its door, or typed. */
async function tokenOf(
  { id, keep, command, token }: Of<'login'>,
  { means }: Config,
): ReturnType<typeof obtainToken> {
  if (keep === 'command') return obtainToken({ is: 'command', argv: wordsOf(command) }, means);
  if (id.startsWith(LOGIN)) return obtainToken({ is: 'login', name: id.slice(LOGIN.length) }, means);
  if (id === 'environment') return obtainToken({ is: 'env', name: TOKEN_VARIABLE }, means);
  return isHeaderText(token) ? { ok: true, token } : { ok: false, problem: NO_TOKEN };
}

/** What a form has, as settings: nothing of it was tried yet. */
async function typedSettings(wish: Of<'login'>, { config }: Room): Promise<Opened> {
  const { values } = config;
  const base = parseBaseUrl(wish.address, isOn(values, 'insecureHttp'));
  if (!base.ok) return not(base.why);
  if (!isHeaderText(wish.workspace))
    return not(safe`"${clean(wish.workspace, 80)}" cannot be a workspace id`);
  const obtained = await tokenOf(wish, config);
  if (!obtained.ok) return not(obtained.problem);
  const typed = safe`typed for this session`;
  return {
    settings: {
      base: base.value,
      token: obtained.token,
      workspaceId: wish.workspace,
      defaultIds: {},
      readOnly: isOn(values, 'readOnly'),
      protect: wish.protect || isOn(values, 'protect'),
      origins: { baseUrl: typed, workspaceId: typed, token: typed },
    },
  };
}

/** Tries what a form has with one read, and keeps it as was said; the name of its profile, where it is kept. */
async function openLogin(
  wish: Of<'login'>,
  { room, signal }: { readonly room: Room; readonly signal: AbortSignal },
): Promise<Opened | { readonly kept: string }> {
  const opened = await typedSettings(wish, room);
  if ('problem' in opened || signal.aborted) return opened;
  const { version, config } = room;
  const problem = await refused(opened.settings, { version, signal });
  if (problem !== undefined || signal.aborted) return not(problem ?? safe`Stopped`);
  if (wish.keep === 'session') return opened;
  const { token } = opened.settings;
  const kept = await keptWish(wish, { config, argv: wordsOf(wish.command), token });
  return kept.ok ? { kept: kept.name } : not(kept.problem);
}

/** The ways to a server, and what is gone on with. Holds what was made ready until it is taken. */
export function createLogins(given: Config, version: string) {
  let config = given;
  let present: ConnectionSettings | undefined;
  let ready: Connected | undefined;
  const room = (): Room => ({ config, present, version });

  async function opened(wish: Wish, signal: AbortSignal): Promise<Opened> {
    if (wish.to === 'door') return openDoor(wish, room());
    if (wish.to === 'again') return openAgain(room());
    if (wish.to === 'token') return openToken(wish.token, room());
    const found = await openLogin(wish, { room: room(), signal });
    if (!('kept' in found)) return found;
    config = await config.reread();
    return openDoor({ to: 'door', id: `${PROFILE}${found.kept}` }, room());
  }

  const open: OpenDoor = async (wish, signal) => {
    try {
      const found = await opened(wish, signal);
      if ('problem' in found) return found.problem;
      // What was given up meanwhile is not gone on with.
      if (!signal.aborted) ready = { settings: found.settings };
      return undefined;
    } catch (error) {
      return safe`It did not work: ${shortText(error instanceof Error ? error.message : 'a defect')}`;
    }
  };

  return {
    open,
    /** What is known beside what is in use. */
    doors: (connected: Connected | undefined): Doors => {
      present = connected?.knownIds === undefined ? connected?.settings : undefined;
      return doorsBeside(config, present);
    },
    /** What was made ready. */
    taken: (): Connected | undefined => ready,
    config: (): Config => config,
  };
}
