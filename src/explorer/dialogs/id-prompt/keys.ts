import { refOf } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isShown } from '../../../resources/resource.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { type Editor, editorOf, editorText, insert } from '../../state/text-field.ts';
import type { DialogOf } from '../shared/dialog.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { applyKey, firstLine } from '../shared/text-field.ts';
import { pastedId, pastedIds } from './pasted-ids.ts';

type Prompt = DialogOf<'id-prompt'>;

/** Returns the changes for new text in the field. */
const withText = (editor: Editor): Partial<Prompt> => ({ editor, choice: -1, hint: undefined });

/** Opens the record with the typed id, or asks to delete it if the API cannot read it. */
function acceptId(explorer: Explorer, dialog: Prompt, alone: boolean): void {
  const resource = resourceOf(dialog.recordKind);
  const ref = refOf(resource, dialog.ids, editorText(dialog.editor).trim());
  const deletes = !isShown(resource);
  const refuse = (hint: SafeText): void => explorer.changeDialog(dialog, { hint });
  if (!ref.ok) return refuse(safe`Not a valid id: ${ref.why}.`);
  if (deletes && !alone) return refuse(ALONE);
  if (deletes) explorer.openDelete([{ ref: ref.value }]);
  else explorer.open({ screen: 'record', ref: ref.value });
}

export const promptCommands: readonly DialogCommand<Prompt>[] = [
  {
    id: 'id-prompt.accept',
    keys: ['enter'],
    title: safe`open the record with this id, or ask to delete it`,
    hint: safe`go on`,
    isInField: true,
    run: (explorer, dialog, { alone }) => acceptId(explorer, dialog, alone),
  },
];

/** Types, or chooses one of the known ids. */
export function promptKey({ changeDialog }: Explorer, dialog: Prompt, { key }: Press): void {
  const { known, choice, editor } = dialog;
  if (known.length === 0 || (key.name !== 'down' && key.name !== 'up'))
    return changeDialog(dialog, withText(applyKey(editor, key)));
  const next = Math.max(0, Math.min(known.length - 1, choice + (key.name === 'down' ? 1 : -1)));
  changeDialog(dialog, { choice: next, editor: editorOf(known[next] ?? '') });
}

/** Pastes an id into the field. Several ids of records that can only be deleted open the delete dialog. */
export function pasteIds(explorer: Explorer, dialog: Prompt, text: string): void {
  const many = pastedIds(dialog.recordKind, dialog.ids, text);
  if (many.length > 1) return explorer.openDelete(many.map(ref => ({ ref })));
  const id = pastedId(explorer, dialog.recordKind, firstLine(text));
  explorer.changeDialog(dialog, withText(insert(dialog.editor, id)));
}
