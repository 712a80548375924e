import { resourceOf } from '../../../resources/registry.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { isConfirmed } from '../../actions/delete/confirmation.ts';
import { includedTargets, remarksOn, singleTarget } from '../../actions/delete/targets.ts';
import { isNarrow } from '../../facts/layout.ts';
import { type Hint, hint, noKeys } from '../../facts/line.ts';
import type { DeleteDialog } from '../../state/delete-dialog.ts';
import type { State } from '../../state/state.ts';
import { hintsOf } from '../shared/dialog-command.ts';
import { closeHint } from '../shared/message.ts';
import { deleteCommands } from './keys.ts';

const seconds = ({ graceMs }: DeleteDialog): number => graceMs / 1000;

/** Returns the hint of Enter while the dialog asks. */
function enterHint(dialog: DeleteDialog, narrow: boolean): Hint {
  const single = singleTarget(dialog);
  if (isConfirmed(dialog)) {
    const what = single?.name ?? clean(`${includedTargets(dialog).length}`);
    // A narrow screen needs the room for Esc; the name is in the lines above.
    const named = narrow && single !== undefined ? safe`` : safe` ${what}`;
    const after = dialog.graceMs === 0 ? safe`` : safe` after ${seconds(dialog)} s`;
    return hint(safe`Enter`, safe`DELETES${named}${after}`, 'bad');
  }
  if (narrow) return hint(safe`Enter`, safe`delete (not yet)`);
  const missing = dialog.confirmation?.kind === 'name' ? safe`name not typed yet` : safe`not confirmed yet`;
  return hint(safe`Enter`, safe`delete (${missing})`);
}

/** Returns the hints of the present phase. `isLast`: everything was on the screen. */
export function deleteHints(dialog: DeleteDialog, state: State, isLast: boolean): readonly Hint[] {
  const cancel = hint(safe`Esc`, safe`cancel`);
  const commands = hintsOf(deleteCommands, dialog, state);
  if (!isLast) return [hint(safe`Enter PgDn`, safe`more`), cancel];
  switch (dialog.phase) {
    case 'reading':
    case 'grace':
      return [cancel];
    case 'confirming':
      return [
        ...(dialog.isInList || includedTargets(dialog).length === 0
          ? []
          : [enterHint(dialog, isNarrow(state.screen.size.columns))]),
        cancel,
        ...commands,
      ];
    case 'running':
      return includedTargets(dialog).length === 0
        ? [...noKeys(safe`Wait for the response. Nothing else is sent.`), ...commands]
        : [hint(safe`Esc`, safe`stop after this one`), ...commands];
    case 'stopping':
      return noKeys(safe`Stopping. Nothing else is sent.`);
    case 'refused':
      return [closeHint, ...commands];
    case 'done':
      return [hint(safe`Enter`, safe`close`), ...commands];
  }
}

/** The warnings about the target under the cursor of the list, or else all facts about it. */
function remarkWords({ targets, cursor, recordKind }: DeleteDialog, now: number): SafeText | undefined {
  const target = targets[cursor];
  const remarks =
    target === undefined ? [] : remarksOn(target, resourceOf(recordKind), { now, exact: false });
  if (target === undefined || remarks.length === 0) return undefined;
  const warnings = remarks.filter(({ tone }) => tone !== 'plain');
  const words = joinSafe(
    (warnings.length === 0 ? remarks : warnings).map(({ text }) => text),
    ', ',
  );
  return safe`${target.name}: ${words}`;
}

function askingMessage(dialog: DeleteDialog): SafeText {
  const done = dialog.wasSent ? safe`One request was sent before.` : safe`Nothing deleted yet.`;
  if (singleTarget(dialog) !== undefined && isConfirmed(dialog)) return safe`Matches.`;
  if (includedTargets(dialog).length === 0) return done;
  return dialog.graceMs === 0
    ? safe`${done} Enter deletes immediately once it matches.`
    : safe`${done} After Enter you have ${seconds(dialog)} seconds to cancel.`;
}

/** The line above the keys. */
export function deleteMessage(dialog: DeleteDialog, now: number, isLast: boolean): SafeText {
  if (!isLast) return safe`Scroll to the end first.`;
  if (dialog.hint !== undefined) return dialog.hint;
  const remarks = dialog.phase === 'confirming' && dialog.isInList ? remarkWords(dialog, now) : undefined;
  if (remarks !== undefined) return remarks;
  switch (dialog.phase) {
    case 'reading':
    case 'grace':
      return safe`Nothing deleted yet.`;
    case 'confirming':
      return askingMessage(dialog);
    case 'running':
      return singleTarget(dialog) === undefined
        ? safe`Deleting one by one. Failed ones stay marked.`
        : safe`One request, never retried automatically.`;
    case 'stopping':
      return safe`Nothing else is sent.`;
    case 'refused':
      return safe`Not deleted.`;
    case 'done':
      return safe``;
  }
}
