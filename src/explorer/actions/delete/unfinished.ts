import type { Outcome } from '../../../api/client.ts';
import type { DeleteStorage, JournalEntry } from '../../../deletion/journal.ts';
import { explain, type Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { type SafeText, safe, shortText } from '../../../text/sanitise.ts';
import type { Notice } from '../../state/state.ts';
import { notifyLate, type Ports, update } from '../../state/store.ts';
import { type RowRequests, requestRows } from '../scan/row-requests.ts';
import { type OutcomeCheck, openDeletes, recordCheck } from './recover.ts';
import { checkedNotice, openDeletesText } from './unfinished-words.ts';

/** Checks deletes whose outcome is not recorded. */
export type UnfinishedCheck = {
  /** Reloads the records of such deletes and shows a notice of what became of them. */
  readonly checkOpen: () => void;
  /** Stops the check; returns true if there was one. */
  readonly stopCheck: () => boolean;
};

const unreadableNotice = (error: unknown): Notice => {
  const why = shortText(error instanceof Error ? error.message : String(error));
  return { tone: 'warn', text: safe`The journal of deletes cannot be read: ${why}` };
};

/** Returns the first notice, about deletes that an earlier run left without an outcome; undefined if none. */
export function openNotice(deleteStorage: DeleteStorage, now: () => number): Notice | undefined {
  try {
    const text = openDeletesText(openDeletes({ ...deleteStorage, now }));
    return text === undefined ? undefined : { tone: 'warn', text };
  } catch (error) {
    return unreadableNotice(error);
  }
}

const NO_CONNECTION: Outcome<JsonObject> = { ok: false, failure: { kind: 'no-connection' } };

export function createUnfinishedCheck({ store, client, deleteStorage, now }: Ports): UnfinishedCheck {
  let running: RowRequests | undefined;
  let timer: NodeJS.Timeout | undefined;

  const show = (notice: Notice): void => notifyLate(store, notice);

  function check(): void {
    const open = openDeletes({ ...deleteStorage, now });
    clearTimeout(timer);
    if (open.pending.length > 0) timer = setTimeout(checkOpen, open.waitMs).unref();
    const byId = new Map(open.due.map(entry => [entry.delete, entry]));
    const checked: OutcomeCheck[] = [];
    const canRead = ({ kind }: JournalEntry): boolean => resourceOf(kind).read !== undefined;
    const record = (entry: JournalEntry, outcome: Outcome<JsonObject> | undefined): unknown =>
      checked.push(recordCheck(entry, outcome, { journal: deleteStorage.journal, now }));

    function end(why?: SafeText): void {
      running = undefined;
      const count = open.due.length - checked.length;
      update(store, { data: { isCheckingDeletes: false } });
      show(checkedNotice(checked, open, why === undefined ? undefined : { count, why }));
    }

    for (const entry of open.due) if (!canRead(entry)) record(entry, undefined);
    const ids = open.due.filter(canRead).map(entry => entry.delete);
    if (ids.length === 0) return end();
    const showProgress = (): void => {
      const text = safe`Checking unfinished deletes: ${checked.length} of ${open.due.length}. Esc stops.`;
      show({ tone: 'plain', text });
    };
    update(store, { data: { isCheckingDeletes: true } });
    running = requestRows(
      async (id, options) => {
        const entry = byId.get(id);
        const read = entry && resourceOf(entry.kind).read;
        if (client === undefined || entry === undefined || read === undefined) return NO_CONNECTION;
        return client.send(read, entry.ids, options);
      },
      {
        now,
        limit: () => client?.limit() ?? 1,
        onChange: response => {
          const entry = response === undefined ? undefined : byId.get(response.id);
          if (response !== undefined && entry !== undefined) record(entry, response.outcome);
          if (running !== undefined) showProgress();
        },
        onEnd: failure => end(failure === undefined ? undefined : whyEnded(failure)),
      },
    );
    showProgress();
    running.ask(ids);
  }

  function checkOpen(): void {
    if (running !== undefined || store.getState().session.isOver) return;
    try {
      check();
    } catch (error) {
      show(unreadableNotice(error));
    }
  }

  return {
    checkOpen,
    stopCheck: () => {
      const isRunning = running !== undefined;
      running?.stop();
      return isRunning;
    },
  };
}

const whyEnded = (failure: Failure): SafeText =>
  failure.kind === 'cancelled' ? safe`Stopped` : explain(failure).title;
