import { type ServeValues, serveOptions } from '../sandbox/options.ts';
import { onParentEnd } from '../sandbox/parent.ts';
import { serve } from '../sandbox/serve.ts';
import { shortText } from '../text/sanitise.ts';

const write = (text: string): unknown => process.stdout.write(text);
const writeError = (text: string): unknown => process.stderr.write(text);

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
