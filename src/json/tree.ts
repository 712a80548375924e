import { isList, isObject, type Json } from './json.ts';

export type DocumentNode = {
  /** Index among the nodes of the document. */
  readonly at: number;
  /** Index of the parent; -1 for the root. */
  readonly parent: number;
  /** Name in an object or index in a list; undefined for the root. */
  readonly key: string | number | undefined;
  readonly depth: number;
  readonly value: Json;
  /** Index after the last node inside this one. */
  readonly end: number;
  /** Identifies the node in every format, and after a reload. */
  readonly id: string;
};

/** A JSON value as a tree: its nodes in reading order, the root first. */
export type Document = {
  readonly nodes: readonly DocumentNode[];
  /** Path of the root in the record that it belongs to. */
  readonly base: readonly string[];
};

type MutableNode = { -readonly [K in keyof DocumentNode]: DocumentNode[K] };

// Keys come from the server: without limits the ids of deeply nested nodes would grow without bound.
const MAX_STEP = 40;
const MAX_ID = 400;

function idOf(parentId: string, key: string | number, at: number): string {
  if (parentId.length > MAX_ID) return `#${at}`;
  // No key has `~#` in its step: its own `~` is written as `~0`.
  const isLong = typeof key === 'string' && key.length > MAX_STEP;
  return `${parentId}/${isLong ? `~#${at}` : String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Calls `visit` with each member of an object or item of a list, and its key. */
function visitEntries(value: Json, visit: (entry: Json, key: string | number) => void): void {
  if (isList(value)) value.forEach(visit);
  else if (isObject(value)) for (const key of Object.keys(value)) visit(value[key] ?? null, key);
}

/**
 * Builds the document of a value. Recursion is safe: every record has passed `redact`, which bounds its
 * depth.
 */
export function documentOf(root: Json, base: readonly string[] = []): Document {
  const nodes: MutableNode[] = [];
  const append = (value: Json, key: string | number | undefined, parent: MutableNode | undefined): void => {
    const at = nodes.length;
    const id = parent === undefined || key === undefined ? '.' : idOf(parent.id, key, at);
    const depth = parent === undefined ? 0 : parent.depth + 1;
    const node: MutableNode = { at, parent: parent?.at ?? -1, key, depth, value, end: at + 1, id };
    nodes.push(node);
    visitEntries(value, (entry, name) => append(entry, name, node));
    node.end = nodes.length;
  };
  append(root, undefined, undefined);
  return { nodes, base };
}

export function childrenOf({ nodes }: Document, at: number): readonly DocumentNode[] {
  const children: DocumentNode[] = [];
  const end = nodes[at]?.end ?? 0;
  for (let next = nodes[at + 1]; next !== undefined && next.at < end; next = nodes[next.end]) {
    children.push(next);
  }
  return children;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** Formats one step of a path. `isFirst`: without the dot before it. */
export function keyText(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  if (!PLAIN_KEY.test(key)) return `[${JSON.stringify(key)}]`;
  return isFirst ? key : `.${key}`;
}

/** Returns the keys that lead from the record to a node: names in objects, indexes in lists. */
export function keysOf({ nodes, base }: Document, at: number): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let node = nodes[at]; node?.key !== undefined; node = nodes[node.parent]) keys.push(node.key);
  return [...base, ...keys.reverse()];
}

/**
 * Formats the path of a node: `integrations.slack.status`, `medias[0]["odd key"]`; '' for the whole record.
 */
export const pathOf = (document: Document, at: number): string =>
  keysOf(document, at)
    .map((key, index) => keyText(key, index === 0))
    .join('');
