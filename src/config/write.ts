import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from 'yaml';
import { makeFolder, writeAtomic } from '../storage/files.ts';
import { readSettingsText } from './file-text.ts';
import { parseYaml } from './yaml-entries.ts';

/** Reads the file to be changed; none is an empty one. Throws when it cannot be read or is not to be trusted. */
function readSettingsForEdit(path: string): string {
  const found = readSettingsText(path, 'user');
  if (found.kind === 'text') return found.text;
  if (found.kind === 'none') return '';
  throw new Error(found.problem);
}

/** Replaces a file, or the target of a link, and keeps its mode. Throws on failure. */
function replaceFile(path: string, text: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  writeAtomic(target, text, { mode });
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
  replaceFile(path, document.toString());
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
  writeAtomic(file, `${token}\n`);
  return join('tokens', name);
}
