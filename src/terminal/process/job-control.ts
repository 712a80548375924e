import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Lend, programOnPath } from './programs.ts';

/** From `/proc/self/stat`; the program's name may contain spaces and parentheses. */
function isForegroundStat(stat: string): boolean {
  const [, , group, , , front] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === front || Number(front) <= 0;
}

/** The system stops background jobs that change the terminal. True if unknown. Slow: may start `ps`. */
export function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return isForegroundStat(readFileSync('/proc/self/stat', 'utf8'));
    const ps = programOnPath('ps', process.env['PATH']) ?? '/bin/ps';
    const { stdout } = spawnSync(ps, ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
    return stdout.trim() === '' || stdout.includes('+');
  } catch {
    return true;
  }
}

const STOP_TIMEOUT_MS = 1000;

/**
 * Resolves when it is continued; to false if it was not stopped: the system ignores stop signals where no
 * shell could continue the job, such as in an SSH session that runs the program directly.
 */
function stopJob(signal: NodeJS.Signals): Promise<boolean> {
  return new Promise(resolve => {
    const resume = (wasStopped: boolean) => {
      clearTimeout(timer);
      process.off('SIGCONT', wake);
      resolve(wasStopped);
    };
    const wake = () => resume(true);
    // The timer also keeps Node alive meanwhile.
    const timer = setTimeout(resume, STOP_TIMEOUT_MS, false);
    process.on('SIGCONT', wake);
    process.kill(0, signal);
  });
}

/**
 * A shell's `kill` sends SIGTERM and SIGCONT together, of which another thread may report the first later:
 * stopped meanwhile, the program would never end.
 */
const SIGNAL_GAP_MS = 50;

async function isBehindShell(): Promise<boolean> {
  if (isInForeground()) return false;
  await new Promise(resolve => setTimeout(resolve, SIGNAL_GAP_MS));
  return !isInForeground();
}

/** In the background it stops itself, as the system would, but where it can still handle signals. */
export async function untilInForeground(): Promise<void> {
  let wasStopped = true;
  while (wasStopped && (await isBehindShell())) wasStopped = await stopJob('SIGTTOU');
}

export function installSuspend(lend: Lend) {
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
  /** Does nothing without job control, or while suspended. */
  const suspend = () => away(() => stopJob('SIGTSTP').then(untilInForeground));
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

/** A signal that a key sent to another program and to us may come so late. */
const LATE_SIGNAL_MS = 200;

/** Lends the terminal to programs that read its keys, including Ctrl-C, which must not end this one. */
export function createLender(lend: Lend) {
  let lentUntil = 0;
  return {
    lendOut: async (until: () => Promise<void>): Promise<void> => {
      lentUntil = Infinity;
      await lend(until).finally(() => {
        lentUntil = performance.now() + LATE_SIGNAL_MS;
      });
    },
    isLent: () => performance.now() < lentUntil,
  };
}
