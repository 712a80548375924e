import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref } from '../../../resources/resource.ts';
import { tabCount, tabsOf } from '../../../resources/tabs.ts';
import { memo } from '../../../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import { recordLoad } from '../../state/record-load.ts';
import { currentView, type State } from '../../state/state.ts';
import { currentTabs } from './tabs.ts';

type Titled = { readonly title: SafeText; readonly count: number | undefined };

const counted = ({ title, count }: Titled): SafeText =>
  count === undefined ? title : safe`${title} ${count}`;
const bare = ({ title }: Titled): SafeText => title;
const nothing = (): SafeText => safe``;

/** How tabs are named, from the longest way to the shortest: the others, and the one that is shown. */
const WAYS = [
  { other: counted, present: counted, pad: ' ' },
  { other: counted, present: counted, pad: '' },
  { other: bare, present: counted, pad: '' },
  { other: nothing, present: counted, pad: '' },
  { other: nothing, present: bare, pad: '' },
] as const;

/** What the frame of the title takes of its row. */
const FRAME_CELLS = 4;

const countsOf = memo((record: JsonObject, ref: Ref) =>
  tabsOf(resourceOf(ref.kind)).map(tab => tabCount(tab, record, ref)),
);

/** The tabs as a title: `[1 Overview]  2 Integrations 6  3 Issues`, shorter where there is no room; undefined where there are none. */
export function tabTitle(state: State): SafeText | undefined {
  const tabs = currentTabs(state);
  const { place, tab: shown = 0 } = currentView(state);
  if (tabs.length === 0 || place.screen !== 'record') return undefined;
  // A list's item does not say how many there are: the counts wait for the record itself.
  const record = recordLoad(state, place.ref)?.last?.value;
  if (record === undefined) return undefined;
  const counts = countsOf(record, place.ref);
  const all = tabs.map(({ title }, at) => ({ title, count: counts[at] }));
  const ways = WAYS.map(({ other, present, pad }) => {
    const titles = all.map((each, at) => {
      const words = (at === shown ? present : other)(each);
      const title = words === '' ? safe`${at + 1}` : safe`${at + 1} ${words}`;
      return at === shown ? safe`[${title}]` : safe`${clean(pad)}${title}${clean(pad)}`;
    });
    return joinSafe(titles, pad === '' ? '  ' : ' ');
  });
  return ways.find(title => cells(title) <= state.screen.size.columns - FRAME_CELLS) ?? ways.at(-1);
}
