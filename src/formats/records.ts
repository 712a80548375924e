import { isList, type Json, type JsonObject, member } from '../json/json.ts';
import { valueAt } from '../resources/fields.ts';
import { redact } from '../resources/redact.ts';
import type { Resource } from '../resources/resource.ts';
import type { SafeText } from '../text/sanitise.ts';

/** Records of one kind to print, as loaded. Every format masks their secrets unless `reveals` is set. */
export type ExportInput = {
  readonly resource: Resource;
  readonly records: readonly JsonObject[];
  /** `list`: printed with a note if incomplete. `record`: the first record alone. */
  readonly kind: 'list' | 'record';
  /**
   * The time when a single record was loaded, in epoch milliseconds of the server: ages are relative to it.
   */
  readonly at?: number | undefined;
  /** Why the list is incomplete; undefined if it is complete. */
  readonly missing?: SafeText | undefined;
  /** Errors of records whose full version could not be loaded. */
  readonly errors?: ReadonlyMap<JsonObject, JsonObject> | undefined;
  /** Paths of the fields to print, in order; undefined: all fields. */
  readonly only?: readonly string[] | undefined;
  /** True if the output is a terminal: invisible characters are then made visible. */
  readonly onTerminal?: boolean | undefined;
  /** True if the person asked for unmasked secrets. */
  readonly reveals?: boolean | undefined;
};

/** Returns a record as printed: secrets masked, only the chosen fields, and the error of its full version. */
export function exportedRecord(
  { resource, errors, only, reveals }: Omit<ExportInput, 'records' | 'kind'>,
  record: JsonObject,
): JsonObject {
  const shown = reveals === true ? record : redact(resource.fields, record);
  const picked =
    only === undefined ? shown : Object.fromEntries(only.map(path => [path, valueAt(shown, path) ?? null]));
  const error = errors?.get(record);
  return error === undefined ? picked : { id: member(shown, 'id') ?? null, ...picked, error };
}

/** A member of a printed object: its value, or the items of a list, which are made one by one. */
type PrintedMember = { readonly name: string } & (
  | { readonly value: Json }
  | { readonly items: Iterable<Json> }
);

/** Returns the members of a record, or those of the object around a list of records. */
export function printedMembers(input: ExportInput): readonly PrintedMember[] {
  const { resource, records, kind, missing } = input;
  if (kind === 'record')
    return Object.entries(exportedRecord(input, records[0] ?? {})).map(([name, value]) =>
      isList(value) ? { name, items: value } : { name, value },
    );
  return [
    { name: 'complete', value: missing === undefined },
    ...(missing === undefined ? [] : [{ name: 'missing', value: missing }]),
    { name: listKey(resource), items: records.values().map(record => exportedRecord(input, record)) },
  ];
}

/** Returns the key of a list in files: the one it has in the API's response. */
export function listKey({ kind, list }: Resource): string {
  return list?.response.shape === 'page' ? list.response.key : kind;
}
