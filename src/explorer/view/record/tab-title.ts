import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { tabCount, tabsOf } from '../../../resources/tabs.ts';
import { memo } from '../../../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { recordLoad } from '../../state/record-load.ts';
import { currentView, type State } from '../../state/state.ts';
import { currentTab, currentTabs } from './tabs.ts';

/** A tab of the record on the screen; `count`: number of its entries, if known. */
export type TabLabel = {
  readonly number: number;
  readonly title: SafeText;
  readonly count: number | undefined;
  readonly isShown: boolean;
};

const titleWithCount = ({ title, count }: TabLabel): SafeText =>
  count === undefined ? title : safe`${title} ${count}`;
const titleOnly = ({ title }: TabLabel): SafeText => title;
const emptyTitle = (): SafeText => safe``;

/** Forms of tab titles, from the longest to the shortest: for other tabs, and for the present one. */
const FORMS = [
  { other: titleWithCount, present: titleWithCount, pad: ' ' },
  { other: titleWithCount, present: titleWithCount, pad: '' },
  { other: titleOnly, present: titleWithCount, pad: '' },
  { other: emptyTitle, present: titleWithCount, pad: '' },
  { other: emptyTitle, present: titleOnly, pad: '' },
] as const;

/** Cells of the frame around the title. */
const FRAME_CELLS = 4;

const countsOf = memo((record: JsonObject, ref: Ref) =>
  tabsOf(resourceOf(ref.kind)).map(tab => tabCount(tab, record, ref)),
);

/**
 * Returns the tabs of the record on the screen; none until it is loaded, because list items have no counts.
 */
export function tabLabels(state: State): readonly TabLabel[] {
  const { place } = currentView(state);
  if (place.screen !== 'record') return [];
  const record = recordLoad(state, place.ref)?.last?.value;
  if (record === undefined) return [];
  const counts = countsOf(record, place.ref);
  const shown = currentTab(state);
  return currentTabs(state).map(({ title }, at) => ({
    number: at + 1,
    title,
    count: counts[at],
    isShown: title === shown?.title,
  }));
}

/** Returns the words of a tab: number, title and count. */
export const tabWords = (tab: TabLabel): SafeText => safe`${tab.number} ${titleWithCount(tab)}`;

/** Returns the tabs as a title: `[1 Overview]  2 Integrations 6  3 Issues`, shorter if there is no room. */
export function tabTitle(state: State): SafeText | undefined {
  const all = tabLabels(state);
  if (all.length === 0) return undefined;
  const titles = FORMS.map(({ other, present, pad }) => {
    const titles = all.map(each => {
      const words = (each.isShown ? present : other)(each);
      const title = words === '' ? safe`${each.number}` : safe`${each.number} ${words}`;
      return each.isShown ? safe`[${title}]` : safe`${clean(pad)}${title}${clean(pad)}`;
    });
    return joinSafe(titles, pad === '' ? '  ' : ' ');
  });
  return titles.find(title => cells(title) <= state.screen.size.columns - FRAME_CELLS) ?? titles.at(-1);
}
