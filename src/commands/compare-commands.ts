import { ownIdName } from '../resources/record-ids.ts';
import { resourceOf } from '../resources/registry.ts';
import { cursorRef } from '../store/going.ts';
import { marksOf } from '../store/mark.ts';
import type { ComparePlace } from '../store/place.ts';
import { currentView, type State } from '../store/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import type { Command } from './command.ts';

/**
 * What `=` compares: two marked records, the one marked first as the earlier one; else the marked record, or the
 * one under the cursor, with what it was when it was last seen. Or why nothing.
 */
function comparePlace(state: State): ComparePlace | SafeText {
  const { place } = currentView(state);
  const [first, second, ...others] = place.screen === 'list' ? marksOf(state) : [];
  if (others.length > 0) return safe`${others.length + 2} are marked: two can be compared.`;
  const under = cursorRef(state);
  const ref =
    place.screen === 'list' && first !== undefined
      ? { kind: place.kind, ids: { ...place.ids, [ownIdName(resourceOf(place.kind))]: second ?? first } }
      : under;
  if (ref === undefined) return safe`There is no record on this line.`;
  const { read, keepsCopy, title } = resourceOf(ref.kind);
  if (read === undefined) return safe`The API reads no ${title}.`;
  if (second !== undefined) return { screen: 'compare', ref, against: first };
  if (keepsCopy) return { screen: 'compare', ref };
  return safe`No copy of a ${clean(title.toLowerCase())} is kept: mark two in a list to compare them.`;
}

/** Two records side by side, or one with what it was. */
export const compareCommands: readonly Command[] = [
  {
    id: 'record.compare',
    keys: ['='],
    title: safe`compare two marked, or one with what it was`,
    group: 'Look',
    where: ['list', 'record', 'raw'],
    inMenu: true,
    word: 'compare',
    blocked: state => {
      const place = comparePlace(state);
      return typeof place === 'string' ? place : undefined;
    },
    run: ({ store, open }) => {
      const place = comparePlace(store.getState());
      if (typeof place !== 'string') open(place);
    },
  },
];
