import { resourceOf } from '../../resources/registry.ts';
import { whyNot } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { documentSection } from '../facts/tabs.ts';
import { deleteRefusal } from '../facts/write-protection.ts';
import { recordToDelete } from '../selection/delete-target.ts';
import { markedRefs, marksOf } from '../selection/list-marks.ts';
import { leadUnderCursor } from '../selection/value-under-cursor.ts';
import { currentView, type State } from '../state/state.ts';
import type { CommandDescription } from './command.ts';
import { follow } from './follow.ts';

const hasMarks = (state: State): boolean => marksOf(state).size > 0;

/** Returns the lead to a record that can only be deleted, named by the value under the cursor. */
function deleteLead(state: State) {
  if (currentView(state).place.screen !== 'record' || documentSection(state) !== undefined) return undefined;
  const lead = leadUnderCursor(state);
  return lead?.to === 'delete' ? lead : undefined;
}

function cannotDelete(state: State): SafeText | undefined {
  const hasTarget = hasMarks(state) || deleteLead(state) !== undefined;
  return (hasTarget ? undefined : whyNot(recordToDelete(state))) ?? deleteRefusal(state);
}

/** Returns `delete bot`: the kind of the record that the key deletes now. */
function hintWords(state: State): SafeText {
  const target = recordToDelete(state);
  const kind = deleteLead(state)?.ref.kind ?? (target.ok ? target.value.kind : undefined);
  return kind === undefined ? safe`delete` : safe`delete ${clean(resourceOf(kind).title.toLowerCase())}`;
}

/**
 * Opens the dialog for the marked records, even a single one; without marks for the record that the value
 * under the cursor names, or for the one under the cursor.
 */
function openDialog(explorer: Explorer): void {
  const { store, openDelete } = explorer;
  const state = store.getState();
  if (hasMarks(state)) return openDelete(markedRefs(state));
  const lead = deleteLead(state);
  if (lead !== undefined) return follow(explorer, lead);
  const { place } = currentView(state);
  const target = recordToDelete(state);
  if (!target.ok) return;
  const isOther = place.screen === 'record' && place.ref !== target.value;
  openDelete([{ ref: target.value }], isOther ? place.ref : undefined);
}

/** Deletes records. On every screen its key either opens the dialog or says what can be deleted. */
export const deleteCommand: CommandDescription = {
  id: 'record.delete',
  keys: ['ctrl+d'],
  title: safe`delete … (asks you to confirm)`,
  group: 'Act',
  destructive: true,
  inMenu: true,
  // On a list the row shows what is deleted; on the tab of a record only these words do.
  hint: state =>
    hasMarks(state)
      ? { text: safe`delete marked`, rank: 1 }
      : { text: hintWords(state), rank: currentView(state).place.screen === 'list' ? 3 : 1 },
  blocked: cannotDelete,
  run: openDialog,
};
