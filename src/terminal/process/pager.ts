import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.ts';
import type { Lend } from './suspend.ts';

type Command = readonly [string, ...string[]];

/** The pager's command and arguments; no shell reads them. */
function commandOf(pager: string | undefined): Command {
  const [command = 'less', ...rest] = (pager ?? '').split(/\s+/).filter(part => part !== '');
  return [command, ...rest];
}

/** Runs a command on a file; undefined, or why it could not be run. */
async function run([command, ...rest]: Command, file: string): Promise<string | undefined> {
  const code = await runChild([command, ...rest, file]);
  return code === 'not started' || code === 127 ? `${command} could not be started` : undefined;
}

/** Gives work a file with the text, which only this user can read, and removes it however the program goes on. */
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

/** Shows a text in the pager until it is left; undefined, or a sentence on why it could not be shown. */
export async function page(
  text: string,
  { pager, lend }: { readonly pager: string | undefined; readonly lend: Lend },
): Promise<string | undefined> {
  try {
    return await withFile(text, async file => {
      let problem: string | undefined;
      await lend(async () => {
        problem = await run(commandOf(pager), file);
      });
      return problem;
    });
  } catch {
    return 'the text could not be handed over';
  }
}
