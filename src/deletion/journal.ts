import type { SafeText } from '../text/sanitise.ts';
import type { Copy } from './backup.ts';

/** How far a delete has come. `sending`: it may happen from now on; all others are its end. */
export type Stage = 'sending' | 'deleted' | 'gone' | 'not-deleted' | 'unknown';

/** The process that sends a delete: its id and its machine, and how long it waits for an answer. */
export type Sender = { readonly pid: number; readonly host: string; readonly timeoutMs: number };

/** One line of the journal: one delete at one stage. No bodies and no secrets; ids stand in `ids` and the path. */
export type Entry = {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The same for all stages of one delete, and of no other. */
  readonly delete: string;
  /** The server and the workspace, as people know them. */
  readonly profile: string;
  readonly kind: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  /** A `Stage`; later versions may have others. */
  readonly stage: string;
  /** HTTP status of the answer to the delete, when one came. */
  readonly status?: number;
  /** Milliseconds until the answer, or until none was waited for any more. */
  readonly ms?: number;
  /** Written after somebody has looked again, in a later run. */
  readonly checked?: boolean;
  /** False where no DELETE left the process; the stage is `not-deleted`, which every version knows. */
  readonly sent?: boolean;
} & Partial<Sender>;

/** Where entries are kept: only ever added to. */
export type Journal = {
  /** When it returns, all entries are on the disk; the sentence says why none is. */
  readonly add: (...entries: readonly Entry[]) => SafeText | undefined;
  /** All entries, the oldest first. Lines that are none are left out. */
  readonly entries: () => readonly Entry[];
};

/** Lines that are only ever added to: a file, or memory. */
type Lines = {
  readonly append: (...lines: readonly string[]) => SafeText | undefined;
  readonly read: () => readonly string[];
};

type Fields = Readonly<Record<string, unknown>>;

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(each => typeof each === 'string');

const TEXTS = ['at', 'delete', 'profile', 'kind', 'method', 'path'] as const;

/** Reads one line; undefined when it is none of ours, as the last one of a machine that lost its power. */
function readEntry(line: string): Entry | undefined {
  try {
    const fields = JSON.parse(line) as Fields | null;
    if (typeof fields !== 'object' || fields === null) return undefined;
    const { stage, ids } = fields;
    const isEntry =
      typeof stage === 'string' && isTexts(ids) && TEXTS.every(name => typeof fields[name] === 'string');
    return isEntry ? (fields as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** The journal on some lines, one JSON object each. */
export function journalOn({ append, read }: Lines): Journal {
  return {
    add: (...entries) => append(...entries.map(entry => JSON.stringify(entry))),
    entries: () => read().flatMap(line => readEntry(line) ?? []),
  };
}

/** A journal that is forgotten at the end: for made-up records. */
export function memoryJournal(): Journal {
  const lines: string[] = [];
  return journalOn({
    append: (...more) => {
      lines.push(...more);
      return undefined;
    },
    read: () => lines,
  });
}

/**
 * The deletes that were begun and whose end nobody wrote down: they may have happened. `unknown` counts as no end
 * while nobody has looked since; where nobody can look, one look is enough. A stage of a later version is an end.
 */
export function unfinished(entries: readonly Entry[]): readonly Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of entries) last.set(entry.delete, entry);
  return [...last.values()].filter(
    ({ stage, checked }) => stage === 'sending' || (stage === 'unknown' && checked !== true),
  );
}

/** Journal and backups of deletes. */
export type Keeping = {
  readonly journal: Journal;
  /** The sentence says why the copy is not kept. */
  readonly keepCopy: (copy: Copy, at: Date) => SafeText | undefined;
  /** Folder of the backups, to be shown; undefined when none are written. */
  readonly folder?: SafeText;
  /** The server and the workspace, as the journal names them. */
  readonly profile: string;
  /** This process, as the journal names it. */
  readonly sender?: Sender;
};

/** Nothing stays: for made-up records. */
export const forgetting = (): Keeping => ({
  journal: memoryJournal(),
  keepCopy: () => undefined,
  profile: 'sandbox',
});
