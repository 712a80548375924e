import { clean, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { storedChoices } from '../../facts/choices.ts';
import { pastedChoices } from '../../lookup/paste-choice.ts';
import { kindOfId, recognisedRefs } from '../../lookup/recognise.ts';
import type { Choice } from '../../state/dialogs.ts';
import { parsePlace } from '../../state/place-text.ts';
import type { State } from '../../state/state.ts';
import { firstLine } from '../shared/text-field.ts';

/** Returns the row for a list if the pasted text is its place; ids of records are recognised elsewhere. */
function placeChoices(state: State, text: string): readonly Choice[] {
  const place = parsePlace(text);
  if (place.kind !== 'list' && place.kind !== 'root') return [];
  return storedChoices(state, [{ place: text, name: safe``, at: 0 }]);
}

/**
 * Returns the rows of a pasted id. If its form names a kind, readings as other kinds are behind a row of
 * their own.
 */
function withMore(rows: readonly Choice[], pasted: string): readonly Choice[] {
  const kind = kindOfId(pasted);
  const [likely, others] = [rows.filter(each => each.kind === kind), rows.filter(each => each.kind !== kind)];
  if (likely.length === 0 || others.length === 0) return rows;
  const more: Choice = {
    id: 'more',
    kind: safe``,
    label: safe`more …`,
    detail: safe`${others.length} other readings`,
    destination: { to: 'more', rows: others },
  };
  return [...likely, more];
}

/** Offers the records and places that pasted text can mean, or reports that there are none. Sends nothing. */
export function offerPasted({ store, openDialog, notify }: Explorer, text: string): void {
  const state = store.getState();
  const pasted = text.trim();
  const rows = [
    ...placeChoices(state, pasted),
    ...withMore(
      recognisedRefs(state, pasted).flatMap(ref => pastedChoices(state, ref, pasted)),
      pasted,
    ),
  ];
  if (rows.length > 0) return openDialog({ kind: 'choose', topic: 'paste', rows, choice: 0 });
  const shown = clean(firstLine(text), 20);
  notify('warn', safe`Nothing to open in what you pasted ("${shown}").`);
}
