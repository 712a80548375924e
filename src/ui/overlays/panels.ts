import { ownerName } from '../../commands/child-commands.ts';
import { suggestions } from '../../commands/line.ts';
import { resourceOf } from '../../resources/index.ts';
import { editorText } from '../../store/editor.ts';
import { type Line, span, textLine, titleLine } from '../../store/line.ts';
import type { Overlay, State } from '../../store/state.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { sized } from '../../text/width.ts';
import { fieldSpans } from '../parts/field.ts';

type Of<K extends Overlay['is']> = Extract<Overlay, { readonly is: K }>;

/** The panel of the `:` line: what can be typed, the chosen row marked. */
export function linePanel(
  state: State,
  overlay: Of<'line'>,
  height: number,
): { readonly lines: readonly Line[]; readonly cursor: number } {
  const rows = suggestions(state, editorText(overlay.editor));
  const room = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(overlay.choice - room + 1, rows.length - room));
  const wide = state.size.columns;
  const shown = rows
    .slice(top, top + room)
    .map(row =>
      textLine(
        row.words,
        span(sized(safe`   ${clean(row.words)}`, 26), 'strong'),
        span(sized(row.title, Math.max(10, wide - 38))),
        span(safe` ${row.key ?? safe``}`, 'key'),
      ),
    );
  return {
    lines: [titleLine('palette', safe`Places and commands`), ...shown],
    cursor: overlay.choice - top + 1,
  };
}

/** The ids a prompt offers, as many as fit, the chosen one among them. */
function knownLines(overlay: Of<'prompt'>, room: number): readonly Line[] {
  const top = Math.max(0, overlay.choice - room + 1);
  return overlay.known.slice(top, top + room).map((id, at) => {
    const isChosen = top + at === overlay.choice;
    return textLine(
      `known:${id}`,
      span(safe`     ${isChosen ? safe`▸` : safe` `} ${clean(id, 100)}`, isChosen ? 'strong' : 'plain'),
    );
  });
}

/** The panel that asks for the id of a record which nothing lists. */
export function promptPanel(state: State, overlay: Of<'prompt'>, height: number): readonly Line[] {
  const resource = resourceOf(overlay.kind);
  const kind = clean(resource.title.toLowerCase());
  const owner = { kind: resource.ids[0]?.replace(/Id$/, '') ?? '', ids: overlay.ids };
  const act = resource.read === undefined ? safe`Delete` : safe`Open`;
  const offered =
    overlay.known.length > 0
      ? safe`   Type or paste the id, or choose with ↓:`
      : safe`   Type or paste the id. The API has no list to choose from.`;
  return [
    titleLine('prompt', safe`${act} one ${kind} of ${ownerName(state, owner)}`),
    textLine('field', span(safe`   ${kind} id  > `), ...fieldSpans(overlay.editor, state.size.columns - 24)),
    textLine(
      'why',
      overlay.hint === undefined ? span(offered, 'dim') : span(safe`   ${overlay.hint}`, 'warn'),
    ),
    ...knownLines(overlay, height - 3),
  ];
}
