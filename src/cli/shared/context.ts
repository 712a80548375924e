import type { Client } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import type { WritePolicy } from '../../api/request.ts';
import type { DeleteStorage, Journal } from '../../deletion/journal.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Clock } from '../../resources/field.ts';
import type { RecordAction, Ref, Resource } from '../../resources/resource.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { CommandFlags } from '../arguments/command-row.ts';

export type Io = {
  /** Writes to standard output and waits for a slow reader. False if that is closed. */
  readonly write: (text: string) => Promise<boolean>;
  /** Returns true if nobody reads standard output any more, or a signal has cut it off. */
  readonly isClosed: () => boolean;
  readonly writeError: (text: string) => void;
  /** Writes a remark to standard error, which `--quiet` leaves out. */
  readonly remark: (text: string) => void;
  /** Columns of the terminal at standard output; undefined without one. */
  readonly width: number | undefined;
  /** The terminal shows colours, and NO_COLOR does not forbid them. */
  readonly hasColours: boolean;
  /** Shows progress on the terminal in place of the last one; undefined removes it. */
  readonly progress: (text: SafeText | undefined) => void;
  /** Returns true if a person can be asked: input and output are terminals, not pipes. */
  readonly canPrompt: () => boolean;
  /** Asks for one typed line. Undefined, and the command stopped, if the person cancels. */
  readonly prompt: (question: SafeText) => Promise<string | undefined>;
  readonly lines: () => AsyncIterable<string>;
  readonly signal: AbortSignal;
};

export const terminalOf = (
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): Pick<Io, 'width' | 'hasColours'> => ({
  // Some terminals report a width of 0.
  width: stream.isTTY ? stream.columns || 80 : undefined,
  hasColours: stream.isTTY && env['TERM'] !== 'dumb' && !env['NO_COLOR'],
});

/** Output formats; the first is the default, and `name` an older word for `id`. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'md', 'id', 'name'] as const;
export type Output = (typeof OUTPUTS)[number];

export type Style = {
  readonly output: Output;
  readonly only: readonly string[] | undefined;
  readonly reveals: boolean;
  readonly clock: Clock;
  /** False leaves the titles of tables and CSV out. */
  readonly hasHeaders: boolean;
};

/** The server that a command uses, and the restrictions of the connection. */
export type Service = {
  readonly client: Client;
  readonly profile?: SafeText | undefined;
  readonly tokenFrom: SafeText;
  /** The flags that choose the server, `--profile prod`. */
  readonly serverFlags: readonly string[];
  readonly baseUrl: string;
  readonly workspaceId: string;
  /** Ids for commands that leave them out. */
  readonly defaultIds: Ids;
  /** The part of `defaultIds` that flags of this command set. */
  readonly flagIds: Ids;
  /** Undocumented requests are refused. Commands check it before they begin. */
  readonly strict: boolean;
  readonly readOnly: boolean;
  readonly readOnlyBy?: SafeText | undefined;
  readonly writes: WritePolicy;
  readonly deleteStorage: DeleteStorage;
  /** Returns the version of a record that a person saw last in the explorer; `at` in epoch milliseconds. */
  readonly lastSeen: (ref: Ref) => { readonly record: JsonObject; readonly at: number } | undefined;
};

/** Journal and backups of this machine. Its functions throw if a file cannot be read. */
export type DeleteHistory = {
  readonly entries: Journal['entries'];
  readonly lines: Journal['lines'];
  /** Paths of all backups, the newest first. */
  readonly backups: () => readonly string[];
  readonly backup: (path: string) => string;
};

export type FindingSettings = {
  readonly failOn?: string;
  readonly ignore?: string;
  readonly baseline?: string;
  /** Folder of the project file that names the baseline, which must lie below it. */
  readonly baselineFolder?: string;
};

/** Files that a person names. All functions throw on an error. */
export type NamedFiles = {
  readonly read: (path: string) => string | undefined;
  /** Returns true if there is such a file; throws if it could not be written. */
  readonly check: (path: string) => boolean;
  /** `isPrivate`: only the owner may read the file. */
  readonly write: (path: string, text: string, options?: { readonly isPrivate?: true }) => void;
};

export type CommandContext = {
  readonly io: Io;
  readonly history: DeleteHistory;
  readonly files: NamedFiles;
  readonly findings: FindingSettings;
  /** Connects. `unlock`: the protected profile that may be changed, as its flag names it. */
  readonly connect: (unlock?: string) => Promise<Service | Failure>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Secrets stay masked, whatever `--show-secrets` says. */
  readonly hidesSecrets: boolean;
};

export type CommandCall = {
  readonly context: CommandContext;
  readonly words: readonly string[];
  readonly values: CommandFlags;
  readonly style: Style;
};

export type KindCall = CommandCall & { readonly resource: Resource; readonly service: Service };

export type ActionCall = KindCall & { readonly action: RecordAction };

/** Returns why this service may not be changed; a dry run changes nothing. */
export function changeProblem({ readOnly, readOnlyBy: by, writes }: Service): Failure | undefined {
  if (writes === 'dry-run') return undefined;
  if (readOnly) return { kind: 'read-only', ...(by === undefined ? {} : { by }) };
  return writes === 'locked' ? { kind: 'locked' } : undefined;
}

/** The end of a command. A failure is still to be printed and has its own exit code. */
export type Ending = { readonly code: number } | Failure;

export const done: Ending = { code: 0 };

/** Returns the options of reads: a signal aborts them, and a wait that the server asks for is shown. */
export const readOptions = ({ context: { io } }: CommandCall) => ({
  signal: io.signal,
  onWait: (ms: number): void =>
    io.progress(safe`waiting ${Math.max(1, Math.round(ms / 1000))} s before the retry`),
});

export const nounOf = ({ plural }: Pick<Resource, 'plural'>): string => plural.toLowerCase();

/** Returns ids as the help shows them, `<botId> <issueId>`. */
export const idWords = (names: readonly string[]): string => names.map(name => `<${name}>`).join(' ');
