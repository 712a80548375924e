import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Field } from '../resources/field.ts';
import { fieldNamed } from '../resources/fields.ts';
import { undescribed } from '../resources/label.ts';
import { redact } from '../resources/redact.ts';
import type { Ref, Resource } from '../resources/resource.ts';
import { clean, cleanLines, repeat, type SafeText, safe } from '../text/sanitise.ts';
import { cells } from '../text/width.ts';
import type { TableLook } from './table.ts';

/** A line of a record: its name, and the field and value behind it. */
type Line = { readonly name: string; readonly field: Field | undefined; readonly value: Json | undefined };

/** The line of a field, or, of an object with described members, one for each of those: `user.creation.enabled`. */
function linesOf({ name, field, value }: Line): readonly Line[] {
  const { inner } = field ?? {};
  if (inner === undefined || !isObject(value)) return [{ name, field, value }];
  const others = Object.keys(value).filter(key => !Object.hasOwn(inner, key));
  return [...Object.keys(inner), ...others].flatMap(key =>
    linesOf({
      name: `${name}.${key}`,
      field: Object.hasOwn(inner, key) ? inner[key] : undefined,
      value: member(value, key),
    }),
  );
}

/** What a line says, in one row or, of long text, in several; a dash where it is not set. */
function valueRows({ reveals, clock }: TableLook, { field, value }: Line): readonly SafeText[] {
  if (field?.prose && typeof value === 'string' && value !== '') return cleanLines(value);
  const isPlain = field === undefined || (field.secret && reveals);
  const text = isPlain ? undescribed(value) : field.show(value, clock);
  return [text === undefined || text === '' ? safe`-` : text];
}

const widest = (texts: readonly SafeText[]): number =>
  texts.reduce((most, text) => Math.max(most, cells(text)), 0);

const spaces = (count: number): SafeText => repeat(safe` `, count);

/** The rows of other records that a field names: what the field itself says in too few words. */
function innerLines(
  resource: Resource,
  record: JsonObject,
  self: Ref,
): readonly (readonly [string, SafeText])[] {
  return resource.children.flatMap(child => {
    const rows = child.from === 'inside' ? child.rows(record, self) : [];
    if (child.from !== 'inside' || rows.length === 0) return [];
    const width = widest(rows.map(({ name }) => name));
    const lines = rows.map(({ name, detail }) => safe`  ${name}${spaces(width - cells(name) + 2)}${detail}`);
    return [safe``, safe`${child.title}: ${rows.length}`, ...lines].map(line => [child.field, line] as const);
  });
}

/** One record: a line for each field under the name that the service has for it, what is not described at the end. */
export function recordLines(
  look: TableLook & { readonly only: readonly string[] | undefined },
  sent: JsonObject,
  self: Ref,
): readonly SafeText[] {
  const { resource, only, reveals } = look;
  const record = reveals ? sent : redact(resource.fields, sent);
  const described = Object.keys(resource.fields);
  const others = Object.keys(record).filter(name => !Object.hasOwn(resource.fields, name));
  const names = only ?? [...described, ...others];
  const shown = names.flatMap(name =>
    linesOf({
      name,
      field: fieldNamed(resource, name),
      value: member(record, name),
    }),
  );
  const titles = shown.map(({ name }) => clean(name, 80));
  const width = widest(titles) + 2;
  const lines = shown.flatMap((line, at) => {
    const title = titles[at] ?? safe``;
    const [first = safe`-`, ...rest] = valueRows(look, line);
    return [
      safe`${title}${spaces(width - cells(title))}${first}`,
      ...rest.map(more => safe`${spaces(width)}${more}`),
    ];
  });
  const wanted = new Set(names);
  const inner = innerLines(resource, record, self).filter(([field]) => wanted.has(field));
  return [...lines, ...inner.map(([, line]) => line)];
}
