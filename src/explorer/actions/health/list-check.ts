import type { Client, Outcome } from '../../../api/client.ts';
import { explain, type Failure, hasTrait } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { joinSafe, safe } from '../../../text/sanitise.ts';
import {
  attentionWords,
  checkedWords,
  failedWords,
  fullWords,
  healthCount,
} from '../../facts/health-count.ts';
import { VISIBLE_AFTER_MS } from '../../frame/progress.ts';
import { keyIn } from '../../state/key-names.ts';
import { type Load, loadedOf, type RetryWait, retryWait, rowIndex } from '../../state/load.ts';
import { keyOf, type ListPlace, placeKey, rowRef } from '../../state/place.ts';
import type { HealthCheck, Notice, State } from '../../state/state.ts';
import { type Ports, type StateChange, withChange } from '../../state/store.ts';
import { createThrottle } from '../load/latest-request.ts';

type CheckPorts = Ports & { readonly client: Client };

function recordAfter(before: Load<JsonObject> | undefined, outcome: Outcome<JsonObject>): Load<JsonObject> {
  const last = before?.last;
  if (!outcome.ok)
    return before?.phase === 'loading' ? before : { phase: 'failed', failure: outcome.failure, last };
  const read = loadedOf(outcome.value, outcome.sent);
  if (before !== undefined && last !== undefined && last.at > read.at) return before;
  return before?.phase === 'loading' ? { ...before, last: read } : { phase: 'ready', last: read };
}

type Responses = ReadonlyMap<string, Outcome<JsonObject>>;

/** The state with new responses, without those of rows that left the list: they were deleted. */
function withResponses(state: State, place: ListPlace, responses: Responses): State {
  const { lists, records } = state.data;
  const rows = lists[placeKey(place)]?.last?.value;
  const added = [...responses].flatMap(([id, outcome]) => {
    if (rows !== undefined && rowIndex(rows.ids, id) < 0) return [];
    const key = keyOf(rowRef(place, id));
    return [[key, recordAfter(records[key], outcome)] as const];
  });
  return added.length === 0
    ? state
    : withChange(state, { data: { records: { ...records, ...Object.fromEntries(added) } } });
}

/** The rows that a person asked for. `unfit`: further ones, which do not fit into memory. */
type Goal = Pick<HealthCheck, 'total' | 'from' | 'since' | 'checkedSince'> & { readonly unfit: number };

const NO_GOAL: Goal = { total: 0, from: 0, since: 0, checkedSince: 0, unfit: 0 };

function endNotice(state: State, place: ListPlace, unfit: number, failure?: Failure): Notice | undefined {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  if (rows === undefined) return undefined;
  const resource = resourceOf(place.kind);
  const count = healthCount(state, place, rows);
  const failed = failedWords(state, resource, rows);
  const found = attentionWords(count);
  const isStopped = failure !== undefined && failure.kind !== 'cancelled';
  const why = isStopped ? safe`${explain(failure).title}. ` : unfit > 0 ? safe`${fullWords(unfit)} ` : safe``;
  const parts = [
    failure?.kind === 'cancelled' ? safe`Stopped` : undefined,
    checkedWords(count, rows, resource),
    failed,
    found === undefined || count.troubled === 0 ? found : safe`${found} (${keyIn(state, 'list.troubled')})`,
    failure && safe`${keyIn(state, 'list.scan-all')} continues`,
  ];
  const text = safe`${why}${joinSafe(parts, ' · ')}`;
  return { tone: isStopped ? 'bad' : failed === undefined ? 'plain' : 'warn', text };
}

/** Failures of the server in a row that stop the requests: they are not caused by the rows. */
const MAX_STRIKES = 3;

export function createStopRule() {
  let strikes = 0;
  return (outcome: Outcome<JsonObject>) => {
    const failure = outcome.ok ? undefined : outcome.failure;
    strikes = failure?.kind === 'server-error' || failure?.kind === 'unreadable' ? strikes + 1 : 0;
    const isOfRow = strikes >= MAX_STRIKES;
    return failure && (isOfRow || hasTrait(failure, 'stops-reads')) ? { failure, isOfRow } : undefined;
  };
}

type Requests = Readonly<{
  first: () => readonly string[];
  /** Called after each change; `response`: the result of one row. */
  onChange: (id?: string, response?: Outcome<JsonObject>) => void;
  /** Called at the first 429 of the server: once until its pause is over. */
  onThrottled: (failure: Failure) => void;
  /** Called at the end: with the failure that stopped the requests, or without one after the last row. */
  onEnd: (failure: Failure | undefined) => void;
}>;

function requestRows({ client, now }: CheckPorts, place: ListPlace, on: Requests) {
  const { read } = resourceOf(place.kind);
  const controller = new AbortController();
  const { signal } = controller;
  const requested = new Set<string>();
  const current = new Set<string>();
  const asked = new Set<string>();
  const stopAt = createStopRule();
  let pause: RetryWait | undefined;

  const isNew = (id: string) => !requested.has(id);
  const wait = () => (pause !== undefined && pause.until > now() ? pause : undefined);

  function end(failure: Failure | undefined): void {
    if (signal.aborted) return;
    controller.abort();
    on.onEnd(failure);
  }

  function onWait(ms: number, failure: Failure): void {
    if (failure.kind !== 'throttled' || signal.aborted) return;
    const isFirst = wait() === undefined;
    pause = retryWait(ms, failure, now());
    on.onChange();
    if (isFirst) on.onThrottled(failure);
  }

  async function requestRow(id: string): Promise<void> {
    if (read === undefined) return;
    const options = { signal, onWait, isAutomatic: !asked.has(id) };
    const outcome = await client.send(read, rowRef(place, id).ids, options);
    if (signal.aborted) return;
    const stop = stopAt(outcome);
    if (stop?.isOfRow === false) return end(stop.failure);
    current.delete(id);
    asked.delete(id);
    if (stop === undefined) next();
    on.onChange(id, outcome);
    if (stop !== undefined || current.size === 0) end(stop?.failure);
  }

  function next(): void {
    while (current.size < client.limit()) {
      const id = on.first().find(isNew) ?? asked.values().find(isNew);
      if (id === undefined) return;
      requested.add(id);
      current.add(id);
      void requestRow(id);
    }
  }

  return {
    next,
    ask: (ids: readonly string[]): void => {
      for (const id of ids) if (isNew(id) || current.has(id)) asked.add(id);
      next();
    },
    stop: () => end({ kind: 'cancelled' }),
    isEnded: () => signal.aborted,
    isNew,
    current: (): ReadonlySet<string> => new Set(current),
    left: () => asked.size,
    wait,
  };
}

export function startListCheck(
  ports: CheckPorts,
  place: ListPlace,
  { onEnd, ...on }: Pick<Requests, 'first' | 'onThrottled'> & { readonly onEnd: () => void },
) {
  const { store, now } = ports;
  const throttle = createThrottle(ports, show);
  let responses = new Map<string, Outcome<JsonObject>>();
  let goal = NO_GOAL;

  const requests = requestRows(ports, place, {
    ...on,
    onChange: (id, response) => {
      if (id !== undefined && response !== undefined) responses.set(id, response);
      throttle.take();
    },
    onEnd: end,
  });

  function put(change: (state: State) => StateChange): void {
    throttle.drop();
    const arrived = responses;
    responses = new Map();
    store.setState(state => {
      const next = withResponses(withChange(state, { session: { now: now() } }), place, arrived);
      return withChange(next, change(next));
    }, true);
  }

  function show(): void {
    const { unfit: _unfit, ...asOf } = goal;
    const isAutomatic = goal === NO_GOAL;
    const { current, left, wait } = requests;
    const done = goal.total - left();
    const check = {
      ...asOf,
      list: placeKey(place),
      isAutomatic,
      done,
      current: current(),
      wait: wait(),
    };
    put(({ data }) => ({ data: { check, healthPause: isAutomatic ? data.healthPause : undefined } }));
  }

  function end(failure: Failure | undefined): void {
    onEnd();
    put(state => {
      // A failure of a check that no person asked for prevents the next one.
      const pause = failure?.kind === 'cancelled' ? undefined : failure;
      if (goal === NO_GOAL)
        return { data: { check: undefined, healthPause: pause ?? state.data.healthPause } };
      const notice = endNotice(state, place, goal.unfit, failure);
      // A notice would replace the field of an open dialog.
      const shown = state.dialog === undefined ? { notice } : {};
      return { data: { check: undefined, sortedRecords: state.data.records }, ...shown };
    });
  }

  return {
    ...requests,
    place,
    show,
    isAutomatic: () => goal === NO_GOAL,
    /** Checks rows for a person, after those on the screen. */
    ask: (ids: readonly string[], { total, unfit, since }: Pick<Goal, 'total' | 'unfit' | 'since'>): void => {
      requests.ask(ids);
      goal =
        goal === NO_GOAL
          ? { total, unfit, since, from: total - requests.left(), checkedSince: now() }
          : { ...goal, total, unfit };
      show();
      // The bar appears also while no response arrives.
      setTimeout(() => requests.isEnded() || show(), VISIBLE_AFTER_MS).unref();
    },
  };
}
