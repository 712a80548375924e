type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** HTTP methods. All but GET are writes, subject to the write policy. */
export type Method = 'GET' | 'DELETE' | 'POST';
/** Part of the API: the first step of a path, and its scope header (spec 5). */
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

/** An operation of the API: a row of the table in spec section 4, or an undocumented one. */
export type Operation<Name extends string = string, S extends Shape = Shape> = {
  /** Row in the table of spec 4; undefined if undocumented. */
  readonly row: number | undefined;
  /** `noun.verb`, for logs, the sandbox and tests. */
  readonly id: string;
  readonly method: Method;
  readonly area: Area;
  /** Path below `/v1/{area}`, with id names in braces. */
  readonly path: string;
  readonly parameters: readonly Name[];
  readonly response: ResponseShapes[S];
  /** True for a GET outside the spec. It is sent only with the person's consent. */
  readonly isUndocumented?: true;
  /** True if it has a key, flag or place of its own: using that is the consent. */
  readonly isOptIn?: true;
  /** Set if a person typed `path`: it is the whole path with all ids, and `search` the query behind it. */
  readonly typed?: { readonly search: string };
  /** Query parameters of every request (not in the spec). */
  readonly query?: Readonly<Record<string, string>>;
  /** True if files of this machine hold the records: no request is sent. */
  readonly isLocal?: true;
};

/** Ids by name: those of the path, and the scope of the chat area, the bot's. */
export type Ids = { readonly [name: string]: string };

type OperationRow<Path extends string, A extends ResponseShape> = {
  readonly row?: number;
  readonly id: string;
  readonly method: Method;
  readonly area: Area;
  readonly path: Path;
  readonly response: A;
};

export function operation<const Path extends string, const A extends ResponseShape>(
  row: OperationRow<Path, A>,
): Operation<NamesIn<Path>, A['shape']> {
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as NamesIn<Path>);
  return {
    ...row,
    row: row.row,
    parameters,
    // The response has the shape that it names.
    response: row.response as ResponseShape as ResponseShapes[A['shape']],
  };
}

/** Describes an operation outside the spec. It is always a GET, and sent only with the person's consent. */
export function undocumentedOperation<
  const Path extends string,
  const A extends ResponseShapes['page' | 'record'],
>(row: Omit<OperationRow<Path, A>, 'row' | 'method'>): Operation<NamesIn<Path>, A['shape']> {
  return { ...operation({ ...row, method: 'GET' }), isUndocumented: true };
}

export const localOperation = <const A extends ResponseShapes['page' | 'record']>(
  id: string,
  response: A,
): Operation<string, A['shape']> => ({
  ...operation({ id, method: 'GET', area: 'admin', path: `/${id}`, response }),
  isLocal: true,
});

/** Describes the GET of a typed path. `documented`: the operation that has this path. */
export function typedOperation(
  { path, search }: { readonly path: string; readonly search: string },
  documented: Operation | undefined,
): Operation<string, 'record'> {
  return {
    row: documented?.row,
    id: documented?.id ?? 'api.get',
    method: 'GET',
    area: /^\/v1\/chat(\/|$)/.test(path) ? 'chat' : 'admin',
    path,
    parameters: [],
    response: { shape: 'record' },
    typed: { search },
    // Typing an undocumented path is the consent.
    ...(documented === undefined ? { isUndocumented: true, isOptIn: true } : {}),
  };
}

/** Returns the path of an operation with id names in braces: `/v1/admin/bots/{botId}`. */
export function pathTemplate({ typed, area, path }: Operation): string {
  return typed === undefined ? `/v1/${area}${path}` : path;
}
