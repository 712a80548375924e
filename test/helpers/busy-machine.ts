import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './folder.ts';

/**
 * Environment of a program on a busy machine: the program pauses for `ms` after it has turned raw mode off,
 * so that all replies of the terminal arrive before it continues.
 */
export function busyMachine(ms: number): Readonly<Record<string, string>> {
  const file = join(newFolder('busy'), 'busy.cjs');
  writeFileSync(
    file,
    `const { ReadStream } = require('node:tty');
const turn = ReadStream.prototype.setRawMode;
ReadStream.prototype.setRawMode = function (isRaw) {
  const stream = turn.call(this, isRaw);
  if (!isRaw) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
  return stream;
};`,
  );
  return { NODE_OPTIONS: `--require ${file}` };
}
