import type { SafeText } from '../text/sanitise.ts';

/** What a command needs of the process that it runs in. */
export type Io = {
  /** Writes to standard output and waits while the reader is slow; false when nobody reads any more. */
  readonly write: (text: string) => Promise<boolean>;
  /** Nobody reads standard output any more. */
  readonly isClosed: () => boolean;
  readonly writeError: (text: string) => void;
  /** Cells of the terminal that standard output is; undefined when it is none. */
  readonly width: number | undefined;
  /** That terminal shows colours, and nobody has asked it not to. */
  readonly hasColours: boolean;
  /** Says on a terminal how far it is, in place of what was said before; undefined takes that away. */
  readonly progress: (text: SafeText | undefined) => void;
  /** The lines of standard input. */
  readonly lines: () => AsyncIterable<string>;
  /** Aborted when a signal came. */
  readonly signal: AbortSignal;
};

/** The width and colours of the terminal that a stream writes to. */
export const terminalOf = (
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): Pick<Io, 'width' | 'hasColours'> => ({
  // A terminal may not know how wide it is.
  width: stream.isTTY ? stream.columns || 80 : undefined,
  hasColours: stream.isTTY && env['TERM'] !== 'dumb' && !env['NO_COLOR'],
});
