import { type SafeText, safe } from '../text/sanitise.ts';

/** What came of copying: `words` say which way was used, or why there was none. */
export type Copied = { readonly ok: boolean; readonly words: SafeText };

/** What the explorer asks of the terminal it is shown in. */
export type Desk = {
  /** Puts a text into the clipboard of the machine where the terminal is. */
  readonly copy: (text: string) => Copied;
  /** Paints the whole screen again. */
  readonly redraw: () => void;
  /** Whether the mouse is listened to; while it is, the terminal selects no text by itself. */
  readonly mouse: (on: boolean) => void;
  /** Shows a text in the person's pager until that is left; undefined, or why it could not be shown. */
  readonly page: (text: string) => Promise<SafeText | undefined>;
  /**
   * Runs a program with the terminal for its own, until it ends and, where it `waits`, Enter; undefined, or what went
   * wrong.
   */
  readonly run: (words: readonly string[], waits: boolean) => Promise<SafeText | undefined>;
  /** Opens an address in a browser on this screen; false where there is none, or it could not be started. */
  readonly browse: (address: string) => Promise<boolean>;
};

/** Where there is no terminal. */
export const noDesk: Desk = {
  copy: () => ({ ok: false, words: safe`there is no terminal to copy with` }),
  redraw: () => undefined,
  mouse: () => undefined,
  page: () => Promise.resolve(safe`There is no terminal.`),
  run: () => Promise.resolve(safe`There is no terminal.`),
  browse: () => Promise.resolve(false),
};
