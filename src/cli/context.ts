import type { Client } from '../api/client.ts';
import type { Ids } from '../api/operation.ts';
import type { WritePolicy } from '../api/policy.ts';
import type { DeleteStorage, JournalEntry } from '../deletion/journal.ts';
import type { Failure } from '../failure.ts';
import type { Action, Resource } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import type { CommandFlags } from './arguments/command-row.ts';
import type { Io } from './io.ts';
import type { Style } from './output.ts';

/** The server that a command asks, and as whom. */
export type Service = {
  readonly client: Client;
  /** Scheme, host and prefix. */
  readonly baseUrl: string;
  readonly workspaceId: string;
  /** Ids that are meant where none is given. */
  readonly defaultIds: Ids;
  /** Those of them that were given as a flag, for this very command. */
  readonly flagIds: Ids;
  /** Nothing outside of the specification is sent: said before a command begins, where it needs that. */
  readonly strict: boolean;
  readonly readOnly: boolean;
  /** What says so, where it is no flag. */
  readonly readOnlyBy?: SafeText | undefined;
  /** Whether requests that change something leave; the client asks the same. */
  readonly writes: WritePolicy;
  readonly keeping: DeleteStorage;
};

/** What stays of deletes on this machine, to be looked at. May throw where a file cannot be read. */
export type DeleteHistory = {
  readonly entries: () => readonly JournalEntry[];
  /** Paths of all backups, the newest first. */
  readonly backups: () => readonly string[];
  readonly backup: (path: string) => string;
};

/** What every command is given. */
export type CommandContext = {
  readonly io: Io;
  readonly history: DeleteHistory;
  readonly connect: () => Promise<Service | Failure>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** No secret may be shown, whatever a flag says. */
  readonly hidesSecrets: boolean;
};

/** One command that was typed: words and flags, and how what it finds is printed. */
export type CommandCall = {
  readonly context: CommandContext;
  readonly words: readonly string[];
  readonly values: CommandFlags;
  readonly style: Style;
};

/** The same of a verb of one kind of record, with its server. */
export type KindCall = CommandCall & { readonly resource: Resource; readonly service: Service };

/** The call of a verb that changes records. */
export type ActionCall = KindCall & { readonly action: Action };

/** Returns why this service may not be changed; a dry run changes nothing. */
export function writeProblem({ readOnly, readOnlyBy: by, writes }: Service): Failure | undefined {
  if (writes === 'played') return undefined;
  if (readOnly) return { kind: 'read-only', ...(by === undefined ? {} : { by }) };
  return writes === 'locked' ? { kind: 'locked' } : undefined;
}

/** How a command ended: the exit code is the failure's. Undefined words: it was said already. */
export type Ending = { readonly code: number } | Failure;

export const done: Ending = { code: 0 };

/** Options of every read of a command: a signal stops it, and a wait that the server asked for is said. */
export const readOptions = ({ context: { io } }: CommandCall) => ({
  signal: io.signal,
  onWait: (ms: number): void =>
    io.progress(safe`waiting ${Math.max(1, Math.round(ms / 1000))} s before it is asked again`),
});
