/** `{botId}` in a path names an id: the parts of a path type between braces. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export type Area = 'admin' | 'chat';

/**
 * What a 2xx answer holds. `page`: a list under `key` and `meta.nextToken`, or all of it (`isWhole`). `record`: an object, under `key` or
 * the answer itself. `nothing`: an empty object, not read further. `deleted`: the deleted object, dropped unread.
 */
export type Answers = {
  readonly page: { readonly shape: 'page'; readonly key: string; readonly isWhole?: true };
  readonly record: { readonly shape: 'record'; readonly key?: string };
  readonly nothing: { readonly shape: 'nothing' };
  readonly deleted: { readonly shape: 'deleted' };
};
export type Shape = keyof Answers;
export type Answer = Answers[Shape];

/** One row of the table of spec section 4. */
export type Operation<Name extends string = string, S extends Shape = Shape> = {
  /** Row in the table of spec 4; undefined for what the spec does not show. */
  readonly row: number | undefined;
  /** `noun.verb`, for logs, the sandbox and tests. */
  readonly id: string;
  readonly method: 'GET' | 'DELETE';
  readonly area: Area;
  /** Below `/v1/{area}`, with id names in braces. */
  readonly path: string;
  readonly parameters: readonly Name[];
  readonly answer: Answers[S];
  /** Outside of the specification: a GET that is sent only after the person has said yes (see `extension`). */
  readonly extension?: true;
  /** Only a key, a flag or a place that names it leads to this extension: that is the yes, no question comes before. */
  readonly isAskedFor?: true;
  /** Query parameters of every request; none is in the spec. */
  readonly query?: Readonly<Record<string, string>>;
};

/** Ids by name: they fill paths, and the bot's one is the scope of the chat area. */
export type Ids = { readonly [name: string]: string };

type OperationRow<Path extends string, A extends Answer> = {
  readonly row?: number;
  readonly id: string;
  readonly method: 'GET' | 'DELETE';
  readonly area: Area;
  readonly path: Path;
  readonly answer: A;
};

/** Describes one operation; its id names come from the path. */
export function operation<const Path extends string, const A extends Answer>(
  row: OperationRow<Path, A>,
): Operation<NamesIn<Path>, A['shape']> {
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as NamesIn<Path>);
  return {
    ...row,
    row: row.row,
    parameters,
    // The answer has the shape that it names.
    answer: row.answer as Answer as Answers[A['shape']],
  };
}

/**
 * Describes one operation that the specification does not have. It cannot be anything but a GET, and the client
 * sends it only for a call that says it has the person's consent.
 */
export function extension<const Path extends string, const A extends Answers['page' | 'record']>(
  row: Omit<OperationRow<Path, A>, 'row' | 'method'>,
): Operation<NamesIn<Path>, A['shape']> {
  return { ...operation({ ...row, method: 'GET' }), extension: true };
}

/** The path of an operation below the base address, id names still in braces: `/v1/admin/bots/{botId}`. */
export function pathTemplate(operation: Operation): string {
  return `/v1/${operation.area}${operation.path}`;
}
