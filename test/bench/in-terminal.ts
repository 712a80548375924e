import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { startSandbox } from '../../src/sandbox/server.ts';
import { keyBytes } from '../helpers/keys.ts';
import { openTerminal } from '../helpers/terminal.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Once nothing has come for so long, what is on the screen is the answer to a key. */
const QUIET_MS = 50;
const HERTZ = 60;

/** Megabytes of a process: what it holds now, and the most it ever held. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), most: of('VmHWM') };
}

/** How long the main thread of a process has run, in milliseconds: what others do on the machine is not in it. */
function busyMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** The built program in a terminal of 120 by 45; `press` says when the screen was first as it stayed. */
export async function driveTerminal({ baseUrl, token, workspaceId }: Sandbox) {
  const terminal = await openTerminal({
    columns: 120,
    rows: 45,
    env: { BP_API_URL: baseUrl, BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId },
  });
  let states: { readonly at: number; readonly text: string }[] = [];
  terminal.emulator.onWriteParsed(() => states.push({ at: performance.now(), text: terminal.text() }));

  const quiet = async (): Promise<void> => {
    for (let seen = -1; seen !== states.length; ) {
      seen = states.length;
      await setTimeout(QUIET_MS);
    }
  };
  const settledAt = (): number => {
    const final = terminal.text();
    const last = states.findLastIndex(({ text }) => text !== final);
    return states[last + 1]?.at ?? states.at(-1)?.at ?? Number.NaN;
  };

  await terminal.waitFor('more on the server');
  return {
    terminal,
    memory: () => memoryOf(terminal.pid()),
    /** Milliseconds until the screen was as it stayed (NaN when the key changed nothing), and of work for it. */
    press: async (key: string) => {
      states = [];
      const busyBefore = busyMs(terminal.pid());
      const before = performance.now();
      terminal.send(keyBytes(key === 'ctrl+\\' ? 'ctrl+x' : key));
      await quiet();
      return { ms: settledAt() - before, busyMs: busyMs(terminal.pid()) - busyBefore };
    },
    /** Loads every page; milliseconds until it is said. */
    load: async (): Promise<number> => {
      const before = performance.now();
      terminal.send('M');
      await terminal.waitFor(/M again|all loaded/);
      if (!terminal.text().includes('all loaded')) terminal.send('M');
      await terminal.waitFor('all loaded', { timeoutMs: 120_000 });
      return performance.now() - before;
    },
    /** Holds a key at 60 Hz: how long after its release the screen came to rest, and how many states it showed. */
    hold: async (key: string, seconds: number) => {
      states = [];
      const from = performance.now();
      const times = seconds * HERTZ;
      for (let at = 0; at < times; at++) {
        await setTimeout(Math.max(0, from + (at * 1000) / HERTZ - performance.now()));
        terminal.send(key);
      }
      const released = performance.now();
      await quiet();
      return { times, afterMs: settledAt() - released, states: states.length };
    },
  };
}
