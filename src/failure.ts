import { clean, joinSafe, type SafeText, safe, shortText } from './text/sanitise.ts';

/** As it may be shown: no token, no raw text. */
export type SentRequest = Readonly<{
  method: 'GET' | 'DELETE' | 'POST';
  path: string;
  baseUrl: string;
  scope?: Readonly<{ header: string; value: string }>;
  /** Of the first attempt, epoch milliseconds. */
  at: number;
  ms: number;
  tries: number;
  status?: number;
  bytes?: number;
}>;

type Plain<K extends string> = K extends K ? { readonly kind: K } : never;

/** `certificate`: its check within the handshake of TLS. */
export type ConnectionStep = 'name' | 'connection' | 'certificate' | 'TLS';

type Details = Readonly<{
  detail?: SafeText | undefined;
  errorId?: SafeText | undefined;
  /** Such as `InvalidQuery` (not in the spec). */
  errorType?: SafeText | undefined;
  /** In place of those of the kind, where status and type of the error decide them. */
  meaning?: Partial<Pick<Explanation, 'title' | 'advice'>> | undefined;
  sent?: SentRequest | undefined;
  /** May be meant, one a line, in place of the advice to see the help. */
  choices?: readonly SafeText[];
}>;

/** Statuses: spec 7; body: service definition (not in the spec). */
export type ApiFailure = Details &
  (
    | Plain<
        'unauthorised' | 'forbidden' | 'not-found' | 'in-use' | 'unreadable' | 'not-offered' | 'cancelled'
      >
    | Readonly<{ kind: 'wrong-address'; status: number; address: SafeText }>
    | Readonly<{ kind: 'throttled'; waitMs?: number | undefined }>
    | Readonly<{ kind: 'rejected'; status: number }>
    | Readonly<{ kind: 'server-error'; status: number; waitMs?: number | undefined }>
    | Readonly<{ kind: 'redirected'; status: number; to?: SafeText | undefined }>
    | Readonly<{ kind: 'timed-out'; timeoutMs: number }>
    | Readonly<{ kind: 'unreachable'; reached: boolean; step?: ConnectionStep | undefined }>
  );
export type Refusal = Details &
  (Plain<'bad-id' | 'locked' | 'dry-run' | 'outside'> | Readonly<{ kind: 'read-only'; by?: SafeText }>);
export type UsageError = Details &
  Plain<
    | 'no-connection'
    | 'bad-setting'
    | 'bad-argument'
    | 'unconfirmed'
    | 'no-terminal'
    | 'no-version'
    | 'local-file'
  >;
export type Failure = ApiFailure | Refusal | UsageError;

/** Longer times of a `Retry-After` are not awaited. */
export const MAX_WAIT_MS = 60_000;

/**
 * `retryable`: a GET is sent once more. `maybe-done`: a DELETE may have happened, so the record is checked.
 * `stops-…`: the next request of a batch would fail the same way.
 */
export type Trait = 'retryable' | 'maybe-done' | 'stops-reads' | 'stops-deletes';

type Explanation = Readonly<{
  title: SafeText;
  advice: readonly SafeText[];
  /** 1 local file, 2 usage, 3 not found, 4 login, 5 no permission, 6 network, 7 server, 130 stopped. */
  exitCode: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;
  traits: readonly Trait[];
}>;

const isShort = (waitMs: number | undefined) => waitMs !== undefined && waitMs <= MAX_WAIT_MS;
const seconds = (ms: number) => safe`${Math.max(1, Math.round(ms / 1000))} s`;
const waitWords = (ms: number) => (ms > 120_000 ? safe`${Math.ceil(ms / 60_000)} min` : seconds(ms));
const ADDRESS = safe`Check the address (BP_API_URL or --api-url).`;
const CHECK_ADDRESS = safe`Check the address (BP_API_URL or --api-url), the network, VPN and proxy (HTTPS_PROXY, NO_PROXY).`;
const CHECK_CERTIFICATE = safe`The certificate is not trusted. For a private authority, set NODE_EXTRA_CA_CERTS=<file>.`;
const WITHOUT_LOGIN = [
  safe`Set BP_TOKEN and BP_WORKSPACE_ID (and BP_API_URL for another address), or run botscope login.`,
  safe`Or explore sample data without an account: botscope --demo`,
];
const OTHER_LOGIN = safe`botscope profiles lists all logins; botscope doctor tests the current one.`;
const DEVELOPERS = safe`A developer may delete only the bots they created; a viewer may change nothing.`;
const ASKS_FIRST = safe`Add --ext, or allow it on the tab that needs it. --strict forbids it.`;
const ID_RULE = safe`An id has 1 to 512 characters and is not "." or "..". Copy it again from its source.`;
const FILES = safe`botscope doctor checks the files and folders.`;
const HELP = safe`See botscope --help.`;

type FailureKeys = Readonly<{ retry: SafeText; back: SafeText }>;

const again = (keys?: FailureKeys) =>
  keys === undefined ? safe`Try again.` : safe`Press ${keys.retry} to try again.`;
const then = (keys?: FailureKeys) => (keys === undefined ? safe`retry` : safe`press ${keys.retry}`);
const later = (keys?: FailureKeys) => safe`Wait a moment, then ${then(keys)}`;

/** `mendable`: a screen names the key to try again; a command none, because the same line fails again. */
type Row = readonly [
  title: SafeText,
  ending: readonly [exitCode: Explanation['exitCode'], ...traits: (Trait | 'mendable' | false)[]],
  ...advice: SafeText[],
];

const rows: {
  readonly [K in Failure['kind']]: (
    failure: Failure & { readonly kind: K },
    keys: FailureKeys | undefined,
  ) => Row;
} = {
  unauthorised: () => [
    safe`401 The server refused the token`,
    [4, 'stops-reads', 'stops-deletes'],
    safe`Check BP_TOKEN: a personal access token, complete, not expired.`,
    safe`Check the workspace id: it must belong to the token. botscope config explain shows where both come from.`,
  ],
  forbidden: ({ sent }) => [
    safe`403 Your token may not do this`,
    [5, 'mendable'],
    ...(sent?.method === 'GET' ? [] : [DEVELOPERS]),
    safe`Ask a manager of the workspace, or use another token.`,
  ],
  'not-found': (_failure, keys) => [
    safe`404 Not found`,
    [3, 'maybe-done'],
    safe`It may have been deleted, be mistyped, or belong to another workspace.`,
    ...(keys === undefined ? [] : [safe`${keys.back} goes back, ${keys.retry} tries again.`]),
  ],
  'wrong-address': ({ status, address }) => [
    safe`${status} This address is not the API`,
    [7, 'mendable'],
    safe`The request went to ${address}. ${ADDRESS}`,
  ],
  'in-use': () => [
    safe`409 It is in use or locked`,
    [7],
    safe`If it is in use, remove it there first. If it is only locked, retry shortly.`,
  ],
  throttled: ({ waitMs }, keys) => [
    safe`429 Too many requests: the server asks to wait`,
    [7, isShort(waitMs) ? 'retryable' : 'stops-deletes', 'stops-reads'],
    waitMs === undefined ? safe`${later(keys)}.` : safe`Wait ${waitWords(waitMs)}, then ${then(keys)}.`,
  ],
  rejected: ({ status }) => [
    safe`${status} The server refused the request`,
    // A status below 200 proves nothing.
    [7, (status === 408 || status < 200) && 'maybe-done'],
    safe`The same request is refused each time: check its ids. ${ADDRESS}`,
  ],
  'server-error': ({ status, waitMs, errorId }, keys) => [
    safe`${status} Server error`,
    [7, status !== 501 && (waitMs === undefined || isShort(waitMs)) && 'retryable', 'maybe-done'],
    status === 501
      ? CHECK_ADDRESS
      : safe`Not your fault. ${later(keys)}${errorId && safe`; give support the error id`}.`,
  ],
  redirected: ({ status }) => [
    safe`${status} The server points to another address; not followed`,
    [7, 'maybe-done', 'stops-reads', 'mendable'],
    safe`Check the address (BP_API_URL or --api-url): this does not look like the API.`,
  ],
  'timed-out': ({ timeoutMs }, keys) => [
    safe`No complete response within ${seconds(timeoutMs)}`,
    [6, 'maybe-done', 'stops-reads'],
    safe`The connection or the server is slow; --timeout <time> waits longer. ${again(keys)}`,
  ],
  unreachable: ({ reached, step }, keys) => [
    reached ? safe`The connection broke` : safe`Can't reach the server`,
    reached
      ? [6, 'retryable', 'maybe-done', 'stops-reads', step !== undefined && 'mendable']
      : [6, 'stops-reads', 'stops-deletes', 'mendable'],
    step === 'certificate' ? CHECK_CERTIFICATE : CHECK_ADDRESS,
    safe`botscope doctor tests every step.`,
    ...(reached && step === undefined ? [again(keys)] : []),
  ],
  unreadable: () => [
    safe`The response is not what the API sends`,
    [7, 'maybe-done', 'mendable'],
    safe`Check the address (BP_API_URL or --api-url) and any proxy or login page on the way.`,
  ],
  'bad-id': () => [safe`Not a valid id; nothing was sent`, [2], ID_RULE],
  'read-only': ({ by }) => [
    safe`Read-only: nothing was sent`,
    [5, 'stops-deletes'],
    by === undefined ? safe`Start without --read-only to be able to delete.` : safe`Set by ${by}.`,
  ],
  locked: () => [
    safe`Protected: nothing was sent`,
    [5, 'stops-deletes'],
    safe`In the explorer W unlocks deletes; in a command --unlock <profile> does.`,
  ],
  'dry-run': () => [safe`Dry run: nothing was sent`, [2], safe`:dry off turns it off.`],
  cancelled: () => [
    safe`Stopped`,
    [130, 'maybe-done', 'stops-reads', 'stops-deletes', 'mendable'],
    safe`Nothing more is sent.`,
  ],
  outside: ({ detail }) => [
    safe`This request is undocumented; nothing was sent`,
    [2, 'stops-deletes'],
    detail ?? ASKS_FIRST,
  ],
  'not-offered': () => [
    safe`This is not supported by this server`,
    [7, 'mendable'],
    safe`It has no such endpoint.`,
  ],
  'no-connection': ({ detail }) => [
    detail ?? safe`No login found`,
    [4, 'stops-reads', 'stops-deletes'],
    ...(detail === undefined ? WITHOUT_LOGIN : [OTHER_LOGIN]),
  ],
  'bad-setting': ({ detail }) => [
    detail ?? safe`A setting is wrong`,
    [2, 'stops-reads', 'stops-deletes'],
    HELP,
  ],
  unconfirmed: ({ detail }) => [safe`Nothing was sent`, [2], detail ?? safe`A confirmation is required.`],
  'bad-argument': ({ detail, choices = [HELP] }) => [detail ?? safe`Wrong argument`, [2], ...choices],
  'no-version': ({ detail }) => [detail ?? safe`No earlier version`, [3], safe`First open it there.`],
  'local-file': () => [safe`Cannot read the records of this machine`, [1], FILES],
  'no-terminal': () => [
    safe`The explorer needs a terminal`,
    [2],
    safe`Run it in a terminal. In a pipe use a command, as botscope bots ls.`,
  ],
};

export function explain(failure: Failure, keys?: FailureKeys): Explanation {
  const rowOf = rows[failure.kind] as (failure: Failure, keys?: FailureKeys) => Row;
  const [title, [exitCode, ...all], ...advice] = rowOf(failure, keys);
  const traits = all.filter(trait => trait !== false && trait !== 'mendable');
  if (keys !== undefined && all.includes('mendable')) advice.push(again(keys));
  return { title, advice, exitCode, traits, ...failure.meaning };
}

export const hasTrait = (failure: Failure, trait: Trait) => explain(failure).traits.includes(trait);

export const badArgument = (detail: SafeText): UsageError => ({ kind: 'bad-argument', detail });
export const localFile = (error: unknown): UsageError =>
  error instanceof Error ? { kind: 'local-file', detail: shortText(error.message) } : { kind: 'local-file' };
export const badSetting = (detail: SafeText): UsageError => ({ kind: 'bad-setting', detail });
export const noLogin = (detail: SafeText): UsageError => ({ kind: 'no-connection', detail });

export const STATUSES = {
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  'in-use': 409,
  throttled: 429,
} as const;

export const statusOf = (failure: Failure): number | undefined =>
  'status' in failure
    ? failure.status
    : Object.entries(STATUSES).find(([kind]) => kind === failure.kind)?.[1];

export function extraDetail(failure: Failure): SafeText | undefined {
  const { title, advice } = explain(failure);
  const { detail } = failure;
  return detail === undefined || detail === title || advice.includes(detail) ? undefined : detail;
}

export function titleWithHost(failure: Failure): SafeText {
  const { title, exitCode } = explain(failure);
  const host = exitCode === 6 ? failure.sent?.baseUrl.replace(/^\w+:\/\/|\/.*/g, '') : undefined;
  return host === undefined ? title : safe`${title} (${clean(host, 100)})`;
}

export function titleWithDetail(failure: Failure, title = explain(failure).title): SafeText {
  const detail = extraDetail(failure);
  return safe`${title}${detail && safe`: ${detail}`}`;
}

export function failureLine(failure: Failure): SafeText {
  const words = titleWithDetail(failure, titleWithHost(failure));
  const { sent, errorType, errorId } = failure;
  const given = [errorType, errorId].filter(each => each !== undefined);
  const id = given.length > 0 && safe` (${joinSafe(given)})`;
  if (sent === undefined) return safe`${words}${id}`;
  const prefix = sent.baseUrl.replace(/^\w+:\/\/[^/]*/, '');
  return safe`${words}${id} [${clean(sent.method)} ${clean(prefix + sent.path)}]`;
}
