import { join } from 'node:path';
import { withLock, writeAtomic } from './files.ts';
import { MAX_BOOKMARKS, type StoredPlace } from './memory.ts';
import { serverName } from './paths.ts';
import { readStateFile } from './state-file.ts';
import { writeContents } from './state-merge.ts';

/** Most places of a workspace that are stored. */
export const MAX_SEEN = MAX_BOOKMARKS;

/** Returns the name of the file with the records that commands loaded. It has the form of a state file. */
const seenFileName = (baseUrl: string, workspaceId: string): string =>
  `seen-${serverName(baseUrl, workspaceId)}.json`;

type Workspace = readonly [baseUrl: string, workspaceId: string];

/** Returns the records that commands loaded, the newest last. Never throws. */
export const seenPlaces = (folder: string, server: Workspace): readonly StoredPlace[] =>
  readStateFile(folder, seenFileName(...server)).bookmarks;

/** Records that a command loaded, and the texts of places that it deleted. */
type SeenChanges = { readonly seen: readonly StoredPlace[]; readonly gone: ReadonlySet<string> };

/** Stores what a command has seen; the oldest are forgotten. Never throws: it only serves completion. */
export function saveSeenPlaces(folder: string, server: Workspace, { seen, gone }: SeenChanges): void {
  const fresh = new Set(seen.map(({ place }) => place));
  // Records below a deleted one are gone with it.
  const isGone = ({ place }: StoredPlace): boolean =>
    [...gone].some(each => place === each || place.startsWith(`${each}/`));
  const path = join(folder, seenFileName(...server));
  const save = (): void => {
    const before = seenPlaces(folder, server);
    const known = new Map(before.map(row => [row.place, row.name]));
    if (seen.every(({ place, name }) => known.get(place) === name) && !before.some(isGone)) return;
    const bookmarks = [...before.filter(({ place }) => !fresh.has(place)), ...seen]
      .filter(row => !isGone(row))
      .slice(-MAX_SEEN);
    writeAtomic(path, writeContents({ recents: [], bookmarks }));
  };
  try {
    withLock(path, save);
  } catch {
    // A read-only folder is no reason to fail a command.
  }
}
