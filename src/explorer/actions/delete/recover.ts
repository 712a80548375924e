import type { Outcome } from '../../../api/client.ts';
import type { DeleteContext } from '../../../deletion/delete.ts';
import {
  type JournalEntry,
  type JournalStage,
  type Sender,
  unfinishedDeletes,
} from '../../../deletion/journal.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceNamed } from '../../../resources/registry.ts';
import type { SafeText } from '../../../text/sanitise.ts';

/** Deletes of one server and workspace without a recorded outcome. */
export type OpenDeletes = {
  readonly due: readonly JournalEntry[];
  /** Deletes that the server may still carry out, although nobody waits for them: to check in `waitMs`. */
  readonly pending: readonly JournalEntry[];
  readonly waitMs: number;
  /** Deletes that another process may still wait for: it records their outcome. */
  readonly underWay: readonly JournalEntry[];
  /** Deletes of kinds that only a newer version knows: that version checks them. */
  readonly foreign: readonly JournalEntry[];
  /** Lines of the journal that may hold more deletes, but are no entries. */
  readonly unreadable: number;
};

/** Time after which a process id may belong to another process. */
const DAY_MS = 24 * 3600 * 1000;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Returns the milliseconds for which the server may still carry out a delete: one timeout, from its sending
 * or from the end of the wait. With a wrong clock never more than that.
 */
const leftMs = ({ at, timeoutMs }: JournalEntry, self: Sender | undefined, now: number): number =>
  (timeoutMs ?? self?.timeoutMs ?? 0) - Math.abs(now - Date.parse(at));

/** Returns true if a process may still wait for the response, as far as this machine can tell. */
function isUnderWay(entry: JournalEntry, self: Sender | undefined, now: number): boolean {
  const { stage, at, host, pid } = entry;
  if (stage !== 'sending') return false;
  const isAnother = pid !== undefined && host === self?.host && pid !== self?.pid;
  // This process has finished its own deletes by now, even if it could not write their outcome.
  if (!isAnother) return leftMs(entry, self, now) > 0;
  return Math.abs(now - Date.parse(at)) < DAY_MS && isAlive(pid);
}

/** Returns the open deletes of a server and workspace. Throws when the journal cannot be read. */
export function openDeletes({
  journal,
  profile,
  sender,
  now,
}: Pick<DeleteContext, 'journal' | 'profile' | 'sender' | 'now'>): OpenDeletes {
  const lines = journal.lines();
  const entries = lines.filter(line => line !== undefined);
  const open = unfinishedDeletes(entries).filter(entry => entry.profile === profile);
  const known = open.filter(({ kind }) => resourceNamed(kind)?.kind === kind);
  const underWay = known.filter(entry => isUnderWay(entry, sender, now()));
  const others = known.filter(entry => !underWay.includes(entry));
  const pending = others.filter(entry => leftMs(entry, sender, now()) > 0);
  return {
    due: others.filter(entry => !pending.includes(entry)),
    pending,
    waitMs: Math.max(0, ...pending.map(entry => leftMs(entry, sender, now()))),
    underWay,
    foreign: open.filter(entry => !known.includes(entry)),
    unreadable: lines.length - entries.length,
  };
}

/**
 * Result of checking an open delete. `unread`: try again later; `closed`: such a record can never be checked.
 */
export type OutcomeCheck = {
  readonly entry: JournalEntry;
  readonly found: 'deleted' | 'not-deleted' | 'unread' | 'closed';
  /** Reason why the journal lacks the outcome. */
  readonly unwritten?: SafeText | undefined;
};

/**
 * Records the outcome of an open delete after its record was read again. `outcome` is undefined for kinds
 * that cannot be read: the delete is then closed as unknown, as with an invalid id.
 */
export function recordCheck(
  entry: JournalEntry,
  outcome: Outcome<JsonObject> | undefined,
  { journal, now }: Pick<DeleteContext, 'journal' | 'now'>,
): OutcomeCheck {
  const write = (stage: JournalStage): SafeText | undefined => {
    const { status: _status, ms: _ms, pid: _pid, host: _host, timeoutMs: _timeoutMs, ...rest } = entry;
    return journal.add({ ...rest, at: new Date(now()).toISOString(), stage, checked: true });
  };
  if (outcome === undefined) return { entry, found: 'closed', unwritten: write('unknown') };
  if (outcome.ok) return { entry, found: 'not-deleted', unwritten: write('not-deleted') };
  const { kind } = outcome.failure;
  if (kind === 'not-found') return { entry, found: 'deleted', unwritten: write('deleted') };
  if (kind === 'bad-id') return { entry, found: 'closed', unwritten: write('unknown') };
  return { entry, found: 'unread' };
}
