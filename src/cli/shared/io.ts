import type { SafeText } from '../../text/sanitise.ts';

export type Io = {
  /** Writes to standard output and waits for a slow reader. False if that is closed. */
  readonly write: (text: string) => Promise<boolean>;
  /** Returns true if nobody reads standard output any more, or a signal has cut it off. */
  readonly isClosed: () => boolean;
  readonly writeError: (text: string) => void;
  /** Writes a remark to standard error, which `--quiet` leaves out. */
  readonly remark: (text: string) => void;
  /** Columns of the terminal at standard output; undefined without one. */
  readonly width: number | undefined;
  /** The terminal shows colours, and NO_COLOR does not forbid them. */
  readonly hasColours: boolean;
  /** Shows progress on the terminal in place of the last one; undefined removes it. */
  readonly progress: (text: SafeText | undefined) => void;
  /** Returns true if a person can be asked: input and output are terminals, not pipes. */
  readonly canPrompt: () => boolean;
  /** Asks for one typed line. Undefined, and the command stopped, if the person cancels. */
  readonly prompt: (question: SafeText) => Promise<string | undefined>;
  readonly lines: () => AsyncIterable<string>;
  /** Aborts when a signal arrives. */
  readonly signal: AbortSignal;
};

export const terminalOf = (
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): Pick<Io, 'width' | 'hasColours'> => ({
  // Some terminals report a width of 0.
  width: stream.isTTY ? stream.columns || 80 : undefined,
  hasColours: stream.isTTY && env['TERM'] !== 'dumb' && !env['NO_COLOR'],
});
