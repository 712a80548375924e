import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './folder.ts';

/** Returns the environment of a program that runs this code first. */
export function preload(code: string): Readonly<Record<string, string>> {
  const file = join(newFolder('preload'), 'preload.cjs');
  writeFileSync(file, code);
  return { NODE_OPTIONS: `--require=${file}` };
}

/** Creates a clock for a program that can be set back by an hour while the program runs. */
export function adjustableClock() {
  const signal = join(newFolder('clock'), 'is-set-back');
  return {
    env: preload(`const { existsSync } = require('node:fs');
const now = Date.now;
Date.now = () => now() - (existsSync(${JSON.stringify(signal)}) ? 3_600_000 : 0);`),
    setBack: () => writeFileSync(signal, ''),
  };
}

/** Returns the environment of a program whose time passes faster; waits below a second stay the same. */
export const fastClock = (factor: number): Readonly<Record<string, string>> =>
  preload(`const { now } = Date, start = now(), { setTimeout } = globalThis;
Date.now = () => start + (now() - start) * ${factor};
globalThis.setTimeout = (run, ms, ...more) => setTimeout(run, ms < 1000 ? ms : ms / ${factor}, ...more);`);

/**
 * Environment of a program on a busy machine: the program pauses for `ms` after it has turned raw mode off,
 * so that all replies of the terminal arrive before it continues.
 */
export const busyMachine = (ms: number): Readonly<Record<string, string>> =>
  preload(`const { ReadStream } = require('node:tty');
const turn = ReadStream.prototype.setRawMode;
ReadStream.prototype.setRawMode = function (isRaw) {
  const stream = turn.call(this, isRaw);
  if (!isRaw) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
  return stream;
};`);
