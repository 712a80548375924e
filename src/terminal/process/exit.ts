import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { clean } from '../../text/sanitise.ts';
import { listeners } from '../listeners.ts';
import { isInForeground } from './job-control.ts';

type ProgramExit = { readonly code: number; readonly error?: unknown };

export type ExitOptions = {
  /** Emits 'lost', with the error if any, when the terminal's input has ended. */
  readonly input: EventEmitter;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly restore: () => void;
  /** Returns true while another program has the terminal: signals of its keys are not meant for this one. */
  readonly isLent: () => boolean;
  /** Writes a crash report. Returns a sentence with its path; undefined if none was written. */
  readonly report?: (error: unknown) => string | undefined;
  readonly mask?: ((text: string) => string) | undefined;
  /** Called once, after `restore`. The program has `WATCHDOG_MS` left. */
  readonly onEnd: (code: number) => void;
};

/** Exit code after a crash (EX_SOFTWARE of sysexits.h). */
export const CRASHED = 70;
const HUNG_UP = 129;
const WATCHDOG_MS = 1000;
const LINE_LIMIT = 200;

/** Signals of Ctrl-C and Ctrl-\. */
const KEY_SIGNALS = new Set(['SIGINT', 'SIGQUIT']);
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: HUNG_UP, SIGQUIT: 131 } as const;

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return 'an error without a message';
  }
}

const unmasked = (text: string): string => text;

/** Returns one line about an error, cleaned and at most 200 characters long: it may quote a server. */
export const crashLine = (error: unknown, mask = unmasked): string => {
  const message = mask(messageOf(error))
    .trim()
    .replace(/[\t\r\n]+/g, ' ');
  return `botscope stopped because of an internal error. ${clean(message, LINE_LIMIT)}\n`;
};

type CrashReporting = {
  readonly report: ExitOptions['report'] | undefined;
  readonly mask: (text: string) => string;
};

/** Returns the text about a crash. A failing report does not suppress it. */
function crashText(error: unknown, { report, mask }: CrashReporting): string {
  const line = crashLine(error, mask);
  try {
    const path = report?.(error);
    return path === undefined ? line : `${line}${path}\n`;
  } catch {
    return line;
  }
}

/** Returns true if an error only means that the terminal is gone. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
}

const ignore = () => undefined;

/**
 * Restores the terminal however the program ends: by itself, by a signal, by an error, by a lost terminal.
 * The first of these sets the exit code, and the process ends at most one second later. A second signal ends
 * it at once, except SIGHUP, which a closing terminal sends several times. A signal that arrives while
 * another job has the terminal takes its default effect.
 */
export function installExitHandlers({
  input,
  stdout,
  stderr,
  restore,
  isLent,
  report,
  mask = unmasked,
  onEnd,
}: ExitOptions) {
  const { listen, stop } = listeners();
  let hasEnded = false;

  /** Ends the program. Only the first call counts. */
  const end = ({ code, error }: ProgramExit) => {
    if (hasEnded) return;
    hasEnded = true;
    process.exitCode = code;
    setTimeout(() => process.exit(code), WATCHDOG_MS).unref();
    try {
      restore();
    } finally {
      if (error !== undefined) stderr.write(crashText(error, { report, mask }));
      onEnd(code);
    }
  };
  // A normal exit would make Node and Ink change the settings of a terminal that the shell has now.
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
      if (isInForeground()) end({ code });
      else dieOf(signal);
    });
  }
  // Node would start its debugger and print that on the screen.
  listen(process, 'SIGUSR1', ignore);
  listen(process, 'uncaughtException', crash);
  listen(process, 'unhandledRejection', crash);
  listen(input, 'lost', () => end({ code: HUNG_UP }));
  listen(stdout, 'error', crash);
  listen(stderr, 'error', ignore);

  /** Removes all handlers: the program continues without the terminal. Does nothing after an exit. */
  const withdraw = () => {
    if (hasEnded) return;
    hasEnded = true;
    stop();
  };
  return { end, withdraw };
}
