import { removePage } from '../../commands/remove-lines.ts';
import { type Line, span, textLine } from '../../store/line.ts';
import type { State } from '../../store/state.ts';
import { safe } from '../../text/sanitise.ts';
import { fieldSpans } from '../parts/field.ts';

/** The rows of the delete dialog that there is room for: the field comes when all above it were on the screen. */
export function removeRows(state: State): readonly Line[] {
  const { overlay } = state;
  const page = removePage(state);
  if (overlay?.is !== 'remove' || page === undefined) return [];
  if (!page.isLast || overlay.phase !== 'asking') return page.lines;
  return [
    ...page.lines,
    textLine('field', span(safe`   > `), ...fieldSpans(overlay.editor, state.size.columns - 8)),
  ];
}
