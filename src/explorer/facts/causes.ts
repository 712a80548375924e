import type { JsonObject } from '../../json/json.ts';
import { type CauseGroup, causeRow, type FoundIn, groupCauses, problemsOf } from '../../resources/cause.ts';
import { changesBefore } from '../../resources/changes.ts';
import { historyOf, whenFound } from '../../resources/digest.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref, Resource } from '../../resources/resource.ts';
import { countedRecords } from '../../resources/resource.ts';
import { kept, memo, memoFields } from '../../text/memo.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { redactText } from '../../text/secrets/redact-text.ts';
import { type Loaded, type Records, type Rows, rowIndex } from '../state/load.ts';
import {
  causesPlace,
  hasCauses,
  idsInKey,
  isCauses,
  type ListPlace,
  placeKey,
  type View,
} from '../state/place.ts';
import { firstPlaces, newView, type State } from '../state/state.ts';
import { countOf, isAllLoaded } from './health-count.ts';
import { listingOf } from './visible-rows.ts';

export const CAUSE_LINE = 'cause:';

export const causeFilter = (id: string) => `cause:${id}`;
export const causeInFilter = (filter = ''): string | undefined =>
  /^\s*cause(?::|==?)([0-9a-f]{8})\s*$/.exec(filter)?.[1];

const withCauses = ({ place, ...view }: View): (View & { readonly place: ListPlace }) | undefined =>
  hasCauses(place) ? { ...view, place } : undefined;

export function causesView({ navigation, session }: Pick<State, 'navigation' | 'session'>) {
  const [view, below] = navigation.views.toReversed();
  const shown = view !== undefined && isCauses(view.place) ? below : view;
  const first = firstPlaces(session.server).find(hasCauses);
  return (shown && withCauses(shown)) ?? (first && withCauses(newView(first)));
}

type Problems = Readonly<{ found: readonly Omit<FoundIn<never>, 'bot'>[]; isPartial: boolean }>;
const problemsOfRecord = new WeakMap<JsonObject, Problems>();

const problemsIn = (resource: Resource, { value, at }: Loaded<JsonObject>, skewMs: number): Problems =>
  kept(problemsOfRecord, value, () => {
    const diagnosis = resource.diagnose?.(value, { now: at + skewMs, exact: false });
    return {
      found: (diagnosis === undefined ? [] : problemsOf(diagnosis)).map(finding => ({
        finding,
        ...whenFound(finding, value),
      })),
      isPartial: (diagnosis?.unchecked.length ?? 0) > 0,
    };
  });

type CausedBot = Readonly<{ ref: Ref; record: JsonObject }>;
type Causes = Readonly<{
  groups: readonly CauseGroup<CausedBot>[];
  rows: readonly JsonObject[];
  left: SafeText | undefined;
}>;

const masked = <B>(group: CauseGroup<B>): CauseGroup<B> => ({
  ...group,
  words: clean(redactText(group.words)),
  title: clean(redactText(group.title)),
  met: clean(redactText(group.met)),
});

/** A bot of the list: a row, and without a filter also one that was opened by its id. */
type IsAmong = (id: string, record: JsonObject) => boolean;
type Among = Readonly<{ isAmong: IsAmong; positionOf: (id: string) => number }>;

function groupRecords(place: ListPlace, records: Records, { isAmong, positionOf }: Among, skewMs: number) {
  const resource = resourceOf(place.kind);
  let checked = 0;
  let isPartial = false;
  const found = Object.entries(records).flatMap(([key, load]) => {
    const ids = load.last && idsInKey(key, place.kind);
    const id = load.last?.value['id'];
    if (load.last === undefined || ids === undefined || typeof id !== 'string') return [];
    if (load.phase === 'failed' && load.failure.kind === 'not-found') return [];
    if (!isAmong(id, load.last.value)) return [];
    const problems = problemsIn(resource, load.last, skewMs);
    checked += 1;
    isPartial ||= problems.isPartial || load.phase === 'failed';
    const bot = { ref: { kind: place.kind, ids }, record: load.last.value };
    return [{ at: positionOf(id), found: problems.found.map(each => ({ ...each, bot })) }];
  });
  // In the order of the list: among equal causes that of responses would decide.
  const inOrder = found.toSorted((a, b) => a.at - b.at).flatMap(each => each.found);
  const groups = groupCauses(inOrder, ({ record }) => record['alwaysAlive'] === true);
  return { checked, isPartial, groups: groups.map(masked) };
}

type CauseInputs = Readonly<{
  place: ListPlace;
  records: Records;
  rows: Rows | undefined;
  /** Ids of the rows that pass the filter; undefined without one. */
  passed: readonly string[] | undefined;
  unchecked: number;
  skewMs: number;
}>;

const causesIn = memoFields(({ place, records, rows, passed, unchecked, skewMs }: CauseInputs): Causes => {
  const ids = passed ?? rows?.ids ?? [];
  const isOfKind: IsAmong = (id, { dev }) =>
    rowIndex(ids, id) >= 0 || (passed === undefined && place.variant === undefined && dev !== true);
  const { checked, isPartial, groups } = groupRecords(
    place,
    records,
    { isAmong: isOfKind, positionOf: id => rowIndex(ids, id) },
    skewMs,
  );
  const isOpen = rows === undefined || !isAllLoaded(rows) || unchecked > 0 || checked < ids.length;
  const more = isOpen || isPartial ? safe`+` : safe``;
  const resource = resourceOf(place.kind);
  const plural = lower(resource.plural);
  const total =
    passed === undefined && rows !== undefined
      ? safe`${countOf(rows)} ${plural}`
      : countedRecords(resource, ids.length);
  const words = safe`${Math.min(checked, ids.length)} of ${total}`;
  const items = groups.map(group => ({
    ...causeRow(group, safe`${group.bots.length}${more}`),
    checked: words,
  }));
  const gaps = [
    rows === undefined || !isAllLoaded(rows) ? safe`${plural} that are not loaded` : undefined,
    checked < ids.length ? safe`${ids.length - checked} loaded ${plural}` : undefined,
    isPartial ? safe`parts of some ${plural}` : undefined,
  ];
  return { groups, rows: items, left: joinSafe(gaps) || undefined };
}, 3);

const passedIds = memo((ids: readonly string[], passed: number): readonly string[] => ids.slice(0, passed));

const NO_CAUSES: Causes = { groups: [], rows: [], left: undefined };

/** Under a filter those of its rows, unless `isWhole`. */
export function causesOf(state: State, isWhole = false): Causes {
  const view = causesView(state);
  if (view === undefined) return NO_CAUSES;
  const rows = state.data.lists[placeKey(view.place)]?.last?.value;
  const listing =
    isWhole || rows === undefined || (view.filter ?? '').trim() === ''
      ? undefined
      : listingOf(state, view, rows);
  return causesIn({
    place: view.place,
    records: state.data.records,
    rows,
    passed: listing && passedIds(listing.ids, listing.passed),
    unchecked: listing?.unchecked ?? 0,
    skewMs: state.session.clockSkewMs,
  });
}

export const causeRows = ({ data: { lists } }: Pick<State, 'data'>): Rows | undefined =>
  lists[placeKey(causesPlace)]?.last?.value;

function causeWords(state: State, id: string): SafeText | undefined {
  const words = causeRows(state)?.items.find(item => item['id'] === id)?.['title'];
  return typeof words === 'string' ? clean(words) : undefined;
}

export const changesOfCause = memo((group: CauseGroup<CausedBot>) =>
  changesBefore(
    group,
    group.bots.map(({ record }) => historyOf(record)),
  ),
);

export function changesBeforeCause(state: State): readonly SafeText[] | undefined {
  const id = causeInFilter(causesView(state)?.filter);
  const group = id === undefined ? undefined : causesOf(state).groups.find(each => each.id === id);
  return group && changesOfCause(group);
}

export const botsOf = (item: JsonObject) => Number.parseInt(String(item['bots']), 10);

/** The title of a list under a filter of one cause: the words of that; undefined while unknown. */
export const causeTitle = (state: State, filter: string | undefined): SafeText | undefined => {
  const id = causeInFilter(filter);
  return id === undefined ? undefined : causeWords(state, id);
};
