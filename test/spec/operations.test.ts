import { expect, test } from 'vitest';
import { pathTemplate } from '../../src/api/operation.ts';
import {
  documentedOperations,
  operationsOf,
  resources,
  undocumentedOperations,
} from '../../src/resources/registry.ts';
import { quoted, tableBelow } from './specification.ts';

const rows = tableBelow('## 4. Endpoints');

/** Removes the names of parameters from a path: the specification calls most of them `id`. */
const nameless = (path: string): string => path.replace(/\{\w+\}/g, '{}');

function envelope(answer: (typeof documentedOperations)[number]['operation']['response']): string {
  switch (answer.shape) {
    case 'page':
      return `object with \`${answer.key}\``;
    case 'record':
      return answer.key === undefined ? 'as the top-level object' : `object with \`${answer.key}\``;
    case 'nothing':
      return 'empty JSON object';
    case 'deleted':
      return 'the deleted Conversation object';
  }
}

test.each(rows)('spec: row %s, %s %s, has an equal operation', (number = '', ...cells) => {
  const [method, path, parameters, body] = cells;
  const found = documentedOperations.find(({ operation }) => operation.row === Number(number))?.operation;
  if (found === undefined) throw new Error(`row ${number} is not described`);

  expect(found.method).toBe(method);
  expect(nameless(pathTemplate(found))).toBe(nameless(quoted(path)[0] ?? ''));
  expect(found.parameters).toHaveLength(quoted(parameters).length);
  expect(body).toContain(envelope(found.response));
});

test('spec: each id in a path has the name that its kind or a parent uses', () => {
  for (const { resource, operation } of [...documentedOperations, ...undocumentedOperations])
    expect(resource.ids, operation.id).toEqual(expect.arrayContaining([...operation.parameters]));
});

test('spec: every operation belongs to exactly one kind, and none but those of the table is documented', () => {
  const owned = resources.flatMap(operationsOf);

  expect(new Set(owned).size).toBe(owned.length);
  expect(documentedOperations).toHaveLength(rows.length);
  const all = [...documentedOperations, ...undocumentedOperations];
  expect(new Set(all.map(({ operation }) => operation))).toEqual(new Set(owned));
  expect(new Set(owned.map(({ id }) => id)).size).toBe(owned.length);
  for (const { resource, operation } of all) expect(operation.id).toMatch(`${resource.kind}.`);
});
