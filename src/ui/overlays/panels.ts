import { ownerName } from '../../commands/child-commands.ts';
import { suggestions } from '../../commands/palette.ts';
import { ownerRef, resourceOf } from '../../resources/index.ts';
import { editorText } from '../../store/editor.ts';
import { type Line, span, textLine, titleLine } from '../../store/line.ts';
import type { Choosing } from '../../store/place-choice.ts';
import type { Overlay, State } from '../../store/state.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, sized } from '../../text/width.ts';
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
  const longest = Math.max(12, ...rows.map(({ label }) => cells(label)));
  const labelCells = Math.min(longest + 4, Math.max(16, Math.floor(wide * 0.4)));
  const keyCells = Math.max(0, ...rows.map(({ key }) => cells(key ?? ''))) + 1;
  const titleCells = Math.max(8, wide - labelCells - keyCells - 12);
  const shown = rows
    .slice(top, top + room)
    .map(({ words, label, title, kind, key }) =>
      textLine(
        `${kind}:${words}`,
        span(sized(safe`   ${label}`, labelCells), 'strong'),
        span(safe` ${sized(title, titleCells)}`),
        span(safe` ${sized(clean(kind), 9)}`, 'dim'),
        span(safe` ${key ?? safe``}`, 'key'),
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
  const owner = ownerRef(overlay);
  const of = owner === undefined ? safe`` : safe` of ${ownerName(state, owner)}`;
  const act = resource.read === undefined ? safe`Delete` : safe`Open`;
  const offered =
    overlay.known.length > 0
      ? safe`   Type or paste the id, or choose with ↓:`
      : safe`   Type or paste the id. The API has no list to choose from.`;
  return [
    titleLine('prompt', safe`${act} one ${kind}${of}`),
    textLine('field', span(safe`   ${kind} id  > `), ...fieldSpans(overlay.editor, state.size.columns - 24)),
    textLine(
      'why',
      overlay.hint === undefined ? span(offered, 'dim') : span(safe`   ${overlay.hint}`, 'warn'),
    ),
    ...knownLines(overlay, height - 3),
  ];
}

const CHOICE_TITLES: { readonly [C in Choosing]: SafeText } = {
  bookmarks: safe`Bookmarks`,
  recents: safe`Opened lately`,
  paste: safe`What you pasted could be`,
};

/** The panel of things to choose from: how to choose it by a digit, its kind, its name and what else is known. */
export function choicePanel(
  state: State,
  { of, rows, choice }: Of<'choose'>,
  height: number,
): { readonly lines: readonly Line[]; readonly cursor: number } {
  const room = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(choice - room + 1, rows.length - room));
  const { columns } = state.size;
  const isNarrow = columns < 60;
  const nameCells = Math.max(12, Math.min(40, columns - (isNarrow ? 22 : 52)));
  const shown = rows
    .slice(top, top + room)
    .map(({ id, kind, label, detail }, at) =>
      textLine(
        id,
        span(safe`   ${top + at < 9 ? safe`${top + at + 1}` : safe` `} `, 'key'),
        span(sized(kind, isNarrow ? 4 : 12), 'label'),
        span(safe` `),
        span(safe`${sized(label, nameCells)} `, 'strong'),
        span(detail, 'dim'),
      ),
    );
  const hint = of === 'bookmarks' ? safe`b takes one off` : undefined;
  return { lines: [titleLine('choose', CHOICE_TITLES[of], hint), ...shown], cursor: choice - top + 1 };
}
