import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Environment } from '../terminal/capabilities.ts';
import { programFrom, programOnPath } from '../terminal/process/program-path.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { OfficialLogin } from './bp-login.ts';
import { modeText } from './file-text.ts';
import type { TokenSource } from './profiles.ts';

/** A token, or why there is none. */
export type Obtained =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly problem: SafeText };

/** Longest run of a token command. */
const COMMAND_MS = 10_000;
/** More than any token, and than any error that is shown. */
const MAX_BYTES = 64 * 1024;
const HEADER_TEXT = /^[\x21-\x7e]+$/;

const problem = (text: SafeText): Obtained => ({ ok: false, problem: text });

/** Whether a text can be sent as a header: a token or an id with a space or a control character cannot. */
export const isHeaderText = (text: string): boolean => HEADER_TEXT.test(text);

function checkedToken(text: string, from: SafeText): Obtained {
  const token = text.trim();
  if (token === '') return problem(safe`${from}: there is no token`);
  if (!isHeaderText(token))
    return problem(safe`${from} holds a space or another character that no token has`);
  return { ok: true, token };
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unreadable';

/** Reads a token file, which has to be its owner's alone: others could read the token. Windows has no such modes. */
function readTokenFile(path: string, folder: string): Obtained {
  const whole = resolve(folder, path.replace(/^~(?=\/)/, homedir()));
  const shown = shortText(path);
  try {
    const file = openSync(whole, 'r');
    try {
      const { mode } = fstatSync(file);
      if (process.platform !== 'win32' && (mode & 0o077) !== 0)
        return problem(
          safe`${shown} can be read by others (mode ${clean(modeText(mode))}): chmod 600 it, then try again`,
        );
      return checkedToken(readFileSync(file, 'utf8').slice(0, MAX_BYTES), shown);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return problem(safe`${shown} cannot be read (${shortText(codeOf(error))})`);
  }
}

/** What a command complains of, without what it may have printed as the token. */
const withoutToken = (text: string, token: string): string =>
  token.length < 8 ? text : text.replaceAll(token, '••••');

/** Runs a command without a shell; it and all that it started end after ten seconds. Only its first line counts. */
async function runTokenCommand(
  [name = '', ...given]: readonly string[],
  { childEnv: env, folder }: Pick<TokenContext, 'childEnv' | 'folder'>,
): Promise<Obtained> {
  const shown = shortText(name);
  const program = programOnPath(programFrom(folder, name), env['PATH']);
  if (program === undefined) return problem(safe`${shown} cannot be run: it is in no folder of PATH`);
  return new Promise(done => {
    // A group of its own: what it starts ends with it, and the keys of this terminal do not go there.
    const child = spawn(program, given, {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let out = '';
    let said = '';
    let isLate = false;
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has gone by itself meanwhile.
      }
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, COMMAND_MS);
    const take = (text: string, chunk: unknown): string =>
      text.length > MAX_BYTES ? text : text + String(chunk);
    child.stdout.on('data', chunk => {
      out = take(out, chunk);
    });
    child.stderr.on('data', chunk => {
      said = take(said, chunk);
    });
    child.on('error', error => {
      clearTimeout(timer);
      done(problem(safe`${shown} cannot be run (${shortText(codeOf(error))})`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const [line = ''] = out.trim().split(/\r?\n/);
      const last = said.trim().split('\n').at(-1) ?? '';
      const words = last === '' ? safe`` : safe`: ${shortText(withoutToken(last, line))}`;
      if (isLate) return done(problem(safe`${shown} gave no token within 10 s${words}`));
      if (code !== 0)
        return done(problem(safe`${shown} ended with ${clean(String(code ?? signal))}${words}`));
      done(checkedToken(line, safe`what ${shown} printed`));
    });
  });
}

/** What a token is obtained with: the environment of this process, and the official tool's logins. */
export type TokenContext = {
  /** Also what was taken out of the environment that children get. */
  readonly env: Environment;
  /** What a token command gets. */
  readonly childEnv: Environment;
  readonly logins: () => readonly OfficialLogin[];
  /** The folder of the settings file: relative paths of files and programs begin there. */
  readonly folder: string;
};

/** Obtains a token. Never throws, and never says any of it. */
export async function obtainToken(source: TokenSource, means: TokenContext): Promise<Obtained> {
  const { env, logins, folder } = means;
  switch (source.is) {
    case 'env':
      return checkedToken(env[source.name] ?? '', safe`the variable ${shortText(source.name)}`);
    case 'file':
      return readTokenFile(source.path, folder);
    case 'command':
      return runTokenCommand(source.argv, means);
    case 'login': {
      const login = logins().find(({ name }) => name === source.name);
      const from = safe`bp login "${shortText(source.name)}"`;
      return login === undefined
        ? problem(safe`${from}: there is none of that name`)
        : checkedToken(login.token, from);
    }
  }
}
