import { fstatSync, writeFileSync } from 'node:fs';
import { shortText } from '../text/sanitise.ts';

/**
 * Makes a stream into a file fail unless all of a text is written. Node's own does not notice that a full
 * disk has taken only a part.
 */
export function writeWhole(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  if (!fstatSync(stream.fd).isFile()) return;
  stream._write = (chunk: Uint8Array, _encoding, done) => {
    try {
      writeFileSync(stream.fd, chunk);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

/** Exit code of a program that a signal has stopped. */
const STOPPED = 130;
/** Time in milliseconds that its reader gets. */
const LAST_MS = 100;

/** Resolves when stdout is flushed; unflushed output is lost on exit. `code`: that of the exit. */
export function drain(stream: NodeJS.WriteStream, code: number): Promise<void> {
  return new Promise(resolve => {
    if (code === STOPPED) setTimeout(resolve, LAST_MS);
    // The error of the last write is emitted in a later turn.
    if (stream.writableLength === 0) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}

/**
 * Returns the exit code after an error of standard output. A reader that went away, as in `| head`, is no
 * error.
 */
export function outputErrorCode(error: Error): 0 | 1 {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'EPIPE') return 0;
  const reason = code === 'ENOSPC' ? 'no space left (ENOSPC)' : shortText(code);
  process.stderr.write(`botscope: Output is incomplete: ${reason}.\n`);
  return 1;
}

/**
 * Ends the process on an error of standard output. The explorer replaces this: there the error means a lost
 * terminal.
 */
export const exitOnOutputError = (error: Error): never => process.exit(outputErrorCode(error));
