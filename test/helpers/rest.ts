import { readdirSync, readFileSync } from 'node:fs';

/** Threads that run, that could as soon as a processor is free, or that wait for a disk. */
const BUSY = /\) [RD] /;

/** Whether a thread, or a process that it started, is busy. One that has ended meanwhile is not. */
function isBusy(thread: string): boolean {
  try {
    if (BUSY.test(readFileSync(`${thread}/stat`, 'utf8'))) return true;
    const children = readFileSync(`${thread}/children`, 'utf8').match(/\d+/g) ?? [];
    return !children.map(Number).every(isAtRest);
  } catch {
    return false;
  }
}

/**
 * Whether this process and those below it have nothing to do: whatever they were sent, they have seen, and what they
 * still wait for is neither a processor nor a disk. How long nothing was heard of them does not tell that, on a machine
 * that is busy with other things. Where the system does not say it, or the process is gone: true.
 */
export function isAtRest(pid: number): boolean {
  try {
    return !readdirSync(`/proc/${pid}/task`).some(thread => isBusy(`/proc/${pid}/task/${thread}`));
  } catch {
    return true;
  }
}

/** So often a process that is not at rest is looked at again, and so long at most. */
const AGAIN_MS = 5;
const MOST_MS = 5000;

/** Tells when something came out, and when nothing has come out for a while and nothing is about to. */
export function watchOutput(isResting: () => boolean) {
  const listeners = new Set<() => void>();
  let unread = 0;
  /**
   * Resolves to whether something came, within this time or as long as more of it may be on its way. `isIt` is asked
   * after each piece: what comes together with it may replace it at once.
   */
  const once = (withinMs: number, isIt: () => boolean = () => true) =>
    new Promise<boolean>(resolve => {
      const deadline = performance.now() + withinMs + MOST_MS;
      let timer: NodeJS.Timeout;
      const done = (came: boolean) => {
        clearTimeout(timer);
        listeners.delete(heard);
        resolve(came);
      };
      const heard = () => {
        if (isIt()) done(true);
      };
      const end = () => {
        if (!listeners.has(heard)) return;
        const isOver = (unread === 0 && isResting()) || performance.now() > deadline;
        if (isOver) done(false);
        else timer = setTimeout(afterReading, AGAIN_MS);
      };
      // Timers come first: what was there before this one is only now read.
      const afterReading = () => setImmediate(end);
      timer = setTimeout(afterReading, withinMs);
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
