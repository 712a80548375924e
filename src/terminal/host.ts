import { type SafeText, safe } from '../text/sanitise.ts';

/** Result of copying. `words`: how the text was copied, or why it could not be. */
export type CopyResult = { readonly ok: boolean; readonly words: SafeText };

/** Access of the explorer to its terminal, besides drawing. */
export type TerminalHost = {
  readonly copy: (text: string) => CopyResult;
  /** Returns true while the line to the terminal is known to be slow. */
  readonly isSlow: () => boolean;
  readonly redraw: () => void;
  /** Turns mouse reports on or off. While they are on, the terminal itself cannot select text. */
  readonly mouse: (on: boolean) => void;
  /** Shows a text in the pager ($PAGER) until the person quits it. Returns why it could not be shown. */
  readonly page: (text: string) => Promise<SafeText | undefined>;
  /** Until it ends and, if it `waits`, until Enter. Returns what went wrong. */
  readonly run: (words: readonly string[], waits: boolean) => Promise<SafeText | undefined>;
  /** Opens a URL in the browser. False if there is none on this screen, or it cannot be started. */
  readonly browse: (url: string) => Promise<boolean>;
};

/** Stand-in without a terminal. */
export const noTerminalHost: TerminalHost = {
  copy: () => ({ ok: false, words: safe`cannot be copied: not a terminal` }),
  isSlow: () => false,
  redraw: () => undefined,
  mouse: () => undefined,
  page: () => Promise.resolve(safe`Not a terminal.`),
  run: () => Promise.resolve(safe`Not a terminal.`),
  browse: () => Promise.resolve(false),
};
