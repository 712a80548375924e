import { nameOf } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd, cutMiddle, wrap } from '../../text/width.ts';
import { recordOf } from '../dialogs/table.ts';
import type { State } from '../state/state.ts';
import { surfaceOf } from '../view/content/content.ts';
import { recordAt } from '../view/content/cursor.ts';
import { rowOf } from '../view/content/list-title.ts';
import { settledView } from '../view/content/settled-view.ts';
import { joinLine, type Span, span } from '../view/line.ts';
import { fieldSpans } from '../view/text-field.ts';
import { messageSpans } from './message.ts';
import { paintSpans } from './paint.ts';
import type { Theme } from './theme.ts';

/** Returns what is under the cursor, and its position. */
function here(state: State): { readonly text: SafeText; readonly place: SafeText } {
  const surface = surfaceOf(state);
  const { at } = settledView(state);
  if (surface.kind === 'table') {
    const record = recordAt(surface, at);
    const place = rowOf(surface, at);
    if (record === undefined) return { text: safe`(nothing here)`, place };
    const id = cutMiddle(clean(surface.ids[at] ?? ''), 9);
    return { text: safe`${nameOf(surface.resource, record)} ${id}`, place };
  }
  const line = surface.lines.at(at);
  const words = line === undefined ? '' : joinLine(line).replace(/ {2,}/g, ' ').trim();
  return { text: clean(words), place: safe`${at + 1}/${surface.lines.length}` };
}

/**
 * Returns target and question of a delete in the available rows; on a single row the target is before the
 * field.
 */
function deleteRows(state: State): readonly (readonly Span[])[] | undefined {
  const { dialog } = state;
  const question = dialog && recordOf(dialog).question?.(state, dialog);
  if (question === undefined) return undefined;
  const { asked, facts, editor } = question;
  const { columns, rows } = state.screen.size;
  const field = [span(asked, 'bad'), ...fieldSpans(editor, Math.max(8, columns - cells(asked)))];
  if (facts === '') return [field];
  if (rows === 1) return [editor.parts.length > 0 ? field : [...field, span(safe`  ${facts}`, 'warn')]];
  const above = wrap(facts, columns).slice(0, rows - 1);
  return [...above.map(text => [span(text, 'warn')]), field];
}

/** Returns a sentence in as many rows as it needs and there are; other text in one row. */
function saidRows(
  spans: readonly Span[],
  { columns, rows }: State['screen']['size'],
): readonly (readonly Span[])[] {
  const [only] = spans;
  if (only === undefined || spans.length > 1 || cells(only.text) <= columns) return [spans];
  return wrap(clean(only.text.trim()), columns)
    .slice(0, rows)
    .map(text => [span(text, only.style)]);
}

/** Returns the screen of a terminal with room for one line: one row, or more for a message. */
function lines(state: State): readonly (readonly Span[])[] {
  const {
    dialog,
    notice,
    screen: { size },
  } = state;
  const asked = deleteRows(state);
  if (asked !== undefined) return asked;
  if (dialog !== undefined || notice !== undefined) return saidRows(messageSpans(state), size);
  const { text, place } = here(state);
  const mark = safe`▸ `;
  const room = size.columns - cells(mark) - cells(place) - 2;
  if (room < 4) return [[span(cutEnd(safe`${mark}${text}`, size.columns))]];
  const shown = cutEnd(text, room);
  const gap = clean(' '.repeat(2 + room - cells(shown)));
  return [[span(mark), span(shown, 'strong'), span(gap), span(place, 'dim')]];
}

/** Paints the screen of a terminal with room for one line. */
export function lineRows(state: State, theme: Theme): readonly string[] {
  const brush = { theme, width: Math.max(1, state.screen.size.columns) };
  return lines(state).map(spans => paintSpans(spans, brush));
}
