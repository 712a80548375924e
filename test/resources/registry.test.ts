import { describe, expect, test } from 'vitest';
import { resourceNamed, resourceOf, resources, root } from '../../src/resources/registry.ts';

describe.each(resources.map(resource => [resource.kind, resource] as const))(
  'the kind %s',
  (_kind, resource) => {
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
