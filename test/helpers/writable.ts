import type { StoreApi } from 'zustand/vanilla';
import type { Explorer } from '../../src/explorer/actions/explorer.ts';
import { standardKeys } from '../../src/explorer/commands/registry.ts';
import type { Keymap, State } from '../../src/explorer/state/state.ts';
import type { ReadonlyStore } from '../../src/explorer/state/store.ts';
import { update } from '../../src/explorer/state/store.ts';

/** Returns the store of an explorer with its writer: for states that a test cannot reach by actions alone. */
export const writable = (store: ReadonlyStore<State>): StoreApi<State> => store as StoreApi<State>;

/** Sets own keys over the standard ones, as the settings do. */
export const setKeys = ({ store }: Pick<Explorer, 'store'>, own: Keymap): void =>
  update(writable(store), { user: { keymap: { ...standardKeys, ...own } } });
