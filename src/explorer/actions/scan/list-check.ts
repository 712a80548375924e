import type { Outcome } from '../../../api/client.ts';
import { explain, type Failure } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
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
import { type Load, loadedOf, rowIndex } from '../../state/load.ts';
import { keyOf, type ListPlace, placeKey } from '../../state/place.ts';
import type { Notice, State } from '../../state/state.ts';
import { type Ports, type StateChange, withChange } from '../../state/store.ts';
import { createThrottle } from '../load/throttle.ts';
import { type RequestRow, type RowRequests, requestRows } from './row-requests.ts';

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
  const parts: readonly (SafeText | undefined)[] = [
    failure?.kind === 'cancelled' ? safe`Stopped` : undefined,
    checkedWords(count, rows, resource),
    failed,
    found === undefined || count.troubled === 0
      ? found
      : safe`${found} (${keyName(keymap, 'list.troubled')})`,
    failure === undefined ? undefined : safe`${keyName(keymap, 'list.scan-all')} continues`,
  ];
  const tone = isStopped ? 'bad' : failed === undefined ? 'plain' : 'warn';
  return {
    tone,
    text: safe`${why}${joinSafe(
      parts.filter(part => part !== undefined),
      ' · ',
    )}`,
  };
}

/** A check of rows of one list. */
export type ListCheck = {
  readonly place: ListPlace;
  readonly requests: RowRequests;
  /** True while no person has asked for any row. */
  readonly isAutomatic: () => boolean;
  /** Checks rows for a person, after those on the screen. */
  readonly ask: (ids: readonly string[], goal: Goal) => void;
  /** Writes the responses that the screen does not show yet to the store. */
  readonly show: () => void;
};

type ListCheckOptions = {
  readonly request: RequestRow;
  readonly onThrottled: (failure: Failure) => void;
  readonly onEnd: () => void;
};

/** Starts a check: it loads full records, and writes those that come close together at once to the store. */
export function startListCheck(
  ports: Ports,
  place: ListPlace,
  { request, onThrottled, onEnd }: ListCheckOptions,
): ListCheck {
  const { store, client, now } = ports;
  let responses = new Map<string, Outcome<JsonObject>>();
  let goal: (Goal & { readonly from: number; readonly checkedSince: number }) | undefined;
  let barTimer: NodeJS.Timeout | undefined;
  const throttle = createThrottle(ports, show);

  const requests = requestRows(request, {
    now,
    limit: () => client?.limit() ?? 1,
    onChange: response => {
      if (response !== undefined) responses.set(response.id, response.outcome);
      throttle.take();
    },
    onThrottled,
    onEnd: end,
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

  function show(): void {
    const { total = 0, from = 0, since = 0, checkedSince = 0 } = goal ?? {};
    put(({ data: { healthPause } }) => ({
      data: {
        scan: {
          list: placeKey(place),
          isAutomatic: goal === undefined,
          total,
          done: total - requests.left(),
          from,
          since,
          checkedSince,
          current: requests.current(),
          wait: requests.wait(),
        },
        healthPause: goal === undefined ? healthPause : undefined,
      },
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

  function ask(ids: readonly string[], next: Goal): void {
    requests.ask(ids);
    const { since, from, checkedSince } = goal ?? {
      since: next.since,
      from: next.total - requests.left(),
      checkedSince: now(),
    };
    goal = { ...next, since, from, checkedSince };
    show();
    // The bar appears also while no response arrives.
    clearTimeout(barTimer);
    barTimer = setTimeout(show, VISIBLE_AFTER_MS);
  }

  return { place, requests, isAutomatic: () => goal === undefined, ask, show };
}
