// @module-tag program

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { execFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';

const SRC = join(import.meta.dirname, '../../src');

/**
 * Runs a writer of 40,000 characters where no file may be larger than 8 blocks. The system then takes a part
 * of a text without an error, as a full disk does. Returns what the writer reports.
 */
function writeBeyondLimit(module: string, write: string, path: string): Promise<string> {
  const program = `
    const [, path, module] = process.argv;
    const text = 'x'.repeat(40_000);
    const writer = await import(module);
    const report = problem => console.error('reported:', problem);
    try { ${write} } catch (error) { report(error.code); }`;
  const words = [process.execPath, '--input-type=module', '-e', program, path, join(SRC, module)];
  return new Promise(resolve => {
    const shell = ['-c', 'ulimit -f 8 && exec "$@" > "$0"', `${path}.out`, ...words];
    execFile('sh', shell, (_error, _out, err) => resolve(err));
  });
}

test.each([
  ['an export', 'storage/named-file.ts', 'report((await writer.exportFile({ path, chunks: [text] })).words)'],
  ['a file named by a person', 'storage/named-file.ts', 'writer.writeNamedFile(path, text)'],
  ['a file in the state folder', 'storage/files.ts', 'writer.writeAtomic(path, text)'],
  ['a log', 'storage/append-log.ts', 'report(writer.openAppendLog(path).append(text))'],
  [
    'standard output',
    'boot/process.ts',
    'process.stdout.on("error", e => report(e.code)); await writer.runProgram(async () => +!process.stdout.write(text))',
  ],
])(
  'full disk: %s of which only a part fits is reported, and its file holds no part',
  async (_name, module, write) => {
    const path = join(newFolder('full'), 'file');

    expect(await writeBeyondLimit(module, write, path)).toMatch(/^reported: .*EFBIG/);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe('');
  },
);
