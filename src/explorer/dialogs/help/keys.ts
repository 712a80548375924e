import { safe } from '../../../text/sanitise.ts';
import type { DialogOf } from '../shared/dialog.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';

export const helpCommands: readonly DialogCommand<DialogOf<'help'>>[] = [
  {
    id: 'help.accept',
    keys: ['enter'],
    title: safe`apply the search, or close`,
    hint: ({ isSearching }) => (isSearching ? safe`apply` : undefined),
    isInField: true,
    run: ({ changeDialog, closeDialog }, dialog) => {
      if (dialog.isSearching) changeDialog(dialog, { isSearching: false });
      else closeDialog();
    },
  },
  {
    id: 'text.find',
    title: safe`search the help`,
    hint: safe`search`,
    blocked: ({ isSearching }) => (isSearching ? safe`Type the words to search for.` : undefined),
    run: ({ changeDialog }, dialog) => changeDialog(dialog, { isSearching: true }),
  },
  { id: 'app.help', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
  { id: 'app.quit', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
];
