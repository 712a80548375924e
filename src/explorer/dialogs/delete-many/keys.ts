import { hasOtherThanFailed, listedAt } from '../../actions/delete/many-rules.ts';
import { reportOf } from '../../actions/delete/report.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Key, Press } from '../../commands/key.ts';
import { savePanel } from '../../commands/save.ts';
import type { RemovingMany } from '../../state/dialogs.ts';
import { editedBy } from '../shared/text-field.ts';

const STEPS: Readonly<Record<string, number>> = {
  down: 1,
  up: -1,
  pagedown: 10,
  pageup: -10,
  home: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
};
/** In the list letters move too: there is no field to type into. */
const LETTERS: Readonly<Record<string, string>> = { j: 'down', k: 'up', g: 'home', G: 'end' };

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

/** A key in the dialog that deletes several, while it asks. */
function askingKey(dialog: RemovingMany, key: Key, now: number): Partial<RemovingMany> {
  if (key.name === 'tab') return { isInList: !dialog.isInList };
  const name = dialog.isInList ? (LETTERS[key.name] ?? key.name) : key.name;
  const by = STEPS[name];
  if (by !== undefined) return moved(dialog, by);
  if (dialog.isInList) return key.name === 'space' ? toggled(dialog) : {};
  return { editor: editedBy(dialog.editor, key), typedAt: now };
}

/** A key in the dialog that deletes several. */
export function bulkKey(explorer: Explorer, dialog: RemovingMany, { key, alone }: Press): void {
  const { store, confirmMany, retryMany, now } = explorer;
  if (key.name === 'enter') return confirmMany(alone);
  if (dialog.phase === 'done' && key.name === 'r') return retryMany();
  if (dialog.phase === 'done' && key.name === 'ctrl+s')
    return store.setState({ overlay: savePanel(reportOf(dialog), now()) });
  const isSent = ['running', 'stopping', 'done'].includes(dialog.phase);
  if (isSent && key.name === 'f' && (dialog.isOnlyFailed || hasOtherThanFailed(dialog)))
    return store.setState({ overlay: { ...dialog, isOnlyFailed: dialog.isOnlyFailed !== true } });
  const name = LETTERS[key.name] ?? key.name;
  const by = STEPS[name];
  const change =
    dialog.phase === 'asking' || dialog.phase === 'reading'
      ? askingKey(dialog, key, now())
      : by === undefined
        ? {}
        : moved(dialog, by);
  const { hint: _hint, ...rest } = dialog;
  store.setState({ overlay: { ...(dialog.phase === 'asking' ? rest : dialog), ...change } });
}
