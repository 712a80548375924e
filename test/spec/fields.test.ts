import { expect, test } from 'vitest';
import type { Field, Fields } from '../../src/resources/field.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { tableBelow } from './specification.ts';

type Types = Readonly<Record<string, string>>;

const word = (type: string): string => (type === 'map' ? 'object (map)' : type);

/** Parses "`a` (string), `b` (object: `c` string)" into `a`, `b`, `b.c` with their types. */
function members(notes: string, prefix: string): Types {
  const found: Record<string, string> = {};
  const form = /`(\w+)` (?:\(([\w ]+)(?:: ([^)]*))?\)|([a-z]+(?: of string)?))/g;
  for (const [, name = '', type, inner = '', bare = ''] of notes.matchAll(form)) {
    found[prefix + name] = word(type ?? bare);
    Object.assign(found, members(inner, `${prefix}${name}.`));
  }
  return found;
}

/** Returns every field of a table in section 2 with its type; members of objects have dotted names. */
function specified(heading: string): Types {
  const rows = tableBelow(heading).map(([name = '', type = '', notes = '']) => ({
    [name]: type,
    ...(type === 'object' || type === 'array of objects' ? members(notes, `${name}.`) : {}),
  }));
  return Object.assign({}, ...rows);
}

/**
 * Returns the fields of our definitions in the same form, without entries of maps, which the specification
 * does not show.
 */
function described(fields: Fields, prefix = ''): Types {
  const entries = Object.entries(fields).filter(([, field]) => field.isUndocumented !== true);
  const types = entries.map(([name, field]) => ({
    [prefix + name]: field.type,
    ...described(field.inner ?? (isListOfObjects(field) ? (field.each ?? {}) : {}), `${prefix}${name}.`),
  }));
  return Object.assign({}, ...types);
}

const isListOfObjects = (field: Field): boolean => field.type === 'array of objects';

test.each([
  ['### 2.1 Integration', 'integration', 25],
  ['### 2.2 Bot', 'bot', 22],
  ['### 2.3 Workspace', 'workspace', 10],
  ['### 2.4 Issue', 'issue', 10],
])('spec: %s: our fields are exactly the documented ones, with their types', (heading, kind, size) => {
  const table = specified(heading);

  expect(Object.keys(table).filter(name => !name.includes('.'))).toHaveLength(size);
  expect(described(resourceOf(kind).fields)).toEqual(table);
});

test('spec: a conversation has no field but its id', () => {
  expect(described(resourceOf('conversation').fields)).toEqual({ id: 'string' });
});
