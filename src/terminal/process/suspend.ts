import { inFront } from './foreground.ts';

/** Gives the terminal to someone else until the promise settles, then takes it back and paints it anew. */
export type Lend = (until: () => Promise<void>) => Promise<void>;

/** How long a stop that does not stop us is waited for. */
const UNSTOPPED_MS = 1000;

/**
 * Stops the whole job, and resolves when it goes on: to false where nothing has stopped it.
 * Where no shell could let it go on (a terminal or an SSH command that runs the program directly), the system does not
 * stop it at all: then it goes on by itself after a moment, rather than for ever hang.
 */
function stopped(signal: NodeJS.Signals): Promise<boolean> {
  return new Promise(resolve => {
    const goOn = (wasStopped: boolean) => {
      clearTimeout(timer);
      process.off('SIGCONT', wake);
      // What woke us may be the end: a SIGTERM that comes with the SIGCONT is heard first.
      setImmediate(resolve, wasStopped);
    };
    const wake = () => goOn(true);
    // The timer also keeps Node alive meanwhile, which would otherwise find nothing left to do.
    const timer = setTimeout(goOn, UNSTOPPED_MS, false);
    process.on('SIGCONT', wake);
    process.kill(0, signal);
  });
}

/**
 * Resolves when the terminal is ours. Behind another job (`&`, or woken by `bg`) it stops, as the system would have it,
 * but where it hears a signal that ends it.
 */
export async function beInFront(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  let wasStopped = true;
  while (wasStopped && !inFront()) wasStopped = await stopped('SIGTTOU');
}

/** As Ctrl-Z does in a program that leaves the key to the terminal. */
async function stop(): Promise<void> {
  await stopped('SIGTSTP');
  await beInFront();
}

export type Suspension = {
  /** Does nothing where there is no job control, and while the program is suspended. */
  readonly suspend: () => Promise<void>;
  /** Leaves SIGTSTP and SIGCONT to the system again. */
  readonly withdraw: () => void;
};

/** Answers SIGTSTP and SIGCONT, and gives back what Ctrl-Z does. */
export function installSuspend(lend: Lend): Suspension {
  let isAway = false;
  const away = async (until: () => Promise<void>, before = () => Promise.resolve()) => {
    if (isAway || process.platform === 'win32') return;
    isAway = true;
    process.off('SIGTSTP', suspend);
    try {
      await before();
      // Whoever has the terminal already, an editor perhaps, is stopped with us and left as it is.
      await lend(until).catch(until);
    } finally {
      process.on('SIGTSTP', suspend);
      isAway = false;
    }
  };
  const suspend = () => away(stop);
  // Stopped without being asked (SIGSTOP): the shell has had the terminal meanwhile.
  const repaint = () => away(() => Promise.resolve(), beInFront);
  process.on('SIGTSTP', suspend);
  process.on('SIGCONT', repaint);

  const withdraw = () => {
    process.off('SIGTSTP', suspend);
    process.off('SIGCONT', repaint);
  };
  return { suspend, withdraw };
}
