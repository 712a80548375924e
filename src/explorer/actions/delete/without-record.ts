import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import type { GoneReason } from '../../../storage/memory.ts';
import { isListOf, keyOf, placeRefs, type View } from '../../state/place.ts';
import { refText } from '../../state/place-text.ts';
import { withGone } from '../../state/recents.ts';
import type { State } from '../../state/state.ts';
import type { StateChange } from '../../state/store.ts';
import { withoutStacks } from '../../state/view-stacks.ts';
import { loadWithoutRows } from '../load/paging.ts';

/**
 * Removes a record that is gone: its rows, its mark, its data, and each view of it or of anything below it,
 * in the history, too. Bookmarks and recents show it as gone.
 */
export function withoutRecord(state: State, ref: Ref, how?: GoneReason): StateChange {
  const resource = resourceOf(ref.kind);
  const own = ref.ids[ownIdName(resource)] ?? '';
  const gone = new Set([own]);
  const lists = Object.fromEntries(
    Object.entries(state.data.lists).map(([key, load]) => [
      key,
      isListOf(key, ref.kind) ? loadWithoutRows(load, gone) : load,
    ]),
  );
  const key = keyOf(ref.kind, ref.ids);
  const { [key]: _gone, ...records } = state.data.records;
  const { [key]: _listed, ...sortedRecords } = state.data.sortedRecords;
  const marks = Object.fromEntries(
    Object.entries(state.data.marks).map(([key, ids]) => [key, ids.has(own) ? ids.difference(gone) : ids]),
  );
  const first = state.navigation.views.findIndex(view => isAbout(view, ref));
  const views = first > 0 ? state.navigation.views.slice(0, first) : state.navigation.views;
  const history = withoutStacks(state.navigation.history, view => isAbout(view, ref));
  return {
    data: { lists, records, sortedRecords, marks },
    navigation: { views, history },
    user: { memory: withGone(state.user.memory, refText(ref), how) },
  };
}

/** Returns true for a view of the record itself or of something below it. */
function isAbout({ place }: View, ref: Ref): boolean {
  const own = Object.entries(ref.ids);
  return placeRefs(place).some(({ ids }) => own.every(([name, id]) => ids[name] === id));
}
