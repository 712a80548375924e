import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import type { Ids } from '../../api/operation.ts';
import type { DeleteStorage } from '../../deletion/journal.ts';
import type { ExportRequest, ExportResult } from '../../storage/export-file.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { State } from './state.ts';

/** Returns ids to suggest for records of a kind below a parent, where the API lists none. */
export type KnownIds = (kind: string, parents: Ids) => readonly string[];

/**
 * Writes a file completely or not at all; overwrites an existing file only if that is still the one to
 * replace. Never throws.
 */
export type SaveFile = (request: ExportRequest) => Promise<ExportResult>;

/** Dependencies of the actions. Everything from outside is here, so that tests can replace it. */
export type Ports = {
  readonly store: StoreApi<State>;
  readonly client: Client | undefined;
  readonly knownIds: KnownIds;
  /** Storage of deletes: journal and backups. */
  readonly deleteStorage: DeleteStorage;
  /** Returns epoch milliseconds that never decrease: for durations and ages, not for files. */
  readonly now: () => number;
  /** Returns true while the line to the terminal is slow: the screen should change seldom. */
  readonly isSlow: () => boolean;
  /** Ends the explorer: for good, or to start it with another connection. */
  readonly end: (ending: Ending) => void;
};

/** `next`: restart with the prepared connection, at `place`, showing `notice`. */
export type Ending =
  | 'quit'
  | 'demo'
  | { readonly to: 'next'; readonly place?: string; readonly notice: SafeText };
