import { entriesIn, isList, isObject, type Json, type JsonObject, rawDigits } from '../json/json.ts';
import type { Fields } from '../resources/field.ts';
import { propertiesOf, type Schema, schemaHead, text } from '../resources/json-schema.ts';
import { resources } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { choiceWords } from '../text/words.ts';
import { type DataPath, refuseData } from './checks.ts';
import type { RecordsOptions } from './types.ts';

/** Members of bots by name. */
const CHANGES: Schema = { type: 'object', additionalProperties: { type: 'object' } };
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

/** The published type has the same ones. */
export const RECORDS_OPTIONS: Readonly<Record<keyof RecordsOptions, Schema>> = {
  odd: { type: 'boolean', description: 'serves the records as they are, whatever their members' },
  complete: { type: 'boolean' },
  missing: { type: 'string' },
  before: CHANGES,
  noise: CHANGES,
  culprit: { type: ['object', 'array'] },
};

export const recordsSchema = (): object => ({
  ...schemaHead('records:1', 'Records of a sandbox, by kind'),
  properties: {
    ...RECORDS_OPTIONS,
    ...Object.fromEntries(
      resources.flatMap(resource => namesOf(resource.kind).map(name => [name, kindSchema(resource)])),
    ),
  },
  additionalProperties: false,
});
