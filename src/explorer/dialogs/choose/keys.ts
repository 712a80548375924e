import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import type { Choice } from '../../state/dialogs.ts';
import { isBookmark, withToggled } from '../../state/recents.ts';
import type { DialogOf } from '../shared/dialog.ts';

/** Goes where a row leads. The dialog that deletes opens only by a key that came alone. */
function follow({ store, jump, seek, ask, enter }: Explorer, { destination }: Choice, alone: boolean): void {
  if (destination.to === 'view') return jump(destination.view);
  if (destination.to === 'door') return enter(destination.id);
  if (destination.to === 'seek') return void seek(destination.kind, destination.id);
  if (alone) ask(destination.ref);
  else store.setState({ notice: { tone: 'warn', text: ALONE } });
}

const STEPS: Readonly<Record<string, number>> = {
  down: 1,
  j: 1,
  up: -1,
  k: -1,
  pagedown: 8,
  pageup: -8,
  home: -9999,
  g: -9999,
  end: 9999,
  G: 9999,
};

/** The chosen bookmark off, or on again: the panel stays, so that a slip can be taken back. */
function toggleRow({ store, now }: Explorer, { id, label }: Choice): void {
  const { memory } = store.getState();
  const row = memory.recents.find(({ place }) => place === id) ?? { place: id, name: label, at: now() };
  const text = isBookmark(memory, id)
    ? safe`No bookmark any more; b makes it one again.`
    : safe`A bookmark again.`;
  store.setState({ memory: withToggled(memory, row), notice: { tone: 'good', text } });
}

/** A key in a panel of choices. Digits choose a row at once, as the row says. */
export function chooseKey(explorer: Explorer, dialog: DialogOf<'choose'>, { key, alone }: Press): void {
  const { store } = explorer;
  const { rows, choice, of } = dialog;
  const by = Object.hasOwn(STEPS, key.name) ? STEPS[key.name] : undefined;
  const chosen = rows[choice];
  const numbered = /^[1-9]$/.test(key.name) ? rows[Number(key.name) - 1] : undefined;
  if (by !== undefined) {
    const next = Math.max(0, Math.min(rows.length - 1, choice + by));
    store.setState({ overlay: { ...dialog, choice: next } });
  } else if (numbered !== undefined) follow(explorer, numbered, alone);
  else if ((key.name === 'enter' || key.name === 'right') && chosen !== undefined)
    follow(explorer, chosen, alone);
  else if (key.name === 'b' && of === 'bookmarks' && chosen !== undefined) toggleRow(explorer, chosen);
  else if (['q', 'left', "'"].includes(key.name)) store.setState({ overlay: undefined });
}
