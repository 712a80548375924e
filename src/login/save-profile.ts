import { homedir } from 'node:os';
import type { Config } from '../config/load.ts';
import { TOKEN_VARIABLE } from '../config/options.ts';
import { type NewProfile, saveProfile, saveToken } from '../config/write.ts';
import type { ConnectionRequest } from '../explorer/state/login-options.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

type LoginForm = Extract<ConnectionRequest, { readonly kind: 'form' }>;

type SaveContext = {
  readonly config: Config;
  /** Words of the token command. */
  readonly argv: readonly string[];
  readonly token: string;
};

/** Returns a profile name that is not taken: from the login, else from the host. */
function freeName({ id, address }: LoginForm, { file }: Config): string {
  const login = id.startsWith('login:') ? id.slice('login:'.length) : 'default';
  const host = URL.parse(address)?.hostname ?? 'server';
  const words = [login, host, ...Array.from({ length: 99 }, (_, at) => `${login}-${at + 2}`)];
  const names = words.map(word => word.replace(/[^\p{L}\p{N}._-]/gu, '-').slice(0, 40));
  const taken = new Set(file.profiles.map(({ name }) => name));
  return names.find(name => /^[\p{L}\p{N}]/u.test(name) && !taken.has(name)) ?? `login-${Date.now()}`;
}

/** Returns the token source of a new profile. Writes a typed token to a file of its own. */
function tokenSourceFor(
  { id, tokenStorage }: LoginForm,
  name: string,
  { config, argv, token }: SaveContext,
): Partial<NewProfile> {
  if (tokenStorage === 'command') return { token_command: argv };
  if (tokenStorage === 'file') return { token_file: saveToken(config.paths.user, name, token) };
  return id.startsWith('login:') ? { bp_login: id.slice('login:'.length) } : { token_env: TOKEN_VARIABLE };
}

/** Saves a login form as a profile and returns its name. Never throws. */
export async function saveNewProfile(form: LoginForm, context: SaveContext): Promise<Result<string>> {
  const { config } = context;
  const problem = safe`Login works, but cannot be saved`;
  if (config.file.isBroken)
    return err(safe`${problem}: the settings file is broken. Fix it, or log in for this session only.`);
  try {
    const name = freeName(form, config);
    const profile: NewProfile = {
      url: form.address,
      workspace: form.workspace,
      ...tokenSourceFor(form, name, context),
      protect: form.protect,
    };
    await saveProfile(config.paths.user, name, profile);
    return ok(name);
  } catch (error) {
    return err(safe`${problem}: ${shortText(error instanceof Error ? error.message : 'unknown error')}`);
  }
}

/** Returns a sentence about a saved profile, with the path of its file. */
export const savedText = (name: string, { paths }: Config): SafeText =>
  safe`Saved as profile "${clean(name)}" in ${clean(paths.user.replace(homedir(), '~'), 200)}.`;
