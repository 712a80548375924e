import type { AnyDialog } from '../../state/dialogs.ts';
import { deleteCommands } from '../delete/keys.ts';
import { logCommands } from '../log/keys.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';

type CommandOfAny = Pick<DialogCommand<AnyDialog>, 'id' | 'keys' | 'title'>;

/** The commands of dialogs by the title that the help shows them under. */
export const dialogCommands: readonly {
  readonly dialog: string;
  readonly commands: readonly CommandOfAny[];
}[] = [
  { dialog: 'Delete', commands: deleteCommands },
  { dialog: 'Requests', commands: logCommands },
];

/** The commands that have keys of their own, for settings that give them others. */
export const dialogBindings = dialogCommands.flatMap(({ dialog, commands }) =>
  commands.flatMap(({ id, keys }) => (keys === undefined ? [] : [{ id, keys, where: [`dialog ${dialog}`] }])),
);
