import { homedir } from 'node:os';
import { join } from 'node:path';
import { readOrdinaryFile } from '../storage/named-file.ts';
import type { Environment } from '../terminal/capabilities.ts';
import { modeText, SETTINGS_MIB } from './settings-text.ts';

/** A login of the official command line tool. Its file is read in place and never copied. */
export type OfficialLogin = {
  readonly name: string;
  readonly apiUrl?: string;
  readonly workspaceId?: string;
  readonly token: string;
  readonly path: string;
  /** Permissions of the file, `0644`. */
  readonly mode: string;
};

/** Returns true if others than the owner may read, write or run a file. `mode`: its permissions, `0644`. */
export const isOpenToOthers = (mode: string): boolean => !mode.endsWith('00');

type JsonMap = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a member; undefined if it is empty or something else. */
const textIn = (map: JsonMap, key: string): string | undefined =>
  (typeof map[key] === 'string' && map[key].trim()) || undefined;

/** Reads a file of the official tool: a map of JSON, empty if there is none. */
function readJsonMap(path: string): { readonly map: JsonMap; readonly mode: string } {
  try {
    const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
    const map: unknown = JSON.parse(bytes.toString('utf8'));
    return { map: isMap(map) ? map : {}, mode: modeText(stats.mode) };
  } catch {
    return { map: {}, mode: '' };
  }
}

function loginsIn(
  name: string,
  map: unknown,
  file: Pick<OfficialLogin, 'path' | 'mode'>,
): readonly OfficialLogin[] {
  const token = isMap(map) ? textIn(map, 'token') : undefined;
  if (!isMap(map) || token === undefined) return [];
  const [apiUrl, workspaceId] = [textIn(map, 'apiUrl'), textIn(map, 'workspaceId')];
  return [{ name, token, ...file, ...(apiUrl && { apiUrl }), ...(workspaceId && { workspaceId }) }];
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
