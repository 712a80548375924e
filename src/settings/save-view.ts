import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return '';
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
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, document.toString(), { mode: 0o600 });
  renameSync(fresh, path);
}
