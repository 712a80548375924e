import chalk from 'chalk';
import { type RenderOptions, render, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import type { Lend } from '../terminal/process/programs.ts';

// `interactive` and `isScreenReaderEnabled` override Ink's defaults: it draws nothing where the variable CI
// is set, and its lines for screen readers are rewritten in place and not cleaned.
const RENDERING = {
  interactive: true,
  isScreenReaderEnabled: false,
  // Ink draws every change at once: `terminal/output` holds frames back on a slow line.
  maxFps: 1000,
  // React draws all changes of one turn in one frame.
  concurrent: true,
  patchConsole: false,
  exitOnCtrlC: false,
} as const;

type FrameProps = Readonly<{ children: ReactNode; onReady: (lend: Lend) => void; suspend: () => void }>;

const drop = () => undefined;

/** Its hooks keep raw mode and bracketed pastes on, whatever the app shows. */
function Frame({ children, onReady, suspend }: FrameProps) {
  const { suspendTerminal } = useApp();
  useEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal]);
  useInput((input, key) => {
    if (key.ctrl && input === 'z') suspend();
  });
  // Without a listener Ink would pass pastes to the app as keys.
  usePaste(drop);
  return children;
}

export function renderApp(
  app: ReactNode,
  terminal: Required<Pick<RenderOptions, 'stdin' | 'stdout' | 'stderr' | 'alternateScreen'>>,
  frame: Omit<FrameProps, 'children'>,
): Pick<ReturnType<typeof render>, 'unmount' | 'waitUntilExit'> {
  // Without inverse and bold the selection is invisible. The theme handles NO_COLOR.
  if (chalk.level === 0 && process.env['TERM'] !== 'dumb') chalk.level = 1;
  return render(<Frame {...frame}>{app}</Frame>, { ...RENDERING, ...terminal });
}
