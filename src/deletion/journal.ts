import type { Change } from '../resources/changes.ts';
import { attempt } from '../text/result.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted, epoch } from '../text/units.ts';
import { type Backups, memoryBackups } from './backup.ts';

/** `sending`: the delete may be carried out from now on; all others are outcomes. */
export type JournalStage = 'sending' | 'deleted' | 'gone' | 'not-deleted' | 'unknown';

export type Sender = { readonly pid: number; readonly host: string; readonly timeoutMs: number };

/** Has no bodies and no secrets; ids are in `ids` and `path`. */
export type JournalEntry = {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Shared by all stages of one delete. */
  readonly delete: string;
  readonly profile: string;
  readonly kind: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  /** A `JournalStage`, or one that a newer version knows. */
  readonly stage: string;
  readonly status?: number;
  /** Until the response or the timeout. */
  readonly ms?: number;
  /** The server's time of the response, in ISO 8601. */
  readonly date?: string;
  readonly checked?: boolean;
  /** False if no DELETE left the process; the stage is then `not-deleted`, which all versions know. */
  readonly sent?: boolean;
} & Partial<Sender>;

type Journal = ReturnType<typeof createJournal>;

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(each => typeof each === 'string');

const TEXT_FIELDS = ['at', 'delete', 'profile', 'kind', 'method', 'path', 'stage'] as const;

/** Undefined for no entry, such as the last line after a power loss. */
function readEntry(line: string): JournalEntry | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...attempt(() => JSON.parse(line)) };
  const areTexts = TEXT_FIELDS.every(name => typeof fields[name] === 'string');
  return areTexts && isTexts(fields['ids']) ? (fields as JournalEntry) : undefined;
}

/** Entries are only ever appended. All but `add` throw I/O errors. */
export function createJournal(file: {
  readonly append: (...lines: readonly string[]) => SafeText | undefined;
  readonly read: () => readonly string[];
}) {
  /** Oldest first; undefined for one that is no entry. */
  const lines = (): readonly (JournalEntry | undefined)[] => file.read().map(readEntry);
  return {
    /** Entries are on disk on return. Returns why none was written. */
    add: (...entries: readonly JournalEntry[]) => file.append(...entries.map(entry => JSON.stringify(entry))),
    entries: (): readonly JournalEntry[] => lines().filter(entry => entry !== undefined),
    lines,
  };
}

export function memoryJournal() {
  const lines: string[] = [];
  return createJournal({
    append: (...more) => void lines.push(...more),
    read: () => lines,
  });
}

/** The last entry of each delete; no entries if the journal cannot be read. */
export const lastEntries = (read: Journal['entries']): ReadonlyMap<string, JournalEntry> =>
  new Map(attempt(read)?.map(entry => [entry.delete, entry]));

/** An `unknown` outcome counts until a later run has checked it; a stage of a newer version is an outcome. */
export const unfinishedDeletes = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  [...lastEntries(() => entries).values()].filter(
    ({ stage, checked }) => stage === 'sending' || (stage === 'unknown' && checked !== true),
  );

export const unreadableWords = (count: number): SafeText | undefined =>
  count === 0
    ? undefined
    : safe`${counted(count, safe`line`)} of the journal cannot be read, and may hold other deletes.`;

/** Those on one server that it has confirmed and dated. */
export const deleteChanges = (entries: readonly JournalEntry[], server: string): readonly Change[] =>
  entries.flatMap(({ kind, ids, profile, stage, date }) => {
    const at = epoch(`${date}`);
    if (stage !== 'deleted' || profile !== server || at === undefined) return [];
    const name = clean(Object.values(ids).at(-1) ?? '', 60);
    const what = safe`${clean(kind, 20)} deleted here`;
    return [{ bot: undefined, name, what, from: at, to: at, source: 'response' }];
  });

export const profileName = (baseUrl: string, workspaceId: string) => `${baseUrl} ${workspaceId}`;

export type DeleteStorage = {
  readonly journal: Journal;
  readonly backups: Backups;
  readonly folder?: SafeText;
  readonly profile: string;
  readonly sender?: Sender;
};

export const memoryStorage = (): DeleteStorage => ({
  journal: memoryJournal(),
  backups: memoryBackups(),
  profile: 'sandbox',
});
