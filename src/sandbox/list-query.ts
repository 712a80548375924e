/** Query parameters of lists; none is in the spec (service definition). */
export type ListQuery = {
  readonly token: string | undefined;
  readonly size: number;
  readonly sortField: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
  /** True: only development records; otherwise only production ones. No value gives both. */
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

function sizeOf(query: URLSearchParams, standard: number): number | Problem {
  const text = query.get('pageSize');
  if (text === null) return standard;
  const size = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= MAX_SIZE
    ? size
    : { problem: `pageSize must be a whole number from 1 to ${MAX_SIZE}` };
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** Reads the query of a list, or says what is wrong with it. Unknown parameters are not looked at. */
export function readListQuery(query: URLSearchParams, standardSize: number): ListQuery | Problem {
  const size = sizeOf(query, standardSize);
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
