import type { SafeText } from '../../text/sanitise.ts';
import { wrap } from '../../text/width.ts';
import { PASTES_MARKED, PASTES_UNMARKED } from '../sequences.ts';
import type { ScreenOutput } from './output.ts';
import { confirmWrite, wrapStream } from './wrapped-stream.ts';

/** Output for screen readers: lines one after another, and the text being typed. */
export type SpeechOutput = ScreenOutput & {
  readonly say: (line: SafeText) => void;
  /** Writes the text of a field after its prompt. If it only grew, writes the rest. */
  readonly ask: (prompt: string, text: string) => void;
  readonly onAgain: (repeat: () => void) => void;
};

type Options = {
  /** True if the terminal understands escape sequences; others would print them. */
  readonly hasSequences: boolean;
};

function openLine(out: Pick<NodeJS.WriteStream, 'write'>) {
  let open: string | undefined;
  const close = (): void => {
    if (open !== undefined) out.write('\n');
    open = undefined;
  };
  return {
    close,
    ask: (prompt: string, text: string): void => {
      const line = prompt + text;
      if (line === open) return;
      const isLonger = open?.startsWith(prompt) === true && line.startsWith(open);
      if (!isLonger) close();
      out.write(isLonger ? line.slice(open?.length) : line);
      open = line;
    },
  };
}

/**
 * Wraps stdout for screen readers. Drops what Ink writes, except for turning bracketed pastes on and off.
 * Never changes or erases a line, and never moves the cursor.
 */
export function createSpeechOutput(out: NodeJS.WriteStream, { hasSequences }: Options): SpeechOutput {
  const line = openLine(out);
  let isOn = false;
  let repeat: () => void = () => undefined;
  const switchPastes = (text: string): void => {
    if (!hasSequences || (text !== PASTES_MARKED && text !== PASTES_UNMARKED)) return;
    isOn = text === PASTES_MARKED;
    out.write(text);
  };
  const write = (chunk: unknown, ...rest: readonly unknown[]): true => {
    switchPastes(String(chunk));
    return confirmWrite(rest);
  };
  // Ink sends no sequences to a stream that is not a terminal.
  const stream = wrapStream(out, { write, isTTY: hasSequences });
  const restore = (): void => {
    try {
      line.close();
      if (isOn) switchPastes(PASTES_UNMARKED);
    } catch {
      // No terminal is left to restore.
    }
  };
  return {
    stream,
    show: () => undefined,
    isOn: () => isOn,
    restore,
    send: sequence => hasSequences && void out.write(sequence),
    repaint: () => repeat(),
    mouse: () => undefined,
    setStyle: () => undefined,
    withdraw: () => undefined,
    takeReply: () => undefined,
    isSlow: () => false,
    isAwaitingReply: () => false,
    untilReplied: () => Promise.resolve(),
    withoutQueries: until => until(),
    stopQueries: () => undefined,
    say: text => {
      line.close();
      // The terminal itself would break lines inside of words.
      const rows = out.columns === undefined ? [text] : wrap(text, out.columns - 1);
      out.write(`${rows.join('\n')}\n`);
    },
    ask: line.ask,
    onAgain: next => {
      repeat = next;
    },
  };
}
