import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import type { Choice } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import { isBookmark } from '../../state/recents.ts';
import type { DialogOf } from '../shared/dialog.ts';
import { closingCommands, type DialogCommand } from '../shared/dialog-command.ts';
import { listStep } from '../shared/steps.ts';

type ChooseDialog = DialogOf<'choose'>;

/** Goes to the destination of a row. A delete dialog opens only if its key came alone. */
function follow(
  explorer: Explorer,
  { dialog, row }: { readonly dialog: ChooseDialog; readonly row: Choice | undefined },
  alone: boolean,
): void {
  const { notify, jump, openView, openDelete, logInWith } = explorer;
  if (row === undefined) return;
  const { destination } = row;
  // Back from a comparison leads to the backup that was compared.
  if (destination.to === 'view')
    return dialog.topic === 'compare' ? openView(destination.view) : jump(destination.view);
  if (destination.to === 'demo') return explorer.end('demo');
  if (destination.to === 'login') return logInWith(destination.id);
  if (alone) openDelete([{ ref: destination.ref }]);
  else notify('warn', ALONE);
}

/** Rows of a page. */
const PAGE = 8;

/** Removes the chosen bookmark, or restores it: the dialog stays open, so that a slip can be undone. */
function toggleRow({ store, toggleBookmark, notify }: Explorer, { id, label }: Choice): void {
  const state = store.getState();
  const { memory } = state.user;
  const row = memory.recents.find(({ place }) => place === id) ?? { place: id, name: label };
  const text = isBookmark(memory, id)
    ? safe`Bookmark removed. ${keyName(state.user.keymap, 'bookmark.toggle')} restores it.`
    : safe`Bookmark restored.`;
  toggleBookmark(row);
  notify('good', text);
}

const chosenOf = ({ rows, choice }: ChooseDialog): Choice | undefined => rows[choice];

export const chooseCommands: readonly DialogCommand<ChooseDialog>[] = [
  {
    id: 'choose.open',
    keys: ['enter', 'right'],
    title: safe`open the row`,
    hint: safe`open`,
    run: (explorer, dialog, { alone }) => follow(explorer, { dialog, row: chosenOf(dialog) }, alone),
  },
  {
    id: 'place.jump',
    title: safe`open the row with this number`,
    hint: safe`open it`,
    run: (explorer, dialog, { key, alone }) =>
      follow(explorer, { dialog, row: dialog.rows[Number(key.name) - 1] }, alone),
  },
  {
    id: 'bookmark.toggle',
    title: safe`bookmarks: remove one, or restore it`,
    blocked: ({ topic }) => (topic === 'bookmarks' ? undefined : safe`These are not bookmarks.`),
    run: (explorer, dialog) => {
      const chosen = chosenOf(dialog);
      if (chosen !== undefined) toggleRow(explorer, chosen);
    },
  },
  { id: 'bookmark.list', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
  ...closingCommands,
];

/** Moves to another row. */
export function chooseKey({ store, changeDialog }: Explorer, dialog: ChooseDialog, { key }: Press): void {
  const by = listStep(store.getState(), key.name, PAGE);
  if (by === undefined) return;
  changeDialog(dialog, { choice: Math.max(0, Math.min(dialog.rows.length - 1, dialog.choice + by)) });
}
