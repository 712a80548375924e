import { writeSync } from 'node:fs';
import { ENTER, HIDE_CURSOR, LEAVE, PLAIN } from './sequences.ts';

/** The name of the program on the alternate screen, put there before the program is read. */
export type Nameplate = {
  readonly isUp: () => boolean;
  /** Makes the terminal as it was before, if the name is up. Never throws. */
  readonly remove: () => void;
  /** Leaves the terminal to somebody else, who is ready to hear signals by now, and gives it back in the end. */
  readonly handOn: () => void;
};

/** What is typed ahead is echoed by the terminal: unseen until the next frame. */
const CONCEAL = '\x1b[8m';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP', 'SIGCONT'] as const;

/**
 * Shows a name at the top left of a terminal. However the process ends or stops before it is handed on, the terminal is
 * as it was by then. Throws when the terminal takes nothing.
 */
export function hangNameplate(terminal: number, name: string): Nameplate {
  let isUp = true;
  const handOn = (): void => {
    isUp = false;
    process.off('exit', remove);
    for (const signal of SIGNALS) process.off(signal, pass);
  };
  const remove = (): void => {
    if (!isUp) return;
    handOn();
    try {
      writeSync(terminal, LEAVE + PLAIN);
    } catch {
      // There is no terminal left.
    }
  };
  // Nobody hears it the second time: it does what it does to any program.
  const pass = (signal: NodeJS.Signals): void => {
    remove();
    process.kill(process.pid, signal);
  };
  process.on('exit', remove);
  for (const signal of SIGNALS) process.on(signal, pass);
  writeSync(terminal, `${ENTER}${HIDE_CURSOR}\x1b[H${name}${CONCEAL}`);
  return { isUp: () => isUp, remove, handOn };
}

const NONE: Nameplate = { isUp: () => false, remove: () => undefined, handOn: () => undefined };

/** Given by the launcher to what it loads. */
declare const nameplate: Nameplate | undefined;

/** The one that is up, if there is one. */
export const ourNameplate: Nameplate = typeof nameplate === 'object' ? nameplate : NONE;
