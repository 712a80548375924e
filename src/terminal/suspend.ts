/** Gives the terminal to someone else until the promise settles, then takes it back and paints it anew. */
export type Lend = (until: () => Promise<void>) => Promise<void>;

/** How long a stop that does not stop us is waited for. */
const UNSTOPPED_MS = 1000;

/**
 * Stops the whole job, as Ctrl-Z does in a program that leaves the key to the terminal, and resolves when it goes on.
 * Where no shell could let it go on (a terminal or an SSH command that runs the program directly), the system does not
 * stop it at all: then it goes on by itself after a moment, rather than for ever hang.
 */
function stop(): Promise<void> {
  return new Promise(resolve => {
    const goOn = () => {
      clearTimeout(timer);
      process.off('SIGCONT', goOn);
      resolve();
    };
    // The timer also keeps Node alive meanwhile, which would otherwise find nothing left to do.
    const timer = setTimeout(goOn, UNSTOPPED_MS);
    process.on('SIGCONT', goOn);
    process.kill(0, 'SIGTSTP');
  });
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
  const away = async (until: () => Promise<void>) => {
    if (isAway || process.platform === 'win32') return;
    isAway = true;
    process.off('SIGTSTP', suspend);
    try {
      // Whoever has the terminal already, an editor perhaps, is stopped with us and left as it is.
      await lend(until).catch(until);
    } finally {
      process.on('SIGTSTP', suspend);
      isAway = false;
    }
  };
  const suspend = () => away(stop);
  // Stopped without being asked (SIGSTOP): the shell has had the terminal meanwhile.
  const repaint = () => away(() => Promise.resolve());
  process.on('SIGTSTP', suspend);
  process.on('SIGCONT', repaint);

  const withdraw = () => {
    process.off('SIGTSTP', suspend);
    process.off('SIGCONT', repaint);
  };
  return { suspend, withdraw };
}
