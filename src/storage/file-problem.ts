import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { errorCode } from './files.ts';

const PROBLEMS: Readonly<Record<string, SafeText>> = {
  ENOENT: safe`no such folder`,
  ENOTDIR: safe`part of the path is not a folder`,
  EISDIR: safe`it is a folder: add a file name`,
  EACCES: safe`no permission to write there`,
  EPERM: safe`no permission to write there`,
  EROFS: safe`the file system is read-only`,
  ENOSPC: safe`no space left on the disk`,
  EDQUOT: safe`your disk quota is used up`,
  ENAMETOOLONG: safe`the name is too long`,
  ELOOP: safe`its links form a loop`,
  EIO: safe`the disk does not respond`,
};

/** Returns in words why a file cannot be written. `error`: anything thrown. */
export function fileProblem(error: unknown): SafeText {
  const code = errorCode(error);
  return PROBLEMS[code] ?? safe`the system refuses it (${clean(code, 40)})`;
}
