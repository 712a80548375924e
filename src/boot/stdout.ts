import { shortText } from '../text/sanitise.ts';

/** Resolves when stdout is flushed; unflushed output is lost on exit. */
export function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
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
