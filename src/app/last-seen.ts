import { join } from 'node:path';
import type { Service } from '../cli/shared/context.ts';
import { refText } from '../explorer/state/place-text.ts';
import { isObject, parseJson } from '../json/json.ts';
import { type ConnectedServer, serverOf } from '../login/connection.ts';
import { stateFolder } from '../storage/paths.ts';
import { openSnapshots, snapshotFolderName } from '../storage/record-folders.ts';

/** Returns the function that finds the version of a record that a person saw last in the explorer. */
export function lastSeenIn(connected: ConnectedServer, env: NodeJS.ProcessEnv): Service['lastSeen'] {
  const { demo, baseUrl, workspaceId } = serverOf(connected);
  if (demo) {
    const { seenBefore = [] } = connected;
    return ref => seenBefore.find(seen => refText(seen.ref) === refText(ref));
  }
  const snapshots = openSnapshots(join(stateFolder(env), snapshotFolderName(baseUrl, workspaceId)), () => {});
  return ref => {
    const snapshot = snapshots.read(refText(ref));
    if (snapshot === undefined) return undefined;
    try {
      const record = parseJson(snapshot.text);
      return isObject(record) ? { record, at: snapshot.at } : undefined;
    } catch {
      return undefined;
    }
  };
}
