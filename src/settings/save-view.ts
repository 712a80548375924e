import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Puts a text in the place of a file, or of what a link leads to, with the file's own mode. */
function replace(path: string, text: string): void {
  const real = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(real) ? statSync(real).mode & 0o777 : 0o600;
  const fresh = `${real}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { mode });
    renameSync(fresh, real);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/**
 * Puts a view into the settings file, its comments and all else as they were; written whole or not at all.
 * Throws when the file is broken or cannot be written: then nothing has changed.
 */
export async function saveView(path: string, name: string, place: string): Promise<void> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(textOf(path));
  if (document.errors.length > 0) throw new Error('the settings file is broken: mend it first');
  document.setIn(['views', name], place);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replace(path, document.toString());
}
