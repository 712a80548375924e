import type { Client, Outcome } from '../../../api/client.ts';
import { wait } from '../../../api/limiter.ts';
import { explain, type Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { ownIdName } from '../../../resources/resource.ts';
import { joinSafe, safe } from '../../../text/sanitise.ts';
import {
  attentionWords,
  checkedWords,
  failedWords,
  fullWords,
  healthCount,
} from '../../facts/health-count.ts';
import { VISIBLE_AFTER_MS } from '../../frame/progress.ts';
import { troubledRefs } from '../../screens/home/attention.ts';
import { isAtHome } from '../../selection/rows-to-check.ts';
import { keyName } from '../../state/key-names.ts';
import { type Load, loadedOf, type RetryWait, retryWait, rowIndex } from '../../state/load.ts';
import { keyOf, type ListPlace, placeKey } from '../../state/place.ts';
import type { Notice, State } from '../../state/state.ts';
import { type Ports, type StateChange, withChange } from '../../state/store.ts';
import { createThrottle } from '../load/throttle.ts';
import { createStopRule } from './stop-rule.ts';

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

/** Returns the records with new responses, without those of rows that left the list: they were deleted. */
function withResponses(
  { data: { lists, records } }: State,
  place: ListPlace,
  responses: ReadonlyMap<string, Outcome<JsonObject>>,
): State['data']['records'] {
  if (responses.size === 0) return records;
  const own = ownIdName(resourceOf(place.kind));
  const rows = lists[placeKey(place)]?.last?.value;
  const added = [...responses].flatMap(([id, outcome]) => {
    if (rows !== undefined && rowIndex(rows.ids, id) < 0) return [];
    const key = keyOf(place.kind, { ...place.ids, [own]: id });
    return [[key, recordAfter(records[key], outcome)] as const];
  });
  return { ...records, ...Object.fromEntries(added) };
}

/** Ends a check that no person asked for: a failure prevents the next one. */
function quietEnd(state: State, { kind }: ListPlace, failure: Failure | undefined): StateChange {
  const { data, session } = state;
  const { records, sortedRecords } = data;
  const pause = failure?.kind === 'cancelled' ? undefined : failure;
  const listed = troubledRefs({ session, data: { ...data, records: sortedRecords } }, resourceOf(kind));
  // An empty list of the home screen has room for its first lines.
  const isShown = isAtHome(state) && listed.length === 0;
  return {
    data: {
      scan: undefined,
      healthPause: pause ?? data.healthPause,
      sortedRecords: isShown ? records : sortedRecords,
    },
  };
}

/** The rows that a person asked for. */
type Goal = {
  /** Their number, with those that need no request. */
  readonly total: number;
  /** Number of further ones that do not fit into memory. */
  readonly unfit: number;
  /** Start of the work, which may begin with the pages of the list. */
  readonly since: number;
};

/** Returns the notice at the end of what a person asked for. */
function endNotice(
  state: State,
  place: ListPlace,
  { unfit, failure }: { readonly unfit: number; readonly failure: Failure | undefined },
): Notice | undefined {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  if (rows === undefined) return undefined;
  const { keymap } = state.user;
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
    found === undefined || count.troubled === 0
      ? found
      : safe`${found} (${keyName(keymap, 'list.troubled')})`,
    failure === undefined ? undefined : safe`${keyName(keymap, 'list.scan-all')} continues`,
  ];
  const words = joinSafe(
    parts.filter(part => part !== undefined),
    ' · ',
  );
  return { tone: isStopped ? 'bad' : failed === undefined ? 'plain' : 'warn', text: safe`${why}${words}` };
}

type RequestOptions = NonNullable<Parameters<Client['send']>[2]>;
type RowResponse = { readonly id: string; readonly outcome: Outcome<JsonObject> };

/** Starts requests for the full records of rows: several at once, each row once, until a stop or the last. */
function requestRows(
  request: (id: string, options: RequestOptions) => Promise<Outcome<JsonObject>>,
  { now, client }: Pick<Ports, 'now' | 'client'>,
  on: {
    /** Called after each change; `response`: the result of one row. */
    readonly change: (response?: RowResponse) => void;
    /** Called at the first 429 of the server: once until its pause is over. */
    readonly throttled: (failure: Failure) => void;
    /** Called at the end: with the failure that stopped the requests, or without one after the last row. */
    readonly end: (failure: Failure | undefined) => void;
  },
) {
  const controller = new AbortController();
  const { signal } = controller;
  const requested = new Set<string>();
  const current = new Set<string>();
  let first: readonly string[] = [];
  /** Rows that a person asked for, until their response. */
  const asked = new Set<string>();
  const stopAt = createStopRule();
  let pause: { readonly over: Promise<boolean>; readonly wait: RetryWait } | undefined;

  const isNew = (id: string): boolean => !requested.has(id);

  function end(failure: Failure | undefined): void {
    if (signal.aborted) return;
    controller.abort();
    on.end(failure);
  }

  function onWait(ms: number, failure: Failure): void {
    if (failure.kind !== 'throttled' || signal.aborted) return;
    const isFirst = pause === undefined;
    const over = wait(ms, signal).finally(() => {
      if (pause?.over === over) pause = undefined;
      if (!signal.aborted) on.change();
    });
    pause = { over, wait: retryWait(ms, failure, now()) };
    on.change();
    if (isFirst) on.throttled(failure);
  }

  async function requestRow(id: string): Promise<void> {
    const isAutomatic = !asked.has(id);
    // No row is requested during a pause that the server requested.
    if (pause !== undefined) await pause.over;
    if (signal.aborted) return;
    const outcome = await request(id, { signal, onWait, isAutomatic });
    if (signal.aborted) return;
    const stop = stopAt(outcome);
    if (stop?.isOfRow === false) return end(stop.failure);
    current.delete(id);
    asked.delete(id);
    if (stop === undefined) startNext();
    on.change({ id, outcome });
    if (stop !== undefined || current.size === 0) end(stop?.failure);
  }

  function startNext(): void {
    while (current.size < (client?.limit() ?? 1)) {
      const id = first.find(isNew) ?? asked.values().find(isNew);
      if (id === undefined) return;
      requested.add(id);
      current.add(id);
      void requestRow(id);
    }
  }

  return {
    /** Replaces the rows that come first, whether a person asked for them or not. */
    setFirst: (ids: readonly string[]): void => {
      first = ids;
      startNext();
    },
    ask: (ids: readonly string[]): void => {
      for (const id of ids) if (isNew(id) || current.has(id)) asked.add(id);
      startNext();
    },
    stop: (): void => end({ kind: 'cancelled' }),
    current: (): ReadonlySet<string> => new Set(current),
    /** Returns the number of rows without a response that a person asked for. */
    left: (): number => asked.size,
    /** Returns true while rows wait that come first. */
    hasFirst: (): boolean => first.some(isNew),
    isRequested: (id: string): boolean => requested.has(id),
    /** Returns the pause requested by the server, while it lasts. */
    wait: (): RetryWait | undefined => pause?.wait,
  };
}

/** Starts a check: it loads full records, and writes those that come close together at once to the store. */
export function startListCheck(
  ports: Ports,
  place: ListPlace,
  {
    read,
    onThrottled,
    onEnd,
  }: {
    readonly read: (id: string, options: RequestOptions) => Promise<Outcome<JsonObject>>;
    readonly onThrottled: (failure: Failure) => void;
    readonly onEnd: () => void;
  },
) {
  const { store, now } = ports;
  let responses = new Map<string, Outcome<JsonObject>>();
  let goal: (Goal & { readonly from: number; readonly checkedSince: number }) | undefined;
  let barTimer: NodeJS.Timeout | undefined;
  const throttle = createThrottle(ports, show);

  const requests = requestRows(read, ports, {
    change: response => {
      if (response !== undefined) responses.set(response.id, response.outcome);
      throttle.take();
    },
    throttled: onThrottled,
    end,
  });

  function put(change: (state: State) => StateChange): void {
    throttle.drop();
    const arrived = responses;
    responses = new Map();
    store.setState(state => {
      const records = withResponses(state, place, arrived);
      const next = withChange(state, { data: { records }, session: { now: now() } });
      return withChange(next, change(next));
    }, true);
  }

  /** Writes the responses that the screen does not show yet to the store. */
  function show(): void {
    const { total = 0, from = 0, since = 0, checkedSince = 0 } = goal ?? {};
    const scan = {
      list: placeKey(place),
      isAutomatic: goal === undefined,
      total,
      done: total - requests.left(),
      from,
      since,
      checkedSince,
      current: requests.current(),
      wait: requests.wait(),
    };
    put(({ data: { healthPause } }) => ({
      data: { scan, healthPause: goal === undefined ? healthPause : undefined },
    }));
  }

  function end(failure: Failure | undefined): void {
    clearTimeout(barTimer);
    onEnd();
    put(state => {
      if (goal === undefined) return quietEnd(state, place, failure);
      const notice = endNotice(state, place, { unfit: goal.unfit, failure });
      // A notice would replace the field of an open dialog.
      const shown = state.dialog === undefined ? { notice } : {};
      return { data: { scan: undefined, sortedRecords: state.data.records }, ...shown };
    });
  }

  return {
    place,
    requests,
    show,
    /** Returns true while no person has asked for any row. */
    isAutomatic: (): boolean => goal === undefined,
    /** Checks rows for a person, after those on the screen. */
    ask: (ids: readonly string[], next: Goal): void => {
      requests.ask(ids);
      const from = goal?.from ?? next.total - requests.left();
      goal = { ...next, since: goal?.since ?? next.since, from, checkedSince: goal?.checkedSince ?? now() };
      show();
      // The bar appears also while no response arrives.
      clearTimeout(barTimer);
      barTimer = setTimeout(show, VISIBLE_AFTER_MS);
    },
  };
}
