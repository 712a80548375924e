import { bindKeys } from './commands/bindings.ts';
import { commands } from './commands/table.ts';
import { type Connected, clientFor, serverOf } from './connected.ts';
import type { FileSettings } from './settings/file.ts';
import { createExplorer } from './store/explorer.ts';
import type { Ending } from './store/world.ts';
import { App } from './ui/app.tsx';
import { mount } from './ui/mount.tsx';
import { themeOf } from './ui/theme.ts';

/** How the explorer was left: with an exit code, or to come back with the demo. */
export type Explored = { readonly code: number; readonly message?: string; readonly next: Ending };

type Start = { readonly version: string; readonly file: FileSettings };

/** Shows the explorer until it is left. `connected` is undefined when no server is known yet. */
export async function explore(connected: Connected | undefined, { version, file }: Start): Promise<Explored> {
  const { stdin, stdout, stderr, env } = process;
  const { keymap, problems } = bindKeys(commands, file.keys);
  let next: Ending = 'quit';
  const left = await mount(
    ({ leave, release, input }) => {
      const explorer = createExplorer({
        client: connected === undefined ? undefined : clientFor(connected.settings, version),
        server: connected === undefined ? undefined : serverOf(connected),
        size: { columns: stdout.columns, rows: stdout.rows },
        knownIds: connected?.knownIds ?? (() => []),
        preferences: { keymap, problems: [...file.problems, ...problems] },
        now: Date.now,
        leave: ending => {
          next = ending;
          if (ending === 'demo') release();
          else leave(0);
        },
      });
      return <App explorer={explorer} theme={themeOf(env)} alone={input.alone} />;
    },
    { stdin, stdout, stderr },
  );
  return { ...left, next };
}
