import { spawn } from 'node:child_process';

/**
 * Runs a command on the terminal without a shell, and returns its exit code. It is killed when this program
 * exits.
 */
export async function runChild([command = '', ...rest]: readonly string[]): Promise<number | 'not started'> {
  const child = spawn(command, rest, { stdio: 'inherit' });
  const stop = () => void child.kill();
  process.on('exit', stop);
  const code = await new Promise<number | 'not started'>(resolve => {
    child.on('error', () => resolve('not started'));
    child.on('exit', (ended, signal) => resolve(ended ?? (signal === null ? 1 : 128)));
  });
  process.off('exit', stop);
  return code;
}

/** A terminal in line mode sends lines. Input without a line end was typed earlier and is not an Enter. */
const LINE_END = /[\r\n]/;

/** Waits for Enter or Ctrl-C. Only while the terminal is lent: Ink would read the keys otherwise. */
export async function untilEnter(stdin: NodeJS.ReadStream): Promise<void> {
  const waited = Promise.withResolvers<void>();
  const done = () => waited.resolve();
  const read = (chunk: Buffer | string) => {
    if (LINE_END.test(String(chunk))) done();
  };
  stdin.on('data', read);
  process.once('SIGINT', done);
  // While the terminal is lent, stdin does not keep Node alive, and nothing else does.
  stdin.ref();
  stdin.resume();
  await waited.promise;
  stdin.off('data', read);
  process.off('SIGINT', done);
  stdin.pause();
  stdin.unref();
}
