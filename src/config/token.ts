import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isHeaderText } from '../api/request.ts';
import { maskOf } from '../api/token-mask.ts';
import { errorCode } from '../storage/files.ts';
import { readOrdinaryFile } from '../storage/named-file.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { programFrom, programOnPath } from '../terminal/process/programs.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { isOpenToOthers, type OfficialLogin } from './bp-login.ts';
import { describeTokenSource, type TokenSource } from './profiles.ts';
import { modeText, SETTINGS_MIB } from './settings-text.ts';

/** Time limit of a token command. */
const COMMAND_MS = 10_000;
/** Longer than any token, and than any error message that is shown. */
const MAX_BYTES = 64 * 1024;

function checkedToken(text: string, origin: SafeText): Result<string> {
  const token = text.trim();
  if (token === '') return err(safe`${origin}: the token is missing`);
  return isHeaderText(token)
    ? ok(token)
    : err(safe`${origin} holds a space or another character that no token has`);
}

/** Reads a token file. Refuses one that others can read, except on Windows, which has no such modes. */
function readTokenFile(path: string, folder: string): Result<string> {
  const fullPath = resolve(folder, path.replace(/^~(?=\/)/, homedir()));
  const shown = shortText(path);
  try {
    const { bytes, stats } = readOrdinaryFile(fullPath, SETTINGS_MIB);
    if (process.platform !== 'win32' && isOpenToOthers(modeText(stats.mode)))
      return err(
        safe`${shown} can be read by others (mode ${clean(modeText(stats.mode))}): chmod 600 it, then try again`,
      );
    return checkedToken(bytes.toString('utf8'), shown);
  } catch (error) {
    return err(safe`${shown} cannot be read (${shortText(errorCode(error))})`);
  }
}

/** Gathers the text of a stream, up to a limit. */
function textOf(stream: Readable): () => string {
  let text = '';
  stream.on('data', chunk => {
    if (text.length <= MAX_BYTES) text += String(chunk);
  });
  return () => text.trim();
}

/** No shell. The token is the first line. Kills the command and its children after ten seconds. */
async function runTokenCommand(
  [name = '', ...args]: readonly string[],
  { childEnv: env, folder }: Pick<TokenContext, 'childEnv' | 'folder'>,
): Promise<Result<string>> {
  const shown = shortText(name);
  const program = programOnPath(programFrom(folder, name), env['PATH']);
  if (program === undefined) return err(safe`${shown} cannot be run: it is not in PATH`);
  // A process group of its own can be killed with its children, and gets no keys of this terminal.
  const child = spawn(program, args, {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const [output, errors] = [textOf(child.stdout), textOf(child.stderr)];
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The command has ended meanwhile.
    }
  }, COMMAND_MS);
  try {
    const [code, signal]: unknown[] = await once(child, 'close');
    const [line = ''] = output().split(/\r?\n/);
    const lastError = errors().split('\n').at(-1) ?? '';
    const reason = lastError === '' ? safe`` : safe`: ${shortText(maskOf(line)(lastError))}`;
    if (isLate) return err(safe`${shown} printed no token within 10 s${reason}`);
    if (code === 0) return checkedToken(line, safe`the output of ${shown}`);
    const end =
      code === null ? safe`was ended by ${clean(`${signal}`)}` : safe`failed with code ${Number(code)}`;
    return err(safe`${shown} ${end}${reason}`);
  } catch (error) {
    return err(safe`${shown} cannot be run (${shortText(errorCode(error))})`);
  } finally {
    clearTimeout(timer);
  }
}

export type TokenContext = {
  /** The whole environment, with the tokens that child processes do not get. */
  readonly env: Environment;
  readonly childEnv: Environment;
  readonly logins: () => readonly OfficialLogin[];
  /** Folder of the settings file, where relative paths of token files and programs begin. */
  readonly folder: string;
};

/** Obtains a token. Never throws, and never shows a part of the token. */
export async function obtainToken(source: TokenSource, context: TokenContext): Promise<Result<string>> {
  if (source.kind === 'token_command') return runTokenCommand(source.value, context);
  const { env, logins, folder } = context;
  const { kind, value } = source;
  if (kind === 'token_env') return checkedToken(env[value] ?? '', safe`the variable ${shortText(value)}`);
  if (kind === 'token_file') return readTokenFile(value, folder);
  const login = logins().find(({ name }) => name === value);
  const origin = describeTokenSource(source);
  return login === undefined ? err(safe`${origin} does not exist`) : checkedToken(login.token, origin);
}
