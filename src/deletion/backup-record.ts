import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import { resources } from '../resources/registry.ts';
import { rawName } from '../resources/resource.ts';
import type { LastEntries } from './journal.ts';

const unreadable = (path: string): JsonObject => ({
  id: path,
  name: '(unreadable)',
  problem: 'This file is no backup.',
});

/**
 * Returns what became of the delete that a backup was made for. The journal has the outcome: a backup of a
 * refused delete stays, too.
 */
function outcomeOf(deleteId: Json, entries: LastEntries): JsonObject {
  const entry = typeof deleteId === 'string' ? entries.get(deleteId) : undefined;
  // A delete without a recorded outcome may have been carried out.
  const outcome = entry?.stage === 'sending' ? 'unknown' : (entry?.stage ?? null);
  return { outcome, status: entry?.status ?? null };
}

/** Returns the text of a backup with its secrets masked by the present rules; undefined if it is none. */
export function maskedBackup(text: string): string | undefined {
  try {
    const file = parseJson(text);
    const record = member(file, 'record');
    if (!isObject(file) || !isObject(record)) return undefined;
    const fields = resources.find(({ kind }) => kind === file['kind'])?.fields ?? {};
    return `${JSON.stringify({ ...redact({}, file), record: redact(fields, record) }, undefined, 2)}\n`;
  } catch {
    return undefined;
  }
}

/**
 * Returns a backup as a record (`resources/local-kinds.ts`); one that cannot be read says so. `entries`:
 * the journal, which has the outcome.
 */
export function backupRecord(path: string, text: string, entries: LastEntries = new Map()): JsonObject {
  try {
    const file = parseJson(text);
    const contents = member(file, 'record');
    if (!isObject(file) || !isObject(contents)) return unreadable(path);
    const { kind = null, at = null, profile = null, delete: deleteId = null } = file;
    const resource = resources.find(each => each.kind === kind);
    const name = resource === undefined ? undefined : rawName(resource, contents);
    return {
      id: path,
      kind,
      name: name ?? null,
      record: member(contents, 'id') ?? null,
      ...outcomeOf(deleteId, entries),
      at,
      profile,
      delete: deleteId,
      // Masks secrets by the present rules.
      contents: redact(resource?.fields ?? {}, contents),
    };
  } catch {
    return unreadable(path);
  }
}
