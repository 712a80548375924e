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
const textIn = (map: JsonMap, key: string): string | undefined => {
  const value = map[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

function readJsonMap(path: string): { readonly map: JsonMap; readonly mode: string } | undefined {
  try {
    const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
    const map: unknown = JSON.parse(bytes.toString('utf8'));
    return isMap(map) ? { map, mode: modeText(stats.mode) } : undefined;
  } catch {
    return undefined;
  }
}

function loginOf(
  name: string,
  map: JsonMap,
  file: { path: string; mode: string },
): OfficialLogin | undefined {
  const token = textIn(map, 'token');
  const apiUrl = textIn(map, 'apiUrl');
  const workspaceId = textIn(map, 'workspaceId');
  if (token === undefined) return undefined;
  return {
    name,
    token,
    ...file,
    ...(apiUrl === undefined ? {} : { apiUrl }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
  };
}

/**
 * Returns the profiles of the official tool, preceded by its active login if no profile holds that one. Never
 * throws.
 */
export function officialLogins(env: Environment): readonly OfficialLogin[] {
  const folder = env['BP_BOTPRESS_HOME'] || join(env['HOME'] || homedir(), '.botpress');
  const path = join(folder, 'profiles.json');
  const profiles = readJsonMap(path);
  const named = Object.entries(profiles?.map ?? {}).flatMap(([name, map]) =>
    isMap(map) ? (loginOf(name, map, { path, mode: profiles?.mode ?? '' }) ?? []) : [],
  );
  const cachePath = join(folder, 'global.cache.json');
  const cache = readJsonMap(cachePath);
  if (cache === undefined) return named;
  const name = textIn(cache.map, 'activeProfile') ?? 'default';
  const active = loginOf(name, cache.map, { path: cachePath, mode: cache.mode });
  const isKnown = named.some(login => login.name === name || login.token === active?.token);
  return active === undefined || isKnown ? named : [active, ...named];
}
