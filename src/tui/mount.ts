import type { ReactNode } from 'react';
import { queryBackground, type Shade, supportsScrolling } from '../terminal/capabilities.ts';
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
import { attempt } from '../text/result.ts';
import { createTerminalHost } from './host.ts';
import { type RowsView, showFirstRows } from './rows-first.ts';

export type Screen = Readonly<{
  release: () => void;
  leave: (code: number) => void;
  /** Emits 'reply'. Keys and pastes come from Ink's hooks, which the app uses as long as it is shown. */
  input: KeyInput;
  terminalHost: TerminalHost;
  setStyle: ScreenOutput['setStyle'];
  /** If queried and known. Nothing is drawn before. */
  background: Promise<Shade | undefined>;
}>;

export type View = Readonly<{
  rows?: RowsView;
  resize?: (size: Size) => void;
  app: () => Promise<ReactNode>;
}>;

type MountOptions = Readonly<{
  /** The caller checks that stdin and stdout are terminals. */
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  onEnd?: () => void;
  /** Before anything is drawn. Default: false. */
  queriesBackground?: boolean;
  report?: ((error: unknown) => string | undefined) | undefined;
  mask?: (text: string) => string;
  /** For screen readers, in place of a screen. */
  spoken?: ScreenOutput | undefined;
  /** Cleaned. Default: the present one stays. */
  title?: string | undefined;
}>;

const drop = () => undefined;

const BACKGROUND_MS = 100;

type TerminalParts = Pick<MountOptions, 'stdin'> & {
  readonly input: KeyInput;
  readonly output: ScreenOutput;
};

/** In the background its settings must stay, but our screen may still be shown. */
function restoreTerminal({ stdin, input, output }: TerminalParts, unmount: () => void) {
  // Unmounting draws once more: the reply to a query after that frame would go to the shell.
  output.stopQueries();
  // The terminal echoes replies without raw mode: it stays on until `drainReplies` has read them.
  const ours = output.isAwaitingReply()
    ? [input.holdRawMode, unmount, output.restore]
    : [unmount, () => stdin.setRawMode(false), output.restore];
  const others = [() => input.destroy(), () => output.isOn() && output.restore()];
  for (const step of isInForeground() ? ours : others) attempt(step);
}

/** Turns raw mode off once the replies that are still to come are read. */
async function drainReplies({ stdin, output }: TerminalParts) {
  if (!stdin.isRaw || !isInForeground()) return;
  await output.untilReplied();
  attempt(() => stdin.setRawMode(false));
}

/** They would cross the screen. The returned function shows them again. */
function suppressWarnings(): () => void {
  const held = process.listeners('warning');
  process.removeAllListeners('warning');
  return () => {
    for (const listener of held) process.on('warning', listener);
  };
}

type Painter = { lend: Lend; unmount: () => void; isOver: boolean };

async function draw(
  { rows, app }: View,
  painter: Painter,
  { stdin, input, output }: TerminalParts,
  { stderr, spoken }: Pick<MountOptions, 'stderr' | 'spoken'>,
) {
  const firstRows = rows && showFirstRows(rows, { stdin, output });
  if (firstRows !== undefined) ({ lend: painter.lend, end: painter.unmount } = firstRows);
  await firstRows?.headStart();
  const [{ renderApp }, node] = await Promise.all([import('./ink.tsx'), app()]);
  await firstRows?.isBack();
  if (painter.isOver) return;
  firstRows?.end();
  const streams = { stdin: input, stdout: output.stream, stderr, alternateScreen: spoken === undefined };
  const onReady = (lend: Lend) => {
    painter.lend = lend;
  };
  const mounted = renderApp(node, streams, onReady);
  painter.unmount = mounted.unmount;
  await mounted.waitUntilExit();
}

/** Now and on each change. Returns a function that stops it. */
function watchSize({ resize = drop }: View, stdout: NodeJS.WriteStream): () => void {
  const report = () => resize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  report();
  stdout.on('resize', report);
  return () => void stdout.off('resize', report);
}

/**
 * Shows the view on the alternate screen until the app leaves, a signal or an error ends it, or the terminal
 * is gone. Resolves to the exit code when the terminal is restored and an error is printed to stderr. The
 * process exits one second later at the latest, except after `release`.
 */
export function mount(begin: (screen: Screen) => View, options: MountOptions): Promise<number> {
  const { stdin, stdout, onEnd = drop, queriesBackground = false, spoken, title } = options;
  const { promise, resolve } = Promise.withResolvers<number>();
  const input = createKeyInput(stdin);
  const output = spoken ?? createScreenOutput(stdout, { canScroll: supportsScrolling(process.env), title });
  const terminal: TerminalParts = { stdin, input, output };
  input.on('reply', output.takeReply);
  const restoreWarnings = suppressWarnings();
  // Also while `release` waits for a reply.
  let hasEnded = false;
  const painter: Painter = { lend: until => until(), unmount: drop, isOver: false };

  // Replies of the terminal must not reach the next program.
  const lendWithoutQueries: Lend = until => output.withoutQueries(() => painter.lend(until));
  const lender = createLender(lendWithoutQueries);
  const restore = () => {
    painter.isOver = true;
    attempt(onEnd);
    restoreTerminal(terminal, painter.unmount);
  };
  const { end, withdraw } = installExitHandlers({
    ...{ ...options, input, restore, isLent: lender.isLent },
    onEnd: code => {
      hasEnded = true;
      void drainReplies(terminal).then(() => resolve(code));
    },
  });
  const { suspend, withdraw: withdrawSuspend } = installSuspend(lendWithoutQueries);
  const release = () => {
    restore();
    void drainReplies(terminal).then(() => {
      if (hasEnded) return;
      for (const step of [withdraw, withdrawSuspend, output.withdraw, restoreWarnings]) step();
      input.destroy();
      resolve(0);
    });
  };
  const leave = (code: number) => end({ code });
  const terminalHost = createTerminalHost({
    ...{ stdin, input, output, env: process.env, lend: lender.lendOut, suspend },
  });

  const show = async () => {
    // In the background the system would stop us while changing settings, unable to handle signals.
    if (!isInForeground()) await untilInForeground();
    if (painter.isOver) return;
    // Before the first frame: the terminal itself would echo keys and act on Ctrl-C.
    stdin.setRawMode(true);
    // Starts reading, for the reply. Keys typed meanwhile are queued for the app.
    if (queriesBackground) input.read(0);
    const background = queriesBackground
      ? queryBackground(input, output.send, BACKGROUND_MS)
      : Promise.resolve(undefined);
    const view = begin({
      ...{ input, leave, release, terminalHost, background },
      setStyle: output.setStyle,
    });
    // Without a query no wait: the first rows are drawn before the first request is sent.
    if (queriesBackground) await background;
    if (painter.isOver) return;
    const stopWatching = watchSize(view, stdout);
    await draw(view, painter, terminal, options).finally(stopWatching);
  };
  // The error handler also covers what throws before Ink draws.
  Promise.resolve()
    .then(show)
    .then(
      () => painter.isOver || end({ code: 0 }),
      error => painter.isOver || end({ code: CRASHED, error }),
    );
  return promise;
}
