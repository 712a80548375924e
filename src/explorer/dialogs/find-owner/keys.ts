import { ownerOf, resourceOf } from '../../../resources/registry.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { FindOwnerDialog } from '../../state/dialogs.ts';
import { closingCommands, type DialogCommand } from '../shared/dialog-command.ts';

/** Closes the dialog and cancels the request under way. */
export function stopSearch({ closeDialog, stopLoading }: Explorer, { loading }: FindOwnerDialog): void {
  closeDialog();
  if (loading !== undefined) stopLoading({ screen: 'record', ref: loading });
}

/** Returns the kind of the owner, in one word. */
export const ownerWord = ({ recordKind: kind }: FindOwnerDialog): SafeText =>
  clean(ownerOf(resourceOf(kind))?.kind ?? '');

export const findOwnerCommands: readonly DialogCommand<FindOwnerDialog>[] = [
  {
    id: 'find-owner.ask',
    keys: ['enter'],
    title: safe`afterwards: type or choose the owner`,
    hint: dialog => safe`type or choose the ${ownerWord(dialog)}`,
    blocked: ({ loading }) => (loading === undefined ? undefined : safe`Still searching. Esc stops.`),
    run: ({ openIdPrompt }, { recordKind: kind, id }) => {
      const owner = ownerOf(resourceOf(kind));
      if (owner !== undefined) openIdPrompt(owner.kind, {}, { kind, id });
    },
  },
  ...closingCommands.map(command => ({ ...command, run: stopSearch })),
];
