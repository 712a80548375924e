import { describe, expect, test } from 'vitest';
import { filterableFields } from '../../src/resources/fields.ts';
import { ownIdName } from '../../src/resources/record-ids.ts';
import {
  documentedOperations,
  operationsOf,
  resourceNamed,
  resourceOf,
  resources,
  root,
} from '../../src/resources/registry.ts';
import { deleteAction } from '../../src/resources/resource.ts';

describe.each(resources.map(resource => [resource.kind, resource] as const))(
  'the kind %s',
  (_kind, resource) => {
    test('registry: columns, sections and the name refer to fields that exist', () => {
      const named = [
        ...resource.sections.flatMap(({ fields }) => fields),
        ...(resource.nameField === undefined ? [] : [resource.nameField]),
      ];

      for (const name of named) expect(Object.keys(resource.fields)).toContain(name.replace(/\..*/, ''));
      for (const { field } of resource.columns)
        expect(Object.keys(filterableFields(resource))).toContain(field);
    });

    test('registry: no field is in two sections', () => {
      const shown = resource.sections.flatMap(({ fields, document }) =>
        document === undefined ? fields : [],
      );

      expect(new Set(shown).size).toBe(shown.length);
    });

    test('registry: the first column is shown on every screen', () => {
      expect(resource.columns[0]?.rank ?? 1).toBe(1);
    });

    test('registry: children are kinds that exist and can be reached', () => {
      for (const child of resource.children) {
        const target = resourceOf(child.to);
        if (child.from === 'list') expect(target.list).toBeDefined();
        if (child.from === 'inside') expect(Object.keys(resource.fields)).toContain(child.field);
        if (child.from === 'typed') expect(target.ids.slice(0, -1)).toEqual(resource.ids);
      }
    });

    test('registry: operations need only ids that the kind has', () => {
      for (const { parameters, area } of operationsOf(resource)) {
        for (const name of parameters) expect(resource.ids).toContain(name);
        if (area === 'chat') expect(resource.ids).toContain('botId');
      }
      expect(resource.read?.parameters.at(-1) ?? ownIdName(resource)).toBe(ownIdName(resource));
    });

    test('registry: a kind is found by its name and by each alias', () => {
      for (const word of [resource.kind, ...resource.aliases]) expect(resourceNamed(word)).toBe(resource);
    });
  },
);

test('registry: no alias means two kinds', () => {
  const words = resources.flatMap(({ kind, aliases }) => [kind, ...aliases]);

  expect(new Set(words).size).toBe(words.length);
});

test('registry: an unknown alias finds no kind, and an unknown kind throws', () => {
  expect(resourceNamed('nothing')).toBeUndefined();
  expect(resourceNamed('constructor')).toBeUndefined();
  expect(() => resourceOf('nothing')).toThrow('no kind nothing');
});

test('registry: all kinds are reachable from the root', () => {
  const reached = new Set([root.kind]);

  for (const kind of reached) for (const { to } of resourceOf(kind).children) reached.add(to);

  expect([...reached].sort()).toEqual(resources.map(({ kind }) => kind).sort());
});

test('registry: the operations are in the order of the specification, each once', () => {
  expect(documentedOperations.map(({ operation }) => operation.row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('registry: all operations but deletes are GETs', () => {
  const removals = new Set(resources.map(resource => deleteAction(resource)?.operation));

  for (const { operation } of documentedOperations)
    expect(operation.method).toBe(removals.has(operation as never) ? 'DELETE' : 'GET');
});
