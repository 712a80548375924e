import { safe } from '../../../text/sanitise.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import { questionDialog } from '../confirm/question.ts';
import { deleteDialog } from '../delete/dialog.ts';
import { filterDialog, findDialog, unlockDialog } from '../form/field.ts';
import { loginDialog } from '../form/login.ts';
import { saveDialog } from '../form/save.ts';
import { closingCommands, type Dialog, type DialogCommand } from '../shared/dialog.ts';
import { failureDialog } from '../text/text.ts';

/** Keys of the palette; `dialog.ts` has their effects. */
export const ACCEPT = {
  id: 'palette.accept',
  keys: ['enter'],
  title: safe`run the marked row, or open it`,
  isInField: true,
} as const;
export const COMPLETE = {
  id: 'palette.complete',
  keys: ['tab'],
  title: safe`complete the marked row`,
  isInField: true,
} as const;

type CommandOfAny = Pick<DialogCommand<AnyDialog>, 'id' | 'keys' | 'title' | 'isInField'>;

type DialogCommands = { readonly dialog: string; readonly commands: readonly CommandOfAny[] };

const isClosing = ({ id }: CommandOfAny): boolean => closingCommands.some(each => each.id === id);

/** Returns the commands of a dialog. Those that close most dialogs are listed once for all. */
const commandsOf = <D extends AnyDialog>(dialog: string, { commands = [] }: Dialog<D>): DialogCommands => ({
  dialog,
  commands: commands.filter(command => !isClosing(command)),
});

export const dialogCommands: readonly DialogCommands[] = [
  commandsOf('Delete', deleteDialog),
  {
    dialog: 'Palette',
    commands: [
      ACCEPT,
      COMPLETE,
      // Keys of view commands that act in choices while nothing is typed.
      { id: 'place.jump', title: safe`choices: run the row with this number` },
      { id: 'bookmark.toggle', title: safe`bookmarks: remove one, or restore it` },
      { id: 'bookmark.list', title: safe`bookmarks: close` },
      { id: 'app.help', title: safe`help: close` },
    ],
  },
  commandsOf('Filter', filterDialog),
  commandsOf('Search', findDialog),
  commandsOf('Save', saveDialog),
  commandsOf('Question', questionDialog),
  commandsOf('Unlock', unlockDialog),
  commandsOf('Error', failureDialog),
  commandsOf('Log in', loginDialog),
  { dialog: 'Dialogs without a text field', commands: closingCommands },
];

/** The commands with keys of their own, which settings can replace. */
export const dialogBindings = dialogCommands.flatMap(({ dialog, commands }) =>
  commands.flatMap(({ id, keys, isInField }) =>
    keys === undefined ? [] : [{ id, keys, where: [`dialog ${dialog}`], ...(isInField && { isInField }) }],
  ),
);
