import { isSame, type JsonObject, member } from '../../json/json.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Rows } from '../state/load.ts';
import { type Place, placeKey, type View } from '../state/place.ts';
import type { World } from '../state/ports.ts';
import { recordLoad } from '../state/record-load.ts';
import { rowOf } from '../state/row-index.ts';
import type { ChangedCells, Changes } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';
import { currentLoad, surfaceOf } from '../view/content/content.ts';
import { cursorIndex } from '../view/content/cursor.ts';
import { STALE_MS } from '../view/frame/status-bar.ts';
import { pageRows } from '../view/layout.ts';
import { isWanted, shownLists } from '../view/record/lists-on-tab.ts';
import type { Reading } from './load/load.ts';

/** Where the cursor is in which list, filtered and sorted how. */
const placeStep = ({ place, cursor, filter, sort }: View): string =>
  [placeKey(place), cursor, filter, sort?.field, sort?.isDescending].join('\n');

/**
 * Asks for the next page when the cursor is within one screen of the last row: once for the same rows, so that
 * a page which was stopped is not asked for again by itself.
 */
export function askAhead(reading: Reading): (state: State) => void {
  let asked: Rows | undefined;
  let askedAt = '';
  return state => {
    const surface = surfaceOf(state);
    if (surface.kind !== 'table') asked = undefined;
    if (surface.kind !== 'table' || surface.rows.next === undefined || surface.rows === asked) return;
    const view = currentView(state);
    // In a filtered or sorted list a page may bring nothing to this end of it: then one page for every step there.
    const at = surface.listing.order === undefined ? '' : placeStep(view);
    if (at !== '' && (at === askedAt || state.dialog?.kind === 'filter')) return;
    const left = surface.ids.length - 1 - cursorIndex(surface, view);
    if (left >= pageRows(state, true) || currentLoad(state)?.phase !== 'ready') return;
    asked = surface.rows;
    askedAt = at;
    reading.more(view.place);
  };
}

/** Wakes once, when what is on the screen begins to count as old; else the screen of a resting explorer rests. */
export function startAgeing({ store, now }: Pick<World, 'store' | 'now'>): void {
  let timer: NodeJS.Timeout | undefined;
  let due: number | undefined;
  store.subscribe(state => {
    const at = currentLoad(state)?.last?.at;
    const next = at === undefined ? undefined : at + STALE_MS;
    if (next === due) return;
    due = next;
    clearTimeout(timer);
    if (next === undefined || next <= now()) return;
    timer = setTimeout(() => update(store, { session: { now: now() } }), next - now());
    timer.unref();
  });
}

const SHOWN_MS = 10_000;

const isSameIn = (a: JsonObject, b: JsonObject, field: string): boolean =>
  isSame(member(a, field) ?? null, member(b, field) ?? null);

/** The fields with a column that are not as they were. */
function changedFields({ columns }: Resource, before: JsonObject, now: JsonObject): ReadonlySet<string> {
  const changed = columns.filter(({ field }) => !isSameIn(before, now, field));
  return new Set(changed.map(({ field }) => field));
}

function changesOf(resource: Resource, before: Rows, now: Rows): ChangedCells {
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

/** What came of reading the list on the screen again; undefined when it was not. */
function listAgain(state: State, before: State, place: Extract<Place, { screen: 'list' }>) {
  if (state.data.lists === before.data.lists) return undefined;
  const key = placeKey(place);
  const rows = state.data.lists[key]?.last?.value;
  const old = before.data.lists[key]?.last?.value;
  // What is only read on keeps the rows that were there: they are the same objects.
  if (rows === undefined || old === undefined || rows.items[0] === old.items[0]) return undefined;
  const cells = changesOf(resourceOf(place.kind), old, rows);
  return { changes: cells.size === 0 ? undefined : ({ kind: 'list', key, cells } as const) };
}

/** The same of the record on the screen. */
function recordAgain(state: State, before: State, place: Extract<Place, { screen: 'record' }>) {
  const now = recordLoad(state, place.ref)?.last?.value;
  const then = recordLoad(before, place.ref)?.last?.value;
  if (now === undefined || then === undefined || now === then) return undefined;
  const names = new Set([...Object.keys(then), ...Object.keys(now)]);
  const fields = [...names].filter(name => !isSameIn(then, now, name)).length;
  const changes = { kind: 'record', key: placeKey(place), before: then, fields } as const;
  return { changes: fields === 0 ? undefined : changes };
}

function readAgain(state: State, before: State): { readonly changes: Changes | undefined } | undefined {
  const { place } = currentView(state);
  if (place.screen === 'list') return listAgain(state, before, place);
  return place.screen === 'record' ? recordAgain(state, before, place) : undefined;
}

/** Marks for a while what another reading of the place on the screen has changed. */
export function startComparing({ store }: Pick<World, 'store'>): void {
  let timer: NodeJS.Timeout | undefined;
  store.subscribe((state, before) => {
    const again = readAgain(state, before);
    if (again === undefined) return;
    clearTimeout(timer);
    if (again.changes === undefined && state.data.changes === undefined) return;
    update(store, { data: again });
    timer = setTimeout(() => update(store, { data: { changes: undefined } }), SHOWN_MS);
    timer.unref();
  });
}

/** Reads the lists of a tab once it is shown, when they may be read and its record is there. */
export function readingShownLists(reading: Reading): (state: State) => void {
  return state => {
    const { place } = currentView(state);
    if (place.screen !== 'record') return;
    const lists = shownLists(state);
    if (lists.length === 0 || recordLoad(state, place.ref)?.last === undefined) return;
    for (const list of lists)
      if (state.data.lists[placeKey(list)] === undefined && isWanted(state, list)) reading.load(list);
  };
}
