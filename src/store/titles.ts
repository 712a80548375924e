import { explain } from '../failure.ts';
import { resourceOf } from '../resources/index.ts';
import { nameOf, ownIdName, type Ref, type Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { clockTime } from '../text/time.ts';
import { cells, cutMiddle } from '../text/width.ts';
import type { Line } from './line.ts';
import { type Place, placeKey } from './place.ts';
import { currentView, knownRecord, type Load, type Rows, type State } from './state.ts';
import { currentLoad, cursorIndex, surfaceOf } from './surface.ts';

const SEPARATOR = ' › ';

function recordName(state: State, ref: Ref): SafeText {
  const resource = resourceOf(ref.kind);
  const record = knownRecord(state, ref);
  const id = clean(ref.ids[ownIdName(resource)] ?? '', 80);
  if (record === undefined) return cutMiddle(id, 16);
  const name = nameOf(resource, record);
  return name === '(no name)' ? cutMiddle(id, 16) : name;
}

function placeName(state: State, place: Place): SafeText {
  switch (place.screen) {
    case 'start':
      return safe`Welcome`;
    case 'list':
      return resourceOf(place.kind).plural;
    case 'raw':
      return safe`raw`;
    case 'record':
      return recordName(state, place.ref);
  }
}

/** The way here in at most `width` cells; the middle gives way, never the end. */
export function breadcrumb(state: State, width: number): SafeText {
  const names = state.views.map(view => cutMiddle(placeName(state, view.place), 40));
  const whole = joinSafe(names, SEPARATOR);
  if (cells(whole) <= width || names.length < 2) return cutMiddle(whole, width);
  const end = names.at(-1) ?? safe``;
  const before = names.at(-2) ?? safe``;
  const short = names.length > 2 ? safe`… › ${before} › ${end}` : safe`… › ${end}`;
  return cells(short) <= width ? short : cutMiddle(safe`… › ${end}`, width);
}

/** How much of a list is there: `40+` while more may come, `163` when it ended. */
export function countOf(rows: Rows): SafeText {
  const more = rows.next !== undefined || rows.stopped !== undefined;
  return safe`${rows.ids.length}${more ? safe`+` : safe``}`;
}

function listTitle(resource: Resource, load: Load<Rows> | undefined): SafeText {
  const rows = load?.last?.value;
  if (rows === undefined) return load?.phase === 'failed' ? safe`not loaded` : safe`reading`;
  const state =
    rows.next === undefined && rows.stopped === undefined ? safe`all loaded` : safe`more on the server`;
  const skipped = rows.skipped > 0 ? safe` · ${rows.skipped} unreadable` : safe``;
  if (rows.ids.length === 0 && rows.stopped === undefined)
    return safe`no ${clean(resource.plural.toLowerCase())} here`;
  return safe`${countOf(rows)} · ${state}${skipped}`;
}

/** The title of the present view, and what is said at its right. */
export function viewTitle(state: State): { readonly title: SafeText; readonly right: SafeText | undefined } {
  const { place } = currentView(state);
  switch (place.screen) {
    case 'start':
      return { title: safe`botscope`, right: undefined };
    case 'list': {
      const resource = resourceOf(place.kind);
      return { title: resource.plural, right: listTitle(resource, state.lists[placeKey(place)]) };
    }
    case 'record':
    case 'raw': {
      const resource = resourceOf(place.ref.kind);
      const raw = place.screen === 'raw' ? safe` as JSON, secrets masked` : safe``;
      return { title: safe`${resource.title} ${recordName(state, place.ref)}${raw}`, right: undefined };
    }
  }
}

/** When the answer on the screen came, and how it stands with it. */
export function freshness(state: State): SafeText {
  const load = currentLoad(state);
  if (load?.last === undefined) return safe``;
  const stale = load.phase === 'failed' ? safe`STALE · ` : safe``;
  return safe`${stale}${load.last.ms} ms · read ${clockTime(load.last.at)}`;
}

/** The line above the keys: a notice, else a failed reload, else what the cursor is on, in full. */
export function messageOf(state: State): {
  readonly text: SafeText;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad' | 'dim';
} {
  if (state.notice !== undefined) return state.notice;
  const load = currentLoad(state);
  if (load?.phase === 'failed' && load.last !== undefined) {
    const { detail } = load.failure;
    const words = explain(load.failure).title;
    return {
      tone: 'bad',
      text: safe`${words}${detail === undefined ? safe`` : safe`: ${detail}`} · r tries again`,
    };
  }
  return { tone: 'dim', text: cursorText(state) };
}

/** A line that does not fit on its row, in full and without its spacing. */
function lineText(line: Line | undefined, columns: number): SafeText {
  if (line?.is !== 'text') return safe``;
  const whole = joinSafe(
    line.spans.map(({ text }) => text),
    '',
  );
  return cells(whole) <= columns ? safe`` : clean(whole.replace(/ {2,}/g, ' ').trim());
}

function cursorText(state: State): SafeText {
  const surface = surfaceOf(state);
  const view = currentView(state);
  const at = cursorIndex(surface, view);
  if (surface.is !== 'table') return lineText(surface.lines[at], state.size.columns);
  const record = surface.rows.items[at];
  const stopped = surface.rows.stopped;
  if (record === undefined) return stopped ?? safe``;
  const id = surface.ids[at] ?? '';
  const place = safe`${at + 1}/${countOf(surface.rows)}`;
  const end = stopped !== undefined && at === surface.ids.length - 1 ? safe`  ${stopped}` : safe``;
  return safe`${place}  ${nameOf(surface.resource, record)}  ${clean(id, 80)}${end}`;
}
