import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { memo } from '../../text/memo.ts';
import type { Explorer } from '../actions/explorer.ts';
import type { Theme } from '../paint/theme.ts';
import type { State } from '../state/state.ts';
import type { ReadonlyStore } from '../state/store.ts';

export type PartProps = {
  readonly explorer: Explorer;
  /** The store to draw from (see `batchedStore`). */
  readonly store: ReadonlyStore<State>;
  readonly theme: Theme;
};

/** Returns a painted part of the present state. React renders it only when its own text or rows change. */
export function usePainted<T extends string | readonly string[]>(
  { store, theme }: PartProps,
  paint: (state: State, theme: Theme) => T,
): T {
  // Cached, because React reads the same state more than once.
  const paintOnce = useMemo(() => memo((state: State) => paint(state, theme)), [paint, theme]);
  return useStore(store, useShallow(paintOnce));
}
