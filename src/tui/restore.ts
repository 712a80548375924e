import type { KeyInput } from '../terminal/input/input.ts';
import type { ScreenOutput } from '../terminal/output/output.ts';
import { isInForeground } from '../terminal/process/foreground.ts';

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
export function restoreTerminal({ stdin, input, output, unmount, onEnd }: TerminalParts): void {
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
export async function drainReplies({
  stdin,
  output,
}: Pick<TerminalParts, 'stdin' | 'output'>): Promise<void> {
  if (!stdin.isRaw || !isInForeground()) return;
  await output.untilReplied();
  attempt(() => stdin.setRawMode(false));
}

/** Suppresses warnings of Node, which would cross the screen. Returns a function that shows them again. */
export function suppressWarnings(): () => void {
  const held = process.listeners('warning');
  process.removeAllListeners('warning');
  return () => {
    for (const listener of held) process.on('warning', listener);
  };
}
