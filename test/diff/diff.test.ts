import { describe, expect, test } from 'vitest';
import { type Change, difference, itemKey, type Path, type Step } from '../../src/diff/diff.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../src/json/json.ts';

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

/** Creates a random generator that repeats the same numbers for the same seed. */
function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, pick: <T>(from: readonly T[]): T => from[below(from.length)] as T };
}
type Dice = ReturnType<typeof dice>;

const TEXTS = ['', 'a', 'b', '1', '日本', '__proto__'];
const SCALARS: readonly Json[] = [null, true, false, 0, 1, -2.5, 1e21, ...TEXTS];
const KEYS = ['a', 'b', 'id', 'name', 'a.b', '', '__proto__', 'é'];

/** Creates any document, with repeated values, lists in lists and items with and without names. */
function document(from: Dice, depth = 0): Json {
  const sort = depth > 4 ? 0 : from.below(4);
  const count = from.below(5);
  if (sort === 1) return Array.from({ length: count }, () => document(from, depth + 1));
  if (sort === 2)
    return Array.from({ length: count }, (_, at) => ({ id: `n${at}`, in: document(from, depth + 1) }));
  if (sort === 3)
    return Object.fromEntries(
      Array.from({ length: count }, () => [from.pick(KEYS), document(from, depth + 1)] as const),
    );
  return from.pick(SCALARS);
}

/** Returns the document with one difference at any depth: something added, removed, changed or moved. */
function edited(value: Json, from: Dice): Json {
  const isDeep = from.below(3) > 0;
  if (Array.isArray(value)) {
    const at = from.below(value.length + 1);
    if (isDeep && value.length > 0)
      return value.with(at % value.length, edited(value[at % value.length], from));
    const other = value.toSpliced(at, from.below(2), ...(from.below(2) > 0 ? [document(from, 3)] : []));
    return from.below(2) > 0 ? other : other.toReversed();
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    const at = from.below(entries.length + 1);
    const entry = entries[at];
    if (entry === undefined) return { ...value, added: document(from, 3) };
    if (isDeep) return Object.fromEntries(entries.with(at, [entry[0], edited(entry[1], from)]));
    return Object.fromEntries(entries.toSpliced(at, 1).toReversed());
  }
  return document(from, 3);
}

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

describe('any two documents', () => {
  const seeds = Array.from({ length: 2000 }, (_, seed) => seed);

  test('diff: applying the difference to one document gives the other', () => {
    for (const seed of seeds) {
      const from = dice(seed);
      const before = document(from);
      const after = [1, 2, 3].reduce(value => edited(value, from), before);

      expect(applyChanges(before, difference(before, after).changes), `seed ${seed}`).toEqual(after);
      expect(applyChanges(after, difference(after, before).changes), `seed ${seed}`).toEqual(before);
    }
  });

  test('diff: a document equals itself, also with its members in another order', () => {
    for (const seed of seeds) {
      const value = document(dice(seed));

      expect(difference(value, turned(value)).changes, `seed ${seed}`).toEqual([]);
    }
  });
});

/** Creates a definition as a server sends it; all its texts differ. */
function definition(from: Dice): JsonObject {
  const word = (): string => `w${from.below(1e9)}`;
  const entry = (): JsonObject => ({ id: word(), status: word(), config: { deep: { deeper: word() } } });
  return {
    integrations: Object.fromEntries(Array.from({ length: 4 }, () => [word(), entry()])),
    medias: Array.from({ length: 5 }, () => ({ name: word(), url: word() })),
    people: Array.from({ length: 5 }, () => ({ name: word(), age: 3 })),
    scopes: Array.from({ length: 5 }, word),
    actions: Object.fromEntries(Array.from({ length: 4 }, () => [word(), {}])),
    requiredTags: Array.from({ length: 5 }, word),
    rows: Array.from({ length: 4 }, () => ({ title: word(), inside: { value: word() } })),
    name: word(),
    dev: false,
  };
}

/** Changes a document, and returns what a difference has to say about it. */
type Edit = (
  value: JsonObject,
  from: Dice,
) => { readonly after: JsonObject; readonly says: readonly unknown[] };

const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** Returns the document with another value at a path. */
function put(value: Json, path: Path, change: (old: Json) => Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, at) =>
      at === step || (typeof step === 'object' && isObject(item) && item[step.by] === step.is)
        ? put(item, rest, change)
        : item,
    );
  const key = String(step);
  return isObject(value) ? { ...value, [key]: put(value[key] ?? null, rest, change) } : value;
}

const list = (value: JsonObject, key: string): readonly Json[] => value[key] as readonly Json[];
const named = (value: JsonObject, key: string, at: number) => {
  const item = list(value, key)[at];
  return { by: 'name', is: String(isObject(item) ? item['name'] : '') };
};

/** Changes the value at a path. */
const changed =
  (pathIn: (value: JsonObject, from: Dice) => Path, change: (old: Json) => Json): Edit =>
  (value, from) => {
    const path = pathIn(value, from);
    return { after: put(value, path, change) as JsonObject, says: [['changed', ...path]] };
  };

/** Changes a list of five items at a random place. */
const edit =
  (
    key: string,
    change: (items: readonly Json[], at: number) => readonly Json[],
    says: (value: JsonObject, at: number) => readonly unknown[],
  ): Edit =>
  (value, from) => {
    const at = from.below(5);
    const [kind, ...step] = says(value, at);
    const after = put(value, [key], () => change(list(value, key), at)) as JsonObject;
    return { after, says: [[kind, key, ...step]] };
  };

/** Edits of separate parts, so that all of them can be applied at once. */
const EDITS: readonly Edit[] = [
  changed(
    () => ['name'],
    () => 'other',
  ),
  changed(
    () => ['dev'],
    () => 'false',
  ),
  value => ({ after: { fresh: { a: [] }, ...value }, says: [['added', 'fresh']] }),
  changed(
    ({ integrations }, from) => ['integrations', from.pick(keysOf(integrations)), 'config', 'deep', 'deeper'],
    () => 4,
  ),
  changed(
    (_value, from) => ['requiredTags', from.below(5)],
    old => `${old}!`,
  ),
  changed(
    (_value, from) => ['rows', from.below(4), 'inside', 'value'],
    () => true,
  ),
  changed(
    (value, from) => ['medias', named(value, 'medias', from.below(5)), 'url'],
    () => 'https://other',
  ),
];

const LIST_EDITS: readonly Edit[] = [
  edit(
    'people',
    (items, at) => items.toSpliced(at, 1),
    (value, at) => ['removed', named(value, 'people', at)],
  ),
  edit(
    'people',
    (items, at) => items.toSpliced(at, 0, { name: 'new', url: '' }),
    () => ['added', { by: 'name', is: 'new' }],
  ),
  edit(
    'people',
    items => items.toReversed(),
    () => ['moved'],
  ),
  edit(
    'scopes',
    (items, at) => items.toSpliced(at, 1),
    (_value, at) => ['removed', at],
  ),
  edit(
    'scopes',
    (items, at) => items.toSpliced(at, 0, 'new'),
    (_value, at) => ['added', at],
  ),
  edit(
    'scopes',
    ([first = '', ...rest]) => [...rest, first],
    () => ['moved'],
  ),
  (value, from) => {
    const key = from.pick(keysOf(value['actions']));
    const { [key]: _gone, ...left } = value['actions'] as JsonObject;
    return { after: { ...value, actions: left }, says: [['removed', 'actions', key]] };
  },
];

describe('edits', () => {
  const bySize = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

  test('diff: any edits are found, one or several at once', () => {
    for (let seed = 0; seed < 300; seed++) {
      const from = dice(seed);
      const before = definition(from);
      const chosen = [...EDITS.filter(() => from.below(2) > 0), from.pick(LIST_EDITS)];
      let after = before;
      const says: unknown[] = [];
      for (const each of chosen) {
        const next = each(after, from);
        after = next.after;
        says.push(...next.says);
      }
      const { changes } = difference(before, after);

      expect([...places(changes)].sort(bySize), `seed ${seed}`).toEqual(says.sort(bySize));
      expect(applyChanges(before, changes), `seed ${seed}`).toEqual(after);
    }
  });

  test.each(LIST_EDITS.map((edit, at) => [at, edit] as const))(
    'diff: edit %i of a list is found',
    (_at, edit) => {
      for (let seed = 0; seed < 50; seed++) {
        const before = definition(dice(seed));
        const { after, says } = edit(before, dice(seed + 1000));

        expect(places(difference(before, after).changes), `seed ${seed}`).toEqual(says);
      }
    },
  );
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

test.each([
  [[{ id: '1', name: 'a' }], [{ id: '1', name: 'b' }], 'id'],
  [[{ id: 1, name: 'a' }], [{ id: 1, name: 'b' }], 'name'],
  [[{ id: '', name: 'a' }], [{ name: '' }], undefined],
])('diff: items of %j and %j are matched by their %s', (before, after, key) => {
  expect(itemKey(before, after)).toBe(key);
});
