import chalk from 'chalk';
import { type RenderOptions, render, useApp } from 'ink';
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

type FrameProps = Readonly<{ children: ReactNode; onReady: (lend: Lend) => void }>;

function Frame({ children, onReady }: FrameProps) {
  const { suspendTerminal } = useApp();
  useEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal]);
  return children;
}

export function renderApp(
  app: ReactNode,
  terminal: Required<Pick<RenderOptions, 'stdin' | 'stdout' | 'stderr' | 'alternateScreen'>>,
  onReady: FrameProps['onReady'],
): Pick<ReturnType<typeof render>, 'unmount' | 'waitUntilExit'> {
  // Without inverse and bold the selection is invisible. The theme handles NO_COLOR.
  if (chalk.level === 0 && process.env['TERM'] !== 'dumb') chalk.level = 1;
  return render(<Frame onReady={onReady}>{app}</Frame>, { ...RENDERING, ...terminal });
}
