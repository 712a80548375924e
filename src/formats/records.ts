import { type Json, type JsonObject, member } from '../json/json.ts';
import { fieldAt, isListedField, valueAt } from '../resources/fields.ts';
import { redact } from '../resources/redact.ts';
import { type Column, idColumn, type Resource } from '../resources/resource.ts';
import { clean, type SafeText, upper } from '../text/sanitise.ts';

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
  readonly missing?: SafeText | undefined;
  readonly errors?: ReadonlyMap<JsonObject, JsonObject> | undefined;
  /** Paths of the fields to print, in order; undefined: all fields. */
  readonly only?: readonly string[] | undefined;
  /** True if the output is a terminal: invisible characters are then made visible. */
  readonly onTerminal?: boolean | undefined;
  readonly reveals?: boolean | undefined;
};

/** Returns a record as printed: secrets masked, only the chosen fields, and the error of its full version. */
export function exportedRecord(
  { resource, errors, only, reveals }: Omit<ExportInput, 'records' | 'kind'>,
  record: JsonObject,
): JsonObject {
  const shown = reveals === true ? record : redact(resource.fields, record);
  const value = (path: string): Json => valueAt(shown, path) ?? null;
  const picked = only === undefined ? shown : Object.fromEntries(only.map(path => [path, value(path)]));
  const error = errors?.get(record);
  return error === undefined ? picked : { id: member(shown, 'id') ?? null, ...picked, error };
}

const ID = idColumn(2);

/** Returns the columns that a list itself fills, and always the id. */
function defaultColumns(resource: Resource): readonly Column[] {
  const { columns, fields, nameField } = resource;
  const listed = columns.filter(({ field }) => isListedField(resource, field));
  if (!Object.hasOwn(fields, ID.field) || listed.some(({ field }) => field === ID.field)) return listed;
  const first = listed.length > 0 || nameField === undefined ? listed : columnsOf(resource, [nameField]);
  return [...first, ID];
}

export function columnsOf(resource: Resource, paths: readonly string[] | undefined): readonly Column[] {
  if (paths === undefined) return defaultColumns(resource);
  return paths.map(
    (path): Column =>
      resource.columns.find(({ field }) => field === path) ?? {
        title: upper(clean(path)),
        field: path,
        width: path.length,
        rank: 1,
        ...(fieldAt(resource, path)?.type === 'integer' ? { align: 'right' } : {}),
      },
  );
}
