import { isList, isObject, type Json, type JsonObject, member, ownMember } from '../json/json.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { cutEnd, cutWords, sized } from '../text/width.ts';
import {
  type Clock,
  defineField,
  type Field,
  type Fields,
  object,
  size,
  type Tone,
  undescribedText,
} from './field.ts';
import { maskedMember } from './redact.ts';
import { type Column, nameOf, type Resource } from './resource.ts';

export function filterableFields({ fields, derived = {} }: Resource): Fields {
  const worked = Object.entries(derived).map(([name, { field }]) => [name, field]);
  return { ...fields, ...Object.fromEntries(worked) };
}

export const fieldNamed = ({ fields, derived }: Pick<Resource, 'fields' | 'derived'>, name: string) =>
  ownMember(fields, name) ?? ownMember(derived, name)?.field;

export function withDerivedFields({ derived }: Resource, record: JsonObject, clock: Clock): JsonObject {
  if (derived === undefined) return record;
  const worked = Object.entries(derived).map(([name, { from }]) => [name, from(record, clock)] as const);
  return { ...record, ...Object.fromEntries(worked) };
}

export function isListedField({ listed, derived = {} }: Resource, path: string): boolean {
  const [name = ''] = path.split('.');
  return !Object.hasOwn(derived, name) && (listed?.includes(name) ?? true);
}

/** `integrations.*.status`: every entry of a map or list. */
const EVERY = '*';

/** With `*` the list of all values that it stands for. Also finds a key with dots, `tags.team.name`. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  const own = member(value, path);
  if (own !== undefined) return own;
  const [name = '', ...rest] = path.split('.');
  const below = (item: Json | undefined): Json | undefined =>
    rest.length === 0 ? item : valueAt(item, rest.join('.'));
  if (name === EVERY) {
    const items = isList(value) ? value : isObject(value) ? Object.values(value) : [];
    return items.map(item => below(item) ?? null);
  }
  return below(isList(value) && /^\d+$/.test(name) ? value[Number(name)] : member(value, name));
}

export function maskedAt(fields: Fields, record: JsonObject, path: string): Json | undefined {
  const name = Object.hasOwn(record, path) ? path : (path.split('.')[0] ?? '');
  const value = maskedMember(fields, record, name);
  return name === path ? value : valueAt(value, path.slice(name.length + 1));
}

const anything = defineField<Json>({
  type: 'any',
  read: json => json ?? undefined,
  format: value => undescribedText(value),
  order: json =>
    typeof json === 'string' ? json.toLowerCase() : typeof json === 'number' ? json : undefined,
});

const severalOf = (field: Field): Field =>
  defineField<readonly Json[]>({
    type: 'array',
    secret: field.secret,
    read: json => (isList(json) ? json : undefined),
    format: (values, clock) => {
      const texts = values.flatMap(value => field.show(value, clock) ?? []);
      return values.length === 0 ? undefined : joinSafe(texts);
    },
    order: json => (isList(json) ? json.length : undefined),
  });

const fieldBelow = ({ inner, each }: Field, name: string): Field =>
  each === undefined ? (ownMember(inner, name) ?? anything) : object(each);

export function fieldAt(resource: Pick<Resource, 'fields' | 'derived'>, path: string): Field | undefined {
  const [name = '', ...steps] = path.split('.');
  const first = fieldNamed(resource, path) ?? fieldNamed(resource, name);
  if (first === undefined || steps.length === 0) return first;
  const last = steps.reduce(fieldBelow, first);
  return steps.includes(EVERY) ? severalOf(last) : last;
}

/** `signingSecret` becomes `signing secret`. */
export function label(name: string): SafeText {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return clean(words, 60);
}

/** Else the name in words, without an `At` at its end. */
export const labelOf = ({ labels }: Pick<Resource, 'labels'>, name: string): SafeText =>
  ownMember(labels, name) ?? label(name.replace(/(?<=.)At$/, ''));

export type Cell = Readonly<{ text: SafeText; tone: Tone }>;

export function cellOf(
  resource: Pick<Resource, 'fields' | 'nameField'>,
  record: JsonObject,
  { column, clock }: { column: Column; clock: Clock },
): Cell {
  const field = column.as ?? fieldAt(resource, column.field);
  // A number of entries shows none of them.
  const value =
    field === size ? member(record, column.field) : maskedAt(resource.fields, record, column.field);
  // A name of another type is shown as sent.
  if (column.field === resource.nameField && typeof (value ?? '') === 'string') {
    const name = nameOf(resource, record);
    return { text: name, tone: field?.show(value, clock) === undefined ? 'dim' : 'plain' };
  }
  const text = column.instead?.(record) ?? field?.show(value, clock);
  return text === undefined ? { text: safe`-`, tone: 'dim' } : { text, tone: field?.tone(value) ?? 'plain' };
}

/** Exactly `width` cells: cut as `isProse` says. */
export const cellText = (
  text: SafeText,
  { isProse, align }: Pick<Column, 'isProse' | 'align'>,
  width: number,
) => sized(isProse === 'pairs' ? cutEnd(text, width) : isProse ? cutWords(text, width) : text, width, align);
