import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isHeaderText } from '../api/request.ts';
import { maskOf } from '../api/token-mask.ts';
import { defined, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { errorCode } from '../storage/files.ts';
import { readOrdinaryFile } from '../storage/named-file.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { programFrom, programOnPath } from '../terminal/process/programs.ts';
import { attempt, err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { describeTokenSource, type TokenSource } from './profiles.ts';
import { modeText, SETTINGS_MIB } from './settings-text.ts';

/** The file of the official command line tool is read in place and never copied. */
export type OfficialLogin = ReturnType<typeof loginsIn>[number];

/** `mode`: permissions, `0644`. */
export const isOpenToOthers = (mode: string) => !mode.endsWith('00');

function textIn(map: Json, key: string): string | undefined {
  const text = member(map, key);
  return (typeof text === 'string' && text.trim()) || undefined;
}

const readJsonMap = (path: string): Readonly<{ map: JsonObject; mode: string }> =>
  attempt(() => {
    const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
    const map: Json = JSON.parse(bytes.toString('utf8'));
    return { map: isObject(map) ? map : {}, mode: modeText(stats.mode) };
  }) ?? { map: {}, mode: '' };

function loginsIn(name: string, map: Json, file: Readonly<{ path: string; mode: string }>) {
  const token = textIn(map, 'token');
  const server = defined({ apiUrl: textIn(map, 'apiUrl'), workspaceId: textIn(map, 'workspaceId') });
  return token === undefined ? [] : [{ name, token, ...file, ...server }];
}

/** The active login comes first if no profile holds it. Never throws. */
export function officialLogins(env: Environment): readonly OfficialLogin[] {
  const folder = env['BP_BOTPRESS_HOME'] || join(env['HOME'] || homedir(), '.botpress');
  const path = join(folder, 'profiles.json');
  const { map, mode } = readJsonMap(path);
  const named = Object.entries(map).flatMap(([name, each]) => loginsIn(name, each, { path, mode }));
  const cachePath = join(folder, 'global.cache.json');
  const cache = readJsonMap(cachePath);
  const name = textIn(cache.map, 'activeProfile') ?? 'default';
  const active = loginsIn(name, cache.map, { path: cachePath, mode: cache.mode });
  const isKnown = named.some(login => login.name === name || login.token === active[0]?.token);
  return isKnown ? named : [...active, ...named];
}

const COMMAND_MS = 10_000;
/** Longer than any token or shown error message. */
const MAX_BYTES = 64 * 1024;

function checkedToken(text: string, origin: SafeText): Result<string> {
  const token = text.trim();
  if (token === '') return err(safe`${origin}: the token is missing`);
  if (isHeaderText(token)) return ok(token);
  return err(safe`${origin} holds a space or another character that no token can have`);
}

/** Refuses a file that others can read, except on Windows, which has no such modes. */
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
  const child = spawn(program, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const [output, errors] = [textOf(child.stdout), textOf(child.stderr)];
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // The command may have ended meanwhile.
    attempt(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
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

export type TokenContext = Readonly<{
  /** With the tokens that child processes do not get. */
  env: Environment;
  childEnv: Environment;
  logins: () => readonly OfficialLogin[];
  /** Relative paths of token files and programs begin at that of the settings file. */
  folder: string;
}>;

/** Never throws, and never shows a part of the token. */
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
