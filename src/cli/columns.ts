import { fieldNamed, filterableFields, isListedField } from '../resources/fields.ts';
import { type Column, idColumn, type Resource } from '../resources/resource.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, joinSafe, safe, upper } from '../text/sanitise.ts';
import { nearestWord } from '../text/suggest.ts';

/** Names of fields as they were typed, or a sentence about the one that is none. */
export function fieldNames(resource: Resource, text: string): Result<readonly string[]> {
  const known = Object.keys(filterableFields(resource));
  const names: string[] = [];
  for (const word of text.split(',').map(each => each.trim())) {
    const name =
      known.find(each => each === word) ?? known.find(each => each.toLowerCase() === word.toLowerCase());
    if (name === undefined) {
      const meant = nearestWord(word, known);
      const hint =
        meant === undefined
          ? safe`There are: ${joinSafe(
              known.map(each => clean(each)),
              ', ',
            )}`
          : safe`Did you mean ${clean(meant)}?`;
      return err(safe`--columns: there is no field "${clean(word, 40)}". ${hint}`);
    }
    names.push(name);
  }
  return ok(names);
}

const ID = idColumn(2);

/** The columns of a table where none was asked for: those that a list can fill, and always the id. */
function defaultColumns(resource: Resource): readonly Column[] {
  const { columns, fields, nameField } = resource;
  const told = columns.filter(({ field }) => isListedField(resource, field));
  if (!Object.hasOwn(fields, ID.field) || told.some(({ field }) => field === ID.field)) return told;
  const first = told.length > 0 || nameField === undefined ? told : columnsOf(resource, [nameField]);
  return [...first, ID];
}

/** The columns of a table: those that were asked for, else the usual ones. */
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
