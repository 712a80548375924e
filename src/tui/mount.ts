import type { ReactNode } from 'react';
import { askShade } from '../terminal/background.ts';
import { scrollsIn } from '../terminal/capabilities.ts';
import type { Desk } from '../terminal/host.ts';
import { type KeyInput, keyInput } from '../terminal/input/input.ts';
import type { Size } from '../terminal/output/frames.ts';
import { type ScreenOutput, screenOutput } from '../terminal/output/output.ts';
import { CRASHED, installEndings } from '../terminal/process/exit.ts';
import { inFront } from '../terminal/process/foreground.ts';
import { handing } from '../terminal/process/lend.ts';
import { beInFront, installSuspend, type Lend } from '../terminal/process/suspend.ts';
import { createDesk } from './host.ts';
import { type RowsView, showing } from './rows-first.ts';

/** What the app may ask of the terminal. */
export type Screen = {
  /** Gives the terminal back and lets the program go on: nothing ends it, and it may mount another app. */
  readonly release: () => void;
  /** Ends the program. The message is for the caller of `mount`, to be printed on the primary screen. */
  readonly leave: (code?: number, message?: string) => void;
  /** Stops the program as Ctrl-Z does, which works without the app's doing. */
  readonly suspend: () => Promise<void>;
  /** Says whether a key came alone, and emits 'reply'. Keys and pastes themselves come from Ink's hooks. */
  readonly input: KeyInput;
  readonly desk: Desk;
  /** Changes colours and characters of all that is shown. */
  readonly dress: ScreenOutput['dress'];
  /** Of the terminal's background, when it was asked for and answered. Nothing is shown before. */
  readonly shade: Promise<'dark' | 'light' | undefined>;
};

/** What is shown: by Ink, which takes longer to load than all the rest, and until then without it. */
export type View = {
  /** What is on the screen until the app is. */
  readonly rows?: RowsView;
  /** Takes the size of the terminal: before anything is shown, and whenever it changes, before Ink hears of it. */
  readonly resize?: (size: Size) => void;
  /** The app. Made when Ink is about to show it. */
  readonly app: () => Promise<ReactNode>;
};

export type MountOptions = {
  /** All three must be terminals, or stdin and stdout at least: the caller checks. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Called once when the program begins to end, to give up what is under way. */
  readonly onEnd?: () => void;
  /** Whether the terminal is asked for its background before anything is shown. */
  readonly asksShade?: boolean;
  /** Writes down what is known of a fault, and says where. */
  readonly report?: ((error: unknown) => string | undefined) | undefined;
  /** Takes the token out of what is said of a fault. */
  readonly mask?: (text: string) => string;
  /** What is written to in place of a screen. */
  readonly spoken?: ScreenOutput | undefined;
};

/** How it ended: the process should end with `code` after printing `message`. */
export type Left = { readonly code: number; readonly message?: string };

const drop = () => undefined;

/** Longest wait for the terminal's answer about its background. */
const SHADE_MS = 100;

function attempt(step: () => unknown): void {
  try {
    step();
  } catch {
    // The steps after it are the more needed.
  }
}

type Held = {
  readonly stdin: NodeJS.ReadStream;
  readonly input: KeyInput;
  readonly output: ScreenOutput;
  readonly unmount: () => void;
  readonly onEnd: () => void;
};

/** Behind another job the terminal's settings are not ours to change, nor need they be; our screen may still be up. */
function giveBack({ stdin, input, output, unmount, onEnd }: Held): void {
  // Unmounting draws once more: a question behind that frame would be answered into the shell's input.
  output.stopAsking();
  // The terminal echoes an answer that arrives without raw mode: it stays on until `hearOut` has read the answer.
  const isHeld = output.isAwaiting();
  const ours = isHeld
    ? [input.holdRawMode, unmount, output.restore]
    : [unmount, () => stdin.setRawMode(false), output.restore];
  const others = [() => input.destroy(), () => output.isOn() && output.restore()];
  for (const step of [onEnd, ...(inFront() ? ours : others)]) attempt(step);
}

/** Reads the answers that `giveBack` has left raw mode on for, then turns it off. Resolves at once without any. */
async function hearOut({ stdin, output }: Pick<Held, 'stdin' | 'output'>): Promise<void> {
  if (!stdin.isRaw || !inFront()) return;
  await output.quiet();
  attempt(() => stdin.setRawMode(false));
}

/** Node writes its warnings to stderr, that is: across the screen. None is written until `release`. */
function holdWarnings() {
  const held = process.listeners('warning');
  process.removeAllListeners('warning');
  return {
    release: () => {
      for (const listener of held) process.on('warning', listener);
    },
  };
}

/** What is read from the terminal, and what is written to it, which hears its answers. */
function ends({ stdin, stdout, spoken }: Pick<MountOptions, 'stdin' | 'stdout' | 'spoken'>) {
  const input = keyInput(stdin);
  const output = spoken ?? screenOutput(stdout, { canScroll: scrollsIn(process.env) });
  input.on('reply', output.hear);
  return { input, output };
}

/** Ways to give the terminal back: for a while, and for good. They are of whoever shows something on it now. */
type Taken = { readonly lend: Lend; readonly unmount: () => void };

type Stage = Pick<MountOptions, 'stdin' | 'stderr' | 'spoken'> &
  Pick<Screen, 'input' | 'suspend'> & {
    readonly output: ScreenOutput;
    readonly isOver: () => boolean;
    readonly take: (taken: Taken) => void;
  };

/** First the rows, then the app, until it ends or the terminal was given back. */
async function showView({ rows, app }: Omit<View, 'resize'>, stage: Stage): Promise<void> {
  const { stdin, stderr, spoken, input, output, suspend, isOver, take } = stage;
  const shown = rows === undefined ? undefined : showing(rows, { stdin, output });
  if (shown !== undefined) take({ lend: shown.lend, unmount: shown.end });
  await shown?.headStart();
  const [{ live }, node] = await Promise.all([import('./ink.tsx'), app()]);
  await shown?.isBack();
  if (isOver()) return;
  shown?.end();
  let lend: Lend = until => until();
  const onReady = (next: Lend) => {
    lend = next;
  };
  const terminal = { stdin: input, stdout: output.stream, stderr, alternateScreen: spoken === undefined };
  const mounted = live(node, terminal, { onReady, suspend: () => void suspend() });
  take({ lend: until => lend(until), unmount: mounted.unmount });
  await mounted.waitUntilExit();
}

/** Tells a view the size of the terminal, now and whenever it changes. Returns what stops that. */
function tellSize({ resize = drop }: View, stdout: NodeJS.WriteStream): () => void {
  const tell = (): void => resize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  tell();
  stdout.on('resize', tell);
  return () => void stdout.off('resize', tell);
}

/**
 * Shows what `begin` gives on the terminal's alternate screen until the app leaves, a signal or a fault ends it, or the
 * terminal is gone. Resolves when the terminal is as it was before; a fault is by then told on stderr.
 * One second later the process ends, if the caller has not ended it, except after `release`.
 */
export function mount(
  begin: (screen: Screen) => View,
  { stdin, stdout, stderr, onEnd = drop, asksShade = false, report = drop, mask, spoken }: MountOptions,
) {
  const { promise, resolve } = Promise.withResolvers<Left>();
  const { input, output } = ends({ stdin, stdout, spoken });
  const warnings = holdWarnings();
  let message: string | undefined;
  let lend: Lend = until => until();
  let isOver = false;
  // `release` does not go on after an ending that comes while it waits for an answer.
  let hasEnded = false;
  let unmount = drop as () => void;

  const take = (held: Taken) => ({ lend, unmount } = held);
  // What the terminal answers is for us, not for whoever has it next.
  const lendQuiet: Lend = until => output.unasked(() => lend(until));
  const handed = handing(lendQuiet);
  const restore = () => {
    isOver = true;
    giveBack({ stdin, input, output, unmount, onEnd });
  };
  const { end, withdraw } = installEndings({
    ...{ input, stdout, stderr, restore, report, ...(mask === undefined ? {} : { mask }) },
    isLent: handed.isLent,
    onEnd: code => {
      hasEnded = true;
      void hearOut({ stdin, output }).then(() =>
        resolve(message === undefined ? { code } : { code, message }),
      );
    },
  });
  const suspension = installSuspend(lendQuiet);
  const { suspend } = suspension;
  const release = () => {
    restore();
    const steps = [withdraw, suspension.withdraw, output.withdraw, () => input.destroy(), warnings.release];
    void hearOut({ stdin, output }).then(() => {
      if (hasEnded) return;
      for (const step of steps) step();
      resolve({ code: 0 });
    });
  };
  const leave = (code = 0, farewell?: string) => {
    message = farewell;
    end({ code });
  };
  const desk = createDesk({ stdin, output, env: process.env, lend: handed.hand });

  const show = async () => {
    // The system would stop us in the midst of the change of settings, deaf to every signal.
    if (!inFront()) await beInFront();
    if (isOver) return;
    // Before the first frame: until then the terminal itself would echo what is typed ahead, and act on Ctrl-C.
    stdin.setRawMode(true);
    // Answers are read together with the keys: those typed meanwhile are kept for the app.
    if (asksShade) input.read(0);
    const shade = asksShade ? askShade(input, output.send, SHADE_MS) : Promise.resolve(undefined);
    const view = begin({ input, suspend, leave, release, desk, dress: output.dress, shade });
    // What is not asked for is not waited for: the first rows come before the first request is made.
    if (asksShade) await shade;
    if (isOver) return;
    const stopTelling = tellSize(view, stdout);
    await showView(view, {
      ...{ stdin, stderr, spoken, input, output, suspend, take },
      isOver: () => isOver,
    }).finally(stopTelling);
  };
  // Also what throws before Ink has drawn anything ends in the second.
  Promise.resolve()
    .then(show)
    .then(
      () => isOver || end({ code: 0 }),
      error => isOver || end({ code: CRASHED, error }),
    );
  return promise;
}
