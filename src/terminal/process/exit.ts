import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { listeners } from '../listeners.ts';
import { inFront } from './foreground.ts';

/** How the program ends. `error` is what it stopped for, if it did not stop on purpose. */
type Ending = { readonly code: number; readonly error?: unknown };

export type EndingsOptions = {
  /** Emits 'lost', with the error if there was one, when the terminal's input is gone. */
  readonly input: EventEmitter;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Gives the terminal back, at once: when it returns, all is written. */
  readonly restore: () => void;
  /** Whether someone else has the terminal: what its keys send to all who are in front of it is not for us then. */
  readonly isLent?: () => boolean;
  /** Writes down what is known of a fault, and says where; undefined when nothing was. */
  readonly report?: (error: unknown) => string | undefined;
  /** Takes what must not be said out of an error's own words. */
  readonly mask?: (text: string) => string;
  /** Told once, after `restore`. The program has `WATCHDOG_MS` left. */
  readonly onEnd: (code: number) => void;
};

/** A fault of our own (EX_SOFTWARE of sysexits.h). */
export const CRASHED = 70;
const HUNG_UP = 129;
const WATCHDOG_MS = 1000;
const LINE_LIMIT = 200;

/** What Ctrl-C and Ctrl-\ send. */
const KEY_SIGNALS = new Set(['SIGINT', 'SIGQUIT']);
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: HUNG_UP, SIGQUIT: 131 } as const;

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return 'an error without a message';
  }
}

const shown = (character: string) =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

const asItIs = (text: string): string => text;

/** One line about an error, at most 200 characters of it, safe to print: an error may quote what a server sent. */
export function crashLine(error: unknown, mask = asItIs): string {
  const line = mask(messageOf(error))
    .trim()
    .replace(/[\t\r\n]+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, shown);
  const cut = [...line].length > LINE_LIMIT ? `${[...line].slice(0, LINE_LIMIT).join('')}…` : line;
  return `botscope stopped because of a fault of its own. ${cut}\n`;
}

type Telling = {
  readonly report: EndingsOptions['report'] | undefined;
  readonly mask: (text: string) => string;
};

/** All that is said of a fault. What is written down about it must not be in the way of saying it. */
function faultText(error: unknown, { report, mask }: Telling): string {
  const line = crashLine(error, mask);
  try {
    const said = report?.(error);
    return said === undefined ? line : `${line}${said}\n`;
  } catch {
    return line;
  }
}

/** Whether the error only says that no one is there to write to. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
}

const ignore = () => undefined;

export type Endings = {
  /** Ends the program. Only the first ending counts. */
  readonly end: (ending: Ending) => void;
  /** Leaves all endings to Node again: the program goes on without the terminal. Does nothing after an ending. */
  readonly withdraw: () => void;
};

/**
 * Makes every way out of the program the same one, and gives it back for the ways that are wanted.
 * The first ending counts. A second signal ends the process at once, but for SIGHUP, which a terminal that goes sends
 * more than once; and one second after the first ending the process ends whatever is still under way. A signal that comes while another job has the terminal ends it as if the
 * signal were not taken.
 */
export function installEndings({
  input,
  stdout,
  stderr,
  restore,
  isLent = () => false,
  report,
  mask = asItIs,
  onEnd,
}: EndingsOptions): Endings {
  const { listen, stop } = listeners();
  let hasEnded = false;

  const end = ({ code, error }: Ending) => {
    if (hasEnded) return;
    hasEnded = true;
    process.exitCode = code;
    setTimeout(() => process.exit(code), WATCHDOG_MS).unref();
    try {
      restore();
    } finally {
      if (error !== undefined) stderr.write(faultText(error, { report, mask }));
      onEnd(code);
    }
  };
  // Node and Ink restore the terminal whenever the program exits by itself: the shell that has it now would suffer.
  const dieOf = (signal: string) => {
    hasEnded = true;
    try {
      restore();
    } finally {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  };
  const crash = (error: unknown) => end(isHangUp(error) ? { code: HUNG_UP } : { code: CRASHED, error });

  for (const [signal, code] of Object.entries(SIGNALS)) {
    listen(process, signal, () => {
      if (hasEnded) return signal === 'SIGHUP' ? undefined : process.exit();
      if (isLent() && KEY_SIGNALS.has(signal)) return;
      if (inFront()) end({ code });
      else dieOf(signal);
    });
  }
  // Node would open its debugger on this one, and say so in the middle of the screen.
  listen(process, 'SIGUSR1', ignore);
  listen(process, 'uncaughtException', crash);
  listen(process, 'unhandledRejection', crash);
  listen(input, 'lost', () => end({ code: HUNG_UP }));
  listen(stdout, 'error', crash);
  listen(stderr, 'error', ignore);

  const withdraw = () => {
    if (hasEnded) return;
    hasEnded = true;
    stop();
  };
  return { end, withdraw };
}
