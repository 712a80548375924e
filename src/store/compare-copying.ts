import { MASK } from '../resources/field.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { pathText } from './change-words.ts';
import { comparisonOf } from './compare.ts';
import { changeAt, sideOf } from './compare-lines.ts';
import type { Copyable } from './copying.ts';
import { cursorIndex } from './cursor.ts';
import type { ComparePlace } from './place.ts';
import { currentView, type State } from './state.ts';
import { surfaceOf } from './surface.ts';

/** The difference under the cursor, and the side of it that its line shows. */
function cursorChange(state: State, place: ComparePlace) {
  const surface = surfaceOf(state);
  const id = surface.ids[cursorIndex(surface, currentView(state))] ?? '';
  const comparison = comparisonOf(state, place);
  const change = comparison === undefined ? undefined : changeAt(comparison, id);
  return change === undefined ? undefined : { change, side: sideOf(id) };
}

/** The value of the line under the cursor; of a change on one line what it is now, or was when it is gone. */
export function changedValue(state: State, place: ComparePlace): Copyable | SafeText {
  const found = cursorChange(state, place);
  if (found === undefined) return safe`This line has no value of its own.`;
  const { change, side } = found;
  const isBefore = change.kind === 'removed' || (side === 'before' && change.kind !== 'added');
  const value = isBefore ? change.before : change.after;
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  if (text.includes(MASK)) return safe`A secret is not copied.`;
  return { text, what: isBefore ? safe`value before` : safe`value now` };
}

/** The path of the difference under the cursor. */
export function changedPath(state: State, place: ComparePlace): Copyable | SafeText {
  const found = cursorChange(state, place);
  return found === undefined
    ? safe`There is no difference on this line.`
    : { text: pathText(found.change.path), what: safe`path` };
}
