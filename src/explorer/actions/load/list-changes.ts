import { isDeepStrictEqual } from 'node:util';
import type { Page } from '../../../api/response.ts';
import { isSame, type JsonObject, member } from '../../../json/json.ts';
import { ownId, ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import { baseOf, isRecordId, type Rows } from '../../state/load.ts';
import { keyOf, type ListPlace, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { rowIndex } from '../../state/row-index.ts';
import type { ListChanges } from '../../state/slices.ts';
import { currentView, type State } from '../../state/state.ts';
import { update, withChange } from '../../state/store.ts';
import type { PagingGuard } from './paging.ts';

/** Maximum number of new records that are counted. */
const MAX_ADDED = 1000;

const NO_CHANGES: ListChanges = { cells: new Map(), missing: new Map(), added: new Set() };

const isSameIn = (a: JsonObject, b: JsonObject, field: string): boolean =>
  isSame(member(a, field) ?? null, member(b, field) ?? null);

/** Returns the top-level fields of two versions of a record that differ. */
export const differentFields = (a: JsonObject, b: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(name => !isSameIn(a, b, name));

/** A new version of a row, and the fields in which it differs. */
type ChangedRow = { readonly item: JsonObject; readonly fields: readonly string[] };

function changedRows(
  before: Rows,
  now: Iterable<readonly [id: string, item: JsonObject]>,
): ReadonlyMap<string, ChangedRow> {
  const changed = new Map<string, ChangedRow>();
  for (const [id, item] of now) {
    const then = before.items[rowIndex(before.ids, id)];
    if (then === undefined || then === item || !isRecordId(id)) continue;
    const fields = differentFields(then, item);
    if (fields.length > 0) changed.set(id, { item, fields });
  }
  return changed;
}

function withCells(
  { columns }: Resource,
  cells: ListChanges['cells'],
  changed: ReadonlyMap<string, ChangedRow>,
): ListChanges['cells'] {
  const shown = new Set(columns.map(({ field }) => field));
  const next = new Map(cells);
  for (const [id, { fields }] of changed) {
    const added = fields.filter(field => shown.has(field));
    if (added.length > 0) next.set(id, new Set([...(cells.get(id) ?? []), ...added]));
  }
  return next;
}

/** Returns the full records with those of some rows marked as outdated. */
function withOutdated(
  { data: { records } }: State,
  { kind, ids }: ListPlace,
  rows: Iterable<string>,
): State['data']['records'] {
  const own = ownIdName(resourceOf(kind));
  const outdated = [...rows].flatMap(id => {
    const key = keyOf(kind, { ...ids, [own]: id });
    const load = records[key];
    return load?.phase === 'ready' ? [[key, { ...load, isOutdated: true }] as const] : [];
  });
  return outdated.length === 0 ? records : { ...records, ...Object.fromEntries(outdated) };
}

/** Returns the state after a person has reloaded a list: only the changes since `before` are marked. */
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

/** Reloaded pages of a list by their number, and the paging guard of its first load. */
export type RefreshedPages = {
  readonly pages: ReadonlyMap<number, Page>;
  readonly guard: PagingGuard;
};

function isWholeList({ next, stopped, pages: count }: Rows, pages: RefreshedPages['pages']): boolean {
  const isLoaded = next === undefined && stopped === undefined && pages.size === count;
  const last = pages.get(count - 1);
  return isLoaded && (last?.next ?? last?.cut) === undefined;
}

/** Returns the rows with new versions of some items. Order and filter work on the earlier ones. */
function withItems(rows: Rows, changed: ReadonlyMap<string, ChangedRow>): Rows {
  if (changed.size === 0) return rows;
  const items = rows.items.map((item, at) => changed.get(rows.ids[at] ?? '')?.item ?? item);
  return { ...rows, items, base: baseOf(rows) };
}

/**
 * Returns the rows after a refresh, and the change of the state besides them. No row is added, removed or
 * moved: new records are counted, and those that are gone are marked.
 */
export function refreshedRows(
  state: State,
  { place, rows }: { readonly place: ListPlace; readonly rows: Rows },
  { pages, guard }: RefreshedPages,
): { readonly rows: Rows; readonly data: Pick<State['data'], 'records' | 'listChanges'> } {
  const key = placeKey(place);
  const earlier = state.data.listChanges[key] ?? NO_CHANGES;
  const received = new Map<string, JsonObject>();
  for (const item of [...pages.values()].flatMap(page => page.items)) {
    const id = ownId(item);
    if (id !== undefined) received.set(id, item);
  }
  const isMissing = (id: string): boolean =>
    isRecordId(id) && !received.has(id) && pages.has(guard.ids.get(id) ?? -1);
  const isWhole = isWholeList(rows, pages);
  const missing = rows.ids.filter(isMissing);
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
  const records = withOutdated(state, place, [...changed.keys(), ...newlyMissing]);
  const { listChanges } = state.data;
  const data = {
    records,
    listChanges: isDeepStrictEqual(changes, earlier) ? listChanges : { ...listChanges, [key]: changes },
  };
  return { rows: withItems(rows, changed), data };
}

/** Removes the marks of a row when the cursor leaves it: the person has seen them. */
export function dropSeenChanges(store: Ports['store'], before: State): void {
  const state = store.getState();
  const { place, cursor } = currentView(before);
  if (place.screen !== 'list' || cursor === undefined) return;
  const key = placeKey(place);
  const changes = state.data.listChanges[key];
  const view = currentView(state);
  const isThere = view.cursor === cursor && placeKey(view.place) === key;
  if (isThere || changes?.cells.has(cursor) !== true) return;
  const cells = new Map(changes.cells);
  cells.delete(cursor);
  update(store, { data: { listChanges: { ...state.data.listChanges, [key]: { ...changes, cells } } } });
}
