import { readdirSync, readFileSync } from 'node:fs';
import { pace } from './pace.ts';

/** Matches a thread that runs, that is ready to run, or that waits for a disk. */
const BUSY = /^State:\s+[RD]/m;
/** Matches the number of times a thread has gone to sleep. */
const SLEEPS = /^voluntary_ctxt_switches:.*/m;

/**
 * Returns the sleep counts of a thread and of the processes it started; undefined while one of them is busy.
 */
function sleepsOfThread(folder: string): string | undefined {
  try {
    const status = readFileSync(`${folder}/status`, 'utf8');
    if (BUSY.test(status)) return undefined;
    const children = readFileSync(`${folder}/children`, 'utf8').match(/\d+/g) ?? [];
    const below = children.map(pid => sleepsOf(Number(pid)));
    return below.includes(undefined) ? undefined : [folder, SLEEPS.exec(status), ...below].join();
  } catch {
    // The thread has ended.
    return '';
  }
}

/**
 * Returns the sleep counts of all threads of a process and its descendants; undefined while one is busy. If
 * two calls return the same text, no thread has run in between. A single call does not show that, because
 * threads are read one after another and wake each other. Returns '' if there is no `/proc` or the process
 * has ended.
 */
export function sleepsOf(pid: number): string | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map(id => sleepsOfThread(`/proc/${pid}/task/${id}`));
    return threads.includes(undefined) ? undefined : threads.join();
  } catch {
    return '';
  }
}

/**
 * Time between two calls that must return the same. Long enough for the kernel to deliver the last output.
 */
const REST_MS = 20 * pace;
/** Longest extra wait for a process that is not at rest. */
const MAX_BUSY_MS = 5000 * pace;

/** Watches output of a process: resolves when it arrives, or when the process is at rest without any. */
export function watchOutput(sleeps: () => string | undefined) {
  const listeners = new Set<() => void>();
  let unread = 0;
  /**
   * Resolves with true once output arrives that satisfies `isIt`, and with false after `withinMs` without
   * any. `isIt` runs after each piece, since the next one may replace it immediately.
   */
  const once = (withinMs: number, isIt: () => boolean = () => true) =>
    new Promise<boolean>(resolve => {
      const deadline = performance.now() + withinMs + MAX_BUSY_MS;
      let before: string | undefined;
      let timer: NodeJS.Timeout;
      const done = (came: boolean) => {
        clearTimeout(timer);
        listeners.delete(heard);
        resolve(came);
      };
      const heard = () => {
        if (isIt()) done(true);
      };
      const look = () => {
        if (!listeners.has(heard)) return;
        const now = sleeps();
        const isOver = (unread === 0 && now !== undefined && now === before) || performance.now() > deadline;
        if (isOver) return done(false);
        before = now;
        timer = setTimeout(afterReading, REST_MS);
      };
      // Timers run first: output that arrived before this timer is read only after it.
      const afterReading = () => setImmediate(look);
      timer = setTimeout(afterReading, Math.max(0, withinMs - REST_MS));
      listeners.add(heard);
    });
  return {
    /** Call this when output has arrived, and its result when the output is on the screen. */
    coming: () => {
      unread++;
      return () => {
        unread--;
        for (const listener of [...listeners]) listener();
      };
    },
    once,
  };
}
