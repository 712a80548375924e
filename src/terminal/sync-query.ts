/**
 * Queries for synchronized output (mode 2026) and for the device: every terminal replies to the second one.
 */
const QUERY = '\x1b[?2026$p\x1b[c';
const MODE = /\x1b\[\?2026;(\d)\$y/;
const END = /\x1b\[\?[\d;]*c/;
const TIMEOUT_MS = 500;

/**
 * Queries whether the terminal supports synchronized output; undefined without a reply. Keys typed meanwhile
 * are lost. Restores the terminal's mode.
 */
export function querySyncOutput(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<boolean | undefined> {
  return new Promise(resolve => {
    let replies = '';
    const onData = (chunk: Buffer): void => {
      replies += chunk.toString('latin1');
      if (END.test(replies)) done();
    };
    const done = (): void => {
      clearTimeout(timer);
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      const [, mode] = MODE.exec(replies) ?? [];
      resolve(mode === undefined ? undefined : mode === '1' || mode === '2' || mode === '3');
    };
    const timer = setTimeout(done, TIMEOUT_MS);
    input.setRawMode(true);
    input.on('data', onData);
    input.resume();
    output.write(QUERY);
  });
}
