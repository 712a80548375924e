import type { Means } from './delete-one.ts';
import type { Entry, Stage } from './journal.ts';
import { unfinished } from './journal.ts';

/** What a look at the service said of a delete whose end nobody wrote down; `unread`: it could not be looked at. */
export type Checked = { readonly entry: Entry; readonly found: 'deleted' | 'not-deleted' | 'unread' };

/** Deletes of this server and workspace that may have happened. */
export function openDeletes({ journal, profile }: Pick<Means, 'journal' | 'profile'>): readonly Entry[] {
  return unfinished(journal.entries()).filter(entry => entry.profile === profile);
}

/**
 * Reads the records of unfinished deletes again, and writes down what was found. `canRead` says of which kinds a
 * record can be read; of the others the journal says that nobody can know. Nothing but GET is sent.
 */
export async function checkDeletes(
  entries: readonly Entry[],
  { journal, readAgain, now }: Pick<Means, 'journal' | 'readAgain' | 'now'>,
  canRead: (kind: string) => boolean,
): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  const write = (entry: Entry, stage: Stage): void => {
    const { status: _status, ms: _ms, ...rest } = entry;
    journal.add({ ...rest, at: new Date(now()).toISOString(), stage, checked: true });
  };
  for (const entry of entries) {
    const answer = canRead(entry.kind) ? await readAgain({ kind: entry.kind, ids: entry.ids }) : undefined;
    const isGone = answer !== undefined && !answer.ok && answer.failure.kind === 'not-found';
    const found = answer?.ok ? 'not-deleted' : isGone ? 'deleted' : 'unread';
    if (found !== 'unread') write(entry, found);
    else if (answer === undefined) write(entry, 'unknown');
    checked.push({ entry, found });
  }
  return checked;
}
