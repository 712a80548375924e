import type { JsonObject } from '../../json/json.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { placeKey } from '../state/place.ts';
import type { ChangedCells, ReloadChanges } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import { joinLine, type Line, span } from './line.ts';

/** Returns the changes of the place on the screen. */
function currentChanges(state: State): ReloadChanges | undefined {
  const { changes } = state.data;
  return changes?.key === placeKey(currentView(state).place) ? changes : undefined;
}

/** Returns the number of changed rows or fields of the place on the screen; undefined without changes. */
export function changedWords(state: State): SafeText | undefined {
  const changes = currentChanges(state);
  if (changes === undefined) return undefined;
  return safe`${changes.kind === 'list' ? changes.cells.size : changes.fields} changed`;
}

export function changedCells(state: State): ChangedCells | undefined {
  const changes = currentChanges(state);
  return changes?.kind === 'list' ? changes.cells : undefined;
}

/** Returns the record on the screen before its reload. */
export function recordBefore(state: State): JsonObject | undefined {
  const changes = currentChanges(state);
  return changes?.kind === 'record' ? changes.before : undefined;
}

/** Mark of a change. */
export const CHANGED = safe`*`;

/** Replaces the second of two spaces at the start of a line by the mark. */
function markedLine(line: Line): Line {
  if (line.kind !== 'text') return line;
  const [first, ...rest] = line.spans;
  if (first === undefined || !first.text.startsWith('  ')) return line;
  return {
    ...line,
    spans: [span(safe` `), span(CHANGED, 'strong'), span(clean(first.text.slice(2)), first.style), ...rest],
  };
}

/** Returns the text of a line, ignoring the widths of its columns. */
const lineKey = (line: Line): string => `${line.id} ${joinLine(line).replace(/ +/g, ' ')}`;

/** Returns the lines of a record, the changed ones marked. */
export function markedLines(now: readonly Line[], before: readonly Line[]): readonly Line[] {
  const then = new Set(before.map(lineKey));
  return now.map(line => (then.has(lineKey(line)) ? line : markedLine(line)));
}
