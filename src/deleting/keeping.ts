import type { SafeText } from '../text/sanitise.ts';
import type { Copy } from './copy.ts';
import { type Journal, memoryJournal, type Sender } from './journal.ts';

/** What stays of deletes: the journal, and copies of what was to be deleted. */
export type Keeping = {
  readonly journal: Journal;
  /** The sentence says why the copy is not kept. */
  readonly keepCopy: (copy: Copy, at: Date) => SafeText | undefined;
  /** Where copies go, for people; undefined when there are none. */
  readonly folder?: SafeText;
  /** The server and the workspace, as the journal names them. */
  readonly profile: string;
  /** This process, as the journal names it. */
  readonly sender?: Sender;
};

/** Nothing stays: for made-up records. */
export const forgetting = (): Keeping => ({
  journal: memoryJournal(),
  keepCopy: () => undefined,
  profile: 'sandbox',
});
