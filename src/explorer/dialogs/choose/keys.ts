import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import type { Choice } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import { isBookmark } from '../../state/recents.ts';
import { CLOSING, type CommandKeys, closeDialog, listStep, runCommandKey } from '../shared/command-keys.ts';
import type { DialogOf } from '../shared/dialog.ts';

type ChooseDialog = DialogOf<'choose'>;

/** Goes where a row leads. The dialog that deletes opens only by a key that came alone. */
function follow(
  { notify, jump, seek, openDelete, enter }: Explorer,
  { destination }: Choice,
  alone: boolean,
): void {
  if (destination.to === 'view') return jump(destination.view);
  if (destination.to === 'door') return enter(destination.id);
  if (destination.to === 'seek') return void seek(destination.kind, destination.id);
  if (alone) openDelete([{ ref: destination.ref }]);
  else notify('warn', ALONE);
}

/** Rows of a page. */
const PAGE = 8;

/** The chosen bookmark off, or on again: the panel stays, so that a slip can be taken back. */
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

const KEYS: CommandKeys<ChooseDialog> = [
  {
    commands: ['bookmark.toggle'],
    run: (explorer, dialog) => {
      const chosen = chosenOf(dialog);
      if (dialog.topic === 'bookmarks' && chosen !== undefined) toggleRow(explorer, chosen);
    },
  },
  { commands: ['bookmark.list', ...CLOSING], run: closeDialog },
];

/** A key in a panel of choices. Digits choose a row at once, as the row says. */
export function chooseKey(explorer: Explorer, dialog: ChooseDialog, { key, alone }: Press): void {
  const { store } = explorer;
  const { rows, choice } = dialog;
  const by = listStep(store.getState(), key.name, PAGE);
  const isEnter = key.name === 'enter' || key.name === 'right';
  const meant = /^[1-9]$/.test(key.name)
    ? rows[Number(key.name) - 1]
    : isEnter
      ? chosenOf(dialog)
      : undefined;
  if (by !== undefined) {
    const next = Math.max(0, Math.min(rows.length - 1, choice + by));
    explorer.changeDialog(dialog, { choice: next });
  } else if (meant !== undefined) follow(explorer, meant, alone);
  else runCommandKey(KEYS, explorer, { dialog, key });
}
