import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { resources } from '../../src/resources/registry.ts';
import { createOrigin, createSources } from '../../src/sandbox/fixtures/fixtures.ts';
import { payloads } from '../helpers/payloads.ts';
import { hostileText } from '../text/hostile.ts';

/** A JSON document of a server: values, and text that cannot come from a JavaScript value. */
export type ServerJson =
  | null
  | boolean
  | number
  | string
  | readonly ServerJson[]
  | { readonly [key: string]: ServerJson }
  | Raw;

const RAW = Symbol('raw');

type Raw = { readonly [RAW]: string };

const raw = (text: string): Raw => ({ [RAW]: text });
const isRaw = (value: ServerJson): value is Raw =>
  typeof value === 'object' && value !== null && RAW in value;

const isMap = (value: ServerJson): value is { readonly [key: string]: ServerJson } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value);

export function jsonText(value: ServerJson): string {
  if (isRaw(value)) return value[RAW];
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`)
    .join(',')}}`;
}

const DEPTH = 10_000;
const nested = (open: string, close: string): Raw => raw(open.repeat(DEPTH) + close.repeat(DEPTH));
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '2', '1', '-0', '', 'id'];

/** A map with repeated keys and with keys that are special for JavaScript objects. */
const strangeMap: Raw = raw(
  `{${[...NAMES, ...NAMES].map((name, at) => `${JSON.stringify(name)}:{"id":${at},"__proto__":null}`).join(',')}}`,
);

/** Replacements for any value, strange ones among them. */
export const strange: readonly ServerJson[] = [
  ...[null, true, 0, -1.5, '', ' ', 'x', [], {}, [null], [[]], { a: null }, [1, 'a', {}, null]],
  ...['1e400', '-0', '123456789012345678901234567890', '0.1234567890123456789'].map(raw),
  ...['9999-99-99T99:99:99Z', '+275760-09-13T00:00:00.001Z', '0000-01-01T00:00:00Z', '2025-01-01'],
  ...[raw('"\\ud800\\udc00\\ud800"'), strangeMap],
];

export const large: readonly ServerJson[] = [
  nested('[', ']'),
  raw(`${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`),
  raw(`[${'0,'.repeat(99_999)}0]`),
  raw(`[${'"a",'.repeat(99_999)}"b"]`),
  raw(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":{"status":"x_failed"}`).join(',')}}`),
  'x'.repeat(1_000_000),
  'a b\n'.repeat(50_000),
];

const WORKSPACE = { seed: 1, now: Date.UTC(2026, 10, 21), bots: 40, workspaceId: 'wkspace_1' };

export const soundRecords: Readonly<Record<string, JsonObject>> = (() => {
  const sources = createSources(createOrigin({ ...WORKSPACE, isOdd: true }));
  const ids: Record<string, string> = { workspaceId: WORKSPACE.workspaceId };
  const found: Record<string, JsonObject> = {};
  for (const { kind, ids: names } of resources) {
    const record = sources[kind]?.record(ids, 0) ?? {};
    found[kind] = record;
    const own = names.at(-1) ?? '';
    ids[own] ??= `${record['id'] ?? kind}`;
  }
  return found;
})();

/** Returns the document with every value replaced by `change`, innermost first. */
export function replaceValues(
  value: Json,
  change: (value: Json, key: string) => ServerJson,
  key = '',
): ServerJson {
  if (Array.isArray(value)) return value.map(each => replaceValues(each, change, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, replaceValues(each, change, name)]),
    );
  return change(value, key);
}

type Change = (value: ServerJson) => ServerJson | undefined;

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Change>(() => undefined) },
  { weight: 24, arbitrary: fc.constantFrom(...strange).map(value => () => value) },
  { weight: 16, arbitrary: fc.constantFrom(...payloads).map(value => () => value) },
  { weight: 16, arbitrary: hostileText.map(value => () => value) },
  { weight: 8, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(value => () => value as ServerJson) },
  { weight: 1, arbitrary: fc.constantFrom(...large).map(value => () => value) },
  { weight: 4, arbitrary: fc.constant<Change>(value => [value, value]) },
  { weight: 4, arbitrary: fc.constant<Change>(value => ({ a: value, ['__proto__']: value })) },
  {
    weight: 8,
    arbitrary: fc
      .dictionary(fc.oneof(fc.constantFrom(...NAMES), hostileText), fc.constantFrom(...strange), {
        maxKeys: 5,
      })
      .map(added => (value: ServerJson) => (isMap(value) ? { ...value, ...added } : added)),
  },
);

/**
 * Returns a document with one value changed. Each number of `way` selects a member; a way that is too long
 * ends early.
 */
function changedAt(value: ServerJson, way: readonly number[], change: Change): ServerJson | undefined {
  const [first, ...rest] = way;
  if (first === undefined || isRaw(value) || typeof value !== 'object' || value === null)
    return change(value);
  const entries = Object.entries(value);
  const at = entries.length === 0 ? -1 : first % entries.length;
  if (at < 0) return change(value);
  const changed = entries.flatMap(([name, each], index) => {
    const next = index === at ? changedAt(each as ServerJson, rest, change) : (each as ServerJson);
    return next === undefined ? [] : [[name, next] as const];
  });
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

const changes = fc.array(fc.tuple(fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }), anyChange), {
  minLength: 1,
  maxLength: 12,
});

export const brokenRecord = (kind: string): fc.Arbitrary<ServerJson> =>
  changes.map(all =>
    all.reduce<ServerJson>(
      (value, [way, change]) => changedAt(value, way, change) ?? value,
      soundRecords[kind] ?? {},
    ),
  );
