import type { SafeText } from '../text/sanitise.ts';

export type CopyResult = Readonly<{ ok: boolean; words: SafeText }>;

export type TerminalHost = Readonly<{
  copy: (text: string) => CopyResult;
  isSlow: () => boolean;
  /** True if the last key was the only one of its read. */
  isKeyAlone: () => boolean;
  /** Gives the terminal to the shell until that resumes the program. */
  suspend: () => void;
  redraw: () => void;
  /** While reports are on, the terminal itself cannot select text. */
  mouse: (on: boolean) => void;
  /** Resolves when the person quits $PAGER, or with why it could not be started. */
  page: (text: string) => Promise<SafeText | undefined>;
  /** Resolves at its end and, if it `waits`, at Enter, with what went wrong. */
  run: (words: readonly string[], waits: boolean) => Promise<SafeText | undefined>;
  /** False without a browser on this screen, or if it cannot be started. */
  browse: (url: string) => Promise<boolean>;
}>;
