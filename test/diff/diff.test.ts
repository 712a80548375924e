import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, difference, type Step } from '../../src/diff/diff.ts';
import { isObject, type Json, member, parseJson } from '../../src/json/json.ts';
import { forAll } from '../helpers/property.ts';

const isSame = (a: Step, b: Step): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Groups changes by their first step and removes that step from their paths. */
function bySteps(changes: readonly Change[]): readonly { readonly step: Step; readonly inside: Change[] }[] {
  const groups: { readonly step: Step; readonly inside: Change[] }[] = [];
  for (const change of changes) {
    const [step, ...path] = change.path;
    if (step === undefined) continue;
    const group = groups.find(each => isSame(each.step, step));
    if (group === undefined) groups.push({ step, inside: [{ ...change, path }] });
    else group.inside.push({ ...change, path });
  }
  return groups;
}

const isGone = (inside: readonly Change[]): boolean =>
  inside.some(({ kind, path }) => kind === 'removed' && path.length === 0);

function items(before: readonly Json[], changes: readonly Change[]): Json {
  // The position of an added item refers to the later list.
  const old = bySteps(changes.filter(({ kind, path }) => kind !== 'added' || path.length > 1));
  const order = changes.find(({ kind, path }) => kind === 'moved' && path.length === 0);
  const at = (step: Step): number =>
    typeof step === 'object' ? before.findIndex(item => member(item, step.by) === step.is) : Number(step);
  const kept = before.map((item, index) => {
    const group = old.find(({ step }) => at(step) === index);
    return group === undefined ? [item] : isGone(group.inside) ? [] : [applyChanges(item, group.inside)];
  });
  const list = order?.kind === 'moved' ? order.order.flatMap(index => kept[index] ?? []) : kept.flat();
  const added = changes.flatMap(change =>
    change.kind === 'added' && change.path.length === 1 ? [[change.at ?? 0, change.after] as const] : [],
  );
  return added
    .toSorted(([a], [b]) => a - b)
    .reduce((all, [place, item]) => all.toSpliced(place, 0, item), list);
}

function applyChanges(before: Json, changes: readonly Change[]): Json {
  const whole = changes.find(({ kind, path }) => path.length === 0 && kind !== 'moved');
  if (whole !== undefined) return 'after' in whole ? whole.after : null;
  if (Array.isArray(before)) return items(before, changes);
  if (!isObject(before)) return before;
  const members = new Map(Object.entries(before));
  for (const { step, inside } of bySteps(changes)) {
    const key = String(step);
    const value = members.get(key);
    if (isGone(inside)) members.delete(key);
    else members.set(key, applyChanges(value ?? null, inside));
  }
  return Object.fromEntries(members);
}

const TEXTS = ['', 'a', 'b', '1', '日本', '__proto__'];
const SCALARS: readonly Json[] = [null, true, false, 0, 1, -2.5, 1e21, ...TEXTS];
const KEYS = ['a', 'b', 'id', 'name', 'a.b', '', '__proto__', 'é'];

/** Any document, with repeated values, lists in lists and items with and without names. */
const { document } = fc.letrec<{ document: Json }>(tie => {
  const item = fc.record({ id: fc.constantFrom('n0', 'n1', 'n2', 'n3', 'n4'), in: tie('document') });
  return {
    document: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constantFrom(...SCALARS),
      fc.array(tie('document'), { maxLength: 5 }),
      fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 5 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('document'), { maxKeys: 5 }),
    ),
  };
});

const turned = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, turned(each)] as const)
      .reverse(),
  );
};

const places = (changes: readonly Change[]): readonly unknown[] =>
  changes.map(({ kind, path }) => [kind, ...path]);

test('diff: applying the difference of any two documents to one gives the other', () =>
  forAll(2000, document, document, (before, after) => {
    expect(applyChanges(before, difference(before, after).changes)).toEqual(after);
  }));

test('diff: a document equals itself, also with its members in another order', () =>
  forAll(1000, document, value => {
    expect(difference(value, turned(value)).changes).toEqual([]);
  }));

const entry = (deeper: Json) => ({ status: 'active', config: { deep: { deeper } } });
const medias = [1, 2, 3].map(at => ({ name: `media${at}`, url: `https://${at}` }));
const rows = [1, 2, 3].map(at => ({ title: `row${at}`, inside: { value: at } }));
const scopes = ['read', 'write', 'list', 'delete', 'read all'];
const BASE = {
  name: 'a',
  dev: false,
  integrations: { i1: entry('x'), i2: entry('y') },
  medias,
  rows,
  scopes,
};
const media = (at: number) => ({ by: 'name', is: `media${at}` });

/** Edits of a definition as a server sends it, and the difference of each. */
const EDITS: readonly (readonly [string, { readonly [name: string]: Json }, unknown])[] = [
  ['a text', { name: 'other' }, ['changed', 'name']],
  ['a value of another type', { dev: 'false' }, ['changed', 'dev']],
  ['a new member', { fresh: { a: [] } }, ['added', 'fresh']],
  ['an entry that is gone', { integrations: { i1: entry('x') } }, ['removed', 'integrations', 'i2']],
  [
    'a value deep in an entry',
    { integrations: { ...BASE.integrations, i2: entry(4) } },
    ['changed', 'integrations', 'i2', 'config', 'deep', 'deeper'],
  ],
  [
    'a value of a named item',
    { medias: medias.with(1, { name: 'media2', url: 'https://other' }) },
    ['changed', 'medias', media(2), 'url'],
  ],
  ['a named item that is gone', { medias: medias.toSpliced(1, 1) }, ['removed', 'medias', media(2)]],
  [
    'a new named item',
    { medias: medias.toSpliced(1, 0, { name: 'media4', url: '' }) },
    ['added', 'medias', media(4)],
  ],
  ['named items in another order', { medias: medias.toReversed() }, ['moved', 'medias']],
  [
    'a value of an item without a name',
    { rows: rows.with(2, { title: 'row3', inside: { value: 4 } }) },
    ['changed', 'rows', 2, 'inside', 'value'],
  ],
  ['an item', { scopes: scopes.with(1, 'write!') }, ['changed', 'scopes', 1]],
  ['an item that is gone', { scopes: scopes.toSpliced(1, 1) }, ['removed', 'scopes', 1]],
  ['a new item', { scopes: scopes.toSpliced(1, 0, 'new') }, ['added', 'scopes', 1]],
  ['the first item as the last', { scopes: [...scopes.slice(1), 'read'] }, ['moved', 'scopes']],
];

test.each(EDITS)('diff: %s is one difference', (_what, edit, says) => {
  expect(places(difference(BASE, { ...BASE, ...edit }).changes)).toEqual([says]);
});

test('diff: edits of several parts are found one by one', () => {
  const chosen = [1, 2, 4, 5, 9, 12].flatMap(at => EDITS.slice(at, at + 1));
  const after = Object.assign({ ...BASE }, ...chosen.map(([, edit]) => edit));

  const found = places(difference(BASE, after).changes);

  expect(found).toHaveLength(chosen.length);
  expect(found).toEqual(expect.arrayContaining(chosen.map(([, , says]) => says)));
});

const read = (text: string): Json => parseJson(text);

test.each<readonly [string, Json, Json, readonly unknown[]]>([
  ['numbers are equal by value', read('[1.0,12345678901234567890]'), read('[1,12345678901234567890]'), []],
  [
    'an exponent is no difference',
    read('{"a":1e2,"b":1234567890123456}'),
    { a: 100, b: 1234567890123456 },
    [],
  ],
  [
    'every digit of a big number counts',
    read('{"a":12345678901234567890}'),
    read('{"a":12345678901234567891}'),
    [['changed', 'a']],
  ],
  [
    'an empty text, null and a missing member are three different values',
    { a: '', b: null },
    { a: null },
    [
      ['changed', 'a'],
      ['removed', 'b'],
    ],
  ],
  [
    'removing one of several equal list items is one difference',
    ['a', 'b', 'a', 'c'],
    ['b', 'a', 'c'],
    [['removed', 0]],
  ],
  [
    'a moved and a changed list item are two differences',
    ['d', 'a', 'b', 'c'],
    ['a', 'b!', 'c', 'd'],
    [['changed', 2], ['moved']],
  ],
  [
    'items without a unique name are compared by position',
    [1, 2].map(v => ({ name: 'x', v })),
    [1, 3].map(v => ({ name: 'x', v })),
    [['changed', 1, 'v']],
  ],
  [
    'items are known by their id before their name',
    [{ id: '1', name: 'a' }],
    [{ id: '1', name: 'b' }],
    [['changed', { by: 'id', is: '1' }, 'name']],
  ],
  [
    'an id that is no text names no item',
    [{ id: 1, name: 'a' }],
    [{ id: 2, name: 'a' }],
    [['changed', { by: 'name', is: 'a' }, 'id']],
  ],
  [
    'a named item in place of another one is no change of it',
    [{ name: 'a' }, { name: 'b' }],
    [{ name: 'a' }, { name: 'c' }],
    [
      ['removed', { by: 'name', is: 'b' }],
      ['added', { by: 'name', is: 'c' }],
    ],
  ],
  [
    'a moved item with its members in another order has only moved',
    [{ a: 1, b: 2 }, 'x', 'y'],
    ['x', 'y', { b: 2, a: 1 }],
    [['moved']],
  ],
  ['an empty name names no item', [{ name: '' }], [{ name: '', v: 1 }], [['added', 0, 'v']]],
])('diff: %s', (_what, before, after, found) => {
  expect(places(difference(before, after).changes)).toEqual(found);
});

test('diff: beyond a limit, differences are only counted', () => {
  const before = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at]));
  const after = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, -at - 1]));

  const { changes, more } = difference(before, after);

  expect(changes).toHaveLength(2000);
  expect(more).toBe(3000);
});

test('diff: two long lists without common items can be compared', () => {
  const before = Array.from({ length: 20_000 }, (_, at) => `a${at}`);
  const after = before.map(item => `${item}!`);

  const { changes, more } = difference(before, after);

  expect(changes.length + more).toBe(20_000);
});

test('diff: documents that nest too deeply for JSON.stringify can be compared', () => {
  const nested = (inmost: Json): Json => {
    let value = inmost;
    for (let at = 0; at < 1e6; at++) value = [value];
    return { deep: value, name: 'a' };
  };

  const { changes } = difference(nested(1), nested(2));

  expect(changes).toHaveLength(1);
});
