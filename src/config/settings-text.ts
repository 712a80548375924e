import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, makeFolder, writeAtomic } from '../storage/files.ts';
import { readOrdinaryFile } from '../storage/named-file.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { TokenSource } from './profiles.ts';
import { parseYaml } from './yaml-entries.ts';

/** Size limit of a settings file, in MiB. */
export const SETTINGS_MIB = 1;
const OTHERS_WRITE = 0o002;
/** In such a folder only the owner of a file may replace it. */
const STICKY = 0o1000;
const ROOT = 0;

/** Returns the permissions of a file in octal, `0644`. */
export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

/** The text of a settings file, or why it is not used. `isIgnored`: it is a project file of another user. */
type SettingsText = { readonly text: string } | { readonly problem: SafeText; readonly isIgnored: boolean };

/** Undefined for the user and root, and on systems without owners. */
function foreignOwner({ uid }: Stats): number | undefined {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === ROOT ? undefined : uid;
}

/** Returns why others may have written a file or folder of the user; undefined if nobody could. */
function tamperingProblem(stats: Stats, path: SafeText): SafeText | undefined {
  const owner = foreignOwner(stats);
  if (owner !== undefined)
    return safe`${path} is not used: it belongs to another user (uid ${owner}). Check it, then make it yours: chown`;
  const isOpen = process.getuid !== undefined && (stats.mode & (OTHERS_WRITE | STICKY)) === OTHERS_WRITE;
  return isOpen
    ? safe`${path} is not used: any user of this machine can write to it (mode ${clean(modeText(stats.mode))}). Check it, then: chmod o-w`
    : undefined;
}

function userText(path: string): SettingsText {
  const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
  // Whoever may write to a folder may replace the file in it, or the link that leads to the file.
  const folders = [dirname(path), dirname(realpathSync(path))].map(
    folder => [folder, statSync(folder)] as const,
  );
  const [problem] = [[path, stats] as const, ...folders].flatMap(
    ([name, each]) => tamperingProblem(each, clean(name, 200)) ?? [],
  );
  return problem === undefined ? { text: bytes.toString('utf8') } : { problem, isIgnored: false };
}

/**
 * Reads a project file. Checks its owner before opening it, so that a pipe of another user is ignored like
 * any other file of theirs, and again after opening it, because it may have been replaced.
 */
function projectText(path: string): SettingsText {
  const ignored = (uid: number): SettingsText => {
    const problem = safe`${clean(path, 200)} is ignored: it belongs to another user (uid ${uid})`;
    return { problem, isIgnored: true };
  };
  const pathOwner = foreignOwner(statSync(path));
  if (pathOwner !== undefined) return ignored(pathOwner);
  const { bytes, stats } = readOrdinaryFile(path, SETTINGS_MIB);
  const owner = foreignOwner(stats);
  return owner === undefined ? { text: bytes.toString('utf8') } : ignored(owner);
}

/** Only if nobody but owner, root and group can have written it. Undefined without a file. Never throws. */
export function readSettingsText(path: string, from: 'project' | 'user'): SettingsText | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return from === 'project' ? projectText(path) : userText(path);
  } catch (error) {
    const problem = safe`${clean(path, 200)} cannot be read (${shortText(errorCode(error))})`;
    return { problem, isIgnored: false };
  }
}

type NewProfile = {
  readonly url?: string;
  readonly workspace: string;
  readonly protect: boolean;
} & { readonly [K in TokenSource['kind']]?: TokenSource['value'] };

/**
 * Adds a profile to a settings file, which keeps its comments, and makes it the default if there is none yet.
 * Throws if the file is broken or not writable, or if others may have written it; it is unchanged then.
 */
export async function saveProfile(path: string, name: string, profile: NewProfile): Promise<void> {
  const found = readSettingsText(path, 'user');
  if (found !== undefined && 'problem' in found) throw new Error(found.problem);
  const document = parseYaml(await import('yaml'), found?.text ?? '');
  if (document.errors.length > 0) throw new Error('the settings file is broken: fix it first');
  document.setIn(['profiles', name], document.createNode(profile));
  if (!document.has('profile')) document.set('profile', name);
  makeFolder(dirname(path));
  // A link stays, and so does the mode of its target.
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  writeAtomic(target, document.toString(), { mode });
}

/** Only its owner can read it. Returns the path relative to the settings file. May throw. */
export function saveToken(path: string, name: string, token: string): string {
  const folder = join(dirname(path), 'tokens');
  makeFolder(folder);
  writeAtomic(join(folder, name), `${token}\n`);
  return join('tokens', name);
}
