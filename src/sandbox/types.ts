// Types of the package's entry `botscope/sandbox`, for which the build copies this file: it imports nothing.

/** Ids by name, such as `botId`. */
type IdsByName = { readonly [name: string]: string };

/** A simulated error, and the requests that get it. */
export type Fault = {
  readonly method?: string;
  /** Path as sent, without the query. In a string, `{name}` matches one segment and a final `*` any rest. */
  readonly path?: RegExp | string;
  /** Number of matching requests before the first one that gets it. Default: 0. */
  readonly after?: number;
  /** Number of requests that get it. Default: all. */
  readonly times?: number;
  /** Share of the matching requests that get it, from 0 to 1. Default: 1. */
  readonly probability?: number;
  /** Random seed of `probability`. Default: 1. */
  readonly seed?: number;
  /** Status in place of the operation. Without `body`, the body has the usual error shape. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body to respond with: a string as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly contentType?: string;
  /** Target of a 302. */
  readonly redirect?: string;
  /** Carries the operation out before the false response. */
  readonly carriedOut?: true;
  readonly delayMs?: number;
  /** Sends nothing, or only half of the body, until the client disconnects. */
  readonly hang?: 'headers' | 'body';
  /** Sends the body byte by byte. */
  readonly drip?: true;
  /** Resets the connection: before the operation, in the middle of the response, or after the operation. */
  readonly reset?: 'before' | 'during' | 'after';
  /** Sends half of the body as if it were complete. */
  readonly truncate?: true;
};

/** A record; `in` has the ids of its parents, such as `botId`: of the first one if they are left out. */
export type SandboxRecord = {
  readonly id?: string;
  readonly in?: IdsByName;
  readonly [member: string]: unknown;
};

/** Members of bots by name, or by its beginning before `*`. */
type BotChanges = Readonly<Record<string, { readonly [member: string]: unknown }>>;

/** In records also in the plural: `bots`, `issues`. */
type SandboxKind = 'workspace' | 'bot' | 'integration' | 'issue' | 'event' | 'conversation';

/** The cause to be found in a test. */
type Culprit = { readonly bots: BotChanges; readonly [note: string]: unknown };

/** Members of records beside the kinds. */
export type RecordsOptions = {
  /** Serves the records as they are, whatever members they have or lack. */
  readonly odd?: boolean;
  /** Of an export: false if records are missing, and why. */
  readonly complete?: boolean;
  readonly missing?: string;
  /** Members of bots an hour ago that differed. */
  readonly before?: BotChanges;
  /** Changes of bots, before those of the culprit. */
  readonly noise?: BotChanges;
  readonly culprit?: Culprit | readonly Culprit[];
};

/** Records by kind. Members that one lacks get the values of a new one; an id is the same in every run. */
export type SandboxRecords = RecordsOptions & {
  readonly [K in SandboxKind | `${SandboxKind}s`]?: readonly SandboxRecord[];
};

/** Options of `startSandbox`; all of them have defaults. */
export type SandboxOptions = {
  /**
   * Records to serve, and no others; or the path of a file of YAML or JSON with them, such as one that
   * `botscope export --records` wrote. The token is then a random one. Default: generated records, of which
   * `bots` is the number.
   */
  readonly records?: SandboxRecords | string;
  /** Starts without any record, in place of `records` or `bots`. */
  readonly empty?: boolean;
  /** Port to listen on. Default: 0, any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Lets pages of an origin, such as `http://localhost:5173`, or of any use the service. Default: none. */
  readonly cors?: boolean | string;
  /** `any`: requests of other machines may control it, too, with the token, which is random by default. */
  readonly control?: 'local' | 'any';
  /** Bots of the main workspace, 0 to 100,000. Default: 163. */
  readonly bots?: number;
  /** Makes some records odd: nameless, nearly empty, unknown values, hostile texts. Default: none. */
  readonly odd?: boolean;
  /** Items on a page unless the request sets `pageSize`. Default: 20. */
  readonly pageSize?: number;
  /** Random seed of records and ids. Default: 1. */
  readonly seed?: number;
  /** Delay of every response in milliseconds. Default: 0. */
  readonly latency?: number;
  /** Most requests in a sliding window, such as `5/s`, `100/m` or `1000/h`. Default: no limit. */
  readonly rate?: string;
  readonly token?: string;
  readonly workspaceId?: string;
  /** Time of the records, in epoch milliseconds: stands still until `advance`. Default: the system's. */
  readonly now?: number;
  /** Serves the undocumented lists of issues and events, too. */
  readonly ext?: boolean;
  /** Simulated errors from the start on; or the path of a file of YAML or JSON with a list of them. */
  readonly faults?: readonly (Fault | string)[] | string;
};

/** A received request; `status` is undefined until, and unless, it gets a response. */
export type LogEntry = {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: number | undefined;
};

/** Ids of records with a known role: some to start with, and some with special responses. */
export type Examples = {
  /** First bot of the list; has issues. */
  readonly botId: string;
  readonly issueId: string;
  /** A version that exists and may be deleted. */
  readonly integrationId: string;
  readonly conversationId: string;
  /** A second workspace: few bots, empty profile. */
  readonly otherWorkspaceId: string;
  /** A workspace without any bot. */
  readonly emptyWorkspaceId: string;
  /** A bot of another user: its delete gets a 403. */
  readonly othersBotId: string;
  /** Used by bots, but not in the workspace: 404. */
  readonly hubIntegrationId: string;
  /** In use: its delete gets a 409. */
  readonly lockedIntegrationId: string;
};

/** State of a sandbox, as JSON: changed records, and how far its time was advanced. */
export type Snapshot = { readonly changes: Readonly<Record<string, object>>; readonly advancedMs: number };

/** A running sandbox. `close` or `await using` ends it. */
export type Sandbox = {
  /** Base address, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly token: string;
  /** Token that may read but not delete: 403. */
  readonly limitedToken: string;
  /** Token that is valid no more: 401. */
  readonly expiredToken: string;
  /** Id of the main workspace. */
  readonly workspaceId: string;
  /** Ids of records with a known role. */
  readonly ids: Examples;
  /** Latest requests, oldest first. */
  readonly requests: readonly LogEntry[];
  /** Returns to the state after the start: records, faults, time and an empty list of requests. */
  readonly reset: () => void;
  /** Returns the records and the time, for `restore`. */
  readonly snapshot: () => Snapshot;
  readonly restore: (snapshot: Snapshot) => void;
  /**
   * Adds a fault, also as a text such as `GET /v1/admin/bots 503 times=2` (`botscope help sandbox`). Returns
   * a function that removes it, with the number of requests that got it. Throws for a path of no operation,
   * unless the fault has a body.
   */
  readonly fault: (fault: Fault | string) => (() => void) & { readonly hits: number };
  /** Faults in use, the latest first, and the number of requests that got each. */
  readonly faults: () => readonly { readonly id: number; readonly fault: Fault; readonly hits: number }[];
  /**
   * Changes the given members of a record, or creates it, as if somebody had done so; an undefined member is
   * removed. `parents`: the ids above it. Default: the main workspace. Throws for an unknown kind or parent,
   * and for a member of the wrong type unless the records are odd.
   */
  readonly put: (
    kind: string,
    record: { readonly id: string; readonly [name: string]: unknown },
    parents?: IdsByName,
  ) => void;
  /** Advances the time by milliseconds: that of new records and of the rate limit. */
  readonly advance: (ms: number) => void;
  /** Returns ids of the first records of a kind below a parent, also if no operation lists them. */
  readonly idsOf: (kind: string, parents: IdsByName) => readonly string[];
  /** Closes all connections and frees the port. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};
