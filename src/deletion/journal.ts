import { type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { type Backups, memoryBackups } from './backup.ts';

/** State of a delete. `sending`: it may be carried out from now on; all others are outcomes. */
export type JournalStage = 'sending' | 'deleted' | 'gone' | 'not-deleted' | 'unknown';

/** The process that sends a delete: process id, host name, request timeout. */
export type Sender = { readonly pid: number; readonly host: string; readonly timeoutMs: number };

/** One delete at one stage. Has no bodies and no secrets; ids are in `ids` and `path`. */
export type JournalEntry = {
  /** Time in ISO 8601, UTC. */
  readonly at: string;
  /** Id shared by all stages of one delete. */
  readonly delete: string;
  /** Server and workspace, as people know them. */
  readonly profile: string;
  readonly kind: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  /** A `JournalStage`, or one that a newer version knows. */
  readonly stage: string;
  /** HTTP status of the response to the DELETE, if there was one. */
  readonly status?: number;
  /** Milliseconds until the response or the timeout. */
  readonly ms?: number;
  /** Set when a later run has checked the outcome. */
  readonly checked?: boolean;
  /** False if no DELETE left the process; the stage is then `not-deleted`, which all versions know. */
  readonly sent?: boolean;
} & Partial<Sender>;

/** Journal of deletes. Entries are only ever appended. */
export type Journal = {
  /** Appends entries, which are on disk on return. Returns why none was written. */
  readonly add: (...entries: readonly JournalEntry[]) => SafeText | undefined;
  /** Reads all entries, oldest first, without invalid lines. Throws I/O errors. */
  readonly entries: () => readonly JournalEntry[];
  /** Reads all lines, oldest first; undefined for one that is no entry. Throws I/O errors. */
  readonly lines: () => readonly (JournalEntry | undefined)[];
};

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(each => typeof each === 'string');

const TEXT_FIELDS = ['at', 'delete', 'profile', 'kind', 'method', 'path', 'stage'] as const;

/** Parses one line; undefined when it is no entry, such as the last line after a power loss. */
function readEntry(line: string): JournalEntry | undefined {
  try {
    const fields: Readonly<Record<string, unknown>> = { ...JSON.parse(line) };
    const areTexts = TEXT_FIELDS.every(name => typeof fields[name] === 'string');
    return areTexts && isTexts(fields['ids']) ? (fields as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a journal that writes one JSON object a line, into a file or into memory. */
export function createJournal(file: {
  readonly append: (...lines: readonly string[]) => SafeText | undefined;
  readonly read: () => readonly string[];
}): Journal {
  const lines = (): readonly (JournalEntry | undefined)[] => file.read().map(readEntry);
  return {
    add: (...entries) => file.append(...entries.map(entry => JSON.stringify(entry))),
    entries: () => lines().filter(entry => entry !== undefined),
    lines,
  };
}

export function memoryJournal(): Journal {
  const lines: string[] = [];
  return createJournal({
    append: (...more) => {
      lines.push(...more);
      return undefined;
    },
    read: () => lines,
  });
}

/** The last entry of each delete, by the id of the delete. */
export type LastEntries = ReadonlyMap<string, JournalEntry>;

/** Returns the last entry of each delete; none if the journal cannot be read. */
export function lastEntries(read: Journal['entries']): LastEntries {
  try {
    return new Map(read().map(entry => [entry.delete, entry]));
  } catch {
    return new Map();
  }
}

/**
 * Returns the last entry of each delete whose outcome is not known. An `unknown` outcome counts until a later
 * run has checked it. A stage of a newer version counts as an outcome.
 */
export function unfinishedDeletes(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return [...lastEntries(() => entries).values()].filter(
    ({ stage, checked }) => stage === 'sending' || (stage === 'unknown' && checked !== true),
  );
}

/** Returns a sentence about lines of the journal that are no entries: each may be a delete. */
export const unreadableWords = (count: number): SafeText | undefined =>
  count === 0
    ? undefined
    : safe`${counted(count, safe`line`)} of the journal cannot be read, and may hold other deletes.`;

export const profileName = (baseUrl: string, workspaceId: string): string => `${baseUrl} ${workspaceId}`;

export type DeleteStorage = {
  readonly journal: Journal;
  readonly backups: Backups;
  /** Folder of the backups, to be shown; undefined when no files are written. */
  readonly folder?: SafeText;
  /** Server and workspace, as the journal names them. */
  readonly profile: string;
  /** This process, as the journal names it. */
  readonly sender?: Sender;
};

export const memoryStorage = (): DeleteStorage => ({
  journal: memoryJournal(),
  backups: memoryBackups(),
  profile: 'sandbox',
});
