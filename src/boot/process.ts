import { fstatSync, writeFileSync } from 'node:fs';
import { errorText, shortText } from '../text/sanitise.ts';

// Functions, because Node creates the streams on first access.
export const write = (text: string): unknown => process.stdout.write(text);
export const writeError = (text: string): unknown => process.stderr.write(text);

/** Node's own write does not notice that a full disk took only a part. */
function writeWhole(stream: NodeJS.WriteStream & { readonly fd: number }) {
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

const STOPPED = 130;
const LAST_MS = 100;

/** Unflushed output of stdout would be lost on exit. `code`: that of the exit. */
export function drain(stream: NodeJS.WriteStream, code: number): Promise<void> {
  return new Promise(resolve => {
    if (code === STOPPED) setTimeout(resolve, LAST_MS);
    // The error of the last write is emitted in a later turn.
    if (stream.writableLength === 0) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}

/** A reader that went away, as in `| head`, is no error. */
export function outputErrorCode(error: Error): 0 | 1 {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'EPIPE') return 0;
  const reason = code === 'ENOSPC' ? 'no space left (ENOSPC)' : shortText(code);
  writeError(`botscope: Output is incomplete: ${reason}.\n`);
  return 1;
}

/** The explorer replaces this: there the error means a lost terminal. */
export const exitOnOutputError = (error: Error): never => process.exit(outputErrorCode(error));

const INTERNAL = 70;

/** `onCrash` returns a sentence to print after an internal error. */
export async function runProgram(
  main: (argv: readonly string[]) => Promise<number>,
  onCrash?: (error: unknown) => Promise<string | undefined>,
): Promise<never> {
  // Node exits with 0 when it has nothing left to do. Without a result that is a bug.
  process.exitCode = INTERNAL;
  process.once('beforeExit', () =>
    writeError('botscope: internal error: it stopped before its work was done.\n'),
  );
  let code = INTERNAL;
  try {
    writeWhole(process.stdout);
    code = await main(process.argv.slice(2));
  } catch (error) {
    writeError(`botscope: ${errorText(error)}\n`);
    const notice = await onCrash?.(error);
    if (notice !== undefined) writeError(`${notice}\n`);
  }
  for (const stream of [process.stdout, process.stderr]) await drain(stream, code);
  return process.exit(code);
}
