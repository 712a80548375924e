import type { Client, Outcome } from '../../../api/client.ts';
import type { Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { type Load, loadedOf, type Rows } from '../../state/load.ts';
import { keyOf, type Place, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { State } from '../../state/state.ts';
import { type StateChange, update, withChange } from '../../state/store.ts';
import { MAX_RECORDS } from '../load/evict-records.ts';
import type { LoadActions } from '../load/load.ts';
import { type Run, startRun } from './queue.ts';
import { allRows, dueRows, isListed, nearRows, rowsToScan, scannedPlace } from './rows.ts';
import { scanNotice } from './summary.ts';

type ListPlace = Extract<Place, { readonly screen: 'list' }>;
type Responses = ReadonlyMap<string, Outcome<JsonObject>>;

/** Scans lists: loads full records for fields that list items do not have. Sends only GET requests. */
export type ScanActions = {
  /** Scans the marked rows, or those on the screen; a scan in progress takes them first. */
  readonly scanNear: () => void;
  /** Scans all rows of a list; `pages`: after loading all pages. */
  readonly scanAll: (pages?: 'pages') => void;
  /** Stops the scan of a list; returns true if there was one. */
  readonly stopScan: (place: Place) => boolean;
};

const BUSY = safe`Another list is being checked. Esc in that list stops it.`;

/** Milliseconds between two updates of the screen. */
const SHOW_EVERY_MS = 60;
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

/** Collects the responses of a scan and writes those that come close together at once to the store. */
function createProgress({ store, now }: Ports, place: ListPlace) {
  const since = now();
  const start = store.getState().data.records;
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

  const scanChange = (run: Run) => (state: State) => {
    const current = run.current();
    const progress = { done, total: done + current.size + run.waiting(), wait: run.wait() };
    const sortedRecords = state.data.scan?.sortedRecords ?? start;
    return { data: { scan: { list: placeKey(place), since, ...progress, current, sortedRecords } } };
  };

  return {
    take: (id: string, outcome: Outcome<JsonObject>): void => {
      responses.set(id, outcome);
      done++;
      if (!outcome.ok) failed++;
    },
    show: (run: Run): void => put(scanChange(run)),
    showSoon: (run: Run): void => {
      timer ??= setTimeout(() => put(scanChange(run)), SHOW_EVERY_MS);
    },
    end: (failure: Failure | undefined, left: number): void =>
      put(state => {
        const notice = scanNotice(state, place, { done, failed, left, failure });
        // A notice would replace the field of an open dialog.
        return { data: { scan: undefined }, ...(state.dialog === undefined ? { notice } : {}) };
      }),
  };
}

/** Resolves with the rows of a list once it is loaded; with undefined if it failed. */
function whenLoaded({ store }: Ports, place: ListPlace): Promise<Rows | undefined> {
  const { promise, resolve } = Promise.withResolvers<Rows | undefined>();
  const check = (state: State): boolean => {
    const load = state.data.lists[placeKey(place)];
    if (load === undefined || load.phase === 'loading') return false;
    resolve(load.phase === 'ready' ? load.last.value : undefined);
    return true;
  };
  if (check(store.getState())) return promise;
  const unsubscribe = store.subscribe(state => {
    if (check(state)) unsubscribe();
  });
  return promise;
}

export function createScanActions(ports: Ports, loading: LoadActions): ScanActions {
  const { store, client, concurrency } = ports;
  let running: { readonly place: ListPlace; readonly run: Run } | undefined;

  function begin(place: ListPlace, ids: readonly string[], connected: Client): void {
    const resource = resourceOf(place.kind);
    const { read } = resource;
    if (read === undefined) return;
    const progress = createProgress(ports, place);
    const own = ownIdName(resource);
    const beyond = Math.max(0, ids.length - MAX_ROWS);
    const run = startRun((id, options) => connected.send(read, { ...place.ids, [own]: id }, options), {
      now: ports.now,
      concurrency,
      onChange: response => {
        if (response !== undefined) progress.take(response.id, response.outcome);
        progress.showSoon(run);
      },
      onEnd: failure => {
        running = undefined;
        progress.end(failure, beyond + run.waiting() + run.current().size);
      },
    });
    running = { place, run };
    run.add(ids.slice(0, MAX_ROWS));
    progress.show(run);
  }

  function scan(place: ListPlace, ids: readonly string[]): void {
    if (ids.length === 0 || client === undefined) return;
    if (running === undefined) begin(place, ids, client);
    else if (placeKey(running.place) === placeKey(place)) running.run.add(ids);
    else store.setState({ notice: { tone: 'warn', text: BUSY } });
  }

  function scanNear(): void {
    const state = store.getState();
    const place = scannedPlace(state);
    if (place !== undefined) scan(place, dueRows(state, place, nearRows(state)));
  }

  async function scanAll(place: ListPlace, pages: 'pages' | undefined): Promise<void> {
    loading.load(place);
    let rows = await whenLoaded(ports, place);
    if (pages !== undefined && rows?.next !== undefined) {
      loading.loadAll(place);
      rows = await whenLoaded(ports, place);
      if (rows?.next !== undefined) {
        const text = safe`${rows.ids.length} loaded, none checked yet: :scan checks these, :scan all loads the rest.`;
        return store.setState({ notice: { tone: 'plain', text } });
      }
    }
    const state = store.getState();
    if (rows !== undefined) scan(place, rowsToScan(state, place, allRows(state, place)));
  }

  return {
    scanNear,
    scanAll: pages => {
      const place = scannedPlace(store.getState());
      if (place !== undefined) void scanAll(place, pages);
    },
    stopScan: place => {
      if (running === undefined || placeKey(running.place) !== placeKey(place)) return false;
      running.run.stop();
      return true;
    },
  };
}
