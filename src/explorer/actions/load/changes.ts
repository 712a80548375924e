import { isDeepStrictEqual } from 'node:util';
import type { Page } from '../../../api/response.ts';
import { isSame, type JsonObject, member } from '../../../json/json.ts';
import { resourceOf, resources } from '../../../resources/registry.ts';
import { ownId, type Resource } from '../../../resources/resource.ts';
import { clean, lower, safe } from '../../../text/sanitise.ts';
import { baseOf, isRecordId, type Loaded, type Records, type Rows, rowIndex } from '../../state/load.ts';
import { keyOf, type ListPlace, listPlaces, placeKey, rowRef } from '../../state/place.ts';
import { recordLoad } from '../../state/records.ts';
import { type ChangedCells, currentView, type ListChanges, type State } from '../../state/state.ts';
import { type Ports, update, withChange } from '../../state/store.ts';
import { loadWithoutRows, type PagingGuard } from './page-rows.ts';

const MAX_ADDED = 1000;

const NO_CHANGES: ListChanges = { cells: new Map(), missing: new Map(), added: new Set() };

const differentFields = (a: JsonObject, b: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    name => !isSame(member(a, name) ?? null, member(b, name) ?? null),
  );

type ChangedRows = ReadonlyMap<string, Readonly<{ item: JsonObject; fields: readonly string[] }>>;

function changedRows(before: Rows, now: Iterable<readonly [id: string, item: JsonObject]>): ChangedRows {
  const changed = new Map<string, { item: JsonObject; fields: readonly string[] }>();
  for (const [id, item] of now) {
    const then = before.items[rowIndex(before.ids, id)];
    if (then === undefined || then === item || !isRecordId(id)) continue;
    const fields = differentFields(then, item);
    if (fields.length > 0) changed.set(id, { item, fields });
  }
  return changed;
}

function withCells({ columns }: Resource, cells: ChangedCells, changed: ChangedRows): ChangedCells {
  const shown = new Set(columns.map(({ field }) => field));
  const next = new Map(cells);
  for (const [id, { fields }] of changed) {
    const added = fields.filter(field => shown.has(field));
    if (added.length > 0) next.set(id, new Set([...(cells.get(id) ?? []), ...added]));
  }
  return next;
}

function withOutdated({ data: { records } }: State, place: ListPlace, rows: Iterable<string>): Records {
  const outdated = [...rows].flatMap(id => {
    const key = keyOf(rowRef(place, id));
    const load = records[key];
    return load?.phase === 'ready' ? [[key, { ...load, isOutdated: true }] as const] : [];
  });
  return outdated.length === 0 ? records : { ...records, ...Object.fromEntries(outdated) };
}

export function withReloadMarked(state: State, place: ListPlace, before: Rows): State {
  const key = placeKey(place);
  const rows = state.data.lists[key]?.last?.value;
  if (rows === undefined) return state;
  const changed = changedRows(
    before,
    rows.ids.map((id, at) => [id, rows.items[at] ?? {}]),
  );
  const changes = { ...NO_CHANGES, cells: withCells(resourceOf(place.kind), new Map(), changed) };
  const records = withOutdated(state, place, changed.keys());
  return withChange(state, { data: { records, listChanges: { ...state.data.listChanges, [key]: changes } } });
}

function isWholeList({ next, stopped, pages: count }: Rows, pages: ReadonlyMap<number, Page>): boolean {
  const isLoaded = next === undefined && stopped === undefined && pages.size === count;
  const last = pages.get(count - 1);
  return isLoaded && (last?.next ?? last?.cut) === undefined;
}

type Received = Readonly<{ pages: ReadonlyMap<number, Page>; guard: PagingGuard }>;

/** No row is added, removed or moved: new records are counted, and those that are gone are marked. */
export function withRefreshed(state: State, place: ListPlace, last: Loaded<Rows>, refresh: Received): State {
  const { pages, guard } = refresh;
  const key = placeKey(place);
  const rows = last.value;
  const { listChanges, lists } = state.data;
  const earlier = listChanges[key] ?? NO_CHANGES;
  const received = new Map<string, JsonObject>();
  for (const item of [...pages.values()].flatMap(page => page.items)) {
    const id = ownId(item);
    if (id !== undefined) received.set(id, item);
  }
  const isWhole = isWholeList(rows, pages);
  const missing = rows.ids.filter(
    id => isRecordId(id) && !received.has(id) && pages.has(guard.ids.get(id) ?? -1),
  );
  const before = [...earlier.missing].filter(([id]) => !isWhole && !received.has(id));
  const changed = changedRows(rows, received);
  const changes: ListChanges = {
    cells: withCells(resourceOf(place.kind), earlier.cells, changed),
    missing: new Map([...missing.map(id => [id, isWhole ? 'gone' : 'moved'] as const), ...before]),
    added: new Set(
      [...earlier.added, ...[...received.keys()].filter(id => !guard.ids.has(id))].slice(-MAX_ADDED),
    ),
  };
  const newlyMissing = missing.filter(id => !earlier.missing.has(id));
  const items = rows.items.map((item, at) => changed.get(rows.ids[at] ?? '')?.item ?? item);
  // Order and filter work on the earlier items.
  const value = changed.size === 0 ? rows : { ...rows, items, base: baseOf(rows) };
  return withChange(state, {
    data: {
      lists: { ...lists, [key]: { phase: 'ready', last: { ...last, value } } },
      records: withOutdated(state, place, [...changed.keys(), ...newlyMissing]),
      listChanges: isDeepStrictEqual(changes, earlier) ? listChanges : { ...listChanges, [key]: changes },
    },
  });
}

export function withoutSeenChanges(state: State, before: State): State {
  const { place, cursor } = currentView(before);
  if (place.screen !== 'list' || cursor === undefined) return state;
  const key = placeKey(place);
  const changes = state.data.listChanges[key];
  const view = currentView(state);
  const isThere = view.cursor === cursor && placeKey(view.place) === key;
  if (isThere || changes?.cells.has(cursor) !== true) return state;
  const cells = new Map(changes.cells);
  cells.delete(cursor);
  return withChange(state, {
    data: { listChanges: { ...state.data.listChanges, [key]: { ...changes, cells } } },
  });
}

const SHOWN_MS = 10_000;

export function recordChangeMarker({ store }: Pick<Ports, 'store'>): (before: State) => void {
  let timer: NodeJS.Timeout | undefined;
  return before => {
    const state = store.getState();
    const { place } = currentView(state);
    if (place.screen !== 'record') return;
    const now = recordLoad(state, place.ref)?.last?.value;
    const then = recordLoad(before, place.ref)?.last?.value;
    if (now === undefined || then === undefined || now === then) return;
    clearTimeout(timer);
    const fields = differentFields(then, now).length;
    if (fields === 0 && state.data.recordChanges === undefined) return;
    const recordChanges = fields === 0 ? undefined : { key: placeKey(place), before: then, fields };
    update(store, { data: { recordChanges } });
    timer = setTimeout(() => update(store, { data: { recordChanges: undefined } }), SHOWN_MS);
    timer.unref();
  };
}

function withoutRepeated(state: State, { kind, plural, variant }: Resource): State {
  const { lists } = state.data;
  const [own = '', second = ''] = listPlaces(kind, {}).map(placeKey);
  const [rows, load] = [lists[own]?.last?.value, lists[second]];
  if (variant === undefined || rows === undefined || load?.last === undefined) return state;
  const repeated = new Set(load.last.value.ids.filter(id => isRecordId(id) && rowIndex(rows.ids, id) >= 0));
  if (repeated.size === 0) return state;
  const text = safe`${repeated.size} are in the list of ${lower(plural)} too and shown only there: the server may ignore ${clean(variant.name)}=true.`;
  return withChange(state, {
    data: { lists: { ...lists, [second]: loadWithoutRows(load, repeated) } },
    notice: { tone: 'warn', text },
  });
}

/** A server may ignore the parameter: then both lists of a kind have the same rows. */
export const withoutRepeatedRows = (state: State): State => resources.reduce(withoutRepeated, state);
