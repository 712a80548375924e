import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

const isWindows = process.platform === 'win32';
/** What Windows starts without a shell. */
const ENDINGS = isWindows ? ['', '.exe', '.com'] : [''];

const hasPath = (name: string): boolean => name.includes('/') || (isWindows && name.includes('\\'));

/** Returns a program with a relative path as it lies from `folder`: the current folder may be anybody's. */
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

/** Finds a program in the absolute folders of PATH: an empty or relative one would be the current folder. */
export function programOnPath(name: string, path: string | undefined): string | undefined {
  if (hasPath(name)) return name;
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  const places = folders.flatMap(folder => ENDINGS.map(ending => join(folder, name + ending)));
  return places.find(isProgram);
}
