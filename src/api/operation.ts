/** `{botId}` in a path names an id: the parts of a path type between braces. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** All methods but GET change something: they are held back where writes are. */
export type Method = 'GET' | 'DELETE' | 'POST';
export type Area = 'admin' | 'chat';

/**
 * What a 2xx answer holds. `page`: a list under `key` and `meta.nextToken`, or all of it (`isWhole`). `record`: an object, under `key` or
 * the answer itself. `nothing`: an empty object, not read further. `deleted`: the deleted object, dropped unread.
 */
export type ResponseShapes = {
  readonly page: { readonly shape: 'page'; readonly key: string; readonly isWhole?: true };
  readonly record: { readonly shape: 'record'; readonly key?: string };
  readonly nothing: { readonly shape: 'nothing' };
  readonly deleted: { readonly shape: 'deleted' };
};
export type Shape = keyof ResponseShapes;
export type ResponseShape = ResponseShapes[Shape];

/** One row of the table of spec section 4. */
export type Operation<Name extends string = string, S extends Shape = Shape> = {
  /** Row in the table of spec 4; undefined for what the spec does not show. */
  readonly row: number | undefined;
  /** `noun.verb`, for logs, the sandbox and tests. */
  readonly id: string;
  readonly method: Method;
  readonly area: Area;
  /** Below `/v1/{area}`, with id names in braces. */
  readonly path: string;
  readonly parameters: readonly Name[];
  readonly response: ResponseShapes[S];
  /** Outside of the specification: a GET that is sent only after the person has said yes (see `extension`). */
  readonly isUndocumented?: true;
  /** Only a key, a flag or a place that names it leads to this extension: that is the yes, no question comes before. */
  readonly isOptIn?: true;
  /** Query parameters of every request; none is in the spec. */
  readonly query?: Readonly<Record<string, string>>;
};

/** Ids by name: they fill paths, and the bot's one is the scope of the chat area. */
export type Ids = { readonly [name: string]: string };

type OperationRow<Path extends string, A extends ResponseShape> = {
  readonly row?: number;
  readonly id: string;
  readonly method: Method;
  readonly area: Area;
  readonly path: Path;
  readonly response: A;
};

/** Describes one operation; its id names come from the path. */
export function operation<const Path extends string, const A extends ResponseShape>(
  row: OperationRow<Path, A>,
): Operation<NamesIn<Path>, A['shape']> {
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as NamesIn<Path>);
  return {
    ...row,
    row: row.row,
    parameters,
    // The answer has the shape that it names.
    response: row.response as ResponseShape as ResponseShapes[A['shape']],
  };
}

/**
 * Describes one operation that the specification does not have. It cannot be anything but a GET, and the client
 * sends it only for a call that says it has the person's consent.
 */
export function undocumentedOperation<
  const Path extends string,
  const A extends ResponseShapes['page' | 'record'],
>(row: Omit<OperationRow<Path, A>, 'row' | 'method'>): Operation<NamesIn<Path>, A['shape']> {
  return { ...operation({ ...row, method: 'GET' }), isUndocumented: true };
}

/** The path of an operation below the base address, id names still in braces: `/v1/admin/bots/{botId}`. */
export function pathTemplate(operation: Operation): string {
  return `/v1/${operation.area}${operation.path}`;
}
