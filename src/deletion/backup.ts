import { isObject, type JsonObject, member, parseJson } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf, resources } from '../resources/registry.ts';
import { ownIdName, type Ref, rawName } from '../resources/resource.ts';
import { ok, type Result } from '../text/result.ts';

/** A record as it was before its delete, secrets masked: a name for its file, and the text. */
export type Backup = { readonly name: string; readonly text: string };

/** Field order and all digits stay. `at`: ISO 8601; `delete`: as in the journal. */
export function backupOf(
  ref: Ref,
  record: JsonObject,
  about: { readonly profile: string; readonly at: string; readonly delete: string },
): Backup {
  const resource = resourceOf(ref.kind);
  const { kind, ids } = ref;
  const backup = { kind, ids, ...about, record: redact(resource.fields, record) };
  return {
    name: `${kind}-${ids[ownIdName(resource)] ?? ''}`,
    text: `${JSON.stringify(backup, undefined, 2)}\n`,
  };
}

/** Backups of this machine, of all servers. */
export type Backups = {
  /** Writes a backup; returns its path, or why it could not. */
  readonly save: (backup: Backup, at: Date) => Result<string>;
  /** Lists the paths of all backups, newest first. Throws I/O errors. */
  readonly list: () => readonly string[];
  /** Reads a backup by its path. Throws I/O errors. */
  readonly read: (path: string) => string;
};

export function memoryBackups(): Backups {
  const texts = new Map<string, string>();
  return {
    save: ({ name, text }, at) => {
      const stamp = at.toISOString();
      const path = `${stamp.slice(0, 10)}/${name}.${stamp.slice(11, 19).replaceAll(':', '')}.json`;
      texts.set(path, text);
      return ok(path);
    },
    list: () => [...texts.keys()].toReversed(),
    read: path => texts.get(path) ?? '',
  };
}

/** Parses a backup and masks its secrets by the present rules. Undefined if it is none. */
function parseBackup(text: string) {
  try {
    const file = parseJson(text);
    const record = member(file, 'record');
    if (!isObject(file) || !isObject(record)) return undefined;
    const resource = resources.find(({ kind }) => kind === file['kind']);
    return { file, resource, record, masked: redact(resource?.fields ?? {}, record) };
  } catch {
    return undefined;
  }
}

/** Returns the text of a backup with its secrets masked by the present rules; undefined if it is none. */
export function maskedBackup(text: string): string | undefined {
  const backup = parseBackup(text);
  if (backup === undefined) return undefined;
  return `${JSON.stringify({ ...redact({}, backup.file), record: backup.masked }, undefined, 2)}\n`;
}

/**
 * Returns a backup as a record (`resources/local-kinds.ts`); one that cannot be read says so. `entries`: the
 * journal, which has the outcome: a backup of a refused delete stays, too.
 */
export function backupRecord(
  path: string,
  text: string,
  entries: ReadonlyMap<string, { readonly stage: string; readonly status?: number }> = new Map(),
): JsonObject {
  const backup = parseBackup(text);
  if (backup === undefined) return { id: path, name: '(unreadable)', problem: 'This file is no backup.' };
  const { file, resource, record, masked } = backup;
  const { kind = null, at = null, profile = null, delete: deleteId = null } = file;
  const { stage, status } = entries.get(typeof deleteId === 'string' ? deleteId : '') ?? {};
  return {
    id: path,
    kind,
    name: (resource && rawName(resource, record)) ?? null,
    record: member(record, 'id') ?? null,
    // A delete without a recorded outcome may have been carried out.
    outcome: stage === 'sending' ? 'unknown' : (stage ?? null),
    status: status ?? null,
    at,
    profile,
    delete: deleteId,
    contents: masked,
  };
}
