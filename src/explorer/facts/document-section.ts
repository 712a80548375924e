import type { Section } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { safe } from '../../text/sanitise.ts';
import type { Folds } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { currentTab } from './tabs.ts';

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
