import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { attempt } from '../../text/result.ts';
import { clean } from '../../text/sanitise.ts';
import { listeners } from '../listeners.ts';
import { isInForeground } from './job-control.ts';

type ExitOptions = Readonly<{
  input: EventEmitter;
  stdout: Writable;
  stderr: Writable;
  restore: () => void;
  /** Signals of keys are then not meant for this program. */
  isLent: () => boolean;
  /** Writes a crash report. Returns a sentence with its path. */
  report?: ((error: unknown) => string | undefined) | undefined;
  mask?: ((text: string) => string) | undefined;
  /** Called once, after `restore`. The program has `WATCHDOG_MS` left. */
  onEnd: (code: number) => void;
}>;

/** EX_SOFTWARE of sysexits.h. */
export const CRASHED = 70;
const HUNG_UP = 129;
const WATCHDOG_MS = 1000;
const LINE_LIMIT = 200;

const KEY_SIGNALS = new Set(['SIGINT', 'SIGQUIT']);
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: HUNG_UP, SIGQUIT: 131 } as const;

const messageOf = (error: unknown) =>
  attempt(() => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))) ??
  'an error without a message';

/** Cleaned and at most 200 characters long: it may quote a server. */
export const crashLine = (error: unknown, mask = (text: string) => text): string => {
  const message = mask(messageOf(error))
    .trim()
    .replace(/[\t\r\n]+/g, ' ');
  return `botscope stopped because of an internal error. ${clean(message, LINE_LIMIT)}\n`;
};

/** A failing report does not suppress the error. */
function crashText(error: unknown, { report, mask }: Pick<ExitOptions, 'report' | 'mask'>) {
  const line = crashLine(error, mask);
  const path = attempt(() => report?.(error));
  return path === undefined ? line : `${line}${path}\n`;
}

const isHangUp = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');

const ignore = () => undefined;

/**
 * Restores the terminal however the program ends. The first reason sets the exit code, and the process ends
 * at most one second later. A second signal ends it at once, except SIGHUP, which a closing terminal sends
 * several times. A signal that arrives while another job has the terminal takes its default effect.
 */
export function installExitHandlers(options: ExitOptions) {
  const { input, stdout, stderr, restore, isLent, onEnd } = options;
  const { listen, stop } = listeners();
  let hasEnded = false;

  const end = ({ code, error }: Readonly<{ code: number; error?: unknown }>) => {
    if (hasEnded) return;
    hasEnded = true;
    process.exitCode = code;
    setTimeout(() => process.exit(code), WATCHDOG_MS).unref();
    try {
      restore();
    } finally {
      if (error !== undefined) stderr.write(crashText(error, options));
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

  for (const [signal, code] of Object.entries(SIGNALS))
    listen(process, signal, () => {
      if (hasEnded) return signal === 'SIGHUP' ? undefined : process.exit();
      if (isLent() && KEY_SIGNALS.has(signal)) return;
      if (isInForeground()) end({ code });
      else dieOf(signal);
    });
  // Node would start its debugger and print that on the screen.
  listen(process, 'SIGUSR1', ignore);
  listen(process, 'uncaughtException', crash);
  listen(process, 'unhandledRejection', crash);
  listen(input, 'lost', () => end({ code: HUNG_UP }));
  listen(stdout, 'error', crash);
  listen(stderr, 'error', ignore);

  /** The program continues without the terminal. Does nothing after an exit. */
  const withdraw = () => {
    if (hasEnded) return;
    hasEnded = true;
    stop();
  };
  return { end, withdraw };
}
