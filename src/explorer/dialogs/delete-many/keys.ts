import { hasOtherThanFailed, listedAt } from '../../actions/delete/many-rules.ts';
import { reportOf } from '../../actions/delete/report.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { hasKey } from '../../commands/available.ts';
import type { Key, Press } from '../../commands/key.ts';
import { savePanel } from '../../commands/save.ts';
import type { RemovingMany } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { listStep } from '../shared/command-keys.ts';
import { editedBy } from '../shared/text-field.ts';

/** Rows of a page. */
const PAGE = 10;

/** Keys that move in the list while the field has the letters. */
const STEPS: Readonly<Record<string, number>> = {
  down: 1,
  up: -1,
  pagedown: PAGE,
  pageup: -PAGE,
  home: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
};

function moved(dialog: RemovingMany, by: number): Partial<RemovingMany> {
  const listed = listedAt(dialog);
  const here = listed.findIndex(at => at >= dialog.cursor);
  const next = Math.max(0, Math.min(listed.length - 1, (here < 0 ? listed.length : here) + by));
  return { cursor: listed[next] ?? dialog.cursor };
}

/** Takes the one under the cursor out, or in again. What was typed named another number: it is typed anew. */
function toggled(dialog: RemovingMany): Partial<RemovingMany> {
  const victims = dialog.victims.map((victim, at) => {
    if (at !== dialog.cursor) return victim;
    const { isLeftOut, ...rest } = victim;
    return isLeftOut ? rest : { ...victim, isLeftOut: true as const };
  });
  return { victims, editor: { parts: [], at: 0 }, ...moved(dialog, 1) };
}

/** Whether targets can still be taken out and something typed. */
const isAsking = ({ phase }: RemovingMany): boolean => phase === 'asking' || phase === 'reading';

/** A key in the list: the commands that move and mark in lists. */
function listKey(state: State, dialog: RemovingMany, key: Key): Partial<RemovingMany> {
  const by = listStep(state, key.name, PAGE);
  if (by !== undefined) return moved(dialog, by);
  return isAsking(dialog) && hasKey(state, 'mark.toggle', key.name) ? toggled(dialog) : {};
}

/** A key in the field. */
function fieldKey(dialog: RemovingMany, key: Key, now: number): Partial<RemovingMany> {
  const by = STEPS[key.name];
  return by === undefined ? { editor: editedBy(dialog.editor, key), typedAt: now } : moved(dialog, by);
}

/** A key in the dialog that deletes several. */
export function bulkKey(explorer: Explorer, dialog: RemovingMany, { key, alone }: Press): void {
  const { store, openDialog, changeDialog, confirmMany, retryMany, now } = explorer;
  if (key.name === 'enter') return confirmMany(alone);
  if (dialog.phase === 'done' && key.name === 'r') return retryMany();
  if (dialog.phase === 'done' && key.name === 'ctrl+s') return openDialog(savePanel(reportOf(dialog), now()));
  const isSent = ['running', 'stopping', 'done'].includes(dialog.phase);
  if (isSent && key.name === 'f' && (dialog.isOnlyFailed || hasOtherThanFailed(dialog)))
    return changeDialog(dialog, { isOnlyFailed: dialog.isOnlyFailed !== true });
  const isTyping = isAsking(dialog);
  const change =
    isTyping && key.name === 'tab'
      ? { isInList: !dialog.isInList }
      : isTyping && !dialog.isInList
        ? fieldKey(dialog, key, now())
        : listKey(store.getState(), dialog, key);
  changeDialog(dialog, { ...(dialog.phase === 'asking' ? { hint: undefined } : {}), ...change });
}
