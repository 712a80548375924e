import type { AnyDialog } from '../../state/dialogs.ts';
import { deleteCommands } from '../delete/keys.ts';
import { failureCommands } from '../failure/dialog.ts';
import { filterCommands } from '../filter/dialog.ts';
import { findCommands } from '../find/dialog.ts';
import { loginCommands } from '../form/login.ts';
import { saveCommands } from '../form/save.ts';
import { confirmCommands } from '../shared/confirm.ts';
import { closingCommands, type DialogCommand } from '../shared/dialog-command.ts';
import { unlockCommands } from '../unlock/dialog.ts';
import { ACCEPT, COMPLETE, SCOPE_KEYS } from './commands.ts';

type CommandOfAny = Pick<DialogCommand<AnyDialog>, 'id' | 'keys' | 'title' | 'isInField'>;

type DialogCommands = { readonly dialog: string; readonly commands: readonly CommandOfAny[] };

const isClosing = ({ id }: CommandOfAny): boolean => closingCommands.some(each => each.id === id);

/** Returns the commands of a dialog. Those that close most dialogs are listed once for all. */
const commandsOf = (dialog: string, commands: readonly CommandOfAny[]): DialogCommands => ({
  dialog,
  commands: commands.filter(command => !isClosing(command)),
});

/** The commands of all dialogs, by the words of their dialogs in the help. */
export const dialogCommands: readonly DialogCommands[] = [
  commandsOf('Delete', deleteCommands),
  commandsOf('Palette', [ACCEPT, COMPLETE, ...SCOPE_KEYS]),
  commandsOf('Filter', filterCommands),
  commandsOf('Search', findCommands),
  commandsOf('Save', saveCommands),
  commandsOf('Question', confirmCommands),
  commandsOf('Unlock', unlockCommands),
  commandsOf('Error', failureCommands),
  commandsOf('Log in', loginCommands),
  { dialog: 'Dialogs without a text field', commands: closingCommands },
];

/** The commands with keys of their own, which settings can replace. */
export const dialogBindings = dialogCommands.flatMap(({ dialog, commands }) =>
  commands.flatMap(({ id, keys, isInField }) =>
    keys === undefined
      ? []
      : [{ id, keys, where: [`dialog ${dialog}`], ...(isInField ? { isInField } : {}) }],
  ),
);
