import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import type { Ids } from '../api/operation.ts';
import type { SafeText } from '../text/sanitise.ts';
import type { State } from './state.ts';

/** Ids worth offering for records of a kind below a parent, where the API lists none. */
export type KnownIds = (kind: string, parents: Ids) => readonly string[];

/** Keeps a place under a name for the next runs. The sentence says why it could not; undefined: it is kept. */
export type SaveView = (name: string, place: string) => Promise<SafeText | undefined>;

/** What the actions work with. Everything of the outside comes in here, so that tests can give their own. */
export type World = {
  readonly store: StoreApi<State>;
  readonly client: Client | undefined;
  readonly knownIds: KnownIds;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Ends the explorer: for good, or to come back with the demo. */
  readonly leave: (ending: Ending) => void;
};

export type Ending = 'quit' | 'demo';
