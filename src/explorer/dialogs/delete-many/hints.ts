import { resourceOf } from '../../../resources/registry.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import {
  failedRefs,
  hasOtherThanFailed,
  matchesMany,
  remarksOn,
  targetsOf,
} from '../../actions/delete/many-rules.ts';
import type { RemovingMany } from '../../state/dialogs.ts';
import { keyName } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import { type Hint, hint, noKeys } from '../../view/line.ts';

const seconds = ({ graceMs }: RemovingMany): number => graceMs / 1000;
const after = (dialog: RemovingMany): SafeText =>
  dialog.graceMs === 0 ? safe`` : safe` after ${seconds(dialog)} s`;

function onlyFailed(dialog: RemovingMany): readonly Hint[] {
  if (dialog.isOnlyFailed) return [hint(safe`f`, safe`all of them`)];
  return hasOtherThanFailed(dialog) ? [hint(safe`f`, safe`only failed`)] : [];
}

/** What the keys would do now. */
export function bulkHints(dialog: RemovingMany, state: State): readonly Hint[] {
  const leave = hint(safe`Esc`, safe`leave`);
  switch (dialog.phase) {
    case 'reading':
      return [leave];
    case 'asking':
      if (dialog.isInList)
        return [
          hint(keyName(state.user.keymap, 'mark.toggle'), safe`leave out, or in`),
          hint(safe`Tab`, safe`back to the field`),
          leave,
        ];
      return matchesMany(dialog)
        ? [hint(safe`Enter`, safe`DELETES ${targetsOf(dialog).length}${after(dialog)}`, 'key'), leave]
        : [hint(safe`Enter`, safe`delete (not yet)`), leave, hint(safe`Tab`, safe`the list`)];
    case 'grace':
      return [hint(safe`Esc`, safe`stop`)];
    case 'running':
      return [hint(safe`Esc`, safe`stops after the one under way`), ...onlyFailed(dialog)];
    case 'stopping':
      return noKeys(safe`Stopping: nothing else will be sent`);
    case 'done':
      return [
        hint(safe`Enter`, safe`close`),
        ...(failedRefs(dialog).length === 0 ? [] : [hint(safe`r`, safe`those that failed, again`)]),
        ...onlyFailed(dialog),
        hint(safe`ctrl+s`, safe`save report`),
      ];
  }
}

/** What warns of the one under the cursor, where the keys go to the list; else all that is known of it. */
function knownOf({ victims, cursor, recordKind: kind }: RemovingMany, now: number): SafeText | undefined {
  const victim = victims[cursor];
  const facts = victim === undefined ? [] : remarksOn(victim, resourceOf(kind), { now, exact: false });
  if (victim === undefined || facts.length === 0) return undefined;
  const warnings = facts.filter(({ tone }) => tone !== 'plain');
  const words = joinSafe(
    (warnings.length === 0 ? facts : warnings).map(({ text }) => text),
    ', ',
  );
  return safe`${victim.name}: ${words}`;
}

/** The line above the keys. */
export function bulkMessage(dialog: RemovingMany, now: number): SafeText {
  if (dialog.hint !== undefined) return dialog.hint;
  const known = dialog.phase === 'asking' && dialog.isInList ? knownOf(dialog, now) : undefined;
  if (known !== undefined) return known;
  switch (dialog.phase) {
    case 'reading':
    case 'asking':
      return dialog.graceMs === 0
        ? safe`Nothing has been sent yet. Enter begins at once.`
        : safe`Nothing has been sent yet. After Enter there are ${seconds(dialog)} seconds to press Esc.`;
    case 'grace':
      return safe`${seconds(dialog)} seconds to press Esc, then deleting begins.`;
    case 'running':
      return safe`One request at a time, in this order. Failed ones stay marked.`;
    case 'stopping':
      return safe`Nothing else will be sent.`;
    case 'done':
      return safe``;
  }
}
