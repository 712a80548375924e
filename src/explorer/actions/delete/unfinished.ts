import type { Outcome } from '../../../api/client.ts';
import { sendEach } from '../../../api/limiter.ts';
import type { DeleteContext } from '../../../deletion/delete.ts';
import {
  type DeleteStorage,
  type JournalEntry,
  type JournalStage,
  type Sender,
  unfinishedDeletes,
  unreadableWords,
} from '../../../deletion/journal.ts';
import { explain } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceNamed, resourceOf } from '../../../resources/registry.ts';
import { clean, errorText, joinFirst, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { DAY_MS } from '../../../text/units.ts';
import { cutMiddle } from '../../../text/width.ts';
import type { Notice } from '../../state/state.ts';
import { notifyLate, type Ports, update } from '../../state/store.ts';
import { createStopRule } from '../health/list-check.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Time in which the server may still carry out a delete: one timeout, from its sending or from the end of the
 * wait. With a wrong clock never more than that.
 */
const leftMs = ({ at, timeoutMs }: JournalEntry, self: Sender | undefined, now: number) =>
  (timeoutMs ?? self?.timeoutMs ?? 0) - Math.abs(now - Date.parse(at));

/** True if a process may still wait for the response, as far as this machine can tell. */
function isUnderWay(entry: JournalEntry, self: Sender | undefined, now: number): boolean {
  const { stage, at, host, pid } = entry;
  if (stage !== 'sending') return false;
  const isAnother = pid !== undefined && host === self?.host && pid !== self?.pid;
  // This process has finished its own deletes by now, even if it could not write their outcome.
  if (!isAnother) return leftMs(entry, self, now) > 0;
  // After a day the process id may belong to another process.
  return Math.abs(now - Date.parse(at)) < DAY_MS && isAlive(pid);
}

function openDeletes({ journal, profile, sender }: DeleteStorage, now: number) {
  const lines = journal.lines();
  const entries = lines.filter(line => line !== undefined);
  const open = unfinishedDeletes(entries).filter(entry => entry.profile === profile);
  const known = open.filter(({ kind }) => resourceNamed(kind)?.kind === kind);
  const underWay = known.filter(entry => isUnderWay(entry, sender, now));
  const others = known.filter(entry => !underWay.includes(entry));
  const pending = others.filter(entry => leftMs(entry, sender, now) > 0);
  return {
    due: others.filter(entry => !pending.includes(entry)),
    /** The server may still carry these out, although nobody waits for them: to check in `waitMs`. */
    pending,
    waitMs: Math.max(0, ...pending.map(entry => leftMs(entry, sender, now))),
    /** Another process may still wait for these, and records their outcome. */
    underWay,
    /** Only a newer version knows these kinds, and checks them. */
    foreign: open.filter(entry => !known.includes(entry)),
    unreadable: lines.length - entries.length,
  };
}

type OpenDeletes = ReturnType<typeof openDeletes>;

/** `unread`: try again later; `closed`: it can never be checked. */
const FOUND = {
  deleted: safe`is gone (404)`,
  'not-deleted': safe`still exists`,
  unread: safe`could not be checked`,
  closed: safe`cannot be checked: its outcome stays unknown`,
} as const;

type OutcomeCheck = Readonly<{
  entry: JournalEntry;
  found: keyof typeof FOUND;
  unwritten?: SafeText | undefined;
}>;

function recordCheck(
  entry: JournalEntry,
  outcome: Outcome<JsonObject>,
  { journal, now }: Pick<DeleteContext, 'journal' | 'now'>,
): OutcomeCheck {
  const write = (found: OutcomeCheck['found'], stage: JournalStage): OutcomeCheck => {
    const { status: _status, ms: _ms, pid: _pid, host: _host, timeoutMs: _timeoutMs, ...rest } = entry;
    const line = { ...rest, at: new Date(now()).toISOString(), stage, checked: true };
    return { entry, found, unwritten: journal.add(line) };
  };
  if (outcome.ok) return write('not-deleted', 'not-deleted');
  if (outcome.failure.kind === 'not-found') return write('deleted', 'deleted');
  return outcome.failure.kind === 'bad-id' ? write('closed', 'unknown') : { entry, found: 'unread' };
}

const recordWords = ({ kind, ids }: JournalEntry) =>
  safe`${clean(kind)} ${cutMiddle(clean(Object.values(ids).at(-1) || 'without an id'), 13)}`;

const firstOf = (entries: readonly JournalEntry[]) => joinFirst(entries, 1, recordWords) || undefined;

function underWayWords({ underWay }: OpenDeletes): SafeText | undefined {
  const first = firstOf(underWay);
  return first && safe`Still running: the delete of ${first}. Check it later with :unfinished.`;
}

const unreadableNotice = (error: unknown): Notice => ({
  tone: 'warn',
  text: safe`The journal of deletes cannot be read: ${errorText(error)}`,
});

export function openNotice(deleteStorage: DeleteStorage, now: () => number): Notice | undefined {
  try {
    const open = openDeletes(deleteStorage, now());
    const first = firstOf([...open.due, ...open.pending]);
    const text = first
      ? safe`The delete of ${first} never finished. :unfinished checks it.`
      : underWayWords(open);
    return text && { tone: 'warn', text };
  } catch (error) {
    return unreadableNotice(error);
  }
}

const MAX_NAMED = 4;

function foundWords(checked: readonly OutcomeCheck[]): SafeText {
  const each = checked.map(({ entry, found }) => safe`${recordWords(entry)} ${FOUND[found]}`);
  if (checked.length <= MAX_NAMED) return joinSafe(each, '; ');
  const parts = Object.entries(FOUND).flatMap(([found, words]) => {
    const count = checked.filter(one => one.found === found).length;
    return count === 0 ? [] : [safe`${count}: ${words}`];
  });
  return safe`Checked ${checked.length} unfinished deletes. ${joinSafe(parts, '; ')}`;
}

function checkedNotice(checked: readonly OutcomeCheck[], open: OpenDeletes, why?: SafeText): Notice {
  const { due, pending, waitMs, foreign, unreadable } = open;
  const unwritten = checked.find(one => one.unwritten !== undefined)?.unwritten;
  const [waiting, newer] = [firstOf(pending), firstOf(foreign)];
  const parts = [
    why && safe`${why}: ${due.length - checked.length} not checked, :unfinished continues.`,
    checked.length === 0 ? undefined : safe`${foundWords(checked)}.`,
    unwritten && safe`But ${unwritten}.`,
    waiting &&
      safe`The server may still carry out the delete of ${waiting}: checked in ${Math.ceil(waitMs / 1000)} s.`,
    underWayWords(open),
    newer && safe`A newer botscope sent the delete of ${newer}: not checked.`,
  ].filter(part => part !== undefined);
  const skipped = unreadableWords(unreadable) ?? [];
  const all = [parts.length === 0 ? safe`No unfinished deletes.` : parts, skipped].flat();
  const isSure = checked.every(({ found }) => found === 'deleted' || found === 'not-deleted');
  const isGood = isSure && all.length === 1 && (checked.length === 1 || parts.length === 0);
  return { tone: isGood ? 'good' : 'warn', text: joinSafe(all, ' ') };
}

export function createUnfinishedCheck({ store, client, deleteStorage, now }: Ports) {
  let running: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function requestRecord(
    { kind, ids }: JournalEntry,
    signal: AbortSignal,
  ): Promise<Outcome<JsonObject>> {
    const { read } = resourceOf(kind);
    if (read === undefined) return { ok: false, failure: { kind: 'bad-id' } };
    return client?.send(read, ids, { signal }) ?? { ok: false, failure: { kind: 'no-connection' } };
  }

  async function checkDue(
    { due }: OpenDeletes,
    checked: OutcomeCheck[],
    signal: AbortSignal,
  ): Promise<SafeText | undefined> {
    const showProgress = (): void => {
      const text = safe`Checking unfinished deletes: ${checked.length} of ${due.length}. Esc stops.`;
      notifyLate(store, { tone: 'plain', text });
    };
    if (due.length > 0) showProgress();
    const request = (entry: JournalEntry) => requestRecord(entry, signal);
    const stopAt = createStopRule();
    for await (const [entry, outcome] of sendEach(due, request, () => client?.limit() ?? 1)) {
      if (signal.aborted) return safe`Stopped`;
      const stop = stopAt(outcome);
      if (stop !== undefined) return explain(stop.failure).title;
      checked.push(recordCheck(entry, outcome, { journal: deleteStorage.journal, now }));
      showProgress();
    }
    return undefined;
  }

  async function checkOpen(): Promise<void> {
    if (running !== undefined || store.getState().session.isEnded) return;
    clearTimeout(timer);
    const controller = new AbortController();
    try {
      const open = openDeletes(deleteStorage, now());
      running = controller;
      if (open.pending.length > 0) timer = setTimeout(checkOpen, open.waitMs).unref();
      const checked: OutcomeCheck[] = [];
      update(store, { data: { isCheckingDeletes: open.due.length > 0 } });
      const why = await checkDue(open, checked, controller.signal);
      update(store, { data: { isCheckingDeletes: false } });
      notifyLate(store, checkedNotice(checked, open, why));
    } catch (error) {
      notifyLate(store, unreadableNotice(error));
    } finally {
      running = undefined;
      controller.abort();
    }
  }

  return {
    checkOpen: () => void checkOpen(),
    stopCheck: (): boolean => {
      running?.abort();
      return running !== undefined;
    },
  };
}
