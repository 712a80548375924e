import { fieldNamed, filterableFields, isListedField } from '../resources/fields.ts';
import { type Column, idColumn, type Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, safe, upper } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';

/** Parses the names of `--columns`. */
export function fieldNames(resource: Resource, text: string): Result<readonly string[]> {
  const known = Object.keys(filterableFields(resource));
  const names: string[] = [];
  for (const word of text.split(',').map(each => each.trim())) {
    const name =
      known.find(each => each === word) ?? known.find(each => each.toLowerCase() === word.toLowerCase());
    if (name === undefined) {
      const nearest = nearestWord(word, known);
      const hint =
        nearest === undefined
          ? safe`One of: ${joinSafe(
              known.map(each => clean(each)),
              ', ',
            )}`
          : safe`Did you mean ${clean(nearest)}?`;
      return err(safe`--columns: unknown field "${clean(word, 40)}". ${hint}`);
    }
    names.push(name);
  }
  return ok(names);
}

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

/** Returns the columns of a table: those of `--columns`, else the defaults. */
export function columnsOf(resource: Resource, names: readonly string[] | undefined): readonly Column[] {
  if (names === undefined) return defaultColumns(resource);
  return names.map(
    (name): Column =>
      resource.columns.find(({ field }) => field === name) ?? {
        title: upper(clean(name)),
        field: name,
        width: name.length,
        rank: 1,
        ...(fieldNamed(resource, name)?.type === 'integer' ? { align: 'right' } : {}),
      },
  );
}
