import type { JsonObject } from '../../json/json.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { placeKey } from '../state/place.ts';
import type { ChangedCells, Changes } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import { joinLine, type Line, span } from './line.ts';

/** What has changed in the place on the screen. */
function changesHere(state: State): Changes | undefined {
  const { changes } = state.data;
  return changes?.key === placeKey(currentView(state).place) ? changes : undefined;
}

/** How many rows or fields have changed in the place on the screen; undefined when none has. */
export function changedWords(state: State): SafeText | undefined {
  const changes = changesHere(state);
  if (changes === undefined) return undefined;
  return safe`${changes.kind === 'list' ? changes.cells.size : changes.fields} changed`;
}

export function changedCells(state: State): ChangedCells | undefined {
  const changes = changesHere(state);
  return changes?.kind === 'list' ? changes.cells : undefined;
}

/** The record on the screen as it was before it was read again. */
export function recordBefore(state: State): JsonObject | undefined {
  const changes = changesHere(state);
  return changes?.kind === 'record' ? changes.before : undefined;
}

/** What stands in front of what has changed. */
export const CHANGED = safe`*`;

/** The first of two spaces in front of a line gives way to the mark. */
function marked(line: Line): Line {
  if (line.kind !== 'text') return line;
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
