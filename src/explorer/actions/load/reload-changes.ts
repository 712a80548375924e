import { isSame, type JsonObject, member } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import type { Rows } from '../../state/load.ts';
import { type Place, placeKey } from '../../state/place.ts';
import type { Ports } from '../../state/ports.ts';
import { recordLoad } from '../../state/record-load.ts';
import { rowIndex } from '../../state/row-index.ts';
import type { ChangedCells, ReloadChanges } from '../../state/slices.ts';
import { currentView, type State } from '../../state/state.ts';
import { update } from '../../state/store.ts';

const SHOWN_MS = 10_000;

const isSameIn = (a: JsonObject, b: JsonObject, field: string): boolean =>
  isSame(member(a, field) ?? null, member(b, field) ?? null);

/** Returns the changed fields that have a column. */
function changedFields({ columns }: Resource, before: JsonObject, now: JsonObject): ReadonlySet<string> {
  const changed = columns.filter(({ field }) => !isSameIn(before, now, field));
  return new Set(changed.map(({ field }) => field));
}

function changesOf(resource: Resource, before: Rows, now: Rows): ChangedCells {
  const cells = new Map<string, ReadonlySet<string>>();
  for (const [at, id] of now.ids.entries()) {
    const then = before.items[rowIndex(before.ids, id)];
    const item = now.items[at];
    if (then === undefined || item === undefined || then === item) continue;
    const changed = changedFields(resource, then, item);
    if (changed.size > 0) cells.set(id, changed);
  }
  return cells;
}

/** Returns the changes of a reloaded list; undefined without a reload. */
function listChanges(state: State, before: State, place: Extract<Place, { screen: 'list' }>) {
  if (state.data.lists === before.data.lists) return undefined;
  const key = placeKey(place);
  const rows = state.data.lists[key]?.last?.value;
  const old = before.data.lists[key]?.last?.value;
  // Further pages leave the objects of earlier rows unchanged.
  if (rows === undefined || old === undefined || rows.items[0] === old.items[0]) return undefined;
  const cells = changesOf(resourceOf(place.kind), old, rows);
  return { changes: cells.size === 0 ? undefined : ({ kind: 'list', key, cells } as const) };
}

/** Returns the changes of a reloaded record; undefined without a reload. */
function recordChanges(state: State, before: State, place: Extract<Place, { screen: 'record' }>) {
  const now = recordLoad(state, place.ref)?.last?.value;
  const then = recordLoad(before, place.ref)?.last?.value;
  if (now === undefined || then === undefined || now === then) return undefined;
  const names = new Set([...Object.keys(then), ...Object.keys(now)]);
  const fields = [...names].filter(name => !isSameIn(then, now, name)).length;
  const changes = { kind: 'record', key: placeKey(place), before: then, fields } as const;
  return { changes: fields === 0 ? undefined : changes };
}

function changesSince(
  state: State,
  before: State,
): { readonly changes: ReloadChanges | undefined } | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list') return listChanges(state, before, place);
  return place.screen === 'record' ? recordChanges(state, before, place) : undefined;
}

/** Returns a function that marks the changes of a reload for a while. */
export function reloadMarker({ store }: Pick<Ports, 'store'>): (before: State) => void {
  let timer: NodeJS.Timeout | undefined;
  return before => {
    const state = store.getState();
    const found = changesSince(state, before);
    if (found === undefined) return;
    clearTimeout(timer);
    if (found.changes === undefined && state.data.changes === undefined) return;
    update(store, { data: found });
    timer = setTimeout(() => update(store, { data: { changes: undefined } }), SHOWN_MS);
    timer.unref();
  };
}
