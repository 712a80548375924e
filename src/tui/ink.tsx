import chalk from 'chalk';
import { type RenderOptions, render, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import type { Lend } from '../terminal/process/suspend.ts';

// Ink gives whole frames: what differs between them is found by `screenOutput`.
// `interactive` is said outright: left to itself, Ink draws nothing where a variable called CI is set.
// So is that it paints: its own lines for screen readers are erased and written again, and are not cleaned.
const RENDERING = {
  interactive: true,
  isScreenReaderEnabled: false,
  // Each change is drawn at once: what a slow line cannot take is held back where the bytes are written.
  maxFps: 1000,
  // All parts that changed in one turn are drawn together: otherwise React draws each part by itself, a frame each.
  concurrent: true,
  patchConsole: false,
  exitOnCtrlC: false,
} as const;

type FrameProps = {
  readonly children: ReactNode;
  readonly onReady: (lend: Lend) => void;
  readonly suspend: () => void;
};

const drop = () => undefined;

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

/** Inverse and bold too are styles to chalk, so no style at all would hide what is selected. NO_COLOR is the theme's. */
function demandStyles(): void {
  if (chalk.level === 0 && process.env['TERM'] !== 'dumb') chalk.level = 1;
}

/** Shows an app by Ink on a terminal as Ink is to see it. */
export function live(
  app: ReactNode,
  terminal: Required<Pick<RenderOptions, 'stdin' | 'stdout' | 'stderr' | 'alternateScreen'>>,
  frame: Omit<FrameProps, 'children'>,
): Pick<ReturnType<typeof render>, 'unmount' | 'waitUntilExit'> {
  demandStyles();
  return render(<Frame {...frame}>{app}</Frame>, { ...RENDERING, ...terminal });
}
