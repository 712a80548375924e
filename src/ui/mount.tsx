import chalk from 'chalk';
import { render, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import type { Desk } from '../store/desk.ts';
import { askShade } from '../terminal/background.ts';
import { CRASHED, installEndings } from '../terminal/endings.ts';
import type { Dress } from '../terminal/frames.ts';
import { inFront } from '../terminal/in-front.ts';
import { type KeyInput, keyInput } from '../terminal/input.ts';
import { type ScreenOutput, screenOutput } from '../terminal/output.ts';
import { installSuspend, type Lend } from '../terminal/suspend.ts';
import { createDesk } from './desk.ts';

// Ink gives whole frames: what differs between them is found by `screenOutput`.
// `interactive` is said outright: left to itself, Ink draws nothing where a variable called CI is set.
// So is that it paints: its own lines for screen readers are erased and written again, and are not cleaned.
const RENDERING = {
  interactive: true,
  isScreenReaderEnabled: false,
  maxFps: 60,
  patchConsole: false,
  exitOnCtrlC: false,
} as const;

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
  /** Colours below everything, and other characters for some. */
  readonly dress: (dress: Dress) => void;
  /** Of the terminal's background, when it was asked for and answered. */
  readonly shade: 'dark' | 'light' | undefined;
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
  /** What is written to in place of a screen. */
  readonly spoken?: ScreenOutput | undefined;
};

/** How it ended: the process should end with `code` after printing `message`. */
export type Left = { readonly code: number; readonly message?: string };

type FrameProps = {
  readonly children: ReactNode;
  readonly onReady: (lend: Lend) => void;
  readonly suspend: () => void;
};

const drop = () => undefined;

/** Longest wait for the terminal's answer about its background. */
const SHADE_MS = 100;

/** Holds the app. Its hooks keep raw mode and marked pastes on, whatever the app shows. */
function Frame({ children, onReady, suspend }: FrameProps) {
  const { suspendTerminal } = useApp();
  useEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal]);
  // Ctrl-Z belongs to the terminal, not to the app's keys: it works in every field and dialog.
  useInput((input, key) => {
    if (key.ctrl && input === 'z') suspend();
  });
  // Without a listener Ink would give pastes to the app as keys.
  usePaste(drop);
  return children;
}

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
  const ours = [unmount, () => stdin.setRawMode(false), output.restore];
  const others = [() => input.destroy(), () => output.isOn() && output.restore()];
  for (const step of [onEnd, ...(inFront() ? ours : others)]) attempt(step);
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

/** Inverse and bold too are styles to chalk, so no style at all would hide what is selected. NO_COLOR is the theme's. */
function demandStyles(): void {
  if (chalk.level === 0 && process.env['TERM'] !== 'dumb') chalk.level = 1;
}

/**
 * Shows what `view` gives on the terminal's alternate screen until the app leaves, a signal or a fault ends it, or the
 * terminal is gone. Resolves when the terminal is as it was before; a fault is by then told on stderr.
 * One second later the process ends, if the caller has not ended it, except after `release`.
 */
export function mount(
  view: (screen: Screen) => ReactNode,
  { stdin, stdout, stderr, onEnd = drop, asksShade = false, spoken }: MountOptions,
) {
  const { promise, resolve } = Promise.withResolvers<Left>();
  const input = keyInput(stdin);
  const output = spoken ?? screenOutput(stdout);
  const warnings = holdWarnings();
  let message: string | undefined;
  let lend: Lend = until => until();
  let isLent = false;
  let isOver = false;
  let unmount = drop as () => void;

  const restore = () => {
    isOver = true;
    giveBack({ stdin, input, output, unmount, onEnd });
  };
  const { end, withdraw } = installEndings({
    input,
    stdout,
    stderr,
    restore,
    isLent: () => isLent,
    onEnd: code => resolve(message === undefined ? { code } : { code, message }),
  });
  const suspension = installSuspend(until => lend(until));
  const { suspend } = suspension;
  const release = () => {
    restore();
    for (const step of [
      withdraw,
      suspension.withdraw,
      output.withdraw,
      () => input.destroy(),
      warnings.release,
    ])
      step();
    resolve({ code: 0 });
  };
  const leave = (code = 0, farewell?: string) => {
    message = farewell;
    end({ code });
  };
  /** Lends the terminal to a program that has its keys, also those that would stop this one. */
  const hand: Lend = async until => {
    isLent = true;
    await lend(until).finally(() => {
      isLent = false;
    });
  };
  const desk = createDesk({ output, env: process.env, lend: hand });

  demandStyles();
  const show = async () => {
    // Before the first frame: until then the terminal itself would echo what is typed ahead, and act on Ctrl-C.
    stdin.setRawMode(true);
    // Answers are read together with the keys: those typed meanwhile are kept for the app.
    if (asksShade) input.read(0);
    const shade = asksShade ? await askShade(input, output.send, SHADE_MS) : undefined;
    if (isOver) return promise;
    const ready = (next: Lend) => {
      lend = next;
    };
    const app = render(
      <Frame onReady={ready} suspend={() => void suspend()}>
        {view({ input, suspend, leave, release, desk, dress: output.dress, shade })}
      </Frame>,
      { ...RENDERING, alternateScreen: spoken === undefined, stdin: input, stdout: output.stream, stderr },
    );
    unmount = app.unmount;
    return app.waitUntilExit();
  };
  // Also what throws before Ink has drawn anything ends in the second.
  Promise.resolve()
    .then(show)
    .then(
      () => end({ code: 0 }),
      error => end({ code: CRASHED, error }),
    );
  return promise;
}
