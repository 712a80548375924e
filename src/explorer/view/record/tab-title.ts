import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { type Tab, tabCount, tabsOf } from '../../../resources/tabs.ts';
import { memo } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { recordLoad } from '../../state/record-load.ts';
import { currentView, type State } from '../../state/state.ts';
import { MARKS, type Span, type Style, span } from '../line.ts';
import { currentTab, currentTabs } from './tabs.ts';

/** A tab of the record on the screen; `count`: number of its entries, if known. */
export type TabLabel = {
  readonly number: number;
  readonly title: SafeText;
  readonly count: number | undefined;
  readonly isShown: boolean;
  /** True if one of its entries has a problem. */
  readonly isBad: boolean;
};

/** Words of a tab: its title, and the number of its entries. */
type TabWords = { readonly title: SafeText; readonly count: SafeText };

/** Returns the mark of a tab with problems: without it only its colour would show them. */
const markOf = ({ isBad }: TabLabel): SafeText => (isBad ? safe` ${MARKS.bad}` : safe``);

const countOf = (tab: TabLabel): SafeText =>
  tab.count === undefined ? markOf(tab) : safe` (${tab.count}${markOf(tab)})`;

const withCount = (tab: TabLabel): TabWords => ({ title: tab.title, count: countOf(tab) });
const titleOnly = (tab: TabLabel): TabWords => ({ title: tab.title, count: markOf(tab) });
const numberOnly = (tab: TabLabel): TabWords => ({ title: safe``, count: markOf(tab) });

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

const hasProblem = ({ children }: Tab, record: JsonObject, ref: Ref): boolean =>
  children.some(
    child => child.from === 'inside' && child.rows(record, ref).some(({ tone }) => tone === 'bad'),
  );

const countsOf = memo((record: JsonObject, ref: Ref) =>
  tabsOf(resourceOf(ref.kind)).map(tab => ({
    count: tabCount(tab, record, ref),
    isBad: hasProblem(tab, record, ref),
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
    isBad: counts[at]?.isBad === true,
  }));
}

/** Returns the words of a tab: number, title, count, and that it has problems. */
export const tabWords = ({ number, title, count, isBad }: TabLabel): SafeText =>
  safe`${number} ${title}${count === undefined ? safe`` : safe` ${count}`}${isBad ? safe` with problems` : safe``}`;

const styleOf = ({ isShown, isBad }: TabLabel): Style => (isShown ? 'field' : isBad ? 'bad' : 'title');

/** Returns one tab in a form; brackets mark the present one where reverse video is not seen. */
function tabSpans(tab: TabLabel, { other, present, pad }: Form): readonly Span[] {
  const { title, count } = (tab.isShown ? present : other)(tab);
  const words = title === '' ? safe`${tab.number}` : safe`${tab.number} ${title}`;
  const style = styleOf(tab);
  if (tab.isShown) return [span(safe`[${words}${count}]`, style)];
  return [span(clean(pad)), span(words, style), span(count, tab.isBad ? 'bad' : 'dim'), span(clean(pad))];
}

/** Returns the tabs as a title: `[1 Overview]  2 Integrations (6)  3 Issues`, shorter if there is no room. */
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
