import type { Ports } from '../../state/ports.ts';
import { currentView, newView, type State } from '../../state/state.ts';
import { withView } from '../../state/store.ts';
import { withFoldsFrom, withFoldToggled, withOtherFormat, withOtherWrapping } from './fold.ts';
import {
  withAllMarksToggled,
  withMarksExtended,
  withMarkToggled,
  withoutMarks,
  withoutRange,
  withRangeToggled,
} from './mark.ts';
import { type Motion, withCursorAt, withCursorMoved } from './move-cursor.ts';
import { withNextMatch, withSearch } from './search.ts';
import { withNextTab, withTab } from './tabs.ts';

/** Actions on the present view: its cursor, tabs, marks, folds, and the search in its text. */
export type CursorActions = ReturnType<typeof createCursorActions>;

export function createCursorActions({ store }: Pick<Ports, 'store'>) {
  const change = (to: (state: State) => State): void => store.setState(to);
  return {
    /** Moves the cursor by some steps; it stops at both ends. */
    moveCursor: (motion: Motion, steps = 1): void =>
      change(state => {
        let next = state;
        for (let step = 0; step < steps; step++) next = withCursorMoved(next, motion);
        return next;
      }),
    putCursor: (row: number): void => change(state => withCursorAt(state, row)),

    showTab: (tab: string): void => change(state => withTab(state, tab)),
    /** Shows a tab from its top, even if it is the present one. */
    restartTab: (tab: string): void =>
      change(state => withView(state, { ...newView(currentView(state).place), tab })),
    nextTab: (): void => change(state => withNextTab(state, 1)),
    previousTab: (): void => change(state => withNextTab(state, -1)),

    toggleMark: (): void => change(withMarkToggled),
    toggleRange: (): void => change(withRangeToggled),
    endRange: (): void => change(withoutRange),
    /** Marks the row under the cursor and the one that it moves to. */
    extendMarks: (motion: 'down' | 'up'): void => change(state => withMarksExtended(state, motion)),
    toggleAllMarks: (): void => change(withAllMarksToggled),
    clearMarks: (): void => change(withoutMarks),

    toggleFold: (): void => change(withFoldToggled),
    foldFrom: (depth: number): void => change(state => withFoldsFrom(state, depth)),
    toggleFormat: (): void => change(withOtherFormat),
    toggleWrap: (): void => change(withOtherWrapping),

    /** Searches from the cursor on and closes the search field. An empty text ends the search. */
    searchText: (find: string): void => change(state => withSearch(state, find)),
    nextMatch: (): void => change(state => withNextMatch(state, 1)),
    previousMatch: (): void => change(state => withNextMatch(state, -1)),
  };
}
