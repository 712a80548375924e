import { type Json, type JsonObject, member } from '../json/json.ts';
import { fieldAt, isListedField, valueAt } from '../resources/fields.ts';
import { redact } from '../resources/redact.ts';
import { type Column, idColumn, type Resource } from '../resources/resource.ts';
import { clean, type SafeText, upper } from '../text/sanitise.ts';

/** As loaded. Every format masks secrets unless `reveals` is set. */
export type ExportInput = Readonly<{
  resource: Resource;
  records: readonly JsonObject[];
  /** `list`: with a note if incomplete. `record`: the first record alone. */
  kind: 'list' | 'record';
  /** Load time of a single record, in epoch milliseconds of the server: ages are relative to it. */
  at?: number | undefined;
  missing?: SafeText | undefined;
  /** Members behind the list, in formats that have members. */
  more?: JsonObject | undefined;
  errors?: ReadonlyMap<JsonObject, JsonObject> | undefined;
  /** Paths in order; undefined: all fields. */
  only?: readonly string[] | undefined;
  /** On a terminal invisible characters are made visible. */
  onTerminal?: boolean | undefined;
  reveals?: boolean | undefined;
  /** JSON of a list is then only its array. */
  isBare?: boolean | undefined;
}>;

/** Secrets masked, only the chosen fields, and the error of its full version. */
export function exportedRecord(input: Omit<ExportInput, 'records' | 'kind'>, record: JsonObject): JsonObject {
  const { resource, errors, only, reveals } = input;
  const shown = reveals === true ? record : redact(resource.fields, record);
  const value = (path: string): Json => valueAt(shown, path) ?? null;
  const picked = only === undefined ? shown : Object.fromEntries(only.map(path => [path, value(path)]));
  const error = errors?.get(record);
  return error === undefined ? picked : { id: member(shown, 'id') ?? null, ...picked, error };
}

const ID = idColumn(2);

/** Those that a list itself fills, and always the id. */
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
        ...(fieldAt(resource, path)?.type === 'integer' && { align: 'right' }),
      },
  );
}
