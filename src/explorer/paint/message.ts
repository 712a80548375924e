import { resourceOf } from '../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { removeMessage, removePage } from '../dialogs/delete/lines.ts';
import { bulkMessage } from '../dialogs/delete-many/hints.ts';
import { seekSpans } from '../dialogs/find-owner/lines.ts';
import { loginMessage } from '../dialogs/login/lines.ts';
import { saveMessage } from '../dialogs/save/lines.ts';
import { secretMessage } from '../dialogs/secret/lines.ts';
import type { Overlay } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import type { Editor } from '../state/text-field.ts';
import { messageOf } from '../view/frame/titles.ts';
import { layoutOf } from '../view/layout.ts';
import { type Span, span } from '../view/line.ts';
import { fieldSpans } from '../view/text-field.ts';
import { unlockWord } from '../view/write-protection.ts';

const typedInto = (sign: SafeText, editor: Editor, columns: number): readonly Span[] => [
  span(sign, 'key'),
  ...fieldSpans(editor, columns - 4),
];

type Of<K extends Overlay['is']> = Extract<Overlay, { readonly is: K }>;

function askedId({ kind, editor, hint }: Of<'prompt'>, columns: number): readonly Span[] {
  if (hint !== undefined) return [span(safe` ${hint}`, 'warn')];
  const sign = safe` ${clean(resourceOf(kind).title.toLowerCase())} id > `;
  return [span(sign, 'key'), ...fieldSpans(editor, columns - cells(sign))];
}

function chosenRow({ rows, choice }: Of<'choose'>): readonly Span[] {
  const row = rows[choice];
  if (row === undefined) return [];
  return [
    span(safe`▸ ${choice + 1}/${rows.length} `, 'key'),
    span(safe`${row.kind} `, 'label'),
    span(safe`${row.label} `, 'strong'),
    span(row.detail, 'dim'),
  ];
}

/** The help is about keys: nothing is said of what the cursor is on. */
function helpSearch({ isSearching, editor }: Of<'help'>, columns: number): readonly Span[] {
  return isSearching || editor.parts.length > 0 ? typedInto(safe` /`, editor, columns) : [];
}

/** What has to be typed, and the field for it. */
function unlocking({ server, size }: State, { editor, hint }: Of<'unlock'>): readonly Span[] {
  if (hint !== undefined) return [span(safe` ${hint}`, 'warn')];
  const sign = safe` Type ${unlockWord(server)} to unlock > `;
  return [span(sign, 'key'), ...fieldSpans(editor, size.columns - cells(sign) - 2)];
}

const said = (text: SafeText, hint: SafeText | undefined): readonly Span[] => [
  span(safe` ${text}`, hint === undefined ? 'plain' : 'warn'),
];

const noRoom = (what: SafeText): readonly Span[] => [span(safe` no room for ${what}: Esc`, 'warn')];

const ASKED = safe` Ask for what the description lacks? y yes, Esc no`;

/** What a question says where it has no panel of its own. */
function withoutPanel(
  overlay: Of<'consent'> | Of<'run'> | Of<'prompt'> | Of<'choose'>,
  columns: number,
): readonly Span[] {
  if (overlay.is === 'prompt') return askedId(overlay, columns);
  if (overlay.is === 'run') return [span(safe` Run ${clean(overlay.name)}? y yes, Esc no`, 'key')];
  return overlay.is === 'choose' ? chosenRow(overlay) : [span(ASKED, 'key')];
}

/** What an overlay says in place of the message; undefined when it says nothing of its own, or in its panel. */
function overlaySpans(state: State): readonly Span[] | undefined {
  const { overlay } = state;
  const { columns } = state.size;
  const { panel, form } = layoutOf(state);
  const hasPanel = panel > 0;
  const hasRoom = form !== 'line';
  switch (overlay?.is) {
    case undefined:
    // Its rows are a list of their own, on one line too.
    case 'menu':
      return undefined;
    case 'consent':
    case 'run':
    case 'prompt':
    case 'choose':
      return hasPanel ? undefined : withoutPanel(overlay, columns);
    case 'seek':
      return hasPanel ? undefined : seekSpans(state, overlay);
    case 'reveal':
      return secretMessage(state, overlay, hasPanel);
    case 'save':
      return saveMessage(overlay, { hasPanel, columns, now: state.now });
    case 'line':
      return typedInto(safe` :`, overlay.editor, columns);
    case 'filter':
    case 'find':
      return typedInto(safe` /`, overlay.editor, columns);
    case 'unlock':
      return unlocking(state, overlay);
    case 'failure':
      return hasRoom ? undefined : noRoom(safe`what failed`);
    case 'help':
      return hasRoom ? helpSearch(overlay, columns) : noRoom(safe`the help`);
    case 'log':
      return hasRoom
        ? [span(safe` Answers are kept in memory only, secrets masked.`, 'dim')]
        : noRoom(safe`the requests`);
    case 'login':
      return [loginMessage(overlay)];
    case 'remove-many':
      return said(bulkMessage(overlay, state.now), overlay.hint);
    case 'remove':
      return said(removeMessage(overlay, removePage(state)?.isLast !== false), overlay.hint);
  }
}

/** The line above the keys: a notice, else the field that is typed into, else what the cursor is on. */
export function messageSpans(state: State): readonly Span[] {
  // What is said about a line stands in its panel.
  const isSaidAbove = state.overlay?.is === 'line' && layoutOf(state).panel > 0;
  const own = state.notice === undefined || isSaidAbove ? overlaySpans(state) : undefined;
  if (own !== undefined) return own;
  const { text, tone } = messageOf(state);
  return [span(safe` ${text}`, tone)];
}

/** Whether the message has to be seen, also where only one row is left for it and the keys. */
export function isPressing(state: State): boolean {
  if (state.notice !== undefined) return true;
  const own = overlaySpans(state);
  if (own !== undefined) return own.some(({ style }) => style !== 'dim');
  return state.overlay === undefined && messageOf(state).tone !== 'dim';
}
