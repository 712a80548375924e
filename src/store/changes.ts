import { type JsonObject, member } from '../api/json.ts';
import { resourceOf } from '../resources/index.ts';
import type { Resource } from '../resources/resource.ts';
import { placeKey } from './place.ts';
import { rowOf } from './row-index.ts';
import { currentView, type Rows, type State } from './state.ts';
import type { World } from './world.ts';

/** Fields of rows of a list that are others than before its last reading, by the rows' ids. */
export type Changes = {
  /** The key of the list. */
  readonly key: string;
  readonly cells: ReadonlyMap<string, ReadonlySet<string>>;
};

const SHOWN_MS = 10_000;

/** The fields with a column that are not as they were. */
function changedFields({ columns }: Resource, before: JsonObject, now: JsonObject): ReadonlySet<string> {
  const text = (record: JsonObject, field: string): string => JSON.stringify(member(record, field) ?? null);
  const changed = columns.filter(({ field }) => text(before, field) !== text(now, field));
  return new Set(changed.map(({ field }) => field));
}

function changesOf(resource: Resource, before: Rows, now: Rows): Changes['cells'] {
  const cells = new Map<string, ReadonlySet<string>>();
  for (const [at, id] of now.ids.entries()) {
    const then = before.items[rowOf(before.ids, id)];
    const item = now.items[at];
    if (then === undefined || item === undefined || then === item) continue;
    const changed = changedFields(resource, then, item);
    if (changed.size > 0) cells.set(id, changed);
  }
  return cells;
}

/** The rows of the list on the screen before and after it was read again; undefined when it was not. */
function readAgain(state: State, before: State) {
  const { place } = currentView(state);
  if (place.screen !== 'list' || state.lists === before.lists) return undefined;
  const key = placeKey(place);
  const rows = state.lists[key]?.last?.value;
  const old = before.lists[key]?.last?.value;
  // What is only read on keeps the rows that were there: they are the same objects.
  if (rows === undefined || old === undefined || rows.items[0] === old.items[0]) return undefined;
  return { key, resource: resourceOf(place.kind), rows, old };
}

/** Marks for a while what another reading of the list on the screen has changed. */
export function startComparing({ store }: Pick<World, 'store'>): void {
  let timer: NodeJS.Timeout | undefined;
  store.subscribe((state, before) => {
    const again = readAgain(state, before);
    if (again === undefined) return;
    const cells = changesOf(again.resource, again.old, again.rows);
    clearTimeout(timer);
    if (cells.size === 0 && state.changes === undefined) return;
    store.setState({ changes: cells.size === 0 ? undefined : { key: again.key, cells } });
    timer = setTimeout(() => store.setState({ changes: undefined }), SHOWN_MS);
    timer.unref();
  });
}

/** What has changed in the list on the screen. */
export function changesHere(state: State): Changes['cells'] | undefined {
  const { changes } = state;
  return changes?.key === placeKey(currentView(state).place) ? changes.cells : undefined;
}
