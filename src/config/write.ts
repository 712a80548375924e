import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from 'yaml';
import { makeFolder, writeAtomic } from '../storage/files.ts';
import { readSettingsText } from './file-text.ts';
import type { TokenSource } from './profiles.ts';
import { parseYaml } from './yaml-entries.ts';

/**
 * Reads the file to edit; a missing file is empty. Throws if it cannot be read or others may have written it.
 */
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
 * Edits a settings file and keeps its comments. Throws if the file is broken or not writable; it is unchanged
 * then.
 */
async function editSettings(path: string, edit: (document: Document) => void): Promise<void> {
  const document = parseYaml(await import('yaml'), readSettingsForEdit(path));
  if (document.errors.length > 0) throw new Error('the settings file is broken: fix it first');
  edit(document);
  makeFolder(dirname(path));
  replaceFile(path, document.toString());
}

type NewProfile = {
  readonly url?: string;
  readonly workspace: string;
  readonly protect: boolean;
} & { readonly [K in TokenSource['kind']]?: TokenSource['value'] };

/** Adds a profile and makes it the default if there is none yet. Throws if the file cannot be edited. */
export const saveProfile = (path: string, name: string, profile: NewProfile): Promise<void> =>
  editSettings(path, document => {
    document.setIn(['profiles', name], document.createNode(profile));
    if (!document.has('profile')) document.set('profile', name);
  });

/**
 * Writes a token to a file beside the settings file, readable by its owner only. Returns the path relative to
 * the settings file. May throw.
 */
export function saveToken(path: string, name: string, token: string): string {
  const folder = join(dirname(path), 'tokens');
  makeFolder(folder);
  const file = join(folder, name);
  writeAtomic(file, `${token}\n`);
  return join('tokens', name);
}
