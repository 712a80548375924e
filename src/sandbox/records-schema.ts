import { entriesIn, isList, isObject, type Json, type JsonObject, rawDigits } from '../json/json.ts';
import type { Field, Fields } from '../resources/field.ts';
import { resources } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { memo } from '../text/memo.ts';
import { choiceWords } from '../text/words.ts';
import { type DataPath, refuseData } from './checks.ts';

type Schema = Readonly<{
  type?: string | readonly string[];
  format?: 'date-time';
  enum?: readonly (string | null)[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: Schema | false;
  required?: readonly string[];
  description?: string;
}>;

/** Members of bots by name. */
const CHANGES: Schema = { type: 'object', additionalProperties: { type: 'object' } };
const text: Schema = { type: 'string' };

/** `array of string`, `object (map)` */
const typeSchema = (type: string): Schema =>
  type === 'timestamp'
    ? { type: 'string', format: 'date-time' }
    : { type: type.split(' ')[0] ?? '', ...(type === 'array of string' && { items: text }) };

const TYPES: Readonly<Record<string, readonly [words: string, fits: (value: Json) => boolean]>> = {
  string: ['a text', value => typeof value === 'string'],
  boolean: ['true or false', value => typeof value === 'boolean'],
  integer: ['a whole number', value => Number.isInteger(value) || rawDigits(value) !== undefined],
  object: ['a map', isObject],
  array: ['a list', isList],
};

/** Undefined if the value has the type; does not look into it. */
function wordsOf({ type = '', format, enum: values }: Schema, value: Json): string | undefined {
  const types = typeof type === 'string' ? [type] : type;
  if (value === null && types.includes('null')) return undefined;
  const [words, fits] = TYPES[types[0] ?? ''] ?? ['', () => true];
  if (values !== undefined) {
    const isKnown = values.some(each => each === value);
    return isKnown ? undefined : choiceWords(values.filter(each => each !== null));
  }
  if (!fits(value)) return words;
  const isTime = format === undefined || !Number.isNaN(Date.parse(`${value}`));
  return isTime ? undefined : 'a time such as 2026-01-05T08:00:00Z';
}

function check(schema: Schema, value: Json, path: DataPath) {
  const words = wordsOf(schema, value);
  if (words !== undefined) refuseData(path, `must be ${words}`);
  const { properties: known = {}, items, additionalProperties } = schema;
  for (const [key, entry] of entriesIn(value)) {
    const inner = (Object.hasOwn(known, key) ? known[key] : items) ?? additionalProperties;
    if (inner) check(inner, entry, [...path, key]);
  }
}

/** An enumeration without known values is a text; a secret may be masked. */
function fieldSchema({ type, values = [], secret, inner, each }: Field): Schema {
  const own = values.length > 0 ? { type: 'string', enum: [...values, null] } : typeSchema(type);
  if (secret) return {};
  const below = each && { type: 'object', properties: propertiesOf(each) };
  return {
    ...own,
    // Any field can be null.
    type: [`${own.type}`, 'null'],
    ...(inner && { properties: propertiesOf(inner) }),
    ...(below && (own.type === 'array' ? { items: below } : { additionalProperties: below })),
  };
}

const propertiesOf = memo(
  (fields: Fields): Readonly<Record<string, Schema>> =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  100,
);

/** Throws a `DataError` for the first member without the type of its field. */
export const checkMembers = (fields: Fields, record: JsonObject, path: DataPath): void =>
  check({ type: 'object', properties: propertiesOf(fields) }, record, path);

/** A list of records may stand under both. */
export const namesOf = (kind: string) => [kind, `${kind}s`];

/** Names of the ids that a record gives under `in`; those of its parents are required. */
export function parentNames({ kind, ids }: Resource) {
  const needed = ids.slice(0, -1);
  return { needed, optional: needed.length === 0 && kind !== 'workspace' ? ['workspaceId'] : [] };
}

function kindSchema(resource: Resource): Schema {
  const { needed, optional } = parentNames(resource);
  const names = [...needed, ...optional];
  const parents: Schema = {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, text])),
    required: needed,
    additionalProperties: false,
  };
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        ...(names.length > 0 && { in: parents }),
        ...propertiesOf(resource.fields),
        id: text,
        count: {
          type: 'integer',
          description: 'number of records that a template with {n} in its id stands for',
        },
      },
    },
  };
}

export const recordsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Records of a sandbox, by kind',
  type: 'object',
  properties: {
    odd: { type: 'boolean', description: 'serves the records as they are, whatever their members' },
    complete: { type: 'boolean' },
    missing: { type: 'string' },
    ...{ before: CHANGES, noise: CHANGES, culprit: { type: ['object', 'array'] } },
    ...Object.fromEntries(
      resources.flatMap(resource => namesOf(resource.kind).map(name => [name, kindSchema(resource)])),
    ),
  },
  additionalProperties: false,
});
