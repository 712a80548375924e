import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { filesBelow, newFolder } from './folder.ts';
import { openOn } from './journey.ts';
import { envOf } from './run-cli.ts';
import { startSandbox } from './sandbox.ts';

/** All of them end with the test. */
export async function openRestartable() {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  const state = newFolder('state');
  const folder = join(state, 'botscope');
  return {
    sandbox,
    folder,
    run: async (...flags: readonly string[]) => {
      const env = { ...envOf(sandbox), XDG_STATE_HOME: state };
      return { sandbox, ...(await openOn(undefined, { flags, columns: 110, env })) };
    },
    /** Returns the files of bookmarks and recent records, those of snapshots, or those of digests. */
    files: (kind: 'places' | 'copies' | 'digests'): readonly string[] =>
      filesBelow(folder).filter(path => path.slice(folder.length).startsWith(`/${kind}-`)),
  };
}
