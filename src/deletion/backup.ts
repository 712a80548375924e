import { isObject, type JsonObject, member, parseJson } from '../json/json.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { resourceOf, resources } from '../resources/registry.ts';
import { type Ref, rawName } from '../resources/resource.ts';
import { ok, type Result } from '../text/result.ts';

/** A record as it was before its delete, secrets masked: a name for its file, and the text. */
export type Backup = { readonly name: string; readonly text: string };

/** Returns the backup of a record. Field order and all digits stay. `at`: ISO 8601. */
export function backupOf(
  ref: Ref,
  record: JsonObject,
  about: { readonly profile: string; readonly at: string },
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

/** Returns backups in memory, for the demo and for dry runs. */
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

const unreadable = (path: string): JsonObject => ({
  id: path,
  name: '(unreadable)',
  problem: 'This file is no backup.',
});

/** Returns a backup as a record (`resources/delete-history.ts`); one that cannot be read says so. */
export function backupRecord(path: string, text: string): JsonObject {
  try {
    const file = parseJson(text);
    const contents = member(file, 'record');
    if (!isObject(file) || !isObject(contents)) return unreadable(path);
    const { kind = null, at = null, profile = null } = file;
    const resource = resources.find(each => each.kind === kind);
    const name = resource === undefined ? undefined : rawName(resource, contents);
    return {
      id: path,
      kind,
      name: name ?? null,
      record: member(contents, 'id') ?? null,
      at,
      profile,
      // Masks secrets by the present rules.
      contents: redact(resource?.fields ?? {}, contents),
    };
  } catch {
    return unreadable(path);
  }
}
