import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from 'yaml';
import { makeFolder } from '../storage/folders.ts';
import { readSettingsText } from './file-text.ts';
import { parseYaml } from './yaml-entries.ts';

/** Reads the file to be changed; none is an empty one. Throws when it cannot be read or is not to be trusted. */
function readSettingsForEdit(path: string): string {
  const found = readSettingsText(path, 'user');
  if (found.kind === 'text') return found.text;
  if (found.kind === 'none') return '';
  throw new Error(found.problem);
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
 * Changes a settings file, its comments and all else as they were; written whole or not at all.
 * Throws when the file is broken or cannot be written: then nothing has changed.
 */
async function editSettings(path: string, edit: (document: Document) => void): Promise<void> {
  const document = parseYaml(await import('yaml'), readSettingsForEdit(path));
  if (document.errors.length > 0) throw new Error('the settings file is broken: mend it first');
  edit(document);
  makeFolder(dirname(path));
  replace(path, document.toString());
}

/** A profile as it stands in the file. */
export type NewProfile = {
  readonly url?: string;
  readonly workspace: string;
  readonly token_command?: readonly string[];
  readonly token_env?: string;
  readonly token_file?: string;
  readonly bp_login?: string;
  readonly protect: boolean;
};

/** Keeps a profile; it is the one to start with unless there is one. Throws as `change` does. */
export const saveProfile = (path: string, name: string, profile: NewProfile): Promise<void> =>
  editSettings(path, document => {
    document.setIn(['profiles', name], document.createNode(profile));
    if (!document.has('profile')) document.set('profile', name);
  });

/** Writes a token into a file of its own beside the settings, for its owner only; the path from there. May throw. */
export function saveToken(path: string, name: string, token: string): string {
  const folder = join(dirname(path), 'tokens');
  makeFolder(folder);
  const file = join(folder, name);
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return join('tokens', name);
}
