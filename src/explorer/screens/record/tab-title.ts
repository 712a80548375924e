import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { type Tab, tabCount, tabsOf } from '../../../resources/tabs.ts';
import { memo } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { MARKS, type Span, span } from '../../facts/line.ts';
import { currentTab, currentTabs } from '../../facts/tabs.ts';
import { recordLoad } from '../../state/record-load.ts';
import { currentView, type State } from '../../state/state.ts';

/** A tab of the record on the screen; `count`: number of its entries, if known. */
export type TabLabel = {
  readonly number: number;
  readonly title: SafeText;
  readonly count: number | undefined;
  readonly isShown: boolean;
  /** Number of its entries with a problem. */
  readonly bad: number;
};

/** Words of a tab beside its number; those with problems have a mark of their own. */
type TabWords = { readonly title: SafeText; readonly isCounted: boolean };

const withCount = ({ title, count }: TabLabel): TabWords =>
  count === undefined ? titleOnly({ title }) : { title: safe` ${title} ${count}`, isCounted: true };
const titleOnly = ({ title }: Pick<TabLabel, 'title'>): TabWords => ({
  title: safe` ${title}`,
  isCounted: false,
});
const numberOnly = (): TabWords => ({ title: safe``, isCounted: false });

type Form = {
  readonly other: (tab: TabLabel) => TabWords;
  readonly present: (tab: TabLabel) => TabWords;
  readonly pad: string;
};

/** Forms of tab titles, from the longest to the shortest: for other tabs, and for the present one. */
const FORMS: readonly Form[] = [
  { other: withCount, present: withCount, pad: ' ' },
  { other: withCount, present: withCount, pad: '' },
  { other: titleOnly, present: withCount, pad: '' },
  { other: numberOnly, present: withCount, pad: '' },
  { other: numberOnly, present: titleOnly, pad: '' },
];

/** Cells of the frame around the title. */
const FRAME_CELLS = 6;

const badRows = ({ children }: Tab, record: JsonObject, ref: Ref): number =>
  children
    .flatMap(child => (child.from === 'inside' ? child.rows(record, ref) : []))
    .filter(({ tone }) => tone === 'bad').length;

const countsOf = memo((record: JsonObject, ref: Ref) =>
  tabsOf(resourceOf(ref.kind)).map(tab => ({
    count: tabCount(tab, record, ref),
    bad: badRows(tab, record, ref),
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

/** Returns one tab in a form; brackets mark the present one where reverse video is not seen. */
function tabSpans(tab: TabLabel, { other, present, pad }: Form): readonly Span[] {
  const { title, isCounted } = (tab.isShown ? present : other)(tab);
  const words = safe`${tab.number}${title}`;
  const mark = tab.bad === 0 ? safe`` : safe`${isCounted ? safe` · ` : safe` `}${MARKS.bad} ${tab.bad}`;
  if (tab.isShown) return [span(safe`[${words}${mark}]`, 'field')];
  return [span(clean(pad)), span(words, 'title'), span(mark, 'bad'), span(clean(pad))];
}

/** Returns the tabs as a title: `[1 Overview]  2 Integrations 6 · ✗ 1  3 Issues`, shorter without room. */
export function tabTitle(state: State): readonly Span[] | undefined {
  const all = tabLabels(state);
  if (all.length === 0) return undefined;
  const forms = FORMS.map(form => {
    const gap = span(form.pad === '' ? safe`  ` : safe` `);
    const spans = all.flatMap((tab, at) => [...(at === 0 ? [] : [gap]), ...tabSpans(tab, form)]);
    // The rule begins right after the last word.
    return all.at(-1)?.isShown ? spans : spans.slice(0, -1);
  });
  const room = state.screen.size.columns - FRAME_CELLS;
  const sizeOf = (spans: readonly Span[]): number =>
    spans.reduce((total, { text }) => total + cells(text), 0);
  return forms.find(spans => sizeOf(spans) <= room) ?? forms.at(-1);
}
