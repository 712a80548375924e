import { clean, joinSafe, type SafeText, safe, shortText } from './text/sanitise.ts';

/** A sent request as it may be shown: no token, no raw text. */
export type SentRequest = {
  readonly method: 'GET' | 'DELETE' | 'POST';
  readonly path: string;
  /** Scheme, host and prefix before the path. */
  readonly baseUrl: string;
  /** The scope header and its value, e.g. `x-workspace-id`. */
  readonly scope?: { readonly header: string; readonly value: string };
  /** Epoch milliseconds of the first attempt. */
  readonly at: number;
  readonly ms: number;
  readonly tries: number;
  readonly status?: number;
  readonly bytes?: number;
};

type Plain<K extends string> = K extends K ? { readonly kind: K } : never;

/** A step before a request is sent. `certificate`: its check within the handshake of TLS. */
export type ConnectionStep = 'name' | 'connection' | 'certificate' | 'TLS';

type ApiKind =
  | Plain<'unauthorised' | 'forbidden' | 'not-found' | 'in-use' | 'unreadable' | 'not-offered' | 'cancelled'>
  | { readonly kind: 'wrong-address'; readonly status: number; readonly address: SafeText }
  | { readonly kind: 'throttled'; readonly waitMs?: number }
  | { readonly kind: 'rejected'; readonly status: number }
  | { readonly kind: 'server-error'; readonly status: number; readonly waitMs?: number }
  | { readonly kind: 'redirected'; readonly status: number; readonly to?: SafeText }
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'unreachable'; readonly reached: boolean; readonly step?: ConnectionStep };

type Details = {
  readonly detail?: SafeText;
  readonly errorId?: SafeText;
  /** Type of the error, such as `InvalidQuery` (not in the spec). */
  readonly errorType?: SafeText;
  /** Title and advice in place of those of the kind, where status and type of the error decide them. */
  readonly meaning?: Partial<Pick<Explanation, 'title' | 'advice'>>;
  readonly sent?: SentRequest;
  /** Records that may be meant, one a line, in place of the advice to see the help. */
  readonly choices?: readonly SafeText[];
};

/** A request that was sent and failed. Statuses: spec 7; body: service definition (not in the spec). */
export type ApiFailure = ApiKind & Details;
export type Refusal = Details &
  (
    | Plain<'bad-id' | 'locked' | 'dry-run' | 'outside'>
    | { readonly kind: 'read-only'; readonly by?: SafeText }
  );
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

/** Longest wait of a `Retry-After` that the client awaits, in milliseconds. */
export const MAX_WAIT_MS = 60_000;

/**
 * A consequence of a failure. `retryable`: a GET is sent once more. `maybe-done`: a DELETE may have happened,
 * so the record is checked. `stops-…`: the next request of a batch would fail the same way.
 */
export type Trait = 'retryable' | 'maybe-done' | 'stops-reads' | 'stops-deletes';

export type Explanation = {
  readonly title: SafeText;
  readonly advice: readonly SafeText[];
  /** 1 local file, 2 usage, 3 not found, 4 login, 5 no permission, 6 network, 7 server, 130 stopped. */
  readonly exitCode: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;
  readonly traits: readonly Trait[];
};

const isShort = (waitMs: number | undefined): boolean => waitMs !== undefined && waitMs <= MAX_WAIT_MS;
const seconds = (ms: number): SafeText => safe`${Math.max(1, Math.round(ms / 1000))} s`;
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

export type FailureKeys = { readonly retry: SafeText; readonly back: SafeText };

const again = (keys?: FailureKeys): SafeText =>
  keys === undefined ? safe`Try again.` : safe`Press ${keys.retry} to try again.`;
/** The key that retries, once the cause may be mended. A command names none: the same line fails again. */
const retryKey = (keys?: FailureKeys): readonly SafeText[] => (keys === undefined ? [] : [again(keys)]);
const then = (keys?: FailureKeys): SafeText => (keys === undefined ? safe`retry` : safe`press ${keys.retry}`);
const later = (keys?: FailureKeys): SafeText => safe`Wait a moment, then ${then(keys)}`;

type Ending = readonly [exitCode: Explanation['exitCode'], ...traits: (Trait | false)[]];

const row = (title: SafeText, [exitCode, ...traits]: Ending, ...advice: SafeText[]): Explanation => ({
  title,
  advice,
  exitCode,
  traits: traits.filter(trait => trait !== false),
});

/** All kinds of failures: title, exit code with traits, advice. The compiler asks for a row per kind. */
const rows: {
  readonly [K in Failure['kind']]: (
    failure: Failure & { readonly kind: K },
    keys: FailureKeys | undefined,
  ) => Explanation;
} = {
  unauthorised: () =>
    row(
      safe`401 The server refused the token`,
      [4, 'stops-reads', 'stops-deletes'],
      safe`Check BP_TOKEN: a personal access token, complete, not expired.`,
      safe`Check the workspace id: it must belong to the token. botscope config explain shows where both come from.`,
    ),
  forbidden: ({ sent }, keys) =>
    row(
      safe`403 Your token may not do this`,
      [5],
      ...(sent?.method === 'GET' ? [] : [DEVELOPERS]),
      safe`Ask a manager of the workspace, or use another token.`,
      ...retryKey(keys),
    ),
  'not-found': (_failure, keys) =>
    row(
      safe`404 Not found`,
      [3, 'maybe-done'],
      safe`It may have been deleted, be mistyped, or belong to another workspace.`,
      ...(keys === undefined ? [] : [safe`${keys.back} goes back, ${keys.retry} tries again.`]),
    ),
  'wrong-address': ({ status, address }, keys) =>
    row(
      safe`${status} This address is not the API`,
      [7],
      safe`The request went to ${address}. ${ADDRESS}`,
      ...retryKey(keys),
    ),
  'in-use': () =>
    row(
      safe`409 It is in use or locked`,
      [7],
      safe`If it is in use, remove it there first. If it is only locked, retry shortly.`,
    ),
  throttled: ({ waitMs }, keys) =>
    row(
      safe`429 Too many requests: the server asks to wait`,
      [7, isShort(waitMs) ? 'retryable' : 'stops-deletes', 'stops-reads'],
      waitMs === undefined ? safe`${later(keys)}.` : safe`Wait ${seconds(waitMs)}, then ${then(keys)}.`,
    ),
  rejected: ({ status }) =>
    row(
      safe`${status} The server refused the request`,
      // A status below 200 proves nothing.
      [7, (status === 408 || status < 200) && 'maybe-done'],
      safe`The same request is refused each time: check its ids. ${ADDRESS}`,
    ),
  'server-error': ({ status, waitMs, errorId }, keys) =>
    row(
      safe`${status} Server error`,
      [7, status !== 501 && (waitMs === undefined || isShort(waitMs)) && 'retryable', 'maybe-done'],
      status === 501
        ? CHECK_ADDRESS
        : safe`Not your fault. ${later(keys)}${errorId === undefined ? safe`` : safe`; give support the error id`}.`,
    ),
  redirected: ({ status }, keys) =>
    row(
      safe`${status} The server points to another address; not followed`,
      [7, 'maybe-done', 'stops-reads'],
      safe`Check the address (BP_API_URL or --api-url): this does not look like the API.`,
      ...retryKey(keys),
    ),
  'timed-out': ({ timeoutMs }, keys) =>
    row(
      safe`No complete response within ${seconds(timeoutMs)}`,
      [6, 'maybe-done', 'stops-reads'],
      safe`The line or the server is slow; --timeout <seconds> waits longer. ${again(keys)}`,
    ),
  unreachable: ({ reached, step }, keys) =>
    row(
      reached ? safe`The connection broke` : safe`Can't reach the server`,
      reached ? [6, 'retryable', 'maybe-done', 'stops-reads'] : [6, 'stops-reads', 'stops-deletes'],
      step === 'certificate' ? CHECK_CERTIFICATE : CHECK_ADDRESS,
      safe`botscope doctor tests every step.`,
      ...(reached && step === undefined ? [again(keys)] : retryKey(keys)),
    ),
  unreadable: (_failure, keys) =>
    row(
      safe`The response is not what the API sends`,
      [7, 'maybe-done'],
      safe`Check the address (BP_API_URL or --api-url) and any proxy or login page on the way.`,
      ...retryKey(keys),
    ),
  'bad-id': () => row(safe`Not a valid id; nothing was sent`, [2], ID_RULE),
  'read-only': ({ by }) =>
    row(
      safe`Read-only: nothing was sent`,
      [5, 'stops-deletes'],
      by === undefined ? safe`Start without --read-only to be able to delete.` : safe`Set by ${by}.`,
    ),
  locked: () =>
    row(
      safe`Protected: nothing was sent`,
      [5, 'stops-deletes'],
      safe`In the explorer W unlocks deletes; in a command --unlock <profile> does.`,
    ),
  'dry-run': () => row(safe`Dry run: nothing was sent`, [2], safe`:dry off turns it off.`),
  cancelled: (_failure, keys) =>
    row(
      safe`Stopped`,
      [130, 'maybe-done', 'stops-reads', 'stops-deletes'],
      safe`Nothing more is sent.`,
      ...retryKey(keys),
    ),
  outside: ({ detail }) =>
    row(safe`This request is undocumented; nothing was sent`, [2, 'stops-deletes'], detail ?? ASKS_FIRST),
  'not-offered': (_failure, keys) =>
    row(safe`This is not supported by this server`, [7], safe`It has no such endpoint.`, ...retryKey(keys)),
  'no-connection': ({ detail }) =>
    row(
      detail ?? safe`No login found`,
      [4, 'stops-reads', 'stops-deletes'],
      ...(detail === undefined ? WITHOUT_LOGIN : [OTHER_LOGIN]),
    ),
  'bad-setting': ({ detail }) =>
    row(detail ?? safe`A setting is wrong`, [2, 'stops-reads', 'stops-deletes'], HELP),
  unconfirmed: ({ detail }) => row(safe`Nothing was sent`, [2], detail ?? safe`A confirmation is required.`),
  'bad-argument': ({ detail, choices = [HELP] }) => row(detail ?? safe`Wrong argument`, [2], ...choices),
  'no-version': ({ detail }) => row(detail ?? safe`No earlier version`, [3], safe`First open it there.`),
  'local-file': ({ detail = safe`a file cannot be read` }) =>
    row(safe`Cannot read the records of this machine: ${detail}`, [1], FILES),
  'no-terminal': () =>
    row(safe`The explorer needs a terminal`, [2], safe`Run it in a terminal, not in a pipe.`),
};

export function explain(failure: Failure, keys?: FailureKeys): Explanation {
  const explainKind = rows[failure.kind] as (failure: Failure, keys?: FailureKeys) => Explanation;
  return { ...explainKind(failure, keys), ...failure.meaning };
}

export const hasTrait = (failure: Failure, trait: Trait): boolean => explain(failure).traits.includes(trait);

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

/** Returns the text of the server or the system, unless title or advice already contain it. */
export function extraDetail(failure: Failure): SafeText | undefined {
  const { title, advice } = explain(failure);
  const { detail } = failure;
  return detail === undefined || detail === title || advice.includes(detail) ? undefined : detail;
}

/** A network error names its host, with the port. */
export function titleWithHost(failure: Failure): SafeText {
  const { title, exitCode } = explain(failure);
  const host = exitCode === 6 ? failure.sent?.baseUrl.replace(/^\w+:\/\/|\/.*/g, '') : undefined;
  return host === undefined ? title : safe`${title} (${clean(host, 100)})`;
}

/** Returns a failure as one line: what happened, the text of the server, the request. */
export function failureLine(failure: Failure): SafeText {
  const title = titleWithHost(failure);
  const { sent, errorType, errorId } = failure;
  const detail = extraDetail(failure);
  const more = detail === undefined ? safe`` : safe`: ${detail}`;
  const given = [errorType, errorId].filter(each => each !== undefined);
  const id = given.length === 0 ? safe`` : safe` (${joinSafe(given, ', ')})`;
  if (sent === undefined) return safe`${title}${more}${id}`;
  const prefix = sent.baseUrl.replace(/^\w+:\/\/[^/]*/, '');
  return safe`${title}${more}${id} [${clean(sent.method)} ${clean(prefix + sent.path)}]`;
}
