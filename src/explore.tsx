import { join } from 'node:path';
import type { Exchange } from './api/client.ts';
import type { Writes } from './api/gate.ts';
import { bindKeys } from './commands/bindings.ts';
import { point } from './commands/pointing.ts';
import { hidSecret } from './commands/secret-commands.ts';
import { commands } from './commands/table.ts';
import { viewProblems } from './commands/views.ts';
import { type Connected, clientFor, serverOf } from './connected.ts';
import { type CopyFolder, copyFolderName, openCopies } from './keep/copies.ts';
import { saveFile } from './keep/save-file.ts';
import { openStateFile, type StateFile, stateFileName, stateFolder } from './keep/state-file.ts';
import { keepingOf } from './keeping.ts';
import type { Look } from './looks.ts';
import { type FileSettings, settingsPath } from './settings/file.ts';
import { saveView } from './settings/save-view.ts';
import { copiesInMemory } from './store/copies.ts';
import { createExplorer, type Explorer } from './store/explorer.ts';
import type { Extending } from './store/extending.ts';
import { writesOf } from './store/guard.ts';
import { createRequestLog } from './store/request-log.ts';
import type { Server } from './store/state.ts';
import type { Ending } from './store/world.ts';
import { mouseEvent } from './terminal/mouse.ts';
import { type SafeText, safe, shortText } from './text/sanitise.ts';
import { traceTo } from './trace.ts';
import { App } from './ui/app.tsx';
import { mount } from './ui/mount.tsx';

/** How the explorer was left: with an exit code, or to come back with the demo. */
export type Explored = { readonly code: number; readonly message?: string; readonly next: Ending };

type Start = {
  readonly version: string;
  readonly file: FileSettings;
  /** Where to start; on the usual list without it. */
  readonly place: string | undefined;
  readonly look: Look;
  /** File that each request is added to. */
  readonly trace?: string | undefined;
  /** Whether what is outside of the API description may be asked for; in the demo it may unless forbidden. */
  readonly extending: Extending;
  /** Deletes are only played from the start on. */
  readonly isDry: boolean;
};

/** Each request goes to the log, and to the file where there is one. */
function tellingBoth(log: (exchange: Exchange) => void, file: ((exchange: Exchange) => void) | undefined) {
  return (exchange: Exchange): void => {
    log(exchange);
    file?.(exchange);
  };
}

/** Shows the explorer until it is left. `connected` is undefined when no server is known yet. */
export async function explore(
  connected: Connected | undefined,
  { version, file, place, look, trace, extending, isDry }: Start,
): Promise<Explored> {
  const { stdin, stdout, stderr, env } = process;
  const { keymap, problems } = bindKeys(commands, file.keys);
  const server = connected === undefined ? undefined : serverOf(connected);
  let mask = (): void => undefined;
  // The terminal was another's meanwhile: whoever comes back to it need not find a secret there.
  const wake = (): void => mask();
  process.on('SIGCONT', wake);
  let tell = (_problem: SafeText): void => undefined;
  const means = { env, tell: (problem: SafeText) => tell(problem) };
  const isReal = server !== undefined && !server.demo;
  const kept = isReal ? keptFile(server, means) : undefined;
  const copies = isReal ? keptCopies(server, means) : undefined;
  const said = kept?.problem === undefined ? [] : [kept.problem];
  let next: Ending = 'quit';
  const requestLog = createRequestLog();
  const observe = tellingBoth(requestLog.add, trace === undefined ? undefined : traceTo(trace, means.tell));
  // Until there is an explorer that says more, nothing but GET leaves.
  let writes = (): Writes => 'locked';
  const doors = { observe, strict: extending === 'never', writes: () => writes() };
  let halt = (): Promise<void> => Promise.resolve();
  let halted: Promise<void> | undefined;
  const onEnd = (): void => {
    flushAll([kept, copies]);
    halted = halt();
  };
  const left = await mount(
    ({ leave, release, input, desk, dress, shade }) => {
      const explorer = createExplorer({
        client: connected && clientFor(connected.settings, version, doors),
        requestLog,
        server,
        size: { columns: stdout.columns, rows: stdout.rows },
        knownIds: connected?.knownIds ?? (() => []),
        preferences: {
          keymap,
          problems: [...file.problems, ...problems, ...viewProblems(file.views), ...said],
          savedViews: file.views,
        },
        saveView: (name, view) => keepView(settingsPath(env), name, view),
        saveFile,
        place,
        keeper: kept,
        keeping: isReal ? keepingOf(server, env) : undefined,
        // The demo leaves nothing behind.
        copies: copies ?? copiesInMemory(connected?.seenBefore ?? []),
        extending: server?.demo && extending === 'asks' ? 'allowed' : extending,
        skin: look.skin === 'auto' ? (shade ?? 'terminal') : look.skin,
        guard: { isDry, isProtected: connected?.settings.protect === true && isReal, unlockedUntil: 0 },
        desk,
        reveals: look.reveals,
        now: Date.now,
        leave: ending => {
          next = ending;
          if (ending === 'demo') release();
          else leave(0);
        },
      });
      input.on('reply', hearingMouse(explorer));
      writes = () => writesOf(explorer.store.getState(), Date.now());
      halt = explorer.halt;
      mask = () => void hidSecret(explorer, '');
      tell = text => explorer.store.setState({ notice: { tone: 'warn', text } });
      return <App explorer={explorer} {...{ look, dress }} alone={input.alone} />;
    },
    { stdin, stdout, stderr, asksShade: look.skin === 'auto', onEnd },
  );
  // A delete that is under way is waited for, so that the journal knows its end; not longer than the endings allow.
  await halted;
  process.off('SIGCONT', wake);
  return { ...left, next };
}

/** Carries out what the mouse did, as the terminal tells it, while that is switched on. */
const hearingMouse =
  (explorer: Explorer) =>
  (text: string): void => {
    const event = mouseEvent(text);
    if (event !== undefined && explorer.store.getState().isMouseOn) point(explorer, event);
  };

/** Puts a view into the settings file; the sentence says why it could not. */
async function keepView(path: string, name: string, view: string): Promise<SafeText | undefined> {
  try {
    await saveView(path, name, view);
    return undefined;
  } catch (error) {
    return safe`Not saved: ${shortText(error instanceof Error ? error.message : 'the file cannot be written')}`;
  }
}

type Means = { readonly env: NodeJS.ProcessEnv; readonly tell: (problem: SafeText) => void };

/** Where the recents and bookmarks of a server are kept: a file of its own for each workspace. */
function keptFile({ baseUrl, workspaceId }: Server, { env, tell }: Means): StateFile {
  return openStateFile(stateFolder(env), stateFileName(baseUrl, workspaceId), tell);
}

/** Where the last copies seen of a server's records are kept: a folder of its own for each workspace. */
function keptCopies({ baseUrl, workspaceId }: Server, { env, tell }: Means): CopyFolder {
  return openCopies(join(stateFolder(env), copyFolderName(baseUrl, workspaceId)), tell);
}

/** Writes what is not yet written, each whatever becomes of the others. */
function flushAll(kept: readonly ({ readonly flush: () => void } | undefined)[]): void {
  for (const each of kept) each?.flush();
}
