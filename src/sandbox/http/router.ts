import { type Ids, type Operation, pathTemplate } from '../../api/operation.ts';
import type { Resource } from '../../resources/resource.ts';

export type OperationEntry = { readonly resource: Resource; readonly operation: Operation };

/** Target of a request, split. */
export type RequestTarget = {
  /** Path as sent, not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
};

/** The operation of a request, with the ids in its path, decoded. */
export type Route = OperationEntry & { readonly ids: Ids };

/**
 * Splits a request target into path and query. Ignores the origin of an absolute one; undefined without a
 * path.
 */
export function readTarget(url: string): RequestTarget | undefined {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!local.startsWith('/')) return undefined;
  const [path = '', ...query] = local.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the ids in a path that matches a template; `garbled` if one is not UTF-8 when decoded. */
function idsIn(template: string, path: string): Ids | 'garbled' | undefined {
  const names = template.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const segment = segments[at] ?? '';
    if (!name.startsWith('{')) {
      if (name !== segment) return undefined;
      continue;
    }
    if (segment === '' || segment === '.' || segment === '..') return undefined;
    const id = decoded(segment);
    if (id === undefined) return 'garbled';
    ids[name.slice(1, -1)] = id;
  }
  return ids;
}

/** Returns true if a path matches a template, where `{name}` matches one segment. */
export const matchesTemplate = (template: string, path: string): boolean =>
  idsIn(template, path) !== undefined;

/** Finds the operation of a request. Segments are decoded once, after splitting. */
export function findRoute(
  entries: readonly OperationEntry[],
  method: string,
  path: string,
): Route | 'garbled' | undefined {
  for (const entry of entries) {
    if (entry.operation.method !== method) continue;
    const ids = idsIn(pathTemplate(entry.operation), path);
    if (ids === 'garbled') return 'garbled';
    if (ids !== undefined) return { ...entry, ids };
  }
  return undefined;
}

/** Query parameters of lists. The spec has none of them (service definition). */
export type ListQuery = {
  readonly token: string | undefined;
  readonly size: number;
  readonly sortField: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
  /** True for development records only, false for production records only. */
  readonly dev: boolean;
  readonly tags: readonly (readonly [key: string, value: string])[];
};

const MAX_SIZE = 1000;
const TAG = 'tags.';

type Problem = { readonly problem: string };

function oneOf<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T | Problem {
  const text = query.get(name);
  const found = values.find(value => value === text);
  if (found !== undefined) return found;
  const [first] = values;
  if (text === null && first !== undefined) return first;
  return { problem: `${name} must be one of ${values.join(', ')}` };
}

function sizeOf(query: URLSearchParams, defaultSize: number): number | Problem {
  const text = query.get('pageSize');
  if (text === null) return defaultSize;
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= MAX_SIZE
    ? size
    : { problem: `pageSize must be a whole number from 1 to ${MAX_SIZE}` };
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** Parses the query of a list. Returns what is wrong with it. Ignores unknown parameters. */
export function readListQuery(query: URLSearchParams, defaultSize: number): ListQuery | Problem {
  const size = sizeOf(query, defaultSize);
  const sortField = oneOf(query, 'sortField', ['createdAt', 'updatedAt']);
  const direction = oneOf(query, 'sortDirection', ['desc', 'asc']);
  const dev = oneOf(query, 'dev', ['false', 'true']);
  if (isProblem(size)) return size;
  if (isProblem(sortField)) return sortField;
  if (isProblem(direction)) return direction;
  if (isProblem(dev)) return dev;
  const tags = [...query]
    .filter(([name]) => name.startsWith(TAG))
    .map(([name, value]) => [name.slice(TAG.length), value] as const);
  const token = query.get('nextToken') ?? undefined;
  return { token, size, sortField, direction, dev: dev === 'true', tags };
}
