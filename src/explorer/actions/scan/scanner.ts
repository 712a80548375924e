import type { Client, Outcome } from '../../../api/client.ts';
import type { Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { type Load, loadedOf } from '../../state/load.ts';
import { keyOf, type ListPlace, type Place, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { State } from '../../state/state.ts';
import { type StateChange, update, withChange } from '../../state/store.ts';
import { isAtHome } from '../../view/content/rows-to-check.ts';
import { troubledRefs } from '../../view/home/attention.ts';
import { MAX_RECORDS } from '../load/evict-records.ts';
import { type Run, startRun } from './queue.ts';
import { isListed } from './rows.ts';
import { scanNotice } from './summary.ts';

type Responses = ReadonlyMap<string, Outcome<JsonObject>>;

/** Runs one scan at a time: it loads full records for fields that list items do not have. */
export type Scanner = {
  /** Checks rows for a person; a scan in progress takes them first. */
  readonly scan: (place: ListPlace, ids: readonly string[]) => void;
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

const BUSY = safe`Another list is being checked. Esc in that list stops it.`;

/** Milliseconds between two updates of the screen; on a slow line to the terminal. */
const SHOW_EVERY_MS = 60;
const SHOW_SLOWLY_MS = 500;
/** Milliseconds in which a second 429 pauses the checks that nobody asked for. */
const THROTTLED_MS = 60_000;
/** Maximum number of rows of a scan: more would evict the first ones again. */
const MAX_ROWS = MAX_RECORDS * 0.9;

/** Returns the load of a record after a response; newer data stays. */
function recordAfter(before: Load<JsonObject> | undefined, outcome: Outcome<JsonObject>): Load<JsonObject> {
  const last = before?.last;
  if (before?.phase === 'loading' && !outcome.ok) return before;
  if (!outcome.ok)
    return { phase: 'failed', failure: outcome.failure, ...(last === undefined ? {} : { last }) };
  const read = loadedOf(outcome.value, outcome.sent);
  if (before !== undefined && last !== undefined && last.at > read.at) return before;
  return before?.phase === 'loading' ? { ...before, last: read } : { phase: 'ready', last: read };
}

/** Returns the records with new responses, without those of rows that left the list. */
function withResponses(state: State, place: ListPlace, responses: Responses): State['data']['records'] {
  if (responses.size === 0) return state.data.records;
  const own = ownIdName(resourceOf(place.kind));
  const listed = [...responses].filter(([id]) => isListed(state, place, id));
  const added = listed.map(([id, outcome]) => {
    const key = keyOf(place.kind, { ...place.ids, [own]: id });
    return [key, recordAfter(state.data.records[key], outcome)] as const;
  });
  return { ...state.data.records, ...Object.fromEntries(added) };
}

/** Returns true if the home screen is shown, and lists no record of this kind. */
function isHomeEmpty(state: State, { kind }: ListPlace): boolean {
  const { data, session } = state;
  const shown = { session, data: { ...data, records: data.sortedRecords } };
  return isAtHome(state) && troubledRefs(shown, resourceOf(kind)).length === 0;
}

/** Collects the responses of a scan and writes those that come close together at once to the store. */
function createProgress({ store, now, isSlow }: Ports, place: ListPlace) {
  const since = now();
  let responses = new Map<string, Outcome<JsonObject>>();
  let done = 0;
  let failed = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Writes all collected responses to the store. */
  function put(next: (state: State) => StateChange): void {
    clearTimeout(timer);
    timer = undefined;
    const arrived = responses;
    responses = new Map();
    update(store, state => {
      const records = withResponses(state, place, arrived);
      const change = next(withChange(state, { data: { records } }));
      return { ...change, data: { ...change.data, records }, session: { now: now() } };
    });
  }

  const scanChange =
    (run: Run) =>
    (state: State): StateChange => {
      const current = run.current();
      const isAutomatic = run.isAutomatic();
      const progress = { done, total: done + current.size + run.waiting(), wait: run.wait(), current };
      const healthPause = isAutomatic ? state.data.healthPause : undefined;
      return { data: { scan: { list: placeKey(place), since, isAutomatic, ...progress }, healthPause } };
    };

  return {
    take: (id: string, outcome: Outcome<JsonObject>): void => {
      responses.set(id, outcome);
      done++;
      if (!outcome.ok) failed++;
    },
    show: (run: Run): void => put(scanChange(run)),
    showSoon: (run: Run): void => {
      timer ??= setTimeout(() => put(scanChange(run)), isSlow() ? SHOW_SLOWLY_MS : SHOW_EVERY_MS);
    },
    end: (failure: Failure | undefined, left: number): void =>
      put(state => {
        const notice = scanNotice(state, place, { done, failed, left, failure });
        const data = { scan: undefined, sortedRecords: state.data.records };
        // A notice would replace the field of an open dialog.
        return { data, ...(state.dialog === undefined ? { notice } : {}) };
      }),
    /** Ends a scan that no person asked for: quietly, and a failure prevents the next one. */
    endQuietly: (failure: Failure | undefined): void =>
      put(state => {
        const { healthPause, records, sortedRecords } = state.data;
        // An empty list of the home screen has room for its first lines.
        const shown = isHomeEmpty(state, place) ? records : sortedRecords;
        return { data: { scan: undefined, healthPause: failure ?? healthPause, sortedRecords: shown } };
      }),
  };
}

/** A scan in progress. `show`: updates the screen at once. */
type Running = { readonly place: ListPlace; readonly run: Run; readonly show: () => void };

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

  function begin(place: ListPlace, connected: Client, beyond: number): Running | undefined {
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
        else progress.end(failure, beyond + run.waiting() + run.current().size);
      },
    });
    running = { place, run, show: () => progress.show(run) };
    return running;
  }

  function scan(place: ListPlace, ids: readonly string[]): void {
    if (ids.length === 0 || client === undefined) return;
    // Rows that nobody asked for give way.
    if (running?.run.isAutomatic() === true && !isAt(place)) running.run.stop();
    if (running !== undefined && !isAt(place))
      return store.setState({ notice: { tone: 'warn', text: BUSY } });
    const { run, show } = running ?? begin(place, client, Math.max(0, ids.length - MAX_ROWS)) ?? {};
    run?.add(ids.slice(0, MAX_ROWS));
    show?.();
  }

  function suggest(place: ListPlace, ids: readonly string[]): void {
    if (ids.length === 0 || client === undefined || (running !== undefined && !isAt(place))) return;
    const { run } = running ?? begin(place, client, 0) ?? {};
    run?.suggest(ids);
  }

  return {
    scan,
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
