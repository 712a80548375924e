import type { StoreApi } from 'zustand/vanilla';
import type { State } from '../../src/explorer/state/state.ts';
import type { ReadonlyStore } from '../../src/explorer/state/store.ts';

/** Returns the store of an explorer with its writer: for states that a test cannot reach by actions alone. */
export const writable = (store: ReadonlyStore<State>): StoreApi<State> => store as StoreApi<State>;
