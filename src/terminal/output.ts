const ALTERNATE = '\x1b[?1049h';
const PRIMARY = '\x1b[?1049l';
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
/** Frames at once, no bracketed paste, wrapping, a visible cursor, plain text. */
const PLAIN = `\x1b[?2026l\x1b[?2004l${WRAP_ON}\x1b[?25h\x1b[0m`;

export type ScreenOutput = {
  /** For Ink, in place of the terminal. */
  readonly stream: NodeJS.WriteStream;
  /** Writes whatever the terminal still needs to be as it was. Never throws. */
  readonly restore: () => void;
};

/**
 * Turns line wrapping off for as long as Ink is on the alternate screen, however Ink gets there and leaves it.
 * A row that turns out wider than it was measured is then cut, and does not push the rows below it down.
 */
export function screenOutput(out: NodeJS.WriteStream): ScreenOutput {
  let isAlternate = false;
  const switching = (text: string) => {
    if (text.includes(ALTERNATE)) isAlternate = true;
    if (text.includes(PRIMARY)) isAlternate = false;
    return text.replaceAll(ALTERNATE, ALTERNATE + WRAP_OFF).replaceAll(PRIMARY, WRAP_ON + PRIMARY);
  };
  const write = (chunk: unknown, ...rest: unknown[]) =>
    Reflect.apply(out.write, out, [typeof chunk === 'string' ? switching(chunk) : chunk, ...rest]);

  const stream = new Proxy(out, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const restore = () => {
    try {
      out.write((isAlternate ? PRIMARY : '') + PLAIN);
      isAlternate = false;
    } catch {
      // There is no terminal left to restore.
    }
  };
  return { stream, restore };
}
