import { nameOf } from '../resources/resource.ts';
import { recordAt } from '../store/cursor.ts';
import { joinLine, type Span, span } from '../store/line.ts';
import { rowOf } from '../store/list-titles.ts';
import { settledView } from '../store/moving.ts';
import type { State } from '../store/state.ts';
import { surfaceOf } from '../store/surface.ts';
import { tokenOf } from '../store/victims.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { cells, cutEnd, cutMiddle } from '../text/width.ts';
import { Menu } from './overlays/menu.tsx';
import { paintSpans } from './paint.ts';
import { fieldSpans } from './parts/field.ts';
import { messageSpans } from './parts/message.ts';
import { Row } from './parts/row.tsx';
import type { Shared } from './shared.ts';

/** What is under the cursor, and where it stands among the rest. */
function here(state: State): { readonly text: SafeText; readonly place: SafeText } {
  const surface = surfaceOf(state);
  const { at } = settledView(state);
  if (surface.is === 'table') {
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

/** The whole screen in one line of spans, for a terminal that has no room for more. */
function oneLine(state: State): readonly Span[] {
  const { overlay, notice, size } = state;
  if (overlay?.is === 'remove' && overlay.phase === 'asking' && overlay.hint === undefined) {
    const asked = safe`Delete ${overlay.name}? `;
    const room = Math.max(8, size.columns - cells(asked));
    return [span(asked, 'bad'), ...fieldSpans(overlay.editor, room)];
  }
  if (overlay?.is === 'remove-many' && overlay.phase === 'asking' && overlay.hint === undefined) {
    const asked = safe`Type ${clean(tokenOf(overlay))}: `;
    const room = Math.max(8, size.columns - cells(asked));
    return [span(asked, 'bad'), ...fieldSpans(overlay.editor, room)];
  }
  if (overlay !== undefined || notice !== undefined) return messageSpans(state);
  const { text, place } = here(state);
  const mark = safe`▸ `;
  const room = size.columns - cells(mark) - cells(place) - 2;
  if (room < 4) return [span(cutEnd(safe`${mark}${text}`, size.columns))];
  const shown = cutEnd(text, room);
  const gap = clean(' '.repeat(2 + room - cells(shown)));
  return [span(mark), span(shown, 'strong'), span(gap), span(place, 'dim')];
}

/** The screen of a terminal that has no room for more than a line. */
export function OneLine({ explorer, state, theme, alone }: Shared & { readonly alone: () => boolean }) {
  const { overlay, size } = state;
  if (overlay?.is === 'menu')
    return <Menu explorer={explorer} of={overlay.of ?? true} alone={alone} rows={1} />;
  return <Row text={paintSpans(oneLine(state), { theme, width: Math.max(1, size.columns) })} />;
}
