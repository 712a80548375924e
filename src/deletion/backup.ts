import type { JsonObject } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';
import { ok, type Result } from '../text/result.ts';

/** A record as it was before its delete, secrets masked: a name for its file, and the text. */
export type Backup = { readonly name: string; readonly text: string };

/**
 * Returns the backup of a record. Field order and all digits stay. `at`: ISO 8601; `delete`: as in the
 * journal.
 */
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
