type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** All but GET are writes, subject to the write policy. */
type Method = 'GET' | 'DELETE' | 'POST';
/** The first step of a path, with its own scope header (spec 5). */
export type Area = 'admin' | 'chat';

/**
 * A 2xx response. `page`: a list under `key` and `meta.nextToken`, or the complete list (`isWhole`).
 * `record`: an object under `key`, or the response itself. `nothing`: `{}`. `deleted`: not parsed.
 */
export type ResponseShapes = {
  readonly page: { readonly shape: 'page'; readonly key: string; readonly isWhole?: true };
  readonly record: { readonly shape: 'record'; readonly key?: string };
  readonly nothing: { readonly shape: 'nothing' };
  readonly deleted: { readonly shape: 'deleted' };
};
export type Shape = keyof ResponseShapes;
export type ResponseShape = ResponseShapes[Shape];

/** A row of the table in spec 4, or undocumented. */
export type Operation<Name extends string = string, S extends Shape = Shape> = {
  readonly row?: number | undefined;
  /** `noun.verb`, for logs, the sandbox and tests. */
  readonly id: string;
  readonly method: Method;
  readonly area: Area;
  /** Below `/v1/{area}`, with id names in braces. */
  readonly path: string;
  readonly parameters: readonly Name[];
  readonly response: ResponseShapes[S];
  /** Outside the spec. Only a GET is sent, and only with the person's consent. */
  readonly isUndocumented?: true;
  /** Its own key, flag, place or typed path is the consent. */
  readonly isOptIn?: true;
  /** A person typed the whole `path`, with all ids, and `search` behind it. */
  readonly typed?: { readonly search: string };
  /** Of every request (not in the spec). */
  readonly query?: Readonly<Record<string, string>>;
  /** Files of this machine hold the records: no request is sent. */
  readonly isLocal?: true;
};

export type Ids = { readonly [name: string]: string };

export const operation = <const Path extends string, const A extends ResponseShape>(
  described: Partial<Operation> & { readonly id: string; readonly path: Path; readonly response: A },
): Operation<NamesIn<Path>, A['shape']> => ({
  method: 'GET',
  area: 'admin',
  ...described,
  parameters: [...described.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as NamesIn<Path>),
  response: described.response as ResponseShape as ResponseShapes[A['shape']],
});

export const typedOperation = (
  { path, search }: { readonly path: string; readonly search: string },
  documented: Operation | undefined,
): Operation<string, 'record'> => ({
  row: documented?.row,
  id: documented?.id ?? 'api.get',
  method: 'GET',
  area: /^\/v1\/chat(\/|$)/.test(path) ? 'chat' : 'admin',
  path,
  parameters: [],
  response: { shape: 'record' },
  typed: { search },
  ...(documented === undefined && { isUndocumented: true, isOptIn: true }),
});

export const pathTemplate = ({ typed, area, path }: Operation): string =>
  typed === undefined ? `/v1/${area}${path}` : path;
