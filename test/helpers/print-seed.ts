import type { TestProject } from 'vitest/node';
import { pathOfCommand } from './program.ts';

const OPTIONAL = ['fish', 'screen', 'tmux', 'zsh'];

/** Prints the seed, because a failed property may depend on it, and why tests are skipped. */
export function setup({ config }: TestProject): void {
  process.stdout.write(
    `Properties have the seed ${config.env['PROPERTY_SEED']}. PROPERTY_SEED repeats it.\n`,
  );
  const missing = OPTIONAL.filter(name => pathOfCommand(name) === undefined);
  if (missing.length > 0)
    process.stdout.write(`Not installed, so its tests are skipped: ${missing.join(', ')}.\n`);
}
