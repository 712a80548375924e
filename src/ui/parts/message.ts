import type { Editor } from '../../store/editor.ts';
import { type Span, span } from '../../store/line.ts';
import type { State } from '../../store/state.ts';
import { messageOf } from '../../store/titles.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { removeMessage } from '../overlays/remove-lines.ts';
import { fieldSpans } from './field.ts';

const typedInto = (sign: SafeText, editor: Editor, columns: number): readonly Span[] => [
  span(sign, 'key'),
  ...fieldSpans(editor, columns - 4),
];

/** What an overlay says in place of the message; undefined when it says nothing of its own. */
function overlaySpans({ overlay, size: { columns } }: State): readonly Span[] | undefined {
  switch (overlay?.is) {
    case 'line':
      return typedInto(safe` :`, overlay.editor, columns);
    case 'filter':
    case 'find':
      return typedInto(safe` /`, overlay.editor, columns);
    case 'help': {
      const isUsed = overlay.isSearching || overlay.editor.parts.length > 0;
      // The help is about keys, not about what the cursor is on.
      return isUsed ? typedInto(safe` /`, overlay.editor, columns) : [];
    }
    case 'remove':
      return [span(safe` ${removeMessage(overlay)}`, overlay.hint === undefined ? 'plain' : 'warn')];
    default:
      return undefined;
  }
}

/** The line above the keys: a notice, else the field that is typed into, else what the cursor is on. */
export function messageSpans(state: State): readonly Span[] {
  const own = state.notice === undefined ? overlaySpans(state) : undefined;
  if (own !== undefined) return own;
  const { text, tone } = messageOf(state);
  return [span(safe` ${text}`, tone)];
}

/** Whether the message has to be seen, also where only one row is left for it and the keys. */
export function isPressing(state: State): boolean {
  const { overlay, notice } = state;
  if (notice !== undefined || overlay?.is === 'line' || overlay?.is === 'filter' || overlay?.is === 'find')
    return true;
  if (overlay?.is === 'help') return overlay.isSearching || overlay.editor.parts.length > 0;
  return overlay === undefined && messageOf(state).tone !== 'dim';
}
