import { type Span, span } from '../../store/line.ts';
import type { State } from '../../store/state.ts';
import { messageOf } from '../../store/titles.ts';
import { safe } from '../../text/sanitise.ts';
import { removeMessage } from '../overlays/remove-lines.ts';
import { fieldSpans } from './field.ts';

/** The line above the keys: the field that is typed into, else a notice, else what the cursor is on. */
export function messageSpans(state: State): readonly Span[] {
  const { overlay, notice, size } = state;
  if (overlay?.is === 'line' && notice === undefined)
    return [span(safe` :`, 'key'), ...fieldSpans(overlay.editor, size.columns - 4)];
  if ((overlay?.is === 'filter' || overlay?.is === 'find') && notice === undefined)
    return [span(safe` /`, 'key'), ...fieldSpans(overlay.editor, size.columns - 4)];
  if (overlay?.is === 'help' && (overlay.isSearching || overlay.editor.parts.length > 0))
    return [span(safe` /`, 'key'), ...fieldSpans(overlay.editor, size.columns - 4)];
  const chosen = overlay?.is === 'choose' ? overlay.rows[overlay.choice] : undefined;
  // In full: the panel may be too narrow for it, or not be there at all.
  if (chosen !== undefined && notice === undefined)
    return [span(safe` ▸ ${chosen.kind} ${chosen.label} ${chosen.detail}`, 'key')];
  if (overlay?.is === 'remove' && notice === undefined)
    return [span(safe` ${removeMessage(overlay)}`, overlay.hint === undefined ? 'plain' : 'warn')];
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
