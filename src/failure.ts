import { type SafeText, safe } from './text/sanitise.ts';

/** The request a failure belongs to, as it may be shown: no token, no raw text. */
export type Sent = {
  readonly method: 'GET' | 'DELETE';
  /** Path as sent, ids encoded. */
  readonly path: string;
  /** Scheme, host and prefix the path was put behind. */
  readonly baseUrl: string;
  /** The scope header and its value, e.g. `x-workspace-id`. */
  readonly scope?: { readonly header: string; readonly value: string };
  /** Epoch milliseconds of the first try. */
  readonly at: number;
  readonly ms: number;
  readonly tries: number;
  /** HTTP status of the last answer, when one came. */
  readonly status?: number;
  /** Of the answer's body, as far as it was read. */
  readonly bytes?: number;
};

type Kind =
  | { readonly kind: 'unauthorised' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'wrong-address'; readonly address: SafeText }
  | { readonly kind: 'in-use' }
  | { readonly kind: 'throttled'; readonly waitMs?: number }
  | { readonly kind: 'rejected'; readonly status: number }
  | { readonly kind: 'server-error'; readonly status: number; readonly waitMs?: number }
  | { readonly kind: 'redirected'; readonly status: number; readonly to?: SafeText }
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'unreachable'; readonly reached: boolean; readonly isCertificate?: true }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'bad-id' }
  | { readonly kind: 'read-only'; readonly by?: SafeText }
  | { readonly kind: 'locked' }
  | { readonly kind: 'dry-run' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'no-connection' }
  | { readonly kind: 'bad-setting' }
  | { readonly kind: 'bad-argument' }
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'no-terminal' };

/**
 * The one union of all that can go wrong. `detail` is the server's or the system's own text, cleaned;
 * `errorId` is what support asks for. Statuses: spec 7; body: service definition (not in the spec).
 */
export type Failure = Kind & {
  readonly detail?: SafeText;
  readonly errorId?: SafeText;
  /** The service's own name for a 400, e.g. `InvalidQuery` (not in the spec). */
  readonly errorType?: SafeText;
  readonly sent?: Sent;
};

/** What is said about a failure: one line of what happened, what to do, and the exit code of commands. */
export type Explanation = {
  readonly title: SafeText;
  readonly advice: readonly SafeText[];
  /** 2 usage, 3 not found, 4 login, 5 no permission, 6 network, 7 server, 130 stopped. */
  readonly exitCode: 2 | 3 | 4 | 5 | 6 | 7 | 130;
};

const seconds = (ms: number): SafeText => safe`${Math.max(1, Math.round(ms / 1000))} s`;

type Of<K extends Failure['kind']> = Extract<Failure, { readonly kind: K }>;

const CHECK_ADDRESS = safe`Check the address (BP_API_URL or --api-url), the network, VPN and proxy (HTTPS_PROXY, NO_PROXY).`;
const CHECK_CERTIFICATE = safe`The certificate is not trusted here. One of your own network: NODE_EXTRA_CA_CERTS=<file> adds its authority.`;
const HELP = safe`botscope --help lists what there is.`;

/** The present keys that try again and go back, where there are keys. */
export type Keys = { readonly again: SafeText; readonly back: SafeText };

const again = (keys: Keys | undefined): SafeText =>
  keys === undefined ? safe`Try again.` : safe`Press ${keys.again} to try again.`;
const backOrAgain = (keys: Keys | undefined): SafeText =>
  keys === undefined ? again(keys) : safe`${keys.back} goes back, ${keys.again} tries again.`;
/** After a moment or so, which the sentence has named before. */
const then = (keys: Keys | undefined): SafeText =>
  keys === undefined ? safe`try again` : safe`press ${keys.again}`;

const words = (title: SafeText, exitCode: Explanation['exitCode'], ...advice: SafeText[]): Explanation => ({
  title,
  advice,
  exitCode,
});

/** The words for every kind. A mapped type: a new kind does not compile until it is worded here. */
const explanations: {
  readonly [K in Failure['kind']]: (failure: Of<K>, keys: Keys | undefined) => Explanation;
} = {
  unauthorised: (_failure, keys) =>
    words(
      safe`401 The server did not accept who you are`,
      4,
      safe`Check the token: a personal one, not a bot's key; complete, not expired?`,
      safe`Check the workspace id: it must fit the token. botscope config explain says where both come from.`,
      again(keys),
    ),
  forbidden: (_failure, keys) =>
    words(
      safe`403 This token has no permission for that`,
      5,
      safe`A developer may delete only the bots they created; a viewer may change nothing.`,
      safe`Ask a manager of the workspace, or use another token. ${again(keys)}`,
    ),
  'not-found': (_failure, keys) =>
    words(
      safe`404 There is nothing with this id here`,
      3,
      safe`It may be deleted, mistyped, or belong to another workspace.`,
      ...(keys === undefined ? [] : [backOrAgain(keys)]),
    ),
  'wrong-address': ({ address }, keys) =>
    words(
      safe`404 This address does not answer like the API: leave /v1 out of it`,
      7,
      safe`The request went to ${address}. Check the address (BP_API_URL or --api-url).`,
      again(keys),
    ),
  'in-use': () =>
    words(
      safe`409 Something still uses it, or it is locked`,
      7,
      safe`Remove it where it is used first; if it is only locked, try again in a moment.`,
    ),
  throttled: ({ waitMs }, keys) =>
    words(
      safe`429 Too many requests: the server asks to wait`,
      7,
      waitMs === undefined
        ? safe`Wait a moment, then ${then(keys)}.`
        : safe`Wait ${seconds(waitMs)}, then ${then(keys)}.`,
    ),
  rejected: ({ status }, keys) => words(safe`${status} The server refused the request`, 7, backOrAgain(keys)),
  'server-error': ({ status }, keys) =>
    words(
      safe`${status} The server failed`,
      7,
      safe`This is not your doing. Wait a moment, then ${then(keys)}; the error id is for support.`,
    ),
  redirected: ({ status }, keys) =>
    words(
      safe`${status} The server points to another address; not followed`,
      7,
      safe`Check the address (BP_API_URL or --api-url): this does not look like the API.`,
      again(keys),
    ),
  'timed-out': ({ timeoutMs }, keys) =>
    words(
      safe`No full answer within ${seconds(timeoutMs)}`,
      6,
      safe`The line or the server is slow; --timeout <seconds> waits longer. ${again(keys)}`,
    ),
  unreachable: ({ reached, isCertificate }, keys) =>
    words(
      reached ? safe`The connection broke` : safe`Cannot reach the server`,
      6,
      isCertificate === true ? CHECK_CERTIFICATE : CHECK_ADDRESS,
      safe`botscope doctor looks at every step of the way there. ${again(keys)}`,
    ),
  unreadable: (_failure, keys) =>
    words(
      safe`The answer is not what the API sends`,
      7,
      safe`Check the address (BP_API_URL or --api-url) and any proxy or login page on the way.`,
      again(keys),
    ),
  'bad-id': () =>
    words(
      safe`This cannot be an id; nothing was sent`,
      2,
      safe`An id is 1 to 512 characters, not "." or "..". Copy it again from its source.`,
    ),
  'read-only': ({ by }) =>
    words(
      safe`Read-only: nothing was sent`,
      5,
      by === undefined ? safe`Start without --read-only to be able to delete.` : safe`Set by ${by}.`,
    ),
  locked: () =>
    words(
      safe`Protected: nothing was sent`,
      5,
      safe`The explorer unlocks it with W; a command deletes only where nothing says protect.`,
    ),
  'dry-run': () => words(safe`Dry run: nothing was sent`, 2, safe`:dry off sends again.`),
  cancelled: (_failure, keys) => words(safe`Stopped`, 130, again(keys)),
  outside: ({ detail }) =>
    words(
      safe`This is not in the API description; nothing was sent`,
      2,
      detail ??
        safe`It is asked for only after you say yes, on the tab that needs it or with --ext. --strict forbids it.`,
    ),
  'not-offered': (_failure, keys) =>
    words(
      safe`This is not offered here`,
      7,
      safe`The server has no such call.${keys === undefined ? safe`` : safe` ${again(keys)}`}`,
    ),
  'no-connection': ({ detail }) =>
    detail === undefined
      ? words(
          safe`No login found`,
          4,
          safe`Set BP_TOKEN and BP_WORKSPACE_ID (and BP_API_URL for another address), or start botscope: it asks.`,
          safe`Or look around without an account: botscope --demo`,
        )
      : words(
          detail,
          4,
          safe`botscope profiles lists the logins there are; botscope doctor tries the one meant.`,
        ),
  'bad-setting': ({ detail }) => words(detail ?? safe`A setting is wrong`, 2, HELP),
  unconfirmed: ({ detail }) => words(safe`Nothing was sent`, 2, detail ?? safe`It has to be confirmed.`),
  'bad-argument': ({ detail }) => words(detail ?? safe`An argument is wrong`, 2, HELP),
  'no-terminal': () =>
    words(safe`The explorer needs a terminal`, 2, safe`Run it in a terminal, not in a pipe.`),
};

/** What happened, what to do, and the exit code for a failure. Without keys nothing is said of pressing one. */
export function explain(failure: Failure, keys?: Keys): Explanation {
  const explanation = explanations[failure.kind] as (failure: Failure, keys: Keys | undefined) => Explanation;
  return explanation(failure, keys);
}

/** A failure of an argument or a setting, in our own words around cleaned input. */
export const badArgument = (detail: SafeText): Failure => ({ kind: 'bad-argument', detail });
export const badSetting = (detail: SafeText): Failure => ({ kind: 'bad-setting', detail });
/** What a login lacks: its token or its workspace. */
export const noLogin = (detail: SafeText): Failure => ({ kind: 'no-connection', detail });
