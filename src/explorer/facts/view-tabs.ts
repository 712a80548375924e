import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { type ListPlace, placeKey, type Sort, type View } from '../state/place.ts';
import { parsePlace } from '../state/place-text.ts';
import { currentView, newView, type State } from '../state/state.ts';
import { isSamePlace } from '../state/view-stacks.ts';
import { countOf, isAllLoaded } from './health-count.ts';
import { isNarrow } from './layout.ts';
import { countMatches } from './visible-rows.ts';

type ViewTab = Readonly<{ title: SafeText; view: View; isShown: boolean; count: SafeText | undefined }>;

const MAX_TABS = 9;

const tabsOfList = memo(
  (saved: State['user']['savedViews'], place: ListPlace): readonly Pick<ViewTab, 'title' | 'view'>[] => {
    const own = Object.entries(saved).flatMap(([name, text]) => {
      const parsed = parsePlace(text);
      if (parsed.kind !== 'list' || !isSamePlace(parsed.place, place)) return [];
      return [{ title: clean(name), view: { ...newView(place), ...parsed.view } }];
    });
    return own.length === 0 ? [] : [{ title: safe`all`, view: newView(place) }, ...own].slice(0, MAX_TABS);
  },
);

export function viewTabs(state: State): readonly ViewTab[] {
  const { place, filter, sort } = currentView(state);
  if (place.screen !== 'list' || isNarrow(state.screen.size.columns)) return [];
  const tabs = tabsOfList(state.user.savedViews, place);
  const isSorted = (own: Sort | undefined) =>
    own === undefined || (own.field === sort?.field && own.isDescending === sort.isDescending);
  const shown = tabs.findLast(({ view }) => view.filter === filter && isSorted(view.sort));
  return tabs.map(tab => ({ ...tab, isShown: tab === shown, count: countOfTab(state, place, tab.view) }));
}

function countOfTab(state: State, place: ListPlace, { filter }: View): SafeText | undefined {
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  if (rows === undefined || filter === undefined) return rows && countOf(rows);
  const { passed, unchecked } = countMatches(state, place, rows, filter);
  return safe`${passed}${unchecked > 0 || !isAllLoaded(rows) ? safe`+` : safe``}`;
}
