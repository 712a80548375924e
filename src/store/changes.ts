import { isSame, type JsonObject, member } from '../json/json.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { joinLine, type Line, span } from './line.ts';
import { type Place, placeKey } from './place.ts';
import { recordLoad } from './record-load.ts';
import { rowOf } from './row-index.ts';
import { currentView, type Rows, type State } from './state.ts';
import type { World } from './world.ts';

/** The fields of rows that have changed, by the rows' ids. */
export type ChangedCells = ReadonlyMap<string, ReadonlySet<string>>;

/** What the last reading of a place has changed: cells of a list, or a record, here as it was before. */
export type Changes = { readonly key: string } & (
  | { readonly is: 'list'; readonly cells: ChangedCells }
  | { readonly is: 'record'; readonly before: JsonObject; readonly fields: number }
);

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
  if (state.lists === before.lists) return undefined;
  const key = placeKey(place);
  const rows = state.lists[key]?.last?.value;
  const old = before.lists[key]?.last?.value;
  // What is only read on keeps the rows that were there: they are the same objects.
  if (rows === undefined || old === undefined || rows.items[0] === old.items[0]) return undefined;
  const cells = changesOf(resourceOf(place.kind), old, rows);
  return { changes: cells.size === 0 ? undefined : ({ is: 'list', key, cells } as const) };
}

/** The same of the record on the screen. */
function recordAgain(state: State, before: State, place: Extract<Place, { screen: 'record' }>) {
  const now = recordLoad(state, place.ref)?.last?.value;
  const then = recordLoad(before, place.ref)?.last?.value;
  if (now === undefined || then === undefined || now === then) return undefined;
  const names = new Set([...Object.keys(then), ...Object.keys(now)]);
  const fields = [...names].filter(name => !isSameIn(then, now, name)).length;
  const changes = { is: 'record', key: placeKey(place), before: then, fields } as const;
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
    if (again.changes === undefined && state.changes === undefined) return;
    store.setState(again);
    timer = setTimeout(() => store.setState({ changes: undefined }), SHOWN_MS);
    timer.unref();
  });
}

/** What has changed in the place on the screen. */
function changesHere(state: State): Changes | undefined {
  const { changes } = state;
  return changes?.key === placeKey(currentView(state).place) ? changes : undefined;
}

/** How many rows or fields have changed in the place on the screen; undefined when none has. */
export function changedWords(state: State): SafeText | undefined {
  const changes = changesHere(state);
  if (changes === undefined) return undefined;
  return safe`${changes.is === 'list' ? changes.cells.size : changes.fields} changed`;
}

export function changedCells(state: State): ChangedCells | undefined {
  const changes = changesHere(state);
  return changes?.is === 'list' ? changes.cells : undefined;
}

/** The record on the screen as it was before it was read again. */
export function recordBefore(state: State): JsonObject | undefined {
  const changes = changesHere(state);
  return changes?.is === 'record' ? changes.before : undefined;
}

/** What stands in front of what has changed. */
export const CHANGED = safe`*`;

/** The first of two spaces in front of a line gives way to the mark. */
function marked(line: Line): Line {
  if (line.is !== 'text') return line;
  const [first, ...rest] = line.spans;
  if (first === undefined || !first.text.startsWith('  ')) return line;
  return {
    ...line,
    spans: [span(safe` `), span(CHANGED, 'strong'), span(clean(first.text.slice(2)), first.style), ...rest],
  };
}

/** What a line says; how far apart its columns are is no news. */
const saidOf = (line: Line): string => `${line.id} ${joinLine(line).replace(/ +/g, ' ')}`;

/** The lines of a record, those marked that are not as they were. */
export function markedLines(now: readonly Line[], before: readonly Line[]): readonly Line[] {
  const then = new Set(before.map(saidOf));
  return now.map(line => (then.has(saidOf(line)) ? line : marked(line)));
}
