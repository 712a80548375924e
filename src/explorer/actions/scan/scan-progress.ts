import type { Outcome } from '../../../api/client.ts';
import type { Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { VISIBLE_AFTER_MS } from '../../frame/progress.ts';
import { troubledRefs } from '../../screens/home/attention.ts';
import { isAtHome } from '../../selection/rows-to-check.ts';
import { type Load, loadedOf } from '../../state/load.ts';
import { keyOf, type ListPlace, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import type { State } from '../../state/state.ts';
import { type StateChange, update, withChange } from '../../state/store.ts';
import type { Run } from './queue.ts';
import { isListed, type ScanGoal } from './rows.ts';
import { type ScanResult, scanNotice } from './summary.ts';

type Responses = ReadonlyMap<string, Outcome<JsonObject>>;

/** Milliseconds between two updates of the screen; on a slow line to the terminal. */
const SHOW_EVERY_MS = 60;
const SHOW_SLOWLY_MS = 500;

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

const rowsLeft = (run: Run): number => run.waiting() + run.current().size;

/** Counts the rows of a scan. If it is to check a whole list, rows that were known before count as done. */
function createCounts(now: () => number) {
  const start = now();
  let goal: ScanGoal | undefined;
  let counted = 0;
  let failed = 0;
  let known = 0;
  /** Rows of the goal that do not fit into memory. */
  let unfitCount = 0;
  let doneAtStart = 0;
  let checkedSince = start;
  return {
    count: (outcome: Outcome<JsonObject>): void => {
      counted++;
      if (!outcome.ok) failed++;
    },
    /** Sets what a person wants; all rows of the list outweigh some of them. */
    setGoal: (run: Run, next: ScanGoal, unfitRows: number): void => {
      if (goal?.whole !== undefined && next.whole === undefined) return;
      const isFirst = goal?.whole === undefined;
      goal = next;
      unfitCount = unfitRows;
      if (next.whole === undefined) return;
      known = Math.max(0, next.whole.count - unfitRows - counted - rowsLeft(run));
      if (isFirst) [doneAtStart, checkedSince] = [known + counted, now()];
    },
    progress: (run: Run) => {
      const done = known + counted;
      const since = goal?.whole?.since ?? start;
      const isWhole = goal?.whole !== undefined;
      return { done, from: doneAtStart, total: done + rowsLeft(run), isWhole, since, checkedSince };
    },
    result: (run: Run): ScanResult => ({
      done: known + counted,
      failed,
      left: unfitCount + rowsLeft(run),
      command: goal?.command ?? 'list.check',
      isRepeat: goal?.isRepeat === true,
    }),
  };
}

/** Collects the responses of a scan and writes those that come close together at once to the store. */
export function createProgress({ store, now, isSlow }: Ports, place: ListPlace) {
  const counts = createCounts(now);
  let responses = new Map<string, Outcome<JsonObject>>();
  let timer: NodeJS.Timeout | undefined;
  let barTimer: NodeJS.Timeout | undefined;

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

  function putLast(next: (state: State) => StateChange): void {
    clearTimeout(barTimer);
    put(next);
  }

  const scanChange =
    (run: Run) =>
    (state: State): StateChange => {
      const isAutomatic = run.isAutomatic();
      const requests = { wait: run.wait(), current: run.current() };
      const healthPause = isAutomatic ? state.data.healthPause : undefined;
      const scan = { list: placeKey(place), isAutomatic, ...counts.progress(run), ...requests };
      return { data: { scan, healthPause } };
    };

  return {
    setGoal: counts.setGoal,
    take: (id: string, outcome: Outcome<JsonObject>): void => {
      responses.set(id, outcome);
      counts.count(outcome);
    },
    show: (run: Run): void => {
      put(scanChange(run));
      // The bar appears also while no response arrives.
      clearTimeout(barTimer);
      barTimer = setTimeout(() => put(scanChange(run)), VISIBLE_AFTER_MS);
    },
    showSoon: (run: Run): void => {
      timer ??= setTimeout(() => put(scanChange(run)), isSlow() ? SHOW_SLOWLY_MS : SHOW_EVERY_MS);
    },
    end: (run: Run, failure: Failure | undefined): void =>
      putLast(state => {
        const notice = scanNotice(state, place, { ...counts.result(run), failure });
        const data = { scan: undefined, sortedRecords: state.data.records };
        // A notice would replace the field of an open dialog.
        return { data, ...(state.dialog === undefined ? { notice } : {}) };
      }),
    /** Ends a scan that no person asked for: quietly, and a failure prevents the next one. */
    endQuietly: (failure: Failure | undefined): void =>
      putLast(state => {
        const { healthPause, records, sortedRecords } = state.data;
        // An empty list of the home screen has room for its first lines.
        const shown = isHomeEmpty(state, place) ? records : sortedRecords;
        return { data: { scan: undefined, healthPause: failure ?? healthPause, sortedRecords: shown } };
      }),
  };
}
