import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import type { DeleteStorage } from '../../deletion/journal.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Existing } from './dialogs.ts';
import type { State } from './state.ts';

/** Ids worth offering for records of a kind below a parent, where the API lists none. */
export type KnownIds = (kind: string, parents: Ids) => readonly string[];

export type Saved =
  | { readonly kind: 'saved'; readonly path: SafeText; readonly bytes: number }
  | { readonly kind: 'exists'; readonly existing: Existing }
  | { readonly kind: 'problem'; readonly words: SafeText };

/** Writes a file, whole or not at all, and over another one only when that is `replaces`. Never throws. */
export type SaveFile = (file: {
  readonly path: string;
  readonly chunks: Iterable<string>;
  readonly replaces?: Existing | undefined;
}) => Promise<Saved>;

/** What the actions work with. Everything of the outside comes in here, so that tests can give their own. */
export type World = {
  readonly store: StoreApi<State>;
  readonly client: Client | undefined;
  readonly knownIds: KnownIds;
  /** What stays of deletes. */
  readonly keeping: DeleteStorage;
  /** Epoch milliseconds that never run backwards: for spans and ages, not for what is written down. */
  readonly now: () => number;
  /** Ends the explorer: for good, or to come back with something else. */
  readonly leave: (ending: Ending) => void;
};

/** `next`: with what was made ready, at a place, and with something to say. */
export type Ending =
  | 'quit'
  | 'demo'
  | { readonly to: 'next'; readonly place?: string; readonly notice: SafeText };
