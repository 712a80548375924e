import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { tabCount, tabsOf } from '../../../resources/tabs.ts';
import { memo } from '../../../text/memo.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { fitParts, MARKS, type Span, STAYS, type Style, span } from '../../facts/line.ts';
import { currentTab, currentTabs } from '../../facts/tabs.ts';
import { recordLoad } from '../../state/records.ts';
import { currentView, type State } from '../../state/state.ts';

/** A tab of the record on the screen; `count`: number of its entries, if known. */
export type TabLabel = {
  readonly number: number;
  readonly title: SafeText;
  readonly count: number | undefined;
  readonly isShown: boolean;
  readonly bad: number;
};

const FRAME_CELLS = 6;

const countsOf = memo((record: JsonObject, ref: Ref) =>
  tabsOf(resourceOf(ref.kind)).map(tab => ({
    count: tabCount(tab, record, ref),
    bad: tab.children
      .flatMap(child => (child.from === 'inside' ? child.rows(record, ref) : []))
      .filter(({ tone }) => tone === 'bad').length,
  })),
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
    count: counts[at]?.count,
    isShown: title === shown?.title,
    bad: counts[at]?.bad ?? 0,
  }));
}

/** Returns the words of a tab: number, title, count, and how many have problems. */
export const tabWords = ({ number, title, count, bad }: TabLabel): SafeText =>
  safe`${number} ${title}${count === undefined ? safe`` : safe` ${count}`}${bad > 0 ? safe`, ${bad} with problems` : safe``}`;

/** A part of the title; counts give way first, then the titles of other tabs. */
const part = (text: SafeText, rank: number, style: Style) => ({ text, rank, style });

/** Returns the parts of one tab; brackets mark the present one where reverse video is not seen. */
function tabParts({ number, title, count, bad, isShown }: TabLabel) {
  const style = isShown ? 'field' : 'title';
  const problems = bad === 0 ? safe`` : safe` ${MARKS.bad} ${bad}`;
  const counted = count === undefined ? safe`` : safe` ${count}${bad === 0 ? safe`` : safe` ·`}`;
  return [
    part(isShown ? safe`[${number}` : safe`${number}`, STAYS, style),
    part(safe` ${title}`, isShown ? STAYS : 1, style),
    part(counted, isShown ? 0 : 2, style),
    part(problems, STAYS, isShown ? style : 'bad'),
    part(isShown ? safe`]` : safe``, STAYS, style),
  ];
}

/** Returns the tabs as a title: `[1 Overview]  2 Integrations 6 · ✗ 1  3 Issues`, shorter without room. */
export function tabTitle(state: State): readonly Span[] | undefined {
  const parts = tabLabels(state).flatMap((tab, at) => [
    ...(at === 0 ? [] : [part(safe`  `, STAYS, 'plain')]),
    ...tabParts(tab),
  ]);
  if (parts.length === 0) return undefined;
  return fitParts(parts, state.screen.size.columns - FRAME_CELLS).map(({ text, style }) => span(text, style));
}
