import { resourceOf } from '../../../resources/registry.ts';
import type { Section } from '../../../resources/resource.ts';
import { tabsOf } from '../../../resources/tabs.ts';
import { memo } from '../../../text/memo.ts';
import { safe } from '../../../text/sanitise.ts';
import type { Folds } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';

/** The raw screen shows the whole record as one document. */
const WHOLE: Section = {
  title: safe`Raw`,
  fields: [],
  document: { foldedFrom: Number.POSITIVE_INFINITY },
};

/**
 * Returns the section whose document the present view shows, on the raw screen or a tab; undefined elsewhere.
 */
export function documentSection(state: State): Section | undefined {
  const { place, tab = 0 } = currentView(state);
  if (place.screen === 'raw') return WHOLE;
  return place.screen === 'record' ? tabsOf(resourceOf(place.ref.kind))[tab]?.document : undefined;
}

const NONE: ReadonlySet<string> = new Set();
const atFirst = memo((fromDepth: number): Folds => ({ fromDepth, except: NONE }));

/** Returns the folds of the present view. */
export function foldsOf(state: State): Folds {
  const foldedFrom = documentSection(state)?.document?.foldedFrom ?? Number.POSITIVE_INFINITY;
  return currentView(state).folds ?? atFirst(foldedFrom);
}
