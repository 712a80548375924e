import { fstatSync } from 'node:fs';
import { type ServeValues, serveOptions } from '../sandbox/options.ts';
import { serve } from '../sandbox/serve.ts';
import { shortText } from '../text/sanitise.ts';
import { write, writeError } from './process.ts';

/** Time between two checks of the parent process. */
const CHECK_MS = 500;

/** True if standard input is a pipe: its end then means that the process at the other end is gone. */
function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Without `pid`: when a pipe on standard input ends, which a terminal or `/dev/null` never does. */
function onParentEnd(pid: number | undefined, stop: () => void): void {
  if (pid !== undefined) {
    const timer = setInterval(() => {
      if (isRunning(pid)) return;
      clearInterval(timer);
      stop();
    }, CHECK_MS);
    timer.unref();
  } else if (isPipe()) process.stdin.once('end', stop).once('error', stop).resume();
}

/** Serves the sandbox until a signal stops it, or its parent ends. Returns the exit code. */
export async function runServe(values: ServeValues): Promise<number> {
  const options = serveOptions(values);
  if (typeof options === 'string') {
    writeError(`botscope: ${shortText(options)}\n`);
    return 2;
  }
  const onStop = (stop: () => void): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    onParentEnd(options.parent, stop);
  };
  return serve(options, { write, writeError, onStop });
}
