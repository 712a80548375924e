import type { Client } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import type { WritePolicy } from '../../api/request.ts';
import type { DeleteStorage } from '../../deletion/journal.ts';
import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Digests } from '../../resources/digests.ts';
import type { Clock } from '../../resources/field.ts';
import type { RecordAction, Ref, Resource } from '../../resources/resource.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import type { CommandFlags } from '../arguments/parse.ts';

export type Io = Readonly<{
  /** Waits for a slow reader. False if nobody reads any more. */
  write: (text: string) => Promise<boolean>;
  /** Nobody reads any more, or a signal has cut it off. */
  isClosed: () => boolean;
  writeError: (text: string) => void;
  /** To standard error, unless `--quiet`. */
  remark: (text: string) => void;
  /** Columns; undefined without a terminal. */
  width: number | undefined;
  hasColours: boolean;
  /** Replaces the last one; undefined removes it. */
  progress: (text: SafeText | undefined) => void;
  canPrompt: () => boolean;
  /** Undefined, and the command stopped, if the person cancels. */
  prompt: (question: SafeText) => Promise<string | undefined>;
  lines: () => AsyncIterable<string>;
  signal: AbortSignal;
}>;

export const terminalOf = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) => ({
  // Some terminals report a width of 0.
  width: stream.isTTY ? stream.columns || 80 : undefined,
  hasColours: stream.isTTY && env['TERM'] !== 'dumb' && !env['NO_COLOR'],
});

/** The first is the default, and `name` an older word for `id`. */
export const OUTPUTS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'text', 'md', 'id', 'name'] as const;
export type Output = (typeof OUTPUTS)[number];

export type Style = Readonly<{
  output: Output;
  only: readonly string[] | undefined;
  reveals: boolean;
  clock: Clock;
  hasHeaders: boolean;
  /** JSON without what stands around the records, as `--json` prints it. */
  isBare: boolean;
}>;

export type Service = Readonly<{
  client: Client;
  profile?: SafeText | undefined;
  tokenFrom: SafeText;
  /** `--profile prod` */
  serverFlags: readonly string[];
  baseUrl: string;
  workspaceId: string;
  defaultIds: Ids;
  /** The part of `defaultIds` that flags set. */
  flagIds: Ids;
  /** Undocumented requests are refused before a command begins. */
  strict: boolean;
  readOnly: boolean;
  readOnlyBy?: SafeText | undefined;
  writes: WritePolicy;
  deleteStorage: DeleteStorage;
  digests: Digests;
  /** The version that a person saw last in the explorer; `at` in epoch milliseconds. */
  lastSeen: (ref: Ref) => Readonly<{ record: JsonObject; at: number }> | undefined;
}>;

type FindingSettings = Readonly<{
  failOn?: string;
  ignore?: string;
  baseline?: string;
  /** The baseline must lie below the folder of its project file. */
  baselineFolder?: string;
}>;

export type CommandContext = Readonly<{
  io: Io;
  /** Throws if a file cannot be read. */
  history: Pick<DeleteStorage, 'journal' | 'backups'>;
  findings: FindingSettings;
  /** `unlock`: the protected profile that may be changed. */
  connect: (unlock?: string) => Promise<Service | Failure>;
  /** Epoch milliseconds. */
  now: () => number;
  /** False if the signal ended it. */
  wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
  hidesSecrets: boolean;
}>;

export type CommandCall = Readonly<{
  context: CommandContext;
  words: readonly string[];
  values: CommandFlags;
  style: Style;
}>;

export type KindCall = CommandCall & Readonly<{ resource: Resource; service: Service }>;

export type ActionCall = KindCall & { readonly action: RecordAction };

export type Ending = { readonly code: number } | Failure;

export const done: Ending = { code: 0 };

export const readOptions = ({ context: { io } }: CommandCall) => ({
  signal: io.signal,
  onWait: (ms: number): void =>
    io.progress(safe`waiting ${Math.max(1, Math.round(ms / 1000))} s before the retry`),
});

export const nounOf = ({ plural }: Pick<Resource, 'plural'>) => plural.toLowerCase();

export const idWords = (names: readonly string[]) => names.map(name => `<${name}>`).join(' ');
