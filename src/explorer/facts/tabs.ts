import { resourceOf } from '../../resources/registry.ts';
import type { Section } from '../../resources/resource.ts';
import { type Tab, tabNamed, tabsOf } from '../../resources/tabs.ts';
import { memo } from '../../text/memo.ts';
import { safe } from '../../text/sanitise.ts';
import type { Folds } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

export function currentTabs(state: State): readonly Tab[] {
  const { place } = currentView(state);
  const tabs = place.screen === 'record' ? tabsOf(resourceOf(place.ref.kind)) : [];
  return tabs.length > 1 ? tabs : [];
}

export function currentTab(state: State): Tab | undefined {
  const { place, tab } = currentView(state);
  return place.screen === 'record' ? tabNamed(tabsOf(resourceOf(place.ref.kind)), tab) : undefined;
}

/** Returns true on the first tab of a record; the others are documents or lists, or show more fields. */
export function isFirstTab(state: State): boolean {
  const { place } = currentView(state);
  if (place.screen !== 'record') return false;
  return currentTab(state)?.title === tabsOf(resourceOf(place.ref.kind))[0]?.title;
}

const WHOLE: Section = {
  title: safe`Raw`,
  fields: [],
  document: { foldedFrom: Number.POSITIVE_INFINITY },
};

/** Returns the section of the document on the raw screen or a tab; undefined elsewhere. */
export function documentSection(state: State): Section | undefined {
  return currentView(state).place.screen === 'raw' ? WHOLE : currentTab(state)?.document;
}

const NONE: ReadonlySet<string> = new Set();
const initialFolds = memo((fromDepth: number): Folds => ({ fromDepth, except: NONE }));

export function foldsOf(state: State): Folds {
  const foldedFrom = documentSection(state)?.document?.foldedFrom ?? Number.POSITIVE_INFINITY;
  return currentView(state).folds ?? initialFolds(foldedFrom);
}
