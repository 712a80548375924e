import { isList, isObject, type Json } from './json.ts';

/** One value of a document. */
export type DocumentNode = {
  /** Its place among the nodes of its document. */
  readonly at: number;
  /** The place of what it is in; -1 for the whole. */
  readonly parent: number;
  /** A name in an object, or a place in a list; undefined for the whole. */
  readonly key: string | number | undefined;
  readonly depth: number;
  readonly value: Json;
  /** The place after the last node inside it. */
  readonly end: number;
  /** The same when the record is read again, and in every format. */
  readonly id: string;
};

/** JSON as a tree to read: its values in reading order, the whole first. */
export type Document = {
  readonly nodes: readonly DocumentNode[];
  /** The way to the whole in the record it was taken from. */
  readonly base: readonly string[];
};

type Growing = { -readonly [K in keyof DocumentNode]: DocumentNode[K] };

// Keys come from the server: their sum, over all the nodes below one another, would have no bound.
const MAX_STEP = 40;
const MAX_ID = 400;

function idOf(above: string, key: string | number, at: number): string {
  if (above.length > MAX_ID) return `#${at}`;
  const step = typeof key === 'string' && key.length > MAX_STEP ? `#${at}` : String(key);
  return `${above}/${step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step}`;
}

/** The parts of a value with their keys; none for one that has no parts. */
function partsOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (isList(value)) return value.map((item, at) => [at, item]);
  return isObject(value) ? Object.keys(value).map(key => [key, value[key] ?? null]) : [];
}

/** A value as a document. Its nesting is bounded by `redact`, which every record goes through. */
export function documentOf(whole: Json, base: readonly string[] = []): Document {
  const nodes: Growing[] = [];
  const grow = (value: Json, key: string | number | undefined, above: Growing | undefined): void => {
    const at = nodes.length;
    const id = above === undefined || key === undefined ? '.' : idOf(above.id, key, at);
    const depth = above === undefined ? 0 : above.depth + 1;
    const node: Growing = { at, parent: above?.at ?? -1, key, depth, value, end: at + 1, id };
    nodes.push(node);
    for (const [name, part] of partsOf(value)) grow(part, name, node);
    node.end = nodes.length;
  };
  grow(whole, undefined, undefined);
  return { nodes, base };
}

/** The nodes directly inside one, in their order. */
export function childrenOf({ nodes }: Document, at: number): readonly DocumentNode[] {
  const children: DocumentNode[] = [];
  const end = nodes[at]?.end ?? 0;
  for (let next = nodes[at + 1]; next !== undefined && next.at < end; next = nodes[next.end]) {
    children.push(next);
  }
  return children;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** One step of a path as text. `isFirst`: nothing stands before it. */
export function keyText(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  if (!PLAIN_KEY.test(key)) return `[${JSON.stringify(key)}]`;
  return isFirst ? key : `.${key}`;
}

/** The way to a node in the record: names in objects, places in lists. */
export function wayOf({ nodes, base }: Document, at: number): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let node = nodes[at]; node?.key !== undefined; node = nodes[node.parent]) keys.push(node.key);
  return [...base, ...keys.reverse()];
}

/** The same as people write it: `integrations.slack.status`, `medias[0]["odd key"]`; '' for a whole record. */
export const pathOf = (document: Document, at: number): string =>
  wayOf(document, at)
    .map((key, index) => keyText(key, index === 0))
    .join('');
