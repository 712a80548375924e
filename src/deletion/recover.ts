import type { Outcome } from '../api/client.ts';
import type { JsonObject } from '../json/json.ts';
import { resourceNamed } from '../resources/registry.ts';
import type { SafeText } from '../text/sanitise.ts';
import type { Means } from './delete.ts';
import { type Entry, type Sender, type Stage, unfinished } from './journal.ts';

/** Deletes of this server and workspace without a recorded outcome. */
export type OpenDeletes = {
  /** Deletes to be looked up. */
  readonly due: readonly Entry[];
  /** Deletes that a process may still wait for: their outcome is its to write. */
  readonly underWay: readonly Entry[];
  /** Deletes of kinds that only a later version knows: they are left to it. */
  readonly foreign: readonly Entry[];
};

/** Ids of processes are given out again: after a day, one that is alive proves nothing. */
const DAY_MS = 24 * 3600 * 1000;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns true if a delete is younger than its deadline, or the process that sent it is alive. */
function isUnderWay(
  { stage, at, timeoutMs, host, pid }: Entry,
  us: Sender | undefined,
  now: number,
): boolean {
  if (stage !== 'sending') return false;
  const ageMs = Math.abs(now - Date.parse(at));
  if (ageMs < (timeoutMs ?? us?.timeoutMs ?? 0)) return true;
  // This process has finished its own deletes by now, even if it could not write their outcome.
  const isAnother = pid !== undefined && host === us?.host && pid !== us?.pid;
  return isAnother && ageMs < DAY_MS && isAlive(pid);
}

/** Returns the open deletes of this server and workspace. May throw. */
export function openDeletes({
  journal,
  profile,
  sender,
  now,
}: Pick<Means, 'journal' | 'profile' | 'sender' | 'now'>): OpenDeletes {
  const open = unfinished(journal.entries()).filter(entry => entry.profile === profile);
  const known = open.filter(({ kind }) => resourceNamed(kind)?.kind === kind);
  const underWay = known.filter(entry => isUnderWay(entry, sender, now()));
  return {
    due: known.filter(entry => !underWay.includes(entry)),
    underWay,
    foreign: open.filter(entry => !known.includes(entry)),
  };
}

/** Result of looking up a delete without a recorded outcome. `closed`: nobody can look it up, now or later. */
export type Checked = {
  readonly entry: Entry;
  readonly found: 'deleted' | 'not-deleted' | 'unread' | 'closed';
  /** Why the outcome is not in the journal. */
  readonly unwritten?: SafeText | undefined;
};

/**
 * Writes into the journal what reading the record of an unfinished delete again has shown. `answer` is undefined where
 * such records cannot be read: then, as with an id that is none, the entry is closed with its outcome unknown.
 */
export function recordCheck(
  entry: Entry,
  answer: Outcome<JsonObject> | undefined,
  { journal, now }: Pick<Means, 'journal' | 'now'>,
): Checked {
  const write = (stage: Stage): SafeText | undefined => {
    const { status: _status, ms: _ms, pid: _pid, host: _host, timeoutMs: _timeoutMs, ...rest } = entry;
    return journal.add({ ...rest, at: new Date(now()).toISOString(), stage, checked: true });
  };
  if (answer === undefined) return { entry, found: 'closed', unwritten: write('unknown') };
  if (answer.ok) return { entry, found: 'not-deleted', unwritten: write('not-deleted') };
  const { kind } = answer.failure;
  if (kind === 'not-found') return { entry, found: 'deleted', unwritten: write('deleted') };
  if (kind === 'bad-id') return { entry, found: 'closed', unwritten: write('unknown') };
  return { entry, found: 'unread' };
}
