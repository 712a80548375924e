import type { Config } from '../config/load.ts';
import { TOKEN_VARIABLE } from '../config/options.ts';
import { type NewProfile, saveProfile, saveToken } from '../config/write.ts';
import type { Wish } from '../explorer/state/login-options.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';

type Login = Extract<Wish, { readonly to: 'login' }>;

type Keeping = {
  readonly config: Config;
  readonly argv: readonly string[];
  readonly token: string;
};

export type Kept =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problem: SafeText };

/** A name that no profile has yet: that of the login, or of the host. */
function freeName({ id, address }: Login, { file }: Config): string {
  const login = id.startsWith('login:') ? id.slice('login:'.length) : 'default';
  const host = URL.parse(address)?.hostname ?? 'server';
  const words = [login, host, ...Array.from({ length: 99 }, (_, at) => `${login}-${at + 2}`)];
  const names = words.map(word => word.replace(/[^\p{L}\p{N}._-]/gu, '-').slice(0, 40));
  const taken = new Set(file.profiles.map(({ name }) => name));
  return names.find(name => /^[\p{L}\p{N}]/u.test(name) && !taken.has(name)) ?? `login-${Date.now()}`;
}

/** The way to the token as the profile has it. A token that was typed goes into a file of its own. */
function wayTo({ id, keep }: Login, name: string, { config, argv, token }: Keeping): Partial<NewProfile> {
  if (keep === 'command') return { token_command: argv };
  if (keep === 'file') return { token_file: saveToken(config.paths.user, name, token) };
  return id.startsWith('login:') ? { bp_login: id.slice('login:'.length) } : { token_env: TOKEN_VARIABLE };
}

/** Makes a profile of what was typed, the token as it was said. Never throws. */
export async function keptWish(wish: Login, keeping: Keeping): Promise<Kept> {
  const { config } = keeping;
  const problem = safe`It works, but cannot be kept`;
  if (config.file.isBroken)
    return {
      ok: false,
      problem: safe`${problem}: the settings file is broken; mend it, or use it for this session only.`,
    };
  try {
    const name = freeName(wish, config);
    const profile: NewProfile = {
      url: wish.address,
      workspace: wish.workspace,
      ...wayTo(wish, name, keeping),
      protect: wish.protect,
    };
    await saveProfile(config.paths.user, name, profile);
    return { ok: true, name };
  } catch (error) {
    return {
      ok: false,
      problem: safe`${problem}: ${shortText(error instanceof Error ? error.message : 'unknown')}`,
    };
  }
}
