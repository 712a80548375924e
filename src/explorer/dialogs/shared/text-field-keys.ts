import type { Explorer } from '../../actions/explorer.ts';
import type { Key } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Editor, edit, insert } from '../../state/text-field.ts';

type OwnKeys = Extract<Overlay, { is: 'filter' | 'save' | 'remove-many' | 'unlock' | 'login' }>;

/** Overlays whose keys, those of their field too, are carried out in a file of their own. */
const hasOwnKeys = (overlay: Overlay): overlay is OwnKeys =>
  ['filter', 'save', 'remove-many', 'unlock', 'login'].includes(overlay.is);

/** The field of an overlay with other text in it. */
export function withEditor(state: State, change: (editor: Editor) => Editor, now: number): Partial<State> {
  const { overlay } = state;
  if (overlay === undefined || hasOwnKeys(overlay) || !('editor' in overlay)) return {};
  const editor = change(overlay.editor);
  if (overlay.is === 'remove') {
    // Letters that come while it is read again are not lost; what is under way is not typed into.
    if (overlay.phase !== 'asking' && overlay.phase !== 'reading') return {};
    const { hint: _hint, ...dialog } = overlay;
    return { overlay: { ...dialog, editor, typedAt: now } };
  }
  if (overlay.is === 'line') return { overlay: { ...overlay, editor, choice: 0 } };
  if (overlay.is === 'help') return { overlay: { ...overlay, editor, top: 0 } };
  if (overlay.is === 'find') return { overlay: { ...overlay, editor } };
  const { hint: _hint, ...prompt } = overlay;
  return { overlay: { ...prompt, editor, choice: -1 } };
}

/** A key in the field of an overlay. */
export function typeInto({ store, now }: Explorer, key: Key): void {
  store.setState(state =>
    withEditor(state, editor => edit(editor, key.name) ?? insert(editor, key.text), now()),
  );
}
