import { homedir } from 'node:os';
import type { Config } from '../config/load.ts';
import { TOKEN_VARIABLE } from '../config/options.ts';
import { type NewProfile, saveProfile, saveToken } from '../config/write.ts';
import { type ConnectionRequest, loginOfOption } from '../explorer/state/login.ts';
import { isName } from '../text/name.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';

type LoginForm = Extract<ConnectionRequest, { readonly kind: 'form' }>;

type SaveContext = {
  readonly config: Config;
  /** Words of the token command. */
  readonly argv: readonly string[];
  readonly token: string;
};

/** Returns why a form cannot be saved under its name, as a sentence; undefined if it can. */
export function nameProblem({ profile, tokenStorage }: LoginForm, { file }: Config): SafeText | undefined {
  if (tokenStorage === 'session') return undefined;
  if (!isName(profile)) return safe`"${clean(profile, 80)}" is not a valid profile name`;
  if (file.profiles.some(({ name }) => name === profile))
    return safe`There is already a profile "${clean(profile)}"`;
  return undefined;
}

/** Returns the token source of a new profile. Writes a typed token to a file of its own. */
function tokenSourceFor(
  { id, tokenStorage }: LoginForm,
  name: string,
  { config, argv, token }: SaveContext,
): Partial<NewProfile> {
  if (tokenStorage === 'command') return { token_command: argv };
  if (tokenStorage === 'file') return { token_file: saveToken(config.paths.user, name, token) };
  const login = loginOfOption(id);
  return login === undefined ? { token_env: TOKEN_VARIABLE } : { bp_login: login };
}

/** Saves a login form as a profile and returns the name. Never throws. */
export async function saveNewProfile(form: LoginForm, context: SaveContext): Promise<Result<string>> {
  const { config } = context;
  const problem = safe`Login works, but cannot be saved`;
  if (config.file.isBroken)
    return err(safe`${problem}: the settings file is broken. Fix it, or log in for this session only.`);
  try {
    const { profile: name } = form;
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
