import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Terminal as Screen } from '@xterm/headless';
import { STATUS_REPLY } from '../../src/terminal/sequences.ts';
import { Emulator, styledRow } from './cells.ts';
import { spawnPty } from './child-process.ts';
import { keyBytes } from './keys.ts';
import { pace } from './pace.ts';
import { nodeUnderTest, program } from './program.ts';
import { expectSameCells, SYNC, watchRepaints } from './repaints.ts';
import { sleepsOf, watchOutput } from './rest.ts';

const root = join(import.meta.dirname, '../..');

type Pty = ReturnType<typeof spawnPty>;

export type TerminalOptions = {
  /** Default: the program under test, or with `args` the Node that runs it. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Flags for the program under test. Not with `command` or `args`. */
  readonly flags?: readonly string[];
  /**
   * Added to a clean environment of PATH, HOME (a new empty folder), TERM, LANG and settings by which nothing
   * arrives by itself.
   */
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** Delay of the terminal's replies, as on a slow line. Default: none. */
  readonly answersAfterMs?: number;
  /**
   * Default: true. Without replies to status queries the line is never measured, so that a busy machine does
   * not make it look slow.
   */
  readonly repliesToStatus?: boolean;
  /** Bytes that the line to the terminal carries in a second. Default: any number. */
  readonly bytesPerSecond?: number;
  /**
   * Runs the command below a shell that records the terminal's settings before and after it, for
   * `settings()`, and that survives a hang-up. The exit code is then that of the shell: 128 + n for signal n.
   */
  readonly shell?: boolean;
  /** Title of the terminal before the command runs. Default: none. */
  readonly title?: string;
};

export type Terminal = Awaited<ReturnType<typeof openTerminal>>;

/** Tracks private modes that the emulator's own `modes` does not have. */
function watchModes(emulator: Screen) {
  const on = new Set([25]);
  const note = (isOn: boolean) => (params: (number | number[])[]) => {
    for (const mode of params.flat()) isOn ? on.add(mode) : on.delete(mode);
    return false;
  };
  emulator.parser.registerCsiHandler({ prefix: '?', final: 'h' }, note(true));
  emulator.parser.registerCsiHandler({ prefix: '?', final: 'l' }, note(false));
  return { isOn: (mode: number) => on.has(mode) };
}

const SHELL = `trap '' HUP
stty -g >"$0/before"
sh -c 'echo $$ >"$0/pid"; exec "$@"' "$0" "$@"
code=$?
stty -g >"$0/after"
echo $code >"$0/code"
exit $code`;

/** Settings without checks and refreshes, which would change the screen between two looks at it. */
const AT_REST = { BOTSCOPE_HEALTH: 'manual', BOTSCOPE_REFRESH: 'manual' };

function start(options: TerminalOptions, home: string, { cols, rows }: Screen): Pty {
  const { flags = [], env = {}, cwd = root } = options;
  const { command = options.args ? nodeUnderTest : program.command } = options;
  const { args = [...program.args, ...flags] } = options;
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const clean = { PATH: path, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...AT_REST, ...env };
  const settings = { name: clean.TERM, cols, rows, cwd, env: clean };
  if (!options.shell) return spawnPty(command, [...args], settings);
  return spawnPty('/bin/sh', ['-c', SHELL, home, command, ...args], settings);
}

function killAll(pids: readonly number[]): void {
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended by itself.
    }
  }
}

/** The two waits of `settle`: for the first output after a key, and for the end of the output. */
const ANSWER_MS = 300 * pace;
/** Longest wait for the effect of a paste, which always has one, but slowly on a busy machine. */
const PASTE_MS = 5000 * pace;
const QUIET_MS = 40 * pace;
const REDRAW_MS = 1000 * pace;

/**
 * Runs a command in a pseudo-terminal of 80 x 24 (or as given), with a terminal emulator at the other end.
 * Always `close()` it; that removes the home folder too.
 */
export async function openTerminal(options: TerminalOptions = {}) {
  const { columns: cols = 80, rows: lines = 24 } = options;
  const home = mkdtempSync(join(tmpdir(), 'botscope-home-'));
  const emulator = new Emulator({ cols, rows: lines, allowProposedApi: true, scrollback: 1000 });
  emulator.options.windowOptions = { pushTitle: true, popTitle: true };
  const modes = watchModes(emulator);
  const repaints = watchRepaints(emulator);
  const pty = start(options, home, emulator);
  const output = watchOutput(() => sleepsOf(pty.pid));
  let bytes = '';
  let title = '';
  let isHungUp = false;
  let ended: { readonly code: number; readonly signal: number } | undefined;

  emulator.onTitleChange(text => {
    title = text;
  });
  if (options.title !== undefined) emulator.write(`\x1b]0;${options.title}\x1b\\`);
  emulator.onData(answer => {
    if (answer === STATUS_REPLY && options.repliesToStatus === false) return;
    if (options.answersAfterMs === undefined) pty.write(answer);
    else setTimeout(() => pty.write(answer), options.answersAfterMs);
  });
  let line: Promise<unknown> = Promise.resolve();
  pty.onData(data => {
    bytes += data;
    const onShown = output.coming();
    const { bytesPerSecond } = options;
    if (bytesPerSecond === undefined) return emulator.write(data, onShown);
    const ms = (data.length * 1000) / bytesPerSecond;
    line = line.then(() => delay(ms)).then(() => emulator.write(data, onShown));
  });
  const exit = new Promise<{ readonly code: number; readonly signal: number }>(resolve => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      const tell = output.coming();
      emulator.write('', () => {
        ended = { code: exitCode, signal };
        tell();
        resolve(ended);
      });
    });
  });

  const row = (y: number) => {
    const { active } = emulator.buffer;
    return (
      active
        .getLine(active.viewportY + y)
        // After a resize, a line still contains the cells beyond the new width.
        ?.translateToString(true, 0, emulator.cols)
        .trimEnd() ?? ''
    );
  };
  const rows = () => Array.from({ length: emulator.rows }, (_, y) => row(y));
  const text = () => rows().join('\n');
  const note = (name: string) => readFileSync(join(home, name), 'utf8').trim();
  const pid = () => (options.shell ? Number(note('pid')) : pty.pid);

  const waitFor = async (
    wanted: string | RegExp | ((screen: string) => boolean),
    { timeoutMs = 15_000 * pace }: { readonly timeoutMs?: number } = {},
  ) => {
    const isThere = (screen: string) => {
      if (typeof wanted === 'string') return screen.includes(wanted);
      return typeof wanted === 'function' ? wanted(screen) : wanted.test(screen);
    };
    let screen = text();
    const look = () => {
      screen = text();
      // While a frame is held back, the rest of it is still to arrive.
      return isThere(screen) && !modes.isOn(SYNC);
    };
    if (look() || (!ended && (await output.once(timeoutMs, () => look() || ended !== undefined))))
      if (isThere(screen)) return screen;
    const why = ended ? `it ended with ${JSON.stringify(ended)}` : `after ${timeoutMs} ms`;
    throw new Error(`not on the screen (${why}): ${String(wanted)}\n${text()}`);
  };

  /** A program that measures the line also waits for the reply to its last frame. */
  const quietMs = QUIET_MS + (options.answersAfterMs ?? 0);
  /** Waits until the effect of the last input, if there is one, is completely on the screen. */
  const settle = async (answerMs = ANSWER_MS) => {
    if (await output.once(answerMs)) while (await output.once(quietMs));
  };

  /**
   * Makes the explorer repaint, which must not change a cell. A program that is stopped or stuck does not
   * repaint; without an explorer on the screen nothing is checked.
   */
  const checkCells = async () => {
    const isExplorer = options.command === undefined && options.args === undefined;
    if (!isExplorer || ended || isHungUp || emulator.buffer.active.type !== 'alternate') return;
    await settle(0);
    repaints.forget();
    pty.write(keyBytes('ctrl+l'));
    while (repaints.last() === undefined && (await output.once(REDRAW_MS)));
    await settle(QUIET_MS);
    const last = repaints.last();
    if (last !== undefined) expectSameCells(last);
  };

  return {
    home,
    emulator,
    exit,
    text,
    row,
    rows,
    waitFor,
    settle,
    checkCells,
    pid,
    /** Returns the screen with marks where the style changes: `<inverse,fg=2>text</>`. */
    styled: () => Array.from({ length: emulator.rows }, (_, y) => styledRow(emulator, y)).join('\n'),
    /** Sends each key in a separate write and waits until the screen is at rest. */
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        pty.write(keyBytes(key));
        await settle();
      }
    },
    send: (raw: string) => pty.write(raw),
    /** Quits by Ctrl-C twice, in one write: the second counts only within two seconds after the first. */
    quit: () => {
      pty.write('\x03\x03');
      return exit;
    },
    /**
     * Pastes with brackets and waits until the screen is at rest: keys sent earlier could be part of the
     * paste.
     */
    paste: async (pasted: string) => {
      pty.write(`\x1b[200~${pasted}\x1b[201~`);
      await settle(PASTE_MS);
      // The explorer takes a paste as complete only after a pause: an Enter before that would be part of it.
      while (await output.once(ANSWER_MS));
    },
    resize: (columns: number, height: number) => {
      emulator.resize(columns, height);
      pty.resize(columns, height);
    },
    kill: (signal: NodeJS.Signals) => process.kill(pid(), signal),
    /** Closes the terminal, as a lost connection does. With `shell`, the command itself gets no SIGHUP. */
    hangUp: () => {
      isHungUp = true;
      (pty as Pty & { destroy(): void }).destroy();
    },
    altScreen: () => emulator.buffer.active.type === 'alternate',
    cursorVisible: () => modes.isOn(25),
    /** Returns the text of the cursor's row that is left of it; undefined while it is hidden. */
    beforeCursor: () => {
      const { cursorX, cursorY } = emulator.buffer.active;
      return modes.isOn(25) ? row(cursorY).padEnd(emulator.cols).slice(0, cursorX) : undefined;
    },
    modes: () => emulator.modes,
    bytes: () => bytes,
    copies: () =>
      [...bytes.matchAll(/\x1b\]52;c;([^\x07\x1b]*)/g)].map(([, text = '']) =>
        Buffer.from(text, 'base64').toString('utf8'),
      ),
    title: () => title,
    /**
     * Returns the terminal's settings before and after the command, as `stty -g` prints them. Only with
     * `shell`.
     */
    settings: () => ({ before: note('before'), after: note('after') }),
    code: () => Number(note('code')),
    /**
     * Ends the program. Before that, every journey tests its output: a repaint must not change the screen.
     */
    close: async () => {
      try {
        await checkCells();
      } finally {
        if (!ended) killAll([pty.pid, pid()]);
        await exit;
        await line;
        emulator.dispose();
        rmSync(home, { recursive: true, force: true });
      }
    },
  };
}
