import { requestPath } from '../../resources/record-ids.ts';
import { ownerRef, resourceOf } from '../../resources/registry.ts';
import { isShown } from '../../resources/resource.ts';
import { clean, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd, cutMiddle, sized, wrap } from '../../text/width.ts';
import type { Choosing, Overlay } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { editorText } from '../state/text-field.ts';
import { recordName } from '../view/choices.ts';
import { isNarrow } from '../view/layout.ts';
import { type Line, span, textLine, titleLine } from '../view/line.ts';
import { fieldSpans } from '../view/text-field.ts';
import { type Suggestion, suggestions } from './palette/suggestions.ts';

type Of<K extends Overlay['is']> = Extract<Overlay, { readonly is: K }>;

/** Cells before a row of a panel, where the mark of the chosen one stands, and between its columns. */
const INDENT = 3;
const BETWEEN = 2;
/** Names may take that much from what stands beside them: ids are told apart by their ends. */
const NAMES_SHARE = 0.64;

const widest = (texts: readonly SafeText[]): number => Math.max(0, ...texts.map(cells));

/** Widths of the columns: each as wide as it needs; when that is too much, names are cut last. */
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
  // A sentence is understood by its beginning, an id is told by both of its ends.
  const said = kind === 'command' || kind === 'place' ? cutEnd(title, widths.title) : title;
  return textLine(
    `${kind}:${words}`,
    span(safe`${repeat(safe` `, INDENT)}${sized(label, widths.label)}`, 'strong'),
    span(safe`${gap}${sized(said, widths.title)}`),
    span(widths.kind === 0 ? safe`` : safe`${gap}${sized(clean(kind), widths.kind)}`, 'dim'),
    span(widths.key === 0 ? safe`` : safe`${gap}${sized(key ?? safe``, widths.key)}`, 'key'),
  );
}

/** What is said about the line stands above its rows: the line itself stays to be mended. */
function lineTitle({ notice }: State): Line {
  if (notice === undefined) return titleLine('palette', safe`Places and commands`);
  return textLine('notice', span(safe` ${notice.text}`, notice.tone));
}

/** The panel of the `:` line: what can be typed, the chosen row marked. */
export function linePanel(
  state: State,
  overlay: Of<'line'>,
  height: number,
): { readonly lines: readonly Line[]; readonly cursor: number } {
  const rows = suggestions(state, editorText(overlay.editor));
  const room = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(overlay.choice - room + 1, rows.length - room));
  const shown = rows.slice(top, top + room);
  const widths = paletteWidths(shown, state.size.columns);
  return {
    lines: [lineTitle(state), ...shown.map(row => paletteLine(row, widths))],
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
  const of = owner === undefined ? safe`` : safe` of ${recordName(state, owner)}`;
  const act = !isShown(resource) ? safe`Delete` : safe`Open`;
  const offered =
    overlay.known.length > 0
      ? safe`   Type or paste the id, or choose with Down:`
      : safe`   Type or paste the id. The API has no list to choose from.`;
  const { below } = overlay;
  const title =
    below === undefined
      ? safe`${act} one ${kind}${of}`
      : safe`Open ${clean(below.kind)} ${cutMiddle(clean(below.id, 200), 24)} of which ${kind}?`;
  return [
    titleLine('prompt', title),
    textLine('field', span(safe`   ${kind} id  > `), ...fieldSpans(overlay.editor, state.size.columns - 24)),
    textLine(
      'why',
      overlay.hint === undefined ? span(offered, 'dim') : span(safe`   ${overlay.hint}`, 'warn'),
    ),
    ...knownLines(overlay, height - 3),
  ];
}

/** What a yes is for, in sentences, and in as few words as can be. */
const askedWays = (path: SafeText): readonly (readonly SafeText[])[] => [
  [
    safe`GET ${path}`,
    safe`A read-only call outside the API description; the server may not know it.`,
    safe`Your yes is for all such lists of this workspace, until :extension.off.`,
  ],
  [
    path,
    safe`A GET outside the API description.`,
    safe`Your yes is for all such lists here, until :extension.off.`,
  ],
];

/** The question before anything outside of the description is asked for: what exactly would be sent. */
export function consentPanel(state: State, { kind, ids }: Of<'consent'>, height: number): readonly Line[] {
  const { list, plural } = resourceOf(kind);
  const what = clean(plural.toLowerCase());
  const width = Math.max(20, state.size.columns - 4);
  const ways = askedWays(list === undefined ? safe`` : requestPath(list, ids)).map(texts =>
    texts.flatMap((text, at) =>
      wrap(text, width).map((row, part) =>
        textLine(`asked:${at}:${part}`, span(safe`   ${row}`, at === 0 ? 'plain' : 'dim')),
      ),
    ),
  );
  const asked = ways.find(({ length }) => length <= height) ?? ways.at(-1) ?? [];
  // The keys stand in the last row of the screen too: what is asked for is what has to be seen.
  const free = height - asked.length;
  return [
    ...(free > 0 ? [titleLine('consent', safe`Ask for a list of ${what}?`)] : []),
    ...asked,
    ...(free > 1
      ? [
          textLine(
            'answer',
            span(safe`   y`, 'key'),
            span(safe`  yes, ask for it     `),
            span(safe`Esc`, 'key'),
            span(safe`  no`),
          ),
        ]
      : []),
  ];
}

const CHOICE_TITLES: { readonly [C in Choosing]: SafeText } = {
  bookmarks: safe`Bookmarks`,
  recents: safe`Opened lately`,
  'in-use': safe`In use, by records read so far`,
  doors: safe`Another profile or login`,
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
  const narrow = isNarrow(columns);
  const isMixed = rows.some(({ kind }) => kind !== rows[0]?.kind);
  const kindCells = narrow ? (isMixed ? 4 : 0) : 12;
  const nameCells = Math.max(12, Math.min(40, columns - kindCells - (narrow ? 18 : 40)));
  const shown = rows
    .slice(top, top + room)
    .map(({ id, kind, label, detail }, at) =>
      textLine(
        id,
        span(safe`   ${top + at < 9 ? safe`${top + at + 1}` : safe` `} `, 'key'),
        span(sized(kind, kindCells), 'label'),
        span(safe` `),
        span(safe`${sized(label, nameCells)} `, 'strong'),
        span(detail, 'dim'),
      ),
    );
  const hint = of === 'bookmarks' ? safe`b takes one off` : undefined;
  return { lines: [titleLine('choose', CHOICE_TITLES[of], hint), ...shown], cursor: choice - top + 1 };
}
