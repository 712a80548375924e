import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { Emulator } from '../helpers/cells.ts';
import { screenOf, textOf } from './screen.ts';

/** A slow line between the program and the user. */
type LinkOptions = { readonly rttMs: number; readonly kbit: number };

type Piece = { readonly at: number; readonly data: Uint8Array };

/** Bytes of a packet besides those of the terminal: SSH, TCP and IP. */
const OVERHEAD_BYTES = 90;
const PACKET_BYTES = 1400;

/**
 * Simulates a line: bytes leave one after another at its rate and arrive half a round trip later; keys and
 * replies take half a round trip the other way. Output is accepted immediately, as by the large buffers of a
 * real line: a program that writes too much is not slowed down, and the user sees old screens.
 */
function openLink({ rttMs, kbit }: LinkOptions = { rttMs: 0, kbit: 0 }) {
  const perMs = kbit / 8;
  const delay = rttMs / 2;
  let free = 0;
  let room = 0;
  return {
    delay,
    /**
     * Returns the pieces of output written at `at`, each with the time at which the user sees it, in
     * milliseconds.
     */
    send: (at: number, data: Uint8Array): readonly Piece[] => {
      if (perMs === 0) return [{ at: at + delay, data }];
      const pieces: Piece[] = [];
      for (let from = 0; from < data.length; ) {
        if (free <= at) {
          free = at;
          room = 0;
        }
        if (room === 0) {
          room = PACKET_BYTES;
          free += OVERHEAD_BYTES / perMs;
        }
        const taken = Math.min(data.length - from, room);
        room -= taken;
        free += taken / perMs;
        pieces.push({ at: free + delay, data: data.subarray(from, from + taken) });
        from += taken;
      }
      return pieces;
    },
  };
}

/** A program to start, as on a command line. */
export type Launch = {
  readonly argv: readonly string[];
  /** Added to a clean environment; HOME is a new empty folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly link?: LinkOptions | undefined;
  /** Size of the terminal; default: 119 by 45. */
  readonly size?: typeof SIZE | undefined;
};

export type Session = Awaited<ReturnType<typeof openSession>>;

/** A terminal on which lists have no pane, as the lists they are compared with. */
export const SIZE = { cols: 119, rows: 45 };
/** A terminal on which lists have a preview. */
export const WIDE = { cols: 160, rows: 50 };

/** Queries that a terminal answers at once: output before them must be read without delay. */
const QUERY = /\x1b\[[?>=]?[\d;]*(?:c|n|u|q|\$p)|\x1b\][\d;]+;\?|\x1bP[+$]q/;
/** The status query: its reply does not depend on the screen. */
const STATUS_QUERY = '\x1b[5n';
const STATUS_REPLY = '\x1b[0n';
const GRACE_MS = 500;

export const cleanEnv = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: home,
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  LANG: 'C.UTF-8',
  SHELL: '/bin/sh',
});

/**
 * Starts a program in a pseudo-terminal with an emulator at the other end. All times are of
 * `performance.now()`: when bytes were read, or, on a slow line, when the user sees them. Always `close()`
 * it.
 */
export async function openSession({ argv, env, link: options, size = SIZE }: Launch) {
  const home = mkdtempSync(join(tmpdir(), 'botscope-bench-home-'));
  const emulator = new Emulator({ ...size, allowProposedApi: true, scrollback: 0 });
  const link = openLink(options);
  const [command = '', ...args] = argv;
  const listeners = new Set<() => void>();
  const waiting: Piece[] = [];
  /** Times at which the user sees the pieces that the emulator has not processed yet. */
  const reading: number[] = [];
  let isHeldBack = false;
  let bytes = 0;
  let lastAt = 0;
  let tail = '';
  let sending = 0;
  /** Status queries answered before the emulator has read them. */
  let replies = 0;
  let watch: ((at: number) => void) | undefined;
  let hasEnded = false;

  const startedAt = performance.now();
  const pty = spawn(command, args, {
    ...size,
    name: 'xterm-256color',
    cwd: tmpdir(),
    env: { ...cleanEnv(home), ...env },
    // Bytes, not text: the benchmark counts them.
    encoding: null,
  });

  const sendAfter = async (at: number, text: string): Promise<void> => {
    sending++;
    const ms = at + link.delay - performance.now();
    if (ms > 0.5) await sleep(ms);
    sending--;
    if (!hasEnded) pty.write(text);
  };
  emulator.onData(reply => {
    if (reply === STATUS_REPLY && replies > 0) replies--;
    else void sendAfter(Math.max(reading[0] ?? 0, performance.now()), reply);
  });

  /** Passes the received output to the emulator, piece by piece. */
  const show = (): void => {
    for (const { at, data } of waiting.splice(0)) {
      reading.push(at);
      emulator.write(data, () => {
        reading.shift();
        watch?.(at);
      });
    }
  };
  const shown = (): Promise<void> => {
    show();
    return new Promise(resolve => emulator.write('', resolve));
  };
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  pty.onData(received => {
    const at = performance.now();
    const data = received as unknown as Uint8Array;
    bytes += data.length;
    const pieces = link.send(at, data);
    lastAt = pieces.at(-1)?.at ?? at;
    waiting.push(...pieces);
    const text = tail + Buffer.from(data).toString('latin1');
    const isQuery = QUERY.test(text);
    tail = isQuery ? '' : text.slice(-24);
    // Processing seconds of frames first would delay the next keys and falsify the times of their frames.
    const others = isHeldBack ? text.replaceAll(STATUS_QUERY, '') : text;
    if (!isHeldBack || QUERY.test(others)) show();
    else if (isQuery) {
      const count = text.split(STATUS_QUERY).length - 1;
      replies += count;
      void sendAfter(lastAt, STATUS_REPLY.repeat(count));
    }
    notify();
  });
  const exit = new Promise<number>(resolve => {
    pty.onExit(({ exitCode }) => {
      hasEnded = true;
      notify();
      resolve(exitCode);
    });
  });

  const more = (ms: number): Promise<boolean> =>
    new Promise(resolve => {
      const done = (came: boolean): void => {
        clearTimeout(timer);
        listeners.delete(heard);
        resolve(came);
      };
      const heard = (): void => done(true);
      const timer = setTimeout(done, Math.max(1, ms), false);
      listeners.add(heard);
    });

  /** Waits for a pause of `quietMs` in the output; resolves with false after `timeoutMs`. */
  const quiet = async (quietMs: number, timeoutMs = 20_000): Promise<boolean> => {
    const from = performance.now();
    for (;;) {
      const left = Math.max(lastAt, from) + quietMs - performance.now();
      if (hasEnded || (left <= 0 && sending === 0)) return true;
      if (performance.now() - from > timeoutMs) return false;
      await more(left > 0 ? left : 5);
    }
  };

  /** Waits for a screen; resolves with its time in milliseconds since the start, throws after `timeoutMs`. */
  const until = async (isWanted: (text: string) => boolean, timeoutMs = 30_000): Promise<number> => {
    let found: number | undefined;
    const look = (at: number): void => {
      if (found === undefined && isWanted(textOf(screenOf(emulator)))) found = at;
    };
    look(performance.now());
    watch = look;
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      await shown();
      if (found !== undefined || hasEnded || performance.now() > deadline) break;
      await more(deadline - performance.now());
    }
    watch = undefined;
    if (found === undefined)
      throw new Error(`${argv.join(' ').slice(0, 80)}: not on the screen\n${textOf(screenOf(emulator))}`);
    const ahead = found - performance.now();
    if (ahead > 0) await sleep(ahead);
    return found - startedAt;
  };

  return {
    pid: pty.pid,
    startedAt,
    exit,
    more,
    quiet,
    shown,
    until,
    screen: () => screenOf(emulator),
    text: () => textOf(screenOf(emulator)),
    usesCursorKeys: () => emulator.modes.applicationCursorKeysMode,
    bytes: () => bytes,
    /** Returns the time at which the user sees the last output. */
    lastAt: () => lastAt,
    send: (text: string): number => {
      const at = performance.now();
      void sendAfter(at, text);
      return at;
    },
    /** Runs `act` while the emulator reads nothing, then calls `see` for each piece of output, in order. */
    recorded: async (act: () => Promise<void>, see: (at: number) => void): Promise<void> => {
      await shown();
      isHeldBack = true;
      watch = see;
      await act();
      await shown();
      isHeldBack = false;
      watch = undefined;
    },
    close: async (): Promise<void> => {
      if (!hasEnded) pty.kill('SIGTERM');
      if (!(await Promise.race([exit.then(() => true), sleep(GRACE_MS, false)])) && !hasEnded)
        pty.kill('SIGKILL');
      await exit;
      emulator.dispose();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function withSession<T>(launch: Launch, use: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(launch);
  return use(session).finally(session.close);
}
