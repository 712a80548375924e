import { spawn } from 'node:child_process';

/** Runs a command with the terminal for its own, no shell between; its exit code, or 'not started'. It ends with us. */
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

/** In a terminal that hands out lines, what comes without an end of one was typed before, and is not an Enter. */
const LINE_END = /[\r\n]/;

/** Waits for a line, or for what ends the wait otherwise. Only while the terminal is lent: the keys are not the app's. */
export async function untilEnter(stdin: NodeJS.ReadStream): Promise<void> {
  const waited = Promise.withResolvers<void>();
  const done = () => waited.resolve();
  const read = (chunk: Buffer | string) => {
    if (LINE_END.test(String(chunk))) done();
  };
  stdin.on('data', read);
  process.once('SIGINT', done);
  // Lent, it keeps nothing alive; now there is nothing else that does.
  stdin.ref();
  stdin.resume();
  await waited.promise;
  stdin.off('data', read);
  process.off('SIGINT', done);
  stdin.pause();
  stdin.unref();
}
