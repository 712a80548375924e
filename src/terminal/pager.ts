import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lend } from './suspend.ts';

/** The pager's command and arguments; no shell reads them. */
function commandOf(pager: string | undefined): readonly [string, ...string[]] {
  const [command = 'less', ...rest] = (pager ?? '').split(/\s+/).filter(part => part !== '');
  return [command, ...rest];
}

/** Runs a command on a file, with the terminal for its own; undefined, or why it could not be run. */
function run([command, ...rest]: readonly [string, ...string[]], file: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(command, [...rest, file], { stdio: 'inherit' });
    child.on('error', () => resolve(`${command} could not be started`));
    child.on('exit', code => resolve(code === 127 ? `${command} could not be started` : undefined));
  });
}

/**
 * Shows a text in the pager until it is left; undefined, or a sentence on why it could not be shown.
 * The text is in a file of its own meanwhile, which only this user can read.
 */
export async function page(
  text: string,
  { pager, lend }: { readonly pager: string | undefined; readonly lend: Lend },
): Promise<string | undefined> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'botscope-'));
    const file = join(folder, 'text');
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    let problem: string | undefined;
    await lend(async () => {
      problem = await run(commandOf(pager), file);
    });
    return problem;
  } catch {
    return 'the text could not be handed over';
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
