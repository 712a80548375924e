import type { StoreApi } from 'zustand/vanilla';
import { type State, type StateChange, withChange } from '../state/state.ts';

/** Changes some fields of the state in one step. Nothing else writes to the store. */
export function update(
  store: Pick<StoreApi<State>, 'setState'>,
  change: StateChange | ((state: State) => StateChange),
): void {
  store.setState(state => withChange(state, typeof change === 'function' ? change(state) : change), true);
}
