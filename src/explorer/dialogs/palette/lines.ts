import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, sized } from '../../../text/width.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { isNarrow } from '../../view/layout.ts';
import { type Line, span, textLine, titleLine } from '../../view/line.ts';
import type { DialogOf, Page } from '../shared/dialog.ts';
import { type Suggestion, suggestions } from './suggestions.ts';

/** Cells to the left of a row, for the mark of the chosen one, and between columns. */
const INDENT = 3;
const BETWEEN = 2;
/** Largest share of names when a row is too narrow: the ends of ids must stay readable. */
const NAMES_SHARE = 0.64;

const widest = (texts: readonly SafeText[]): number => Math.max(0, ...texts.map(cells));

/**
 * Returns the widths of the columns. Each is as wide as its texts; if that is too much, names are cut last.
 */
function paletteWidths(rows: readonly Suggestion[], columns: number) {
  const kind = isNarrow(columns) ? 0 : widest(rows.map(row => clean(row.kind)));
  const key = widest(rows.map(row => row.key ?? safe``));
  const others = [kind, key].filter(width => width > 0);
  const room = columns - INDENT - 1 - others.reduce((sum, width) => sum + width + BETWEEN, 0);
  const label = widest(rows.map(row => row.label));
  const title = widest(rows.map(row => row.title));
  const most = Math.max(Math.floor(room * NAMES_SHARE), room - BETWEEN - title);
  const labelCells = Math.min(label, most);
  return { label: labelCells, title: Math.max(0, Math.min(title, room - BETWEEN - labelCells)), kind, key };
}

type Widths = ReturnType<typeof paletteWidths>;

function paletteLine({ words, label, title, kind, key }: Suggestion, widths: Widths): Line {
  const gap = repeat(safe` `, BETWEEN);
  // A sentence is recognised by its beginning, an id by both of its ends.
  const text = kind === 'command' || kind === 'place' ? cutEnd(title, widths.title) : title;
  return textLine(
    `${kind}:${words}`,
    span(safe`${repeat(safe` `, INDENT)}${sized(label, widths.label)}`, 'strong'),
    span(safe`${gap}${sized(text, widths.title)}`),
    span(widths.kind === 0 ? safe`` : safe`${gap}${sized(clean(kind), widths.kind)}`, 'dim'),
    span(widths.key === 0 ? safe`` : safe`${gap}${sized(key ?? safe``, widths.key)}`, 'key'),
  );
}

/** Returns the title, or the notice about the typed line, which stays below it to be corrected. */
function lineTitle({ notice }: State): Line {
  if (notice === undefined) return titleLine('palette', safe`Go to or run`);
  return textLine('notice', span(safe` ${notice.text}`, notice.tone));
}

/** Returns the suggestions that fit, below the title. */
export function paletteLines(state: State, dialog: DialogOf<'palette'>, height: number): Required<Page> {
  const rows = suggestions(state, editorText(dialog.editor));
  const room = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(dialog.choice - room + 1, rows.length - room));
  const shown = rows.slice(top, top + room);
  const widths = paletteWidths(shown, state.screen.size.columns);
  return {
    lines: [lineTitle(state), ...shown.map(row => paletteLine(row, widths))],
    cursor: dialog.choice - top + 1,
  };
}
