import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../capabilities.ts';
import { runChild } from './child.ts';
import { programOnPath } from './program-path.ts';
import type { Lend } from './suspend.ts';

type Command = readonly [string, ...string[]];

/** Splits $PAGER into a command and its arguments. Default: less. No shell is involved. */
function commandOf(pager: string | undefined): Command {
  const [command = 'less', ...rest] = (pager ?? '').split(/\s+/).filter(part => part !== '');
  return [command, ...rest];
}

/** Runs the pager on a file. Returns why it could not be started. */
async function run(file: string, env: Environment): Promise<string | undefined> {
  const [command, ...rest] = commandOf(env['PAGER']);
  const program = programOnPath(command, env['PATH']);
  if (program === undefined) return `${command} is not in PATH`;
  const code = await runChild([program, ...rest, file]);
  return code === 'not started' || code === 127 ? `${command} could not be started` : undefined;
}

/**
 * Writes a text to a private temporary file for `work`. Removes it afterwards, also when the program exits.
 */
async function withFile<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    const file = join(folder, 'text');
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return await work(file);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Shows a text in the pager until the person quits it. Returns why it could not be shown. */
export async function page(
  text: string,
  { env, lend }: { readonly env: Environment; readonly lend: Lend },
): Promise<string | undefined> {
  try {
    return await withFile(text, async file => {
      let problem: string | undefined;
      await lend(async () => {
        problem = await run(file, env);
      });
      return problem;
    });
  } catch {
    return 'cannot write a temporary file';
  }
}
