import type { ReactNode } from 'react';
import { queryBackground, supportsScrolling } from '../terminal/capabilities.ts';
import type { TerminalHost } from '../terminal/host.ts';
import { createKeyInput, type KeyInput } from '../terminal/input/input.ts';
import type { Size } from '../terminal/output/frames.ts';
import { createScreenOutput, type ScreenOutput } from '../terminal/output/output.ts';
import { CRASHED, installExitHandlers } from '../terminal/process/exit.ts';
import {
  createLender,
  installSuspend,
  isInForeground,
  untilInForeground,
} from '../terminal/process/job-control.ts';
import type { Lend } from '../terminal/process/programs.ts';
import { createTerminalHost } from './host.ts';
import { type RowsView, showFirstRows } from './rows-first.ts';

export type Screen = {
  /** Gives the terminal back without ending the program, which may mount another app. */
  readonly release: () => void;
  /** Ends the program. The caller of `mount` prints the message on the primary screen. */
  readonly leave: (code?: number, message?: string) => void;
  /** Suspends the program, as Ctrl-Z does by itself. */
  readonly suspend: () => Promise<void>;
  /** Tells if a key came alone, and emits 'reply'. Keys and pastes themselves come from Ink's hooks. */
  readonly input: KeyInput;
  readonly terminalHost: TerminalHost;
  readonly setStyle: ScreenOutput['setStyle'];
  /** Brightness of the terminal's background, if queried and known. Nothing is drawn before. */
  readonly background: Promise<'dark' | 'light' | undefined>;
};

/** A screen: drawn without Ink until Ink, which loads longest, is ready. */
export type View = {
  readonly rows?: RowsView;
  /** Receives the size of the terminal: before anything is drawn, and on each change before Ink does. */
  readonly resize?: (size: Size) => void;
  /** Creates the app, just before Ink renders it. */
  readonly app: () => Promise<ReactNode>;
};

export type MountOptions = {
  /** Standard streams. The caller checks that stdin and stdout are terminals. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Called once when the program begins to end, to cancel running work. */
  readonly onEnd?: () => void;
  /** Queries the terminal's background before anything is drawn. Default: false. */
  readonly queriesBackground?: boolean;
  /** Writes a crash report. Returns a sentence with its path. */
  readonly report?: ((error: unknown) => string | undefined) | undefined;
  /** Masks the token in the message of an error. */
  readonly mask?: (text: string) => string;
  /** Output for screen readers, in place of a screen. */
  readonly spoken?: ScreenOutput | undefined;
  /** Title of the terminal, cleaned. Default: the present one stays. */
  readonly title?: string | undefined;
};

/** Result of `mount`: the process should exit with `code` after printing `message`. */
type MountResult = { readonly code: number; readonly message: string | undefined };

const drop = () => undefined;

/** Longest wait for the terminal's reply about its background. */
const BACKGROUND_MS = 100;

/** Creates the input and the output, which receives the replies from the input. */
function terminalStreams({
  stdin,
  stdout,
  spoken,
  title,
}: Pick<MountOptions, 'stdin' | 'stdout' | 'spoken' | 'title'>) {
  const input = createKeyInput(stdin);
  const output = spoken ?? createScreenOutput(stdout, { canScroll: supportsScrolling(process.env), title });
  input.on('reply', output.takeReply);
  return { input, output };
}

function attempt(step: () => unknown): void {
  try {
    step();
  } catch {
    // The following steps must still run.
  }
}

type TerminalParts = {
  readonly stdin: NodeJS.ReadStream;
  readonly input: KeyInput;
  readonly output: ScreenOutput;
  readonly unmount: () => void;
  readonly onEnd: () => void;
};

/** Restores the terminal. In the background its settings must stay, but our screen may still be shown. */
function restoreTerminal({ stdin, input, output, unmount, onEnd }: TerminalParts): void {
  // Unmounting draws once more: the reply to a query after that frame would go to the shell.
  output.stopQueries();
  // The terminal echoes replies without raw mode: it stays on until `drainReplies` has read them.
  const isHeld = output.isAwaitingReply();
  const ours = isHeld
    ? [input.holdRawMode, unmount, output.restore]
    : [unmount, () => stdin.setRawMode(false), output.restore];
  const others = [() => input.destroy(), () => output.isOn() && output.restore()];
  for (const step of [onEnd, ...(isInForeground() ? ours : others)]) attempt(step);
}

/** Reads the replies that are still to come, then turns raw mode off. */
async function drainReplies({ stdin, output }: Pick<TerminalParts, 'stdin' | 'output'>): Promise<void> {
  if (!stdin.isRaw || !isInForeground()) return;
  await output.untilReplied();
  attempt(() => stdin.setRawMode(false));
}

/** Suppresses warnings of Node, which would cross the screen. Returns a function that shows them again. */
function suppressWarnings(): () => void {
  const held = process.listeners('warning');
  process.removeAllListeners('warning');
  return () => {
    for (const listener of held) process.on('warning', listener);
  };
}

/** Functions that lend the terminal and give it back. They depend on who draws now: first rows or app. */
type ScreenHolder = { readonly lend: Lend; readonly unmount: () => void };

type ViewContext = Pick<MountOptions, 'stdin' | 'stderr' | 'spoken'> &
  Pick<Screen, 'input' | 'suspend'> & {
    readonly output: ScreenOutput;
    readonly isOver: () => boolean;
    readonly setHolder: (holder: ScreenHolder) => void;
  };

/** Draws the first rows, then the app, until it ends or the terminal is given back. */
async function showView({ rows, app }: Omit<View, 'resize'>, context: ViewContext): Promise<void> {
  const { stdin, stderr, spoken, input, output, suspend, isOver, setHolder } = context;
  const firstRows = rows === undefined ? undefined : showFirstRows(rows, { stdin, output });
  if (firstRows !== undefined) setHolder({ lend: firstRows.lend, unmount: firstRows.end });
  await firstRows?.headStart();
  const [{ renderApp }, node] = await Promise.all([import('./ink.tsx'), app()]);
  await firstRows?.isBack();
  if (isOver()) return;
  firstRows?.end();
  let lend: Lend = until => until();
  const onReady = (next: Lend) => {
    lend = next;
  };
  const terminal = { stdin: input, stdout: output.stream, stderr, alternateScreen: spoken === undefined };
  const mounted = renderApp(node, terminal, { onReady, suspend: () => void suspend() });
  setHolder({ lend: until => lend(until), unmount: mounted.unmount });
  await mounted.waitUntilExit();
}

/** Passes the size of the terminal to a view, now and on each change. Returns a function that stops it. */
function watchSize({ resize = drop }: View, stdout: NodeJS.WriteStream): () => void {
  const report = (): void => resize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  report();
  stdout.on('resize', report);
  return () => void stdout.off('resize', report);
}

/**
 * Shows the view of `begin` on the terminal's alternate screen until the app leaves, a signal or an error
 * ends it, or the terminal is gone. Resolves when the terminal is restored and an error is printed to stderr.
 * The process exits one second later at the latest, except after `release`.
 */
export function mount(
  begin: (screen: Screen) => View,
  {
    stdin,
    stdout,
    stderr,
    onEnd = drop,
    queriesBackground = false,
    report = drop,
    mask,
    spoken,
    title,
  }: MountOptions,
) {
  const { promise, resolve } = Promise.withResolvers<MountResult>();
  const { input, output } = terminalStreams({ stdin, stdout, spoken, title });
  const restoreWarnings = suppressWarnings();
  let message: string | undefined;
  let lend: Lend = until => until();
  let isOver = false;
  // True once the program has begun to exit, also while `release` waits for a reply.
  let hasEnded = false;
  let unmount = drop as () => void;

  const setHolder = (holder: ScreenHolder) => ({ lend, unmount } = holder);
  // Replies of the terminal must not reach the next program.
  const lendWithoutQueries: Lend = until => output.withoutQueries(() => lend(until));
  const lender = createLender(lendWithoutQueries);
  const restore = () => {
    isOver = true;
    restoreTerminal({ stdin, input, output, unmount, onEnd });
  };
  const { end, withdraw } = installExitHandlers({
    input,
    stdout,
    stderr,
    restore,
    report,
    mask,
    isLent: lender.isLent,
    onEnd: code => {
      hasEnded = true;
      void drainReplies({ stdin, output }).then(() => resolve({ code, message }));
    },
  });
  const { suspend, withdraw: withdrawSuspend } = installSuspend(lendWithoutQueries);
  const release = () => {
    restore();
    const steps = [withdraw, withdrawSuspend, output.withdraw, () => input.destroy(), restoreWarnings];
    void drainReplies({ stdin, output }).then(() => {
      if (hasEnded) return;
      for (const step of steps) step();
      resolve({ code: 0, message: undefined });
    });
  };
  const leave = (code = 0, farewell?: string) => {
    message = farewell;
    end({ code });
  };
  const terminalHost = createTerminalHost({ stdin, output, env: process.env, lend: lender.lendOut });

  const show = async () => {
    // In the background the system would stop us while changing settings, unable to handle signals.
    if (!isInForeground()) await untilInForeground();
    if (isOver) return;
    // Before the first frame: the terminal itself would echo keys and act on Ctrl-C.
    stdin.setRawMode(true);
    // Starts reading, for the reply. Keys typed meanwhile are queued for the app.
    if (queriesBackground) input.read(0);
    const background = queriesBackground
      ? queryBackground(input, output.send, BACKGROUND_MS)
      : Promise.resolve(undefined);
    const { setStyle } = output;
    const view = begin({ input, suspend, leave, release, terminalHost, setStyle, background });
    // Without a query no wait: the first rows are drawn before the first request is sent.
    if (queriesBackground) await background;
    if (isOver) return;
    const stopWatching = watchSize(view, stdout);
    const context = { stdin, stderr, spoken, input, output, suspend, setHolder, isOver: () => isOver };
    await showView(view, context).finally(stopWatching);
  };
  // The error handler also covers what throws before Ink draws.
  Promise.resolve()
    .then(show)
    .then(
      () => isOver || end({ code: 0 }),
      error => isOver || end({ code: CRASHED, error }),
    );
  return promise;
}
