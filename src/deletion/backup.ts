import { isObject, type JsonObject, member, parseJson } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import { refId, resourceOf, resources } from '../resources/registry.ts';
import { type Ref, rawName } from '../resources/resource.ts';
import { attempt, ok, type Result } from '../text/result.ts';

type Backup = Readonly<{ name: string; text: string }>;

/** Field order and all digits stay. `at`: ISO 8601; `delete`: as in the journal. */
export function backupOf(
  ref: Ref,
  record: JsonObject,
  about: Readonly<{ profile: string; at: string; delete: string }>,
): Backup {
  const { kind, ids } = ref;
  const backup = { kind, ids, ...about, record: redact(resourceOf(kind).fields, record) };
  return { name: `${kind}-${refId(ref)}`, text: `${JSON.stringify(backup, undefined, 2)}\n` };
}

export type Backups = Readonly<{
  /** Returns its path below the folder, or why it could not be written. */
  save: (backup: Backup, at: Date) => Result<string>;
  /** Newest first. Throws I/O errors. */
  list: () => readonly string[];
  read: (path: string) => string;
}>;

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

/** Secrets are masked by the present rules. Undefined if it is none. */
function parseBackup(text: string) {
  const file = attempt(() => parseJson(text));
  const record = member(file, 'record');
  if (!isObject(file) || !isObject(record)) return undefined;
  const resource = resources.find(({ kind }) => kind === file['kind']);
  return { file, resource, record, masked: redact(resource?.fields ?? {}, record) };
}

export function maskedBackup(text: string): string | undefined {
  const backup = parseBackup(text);
  if (backup === undefined) return undefined;
  return `${JSON.stringify({ ...redact({}, backup.file), record: backup.masked }, undefined, 2)}\n`;
}

type Outcomes = ReadonlyMap<string, Readonly<{ stage: string; status?: number }>>;

export const readBackup = (backups: Backups, path: string, outcomes: Outcomes): JsonObject =>
  backupRecord(path, attempt(() => backups.read(path)) ?? '', outcomes);

/** As in `resources/local-kinds.ts`. The journal has the outcome: a backup of a refused delete stays, too. */
export function backupRecord(path: string, text: string, outcomes: Outcomes = new Map()): JsonObject {
  const backup = parseBackup(text);
  if (backup === undefined) return { id: path, name: '(unreadable)', problem: 'This file is not a backup.' };
  const { file, resource, record, masked } = backup;
  const { kind = null, at = null, profile = null, delete: deleteId = null } = file;
  const { stage, status } = outcomes.get(typeof deleteId === 'string' ? deleteId : '') ?? {};
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
