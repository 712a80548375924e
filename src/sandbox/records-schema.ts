import { isList, isObject, type Json, type JsonObject, member, rawDigits } from '../json/json.ts';
import type { Field, Fields } from '../resources/field.ts';
import { resources } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { choiceWords } from '../text/suggest.ts';
import type { DataPath } from './data-file.ts';

/** A type of the descriptions: as JSON schema, in words, and as a check. */
type Form = { readonly schema: JsonObject; readonly words: string; readonly fits: (value: Json) => boolean };

const text: Form = {
  schema: { type: 'string' },
  words: 'a text',
  fits: value => typeof value === 'string',
};
const object: Form = { schema: { type: 'object' }, words: 'a map', fits: isObject };
const array: Form = { schema: { type: 'array' }, words: 'a list', fits: isList };

const FORMS: Readonly<Record<string, Form>> = {
  string: text,
  'string (enumeration)': text,
  timestamp: {
    schema: { type: 'string', format: 'date-time' },
    words: 'a time such as 2026-01-05T08:00:00Z',
    fits: value => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  },
  boolean: { schema: { type: 'boolean' }, words: 'true or false', fits: value => typeof value === 'boolean' },
  integer: {
    schema: { type: 'integer' },
    words: 'a whole number',
    fits: value => Number.isInteger(value) || rawDigits(value) !== undefined,
  },
  object,
  'object (map)': object,
  array,
  'array of string': {
    schema: { type: 'array', items: text.schema },
    words: 'a list of texts',
    fits: value => isList(value) && value.every(text.fits),
  },
  'array of objects': array,
};

/**
 * Returns the form of a field; undefined for a type without one. An enumeration without known values is a
 * text.
 */
function formOf({ type, values = [] }: Field): Form | undefined {
  if (values.length === 0) return FORMS[type];
  return {
    schema: { type: 'string', enum: [...values, null] },
    words: choiceWords(values),
    fits: value => typeof value === 'string' && values.includes(value),
  };
}

/** A member that does not have the type of its field; `problem` is the end of a sentence. */
export type MemberProblem = { readonly path: DataPath; readonly problem: string };

const entriesOf = (value: Json): readonly (readonly [string | number, Json])[] =>
  isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];

function valueProblem(field: Field, value: Json): MemberProblem | undefined {
  // Any field can be null; a secret may be masked.
  if (value === null || field.secret) return undefined;
  const form = formOf(field);
  if (form?.fits(value) === false) return { path: [], problem: `must be ${form.words}` };
  if (field.inner !== undefined) return memberProblem(field.inner, value);
  if (field.each === undefined) return undefined;
  for (const [key, entry] of entriesOf(value)) {
    if (!isObject(entry)) return { path: [key], problem: `must be ${object.words}` };
    const found = memberProblem(field.each, entry);
    if (found !== undefined) return { ...found, path: [key, ...found.path] };
  }
  return undefined;
}

/** Returns the first member of a value that does not have the type of its field. */
export function memberProblem(fields: Fields, value: Json): MemberProblem | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const found = valueProblem(field, member(value, name) ?? null);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

const properties = (fields: Fields): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

function fieldSchema(field: Field): JsonObject {
  const { secret, inner, each } = field;
  if (secret) return {};
  const { schema = {} } = formOf(field) ?? {};
  const below = each === undefined ? undefined : { type: 'object', properties: properties(each) };
  return {
    ...schema,
    type: [schema['type'] ?? 'string', 'null'],
    ...(inner === undefined ? {} : { properties: properties(inner) }),
    ...(below === undefined
      ? {}
      : schema['type'] === 'array'
        ? { items: below }
        : { additionalProperties: below }),
  };
}

/** Names of the ids that a record gives under `in`; those of its parents are required. */
export function parentNames({ kind, ids }: Resource): {
  readonly needed: readonly string[];
  readonly optional: readonly string[];
} {
  const needed = ids.slice(0, -1);
  return { needed, optional: needed.length === 0 && kind !== 'workspace' ? ['workspaceId'] : [] };
}

function kindSchema(resource: Resource): JsonObject {
  const { needed, optional } = parentNames(resource);
  const names = [...needed, ...optional];
  const parents = {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, text.schema])),
    required: needed,
    additionalProperties: false,
  };
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        ...(names.length === 0 ? {} : { in: parents }),
        ...properties(resource.fields),
        id: text.schema,
      },
      required: needed.length === 0 ? ['id'] : ['id', 'in'],
    },
  };
}

/** Returns the JSON schema of a file of records, from the descriptions of all kinds. */
export function recordsSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Records of a sandbox, by kind',
    type: 'object',
    properties: {
      odd: { type: 'boolean', description: 'serves the records as they are, whatever their members' },
      complete: { type: 'boolean' },
      missing: { type: 'string' },
      ...Object.fromEntries(resources.map(resource => [resource.kind, kindSchema(resource)])),
    },
    additionalProperties: false,
  };
}
