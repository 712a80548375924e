import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Key } from '../../commands/key.ts';
import { type Editor, edit, insert } from '../../state/text-field.ts';
import type { DialogOf } from './dialog.ts';

export const applyKey = (editor: Editor, key: Key): Editor =>
  edit(editor, key.name) ?? insert(editor, key.text);

/** Returns the first line of pasted text that is not blank. */
export const firstLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .find(part => part.trim() !== '')
    ?.trim() ?? '';

type TypedConfirmation = DialogOf<'delete' | 'unlock'>;

/** Refuses pasted text as a confirmation, and keeps the typed text. */
export const refusePaste = ({ changeDialog }: Explorer, dialog: TypedConfirmation): void =>
  changeDialog(dialog, { hint: safe`Pasting can't confirm a delete. Please type it.` });
