import { clean, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { pastedChoice } from '../../lookup/paste-choice.ts';
import { recognisedRefs } from '../../lookup/recognise.ts';
import type { Choice } from '../../state/dialogs.ts';
import { parsePlace } from '../../state/place-text.ts';
import type { State } from '../../state/state.ts';
import { storedChoices } from '../../view/choices.ts';
import { firstLine } from '../shared/text-field.ts';

/** The row of a list that a pasted text names as a place; a record is guessed from its ids. */
function placeChoices(state: State, text: string): readonly Choice[] {
  const said = parsePlace(text);
  if (said.kind !== 'list' && said.kind !== 'root') return [];
  return storedChoices(state, [{ place: text, name: safe``, at: 0 }]);
}

/** Offers what a pasted text can mean, or says that it means nothing. Nothing is sent before one row is chosen. */
export function offerPasted({ store, openDialog, notify }: Explorer, text: string): void {
  const state = store.getState();
  const pasted = text.trim();
  const rows = [
    ...placeChoices(state, pasted),
    ...recognisedRefs(state, pasted).map(ref => pastedChoice(state, ref, pasted)),
  ];
  if (rows.length > 0) return openDialog({ kind: 'choose', topic: 'paste', rows, choice: 0 });
  const shown = clean(firstLine(text), 20);
  notify('warn', safe`Nothing to open in what you pasted ("${shown}").`);
}
