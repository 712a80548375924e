import { nameOf } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd, cutMiddle, wrap } from '../../text/width.ts';
import { recordOf } from '../dialogs/table.ts';
import { joinLine, type Span, span } from '../facts/line.ts';
import { fieldSpans } from '../facts/text-field.ts';
import { rowPosition } from '../frame/row-status.ts';
import { contentOf } from '../screens/content.ts';
import { recordAt } from '../selection/cursor.ts';
import { settledView } from '../selection/settled-view.ts';
import type { State } from '../state/state.ts';
import { messageSpans } from './message.ts';
import { paintSpans } from './paint.ts';
import type { Theme } from './theme.ts';

/** Returns the text under the cursor, and its position. */
function cursorSummary(state: State): { readonly text: SafeText; readonly place: SafeText } {
  const content = contentOf(state);
  const { at } = settledView(state);
  if (content.kind === 'table') {
    const record = recordAt(content, at);
    const place = rowPosition(content, at);
    if (record === undefined) return { text: safe`(nothing here)`, place };
    const id = cutMiddle(clean(content.ids[at] ?? ''), 9);
    return { text: safe`${nameOf(content.resource, record)} ${id}`, place };
  }
  const line = content.lines.at(at);
  const words = line === undefined ? '' : joinLine(line).replace(/ {2,}/g, ' ').trim();
  return { text: clean(words), place: safe`${at + 1}/${content.lines.length}` };
}

/**
 * Returns target and question of a delete in the available rows; a single row has the target beside the
 * field.
 */
function deleteRows(state: State): readonly (readonly Span[])[] | undefined {
  const { dialog } = state;
  const question = dialog && recordOf(dialog).question?.(state, dialog);
  if (question === undefined) return undefined;
  const { prompt, facts, editor } = question;
  const { columns, rows } = state.screen.size;
  const field = [span(prompt, 'bad'), ...fieldSpans(editor, Math.max(8, columns - cells(prompt)))];
  if (facts === '') return [field];
  if (rows === 1) return [editor.parts.length > 0 ? field : [...field, span(safe`  ${facts}`, 'warn')]];
  const above = wrap(facts, columns).slice(0, rows - 1);
  return [...above.map(text => [span(text, 'warn')]), field];
}

/** Returns a sentence in as many rows as are needed and available; other text in one row. */
function messageRows(
  spans: readonly Span[],
  { columns, rows }: State['screen']['size'],
): readonly (readonly Span[])[] {
  const [only] = spans;
  if (only === undefined || spans.length > 1 || cells(only.text) <= columns) return [spans];
  return wrap(clean(only.text.trim()), columns)
    .slice(0, rows)
    .map(text => [span(text, only.style)]);
}

/** Returns the rows of a one-line screen: one, or more for a message. */
function rowsOf(state: State): readonly (readonly Span[])[] {
  const {
    dialog,
    notice,
    screen: { size },
  } = state;
  const prompt = deleteRows(state);
  if (prompt !== undefined) return prompt;
  if (dialog !== undefined || notice !== undefined) return messageRows(messageSpans(state), size);
  const { text, place } = cursorSummary(state);
  const mark = safe`▸ `;
  const room = size.columns - cells(mark) - cells(place) - 2;
  if (room < 4) return [[span(cutEnd(safe`${mark}${text}`, size.columns))]];
  const shown = cutEnd(text, room);
  const gap = clean(' '.repeat(2 + room - cells(shown)));
  return [[span(mark), span(shown, 'strong'), span(gap), span(place, 'dim')]];
}

/** Paints a one-line screen. */
export function lineRows(state: State, theme: Theme): readonly string[] {
  const options = { theme, width: Math.max(1, state.screen.size.columns) };
  return rowsOf(state).map(spans => paintSpans(spans, options));
}
