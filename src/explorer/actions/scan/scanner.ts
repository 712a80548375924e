import type { Client } from '../../../api/client.ts';
import type { Failure } from '../../../failure.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { type ListPlace, type Place, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { Notice } from '../../state/state.ts';
import { update } from '../../state/store.ts';
import { MAX_RECORDS } from '../load/evict-loads.ts';
import { type Run, startRun } from './queue.ts';
import type { ScanGoal } from './rows.ts';
import { createProgress } from './scan-progress.ts';
import { fullWords } from './summary.ts';

/** Runs one scan at a time: it loads full records for fields that list items do not have. */
export type Scanner = {
  /**
   * Checks rows for a person; a scan in progress takes them first, those of a whole list last. Returns the
   * reason if it cannot.
   */
  readonly scan: (place: ListPlace, ids: readonly string[], goal: ScanGoal) => Notice | undefined;
  /** Returns the reason why a person cannot have this list checked: another one is being checked. */
  readonly refusal: (place: ListPlace) => Notice | undefined;
  /** Writes the responses that the screen does not show yet to the store. */
  readonly flush: () => void;
  /** Stops the scan of a list that a person asked for; returns true if there was one. */
  readonly stopScan: (place: Place) => boolean;
  /** Checks rows after all that a person asked for; replaces the rows suggested before. */
  readonly suggest: (place: ListPlace, ids: readonly string[]) => void;
  /** Drops the suggested rows that are not requested yet. */
  readonly dropSuggestions: () => void;
  /** Returns true while no rows of this list can be suggested: rows wait, or another list is scanned. */
  readonly isBusy: (place: ListPlace) => boolean;
  /** Returns true if the scan in progress has requested the row. */
  readonly isRequested: (id: string) => boolean;
};

const BUSY: Notice = {
  tone: 'warn',
  text: safe`Another list is being checked. Esc in that list stops it.`,
};

/** Milliseconds in which a second 429 pauses the checks that nobody asked for. */
const THROTTLED_MS = 60_000;
/** Maximum number of rows of a scan: more would evict the first ones again. */
const MAX_ROWS = MAX_RECORDS * 0.9;

type Running = {
  readonly place: ListPlace;
  readonly run: Run;
  readonly progress: ReturnType<typeof createProgress>;
};

/** Returns as many of the rows as fit into memory, beside those of the list that are known. */
function fittingRows(ids: readonly string[], { whole }: ScanGoal): readonly string[] {
  const known = whole === undefined ? 0 : whole.count - ids.length;
  return ids.slice(0, Math.max(0, MAX_ROWS - known));
}

/** Adds rows that a person wants to a scan, as many as fit. */
function extend({ run, progress }: Running, ids: readonly string[], goal: ScanGoal): void {
  const fitting = fittingRows(ids, goal);
  if (goal.whole === undefined) run.addFirst(fitting);
  else run.addLast(fitting);
  progress.setGoal(run, goal, ids.length - fitting.length);
  progress.show(run);
}

export function createScanner(ports: Ports): Scanner {
  const { store, client, concurrency, now } = ports;
  let running: Running | undefined;
  let throttledAt = Number.NEGATIVE_INFINITY;
  const isAt = (place: Place): boolean =>
    running !== undefined && placeKey(running.place) === placeKey(place);

  /** Pauses the checks that nobody asked for after the second 429 within a minute. */
  function onThrottled(run: Run, failure: Failure): void {
    const isSecond = now() - throttledAt < THROTTLED_MS;
    throttledAt = now();
    if (!isSecond || !run.isAutomatic()) return;
    update(store, { data: { healthPause: failure } });
    run.stop();
  }

  function begin(place: ListPlace, connected: Client): Running | undefined {
    const resource = resourceOf(place.kind);
    const { read } = resource;
    if (read === undefined) return undefined;
    const progress = createProgress(ports, place);
    const own = ownIdName(resource);
    const run = startRun((id, options) => connected.send(read, { ...place.ids, [own]: id }, options), {
      now,
      concurrency,
      onChange: response => {
        if (response !== undefined) progress.take(response.id, response.outcome);
        progress.showSoon(run);
      },
      onThrottled: failure => onThrottled(run, failure),
      onEnd: failure => {
        running = undefined;
        if (run.isAutomatic()) progress.endQuietly(failure?.kind === 'cancelled' ? undefined : failure);
        else progress.end(run, failure);
      },
    });
    running = { place, run, progress };
    return running;
  }

  /** Rows that nobody asked for give way. */
  const refusal = (place: ListPlace): Notice | undefined =>
    running === undefined || isAt(place) || running.run.isAutomatic() ? undefined : BUSY;

  function scan(place: ListPlace, ids: readonly string[], goal: ScanGoal): Notice | undefined {
    if (ids.length === 0 || client === undefined) return undefined;
    if (fittingRows(ids, goal).length === 0) return { tone: 'warn', text: fullWords(ids.length) };
    const busy = refusal(place);
    if (busy !== undefined) return busy;
    if (!isAt(place)) running?.run.stop();
    const extended = running ?? begin(place, client);
    if (extended !== undefined) extend(extended, ids, goal);
    return undefined;
  }

  function suggest(place: ListPlace, ids: readonly string[]): void {
    if (ids.length === 0 || client === undefined || (running !== undefined && !isAt(place))) return;
    const { run } = running ?? begin(place, client) ?? {};
    run?.suggest(ids);
  }

  return {
    scan,
    refusal,
    flush: () => running?.progress.show(running.run),
    stopScan: place => {
      if (running === undefined || !isAt(place) || running.run.isAutomatic()) return false;
      running.run.stop();
      return true;
    },
    suggest,
    dropSuggestions: () => running?.run.suggest([]),
    isBusy: place => running !== undefined && (running.run.waiting() > 0 || !isAt(place)),
    isRequested: id => running?.run.isRequested(id) === true,
  };
}
