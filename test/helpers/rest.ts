import { readdirSync, readFileSync } from 'node:fs';
import { pace } from './pace.ts';

/** A thread that runs, that could as soon as a processor is free, or that waits for a disk. */
const BUSY = /^State:\s+[RD]/m;
/** How often a thread has gone to sleep. */
const SLEEPS = /^voluntary_ctxt_switches:.*/m;

/** The sleeps of one thread and of the processes it started; undefined while one of them is busy. */
function sleepsOfThread(folder: string): string | undefined {
  try {
    const status = readFileSync(`${folder}/status`, 'utf8');
    if (BUSY.test(status)) return undefined;
    const children = readFileSync(`${folder}/children`, 'utf8').match(/\d+/g) ?? [];
    const below = children.map(pid => sleepsOf(Number(pid)));
    return below.includes(undefined) ? undefined : [folder, SLEEPS.exec(status), ...below].join();
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/**
 * How often each thread of a process and of those below it has gone to sleep; undefined while one is busy. The same
 * text twice: none of them has run in between. A single look does not show that, because threads are read one after
 * the other and wake each other. Where the system has no `/proc`, or the process is gone: an empty text.
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
 * Time between the two looks at a process that must be the same. Long enough for the kernel to bring over what it wrote
 * before it went to sleep.
 */
const REST_MS = 20 * pace;
/** Longest extra wait for a process that does not rest. */
const MAX_BUSY_MS = 5000 * pace;

/** Reports output of a process, and when nothing has come for a while and nothing is about to come. */
export function watchOutput(sleeps: () => string | undefined) {
  const listeners = new Set<() => void>();
  let unread = 0;
  /**
   * Resolves to whether output came, within this time or as long as more of it may be on its way. `isIt` is asked
   * after each piece: what comes together with it may replace it at once.
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
      // Timers come first: what was there before this one is only now read.
      const afterReading = () => setImmediate(look);
      timer = setTimeout(afterReading, Math.max(0, withinMs - REST_MS));
      listeners.add(heard);
    });
  return {
    /** Something has come; what is given is to be called when it is on the screen. */
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
