import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

const isWindows = process.platform === 'win32';
/** File name extensions that Windows starts without a shell. */
const EXTENSIONS = isWindows ? ['', '.exe', '.com'] : [''];

const hasPath = (name: string): boolean => name.includes('/') || (isWindows && name.includes('\\'));

/**
 * Resolves the relative path of a program against `folder`, not the current folder, which may be anybody's.
 */
export const programFrom = (folder: string, name: string): string =>
  hasPath(name) ? resolve(folder, name) : name;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Finds a program in the absolute folders of PATH: an empty or relative one depends on the current folder.
 */
export function programOnPath(name: string, path: string | undefined): string | undefined {
  if (hasPath(name)) return name;
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  const candidates = folders.flatMap(folder => EXTENSIONS.map(extension => join(folder, name + extension)));
  return candidates.find(isProgram);
}
