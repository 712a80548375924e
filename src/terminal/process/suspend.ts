import { isInForeground } from './foreground.ts';

/**
 * Gives the terminal to another program until the promise settles, then takes it back and redraws the screen.
 */
export type Lend = (until: () => Promise<void>) => Promise<void>;

/** Longest wait for a stop signal to take effect. */
const STOP_TIMEOUT_MS = 1000;

/**
 * Stops the job and resolves when it is continued; to false if it was not stopped. The system ignores stop
 * signals where no shell could continue the job, such as in a terminal or an SSH session that runs the
 * program directly.
 */
function stopJob(signal: NodeJS.Signals): Promise<boolean> {
  return new Promise(resolve => {
    const resume = (wasStopped: boolean) => {
      clearTimeout(timer);
      process.off('SIGCONT', wake);
      // A SIGTERM may come with the SIGCONT: handle it first.
      setImmediate(resolve, wasStopped);
    };
    const wake = () => resume(true);
    // The timer also keeps Node alive meanwhile.
    const timer = setTimeout(resume, STOP_TIMEOUT_MS, false);
    process.on('SIGCONT', wake);
    process.kill(0, signal);
  });
}

/**
 * Resolves when our job is in the foreground. In the background (`&`, `bg`) it stops itself, as the system
 * would, but at a point where it can still handle signals.
 */
export async function untilInForeground(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  let wasStopped = true;
  while (wasStopped && !isInForeground()) wasStopped = await stopJob('SIGTTOU');
}

/** Stops the job as Ctrl-Z does in other programs. */
async function stop(): Promise<void> {
  await stopJob('SIGTSTP');
  await untilInForeground();
}

export type Suspension = {
  /** Suspends the program. Does nothing without job control, or while suspended. */
  readonly suspend: () => Promise<void>;
  /** Removes the handlers of SIGTSTP and SIGCONT. */
  readonly withdraw: () => void;
};

/** Handles SIGTSTP and SIGCONT, and returns the action of Ctrl-Z. */
export function installSuspend(lend: Lend): Suspension {
  let isAway = false;
  const away = async (until: () => Promise<void>, before = () => Promise.resolve()) => {
    if (isAway || process.platform === 'win32') return;
    isAway = true;
    process.off('SIGTSTP', suspend);
    try {
      await before();
      // A program that already has the terminal, such as a pager, is stopped with us.
      await lend(until).catch(until);
    } finally {
      process.on('SIGTSTP', suspend);
      isAway = false;
    }
  };
  const suspend = () => away(stop);
  // After SIGSTOP and `fg`: the shell had the terminal meanwhile.
  const repaint = () => away(() => Promise.resolve(), untilInForeground);
  process.on('SIGTSTP', suspend);
  process.on('SIGCONT', repaint);

  const withdraw = () => {
    process.off('SIGTSTP', suspend);
    process.off('SIGCONT', repaint);
  };
  return { suspend, withdraw };
}
