import { homedir } from 'node:os';
import { join } from 'node:path';
import { journalOn } from './deleting/journal.ts';
import type { Keeping } from './deleting/keeping.ts';
import { openLineFile } from './keep/line-file.ts';
import { stateFolder } from './keep/state-file.ts';
import { openTrash } from './keep/trash.ts';
import type { Server } from './store/state.ts';
import { clean } from './text/sanitise.ts';

/** What stays of deletes on this machine: one journal for all servers, and a folder of copies. */
export function keepingOf({ baseUrl, workspaceId }: Server, env: NodeJS.ProcessEnv): Keeping {
  const state = stateFolder(env);
  const trash = openTrash(join(state, 'trash'));
  return {
    journal: journalOn(openLineFile(join(state, 'journal.ndjson'))),
    keepCopy: ({ name, text }, at) => trash.keep(name, at, text),
    folder: clean(trash.folder.replace(homedir(), '~'), 200),
    profile: `${baseUrl} ${workspaceId}`,
  };
}
