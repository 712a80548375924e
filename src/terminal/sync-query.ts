/** Is output held back until a frame is whole (mode 2026)? And who is there: this one every terminal answers. */
const QUESTION = '\x1b[?2026$p\x1b[c';
const MODE = /\x1b\[\?2026;(\d)\$y/;
const END = /\x1b\[\?[\d;]*c/;
const WITHIN_MS = 500;

/**
 * Asks the terminal whether it shows frames at once. Undefined: it did not say. What is typed meanwhile is lost; the
 * terminal is left as it was.
 */
export function asksSync(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<boolean | undefined> {
  return new Promise(resolve => {
    let heard = '';
    const hear = (chunk: Buffer): void => {
      heard += chunk.toString('latin1');
      if (END.test(heard)) done();
    };
    const done = (): void => {
      clearTimeout(timer);
      input.off('data', hear);
      input.setRawMode(false);
      input.pause();
      const [, mode] = MODE.exec(heard) ?? [];
      resolve(mode === undefined ? undefined : mode === '1' || mode === '2' || mode === '3');
    };
    const timer = setTimeout(done, WITHIN_MS);
    input.setRawMode(true);
    input.on('data', hear);
    input.resume();
    output.write(QUESTION);
  });
}
