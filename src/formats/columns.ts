import { fieldAt, isListedField } from '../resources/fields.ts';
import { type Column, idColumn, type Resource } from '../resources/resource.ts';
import { clean, upper } from '../text/sanitise.ts';

const ID = idColumn(2);

/**
 * Returns the columns of a table without `--columns`: those that the list itself fills, and always the id.
 */
function defaultColumns(resource: Resource): readonly Column[] {
  const { columns, fields, nameField } = resource;
  const listed = columns.filter(({ field }) => isListedField(resource, field));
  if (!Object.hasOwn(fields, ID.field) || listed.some(({ field }) => field === ID.field)) return listed;
  const first = listed.length > 0 || nameField === undefined ? listed : columnsOf(resource, [nameField]);
  return [...first, ID];
}

/** Returns the columns of a table: those of the paths given, else the defaults. */
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
