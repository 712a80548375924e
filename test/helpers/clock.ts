import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './folder.ts';

/** Creates a clock for a program that can be set back by an hour while the program runs. */
export function adjustableClock() {
  const folder = newFolder('clock');
  const preload = join(folder, 'clock.cjs');
  const signal = join(folder, 'is-set-back');
  writeFileSync(
    preload,
    `const { existsSync } = require('node:fs');
const now = Date.now;
Date.now = () => now() - (existsSync(${JSON.stringify(signal)}) ? 3_600_000 : 0);`,
  );
  return {
    env: { NODE_OPTIONS: `--require=${preload}` },
    setBack: () => writeFileSync(signal, ''),
  };
}

/** Returns the environment of a program whose time passes faster; waits below a second stay the same. */
export function fastClock(factor: number): Readonly<Record<string, string>> {
  const preload = join(newFolder('clock'), 'clock.cjs');
  writeFileSync(
    preload,
    `const { now } = Date, start = now(), { setTimeout } = globalThis;
Date.now = () => start + (now() - start) * ${factor};
globalThis.setTimeout = (run, ms, ...more) => setTimeout(run, ms < 1000 ? ms : ms / ${factor}, ...more);`,
  );
  return { NODE_OPTIONS: `--require=${preload}` };
}
