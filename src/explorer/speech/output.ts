import { createFlowControl } from '../../terminal/output/flow-control.ts';
import { confirmWrite, wrapStream } from '../../terminal/output/wrapped-stream.ts';
import { PASTES_MARKED, PASTES_UNMARKED } from '../../terminal/sequences.ts';
import { attempt } from '../../text/result.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { wrap } from '../../text/width.ts';

export type SpeechOutput = ReturnType<typeof createSpeechOutput>;

type Options = {
  /** Others would print escape sequences. */
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

/** Drops what Ink writes, except for turning bracketed pastes on and off. Never changes or erases a line. */
export function createSpeechOutput(out: NodeJS.WriteStream, { hasSequences }: Options) {
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
  const restore = (): void =>
    attempt(() => {
      line.close();
      if (isOn) switchPastes(PASTES_UNMARKED);
    });
  return {
    // Nobody listens for replies, so no query is ever sent.
    ...createFlowControl(() => undefined),
    stream,
    show: () => undefined,
    isOn: () => isOn,
    restore,
    send: (sequence: string) => void (hasSequences && out.write(sequence)),
    repaint: () => repeat(),
    mouse: () => undefined,
    setStyle: () => undefined,
    withdraw: () => undefined,
    say: (text: SafeText): void => {
      line.close();
      // The terminal itself would break lines inside of words.
      const rows = out.columns === undefined ? [text] : wrap(text, out.columns - 1);
      out.write(`${rows.join('\n')}\n`);
    },
    ask: line.ask,
    onAgain: (next: () => void): void => {
      repeat = next;
    },
  };
}
