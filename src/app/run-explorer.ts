import { join } from 'node:path';
import type { Exchange } from '../api/client.ts';
import { steadyNow } from '../api/clock.ts';
import type { Writes } from '../api/policy.ts';
import { createRequestLog } from '../api/request-log.ts';
import { maskOf } from '../api/token-mask.ts';
import type { FileSettings } from '../config/config-file.ts';
import { faultReports } from '../doctor/crash.ts';
import { createExplorer, type Explorer } from '../explorer/actions/explorer.ts';
import { copiesInMemory } from '../explorer/actions/last-seen.ts';
import { bindKeys } from '../explorer/commands/bindings.ts';
import { checkedOwn } from '../explorer/commands/custom.ts';
import { hidSecret } from '../explorer/commands/secret.ts';
import { commands } from '../explorer/commands/table.ts';
import { viewProblems } from '../explorer/dialogs/palette/meaning.ts';
import { point } from '../explorer/keyboard/mouse.ts';
import type { Look } from '../explorer/paint/appearance.ts';
import type { Doors, OpenDoor } from '../explorer/state/login-options.ts';
import type { Ending } from '../explorer/state/ports.ts';
import type { Extending, Guard } from '../explorer/state/slices.ts';
import type { Server } from '../explorer/state/state.ts';
import { writesOf } from '../explorer/view/write-protection.ts';
import { type Connected, clientFor, serverOf, stoppable } from '../login/connection.ts';
import { saveFile } from '../storage/export-file.ts';
import { stateFileName, stateFolder } from '../storage/paths.ts';
import { type CopyFolder, copyFolderName, openCopies } from '../storage/snapshots.ts';
import { openStateFile, type StateFile } from '../storage/state-file.ts';
import { mouseEvent } from '../terminal/input/mouse.ts';
import type { SafeText } from '../text/sanitise.ts';
import { mount } from '../tui/mount.ts';
import { keepingOf } from './journal.ts';
import { faceOf } from './renderer.ts';
import { traceTo } from './trace.ts';

/** How the explorer was left: with an exit code, or to come back with something else. */
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
  /** How it stands with deletes at the start. */
  readonly guard: Guard;
  /** The ways to a server, and how one is gone on with. */
  readonly doors: Doors;
  readonly openDoor: OpenDoor;
  /** What is said first of all. */
  readonly notice?: SafeText | undefined;
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
  { version, file, place, look, trace, extending, guard, doors, openDoor, notice }: Start,
): Promise<Explored> {
  const { stdin, stdout, stderr, env } = process;
  const server = connected === undefined ? undefined : serverOf(connected);
  let mask = (): void => undefined;
  // The terminal was another's meanwhile: whoever comes back to it need not find a secret there.
  const wake = (): void => mask();
  process.on('SIGCONT', wake);
  let tell = (_problem: SafeText): void => undefined;
  const means = { env, tell: (problem: SafeText) => tell(problem) };
  const isReal = server !== undefined && !server.demo;
  const { kept, copies, said } = isReal ? keptOf(server, means) : NOTHING_KEPT;
  let next: Ending = 'quit';
  const requestLog = createRequestLog();
  const faults = faultReports(version);
  const observe = tellingBoth(requestLog.add, trace === undefined ? undefined : traceTo(trace, means.tell));
  // Until there is an explorer that says more, nothing but GET leaves.
  let writes = (): Writes => 'locked';
  const rules = { observe, strict: extending === 'never', writes: () => writes() };
  let halt = (): Promise<void> => Promise.resolve();
  let halted: Promise<void> | undefined;
  const onEnd = (): void => {
    flushAll([kept, copies]);
    halted = halt();
  };
  // Once another server is gone on with, no answer of this one is waited for.
  const gone = new AbortController();
  const face = await faceOf(look, { stdout, env });
  const left = await mount(
    ({ leave, release, input, desk, dress, shade }) => {
      const explorer = createExplorer({
        client: connected && stoppable(clientFor(connected.settings, version, rules), gone.signal),
        ...{ doors, openDoor, requestLog, server, place, saveFile, desk },
        notice: notice === undefined ? undefined : { tone: 'good', text: notice },
        actions: faults.actions,
        size: face.size(),
        knownIds: connected?.knownIds ?? (() => []),
        preferences: preferencesOf(file, said),
        keeper: kept,
        keeping: isReal ? keepingOf(server, { env, timeoutMs: connected?.settings.timeoutMs }) : undefined,
        // The demo leaves nothing behind.
        copies: copies ?? copiesInMemory(connected?.seenBefore ?? []),
        extending: server?.demo && extending === 'asks' ? 'allowed' : extending,
        skin: look.skin === 'auto' ? 'terminal' : look.skin,
        guard: { ...guard, isProtected: connected?.settings.protect === true },
        reveals: look.reveals,
        now: steadyNow,
        leave: ending => {
          next = ending;
          if (ending === 'quit') return leave(0);
          gone.abort();
          release();
        },
      });
      input.on('reply', hearingMouse(explorer));
      writes = () => writesOf(explorer.store.getState().session.writeProtection, steadyNow());
      halt = explorer.halt;
      faults.watch(explorer.store);
      mask = () => void hidSecret(explorer, '');
      tell = text => explorer.store.setState({ notice: { tone: 'warn', text } });
      return face.view({ explorer, shade, dress, alone: input.alone });
    },
    {
      ...{ stdin, stdout, stderr, onEnd, report: faults.report },
      mask: maskOf(connected?.settings.token ?? ''),
      ...face.mounting,
    },
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
    if (event !== undefined && explorer.store.getState().screen.isMouseOn) point(explorer, event);
  };

/** What a settings file says of keys and views, and what is wrong with it and with the rest. */
function preferencesOf({ keys, views, problems, commands: given }: FileSettings, said: readonly SafeText[]) {
  const { own, problems: ownProblems, ...more } = checkedOwn(given, commands);
  const { keymap, problems: keyProblems } = bindKeys([...commands, ...more.commands], {
    ...more.keys,
    ...keys,
  });
  return {
    keymap,
    problems: [...problems, ...ownProblems, ...keyProblems, ...viewProblems(views), ...said],
    savedViews: views,
    customCommands: own,
  };
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

type KeptParts = {
  readonly kept: StateFile | undefined;
  readonly copies: CopyFolder | undefined;
  readonly said: readonly SafeText[];
};

/** The demo leaves nothing behind. */
const NOTHING_KEPT: KeptParts = { kept: undefined, copies: undefined, said: [] };

function keptOf(server: Server, means: Means): KeptParts {
  const kept = keptFile(server, means);
  return { kept, copies: keptCopies(server, means), said: kept.problem === undefined ? [] : [kept.problem] };
}

/** Writes what is not yet written, each whatever becomes of the others. */
function flushAll(kept: readonly ({ readonly flush: () => void } | undefined)[]): void {
  for (const each of kept) each?.flush();
}
