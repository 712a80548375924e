import type { ScreenOutput } from './output.ts';

/** A terminal that is only ever written on at its end: lines one after the other, and what is being typed. */
export type SpokenOutput = ScreenOutput & {
  /** A line of its own. */
  readonly say: (line: string) => void;
  /** What is typed into now: of a text that only grew the rest is written. */
  readonly ask: (sign: string, text: string) => void;
  /** Called when everything is to be said again. */
  readonly onAgain: (again: () => void) => void;
};

const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';

type Options = {
  /** Whether the terminal understands sequences; one that does not would print them. */
  readonly hasSequences: boolean;
};

/** The line that is not ended yet, because one types in it. */
function openLine(out: Pick<NodeJS.WriteStream, 'write'>) {
  let open: string | undefined;
  const close = (): void => {
    if (open !== undefined) out.write('\n');
    open = undefined;
  };
  return {
    close,
    ask: (sign: string, text: string): void => {
      const line = sign + text;
      if (line === open) return;
      const isLonger = open?.startsWith(sign) === true && line.startsWith(open);
      if (!isLonger) close();
      out.write(isLonger ? line.slice(open?.length) : line);
      open = line;
    },
  };
}

/**
 * The terminal for what is told in lines. Nothing is painted: what Ink writes goes nowhere, but for the wish that
 * pastes be marked. No line is ever changed or erased, and the cursor is never moved.
 */
export function spokenOutput(out: NodeJS.WriteStream, { hasSequences }: Options): SpokenOutput {
  const line = openLine(out);
  let isOn = false;
  let again: () => void = () => undefined;
  const mark = (text: string): void => {
    if (!hasSequences || (text !== PASTE_ON && text !== PASTE_OFF)) return;
    isOn = text === PASTE_ON;
    out.write(text);
  };
  const write = (chunk: unknown, ...rest: readonly unknown[]): true => {
    mark(String(chunk));
    const callback = rest.at(-1);
    if (typeof callback === 'function') queueMicrotask(() => callback());
    return true;
  };
  const stream = new Proxy(out, {
    get: (target, name) => {
      if (name === 'write') return write;
      // To what is no terminal Ink sends no sequences.
      if (name === 'isTTY') return hasSequences;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const restore = (): void => {
    try {
      line.close();
      if (isOn) mark(PASTE_OFF);
    } catch {
      // There is no terminal left to restore.
    }
  };
  return {
    stream,
    show: () => undefined,
    isOn: () => isOn,
    restore,
    send: sequence => hasSequences && void out.write(sequence),
    repaint: () => again(),
    mouse: () => undefined,
    dress: () => undefined,
    withdraw: () => undefined,
    hear: () => undefined,
    isAwaiting: () => false,
    quiet: () => Promise.resolve(),
    unasked: until => until(),
    stopAsking: () => undefined,
    say: text => {
      line.close();
      out.write(`${text}\n`);
    },
    ask: line.ask,
    onAgain: next => {
      again = next;
    },
  };
}
