import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { memo } from '../../text/memo.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import type { ReadonlyStore } from './batched-store.ts';

/** What every part of the screen gets. */
export type Shared = {
  readonly explorer: Explorer;
  /** The state to draw (see `batchedStore`). */
  readonly store: ReadonlyStore<State>;
  readonly theme: Theme;
};

/** What is painted of the present state. A part is drawn again only when its own text or rows have changed. */
export function usePainted<T extends string | readonly string[]>(
  { store, theme }: Shared,
  paint: (state: State, theme: Theme) => T,
): T {
  // React asks more than once for the same state.
  const painted = useMemo(() => memo((state: State) => paint(state, theme)), [paint, theme]);
  return useStore(store, useShallow(painted));
}
