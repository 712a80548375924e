import { readArguments } from '../cli/arguments/arguments.ts';
import { serveFlags } from '../sandbox/options.ts';
import { shortText } from '../text/sanitise.ts';
import { runServe } from './run-serve.ts';
import { drain, exitOnOutputError, writeWhole } from './stdout.ts';

// The entry of `botscope serve`: a test waits for its start, so it loads nothing of the other commands.
declare const BOTSCOPE_VERSION: string;

const write = (text: string): unknown => process.stdout.write(text);
const writeError = (text: string): unknown => process.stderr.write(text);

async function main(argv: readonly string[]): Promise<number> {
  process.stdout.on('error', exitOnOutputError);
  writeWhole(process.stdout);
  const commandLine = { version: BOTSCOPE_VERSION, serve: serveFlags, commands: [], exitCodes: [] };
  const request = readArguments(argv, { ...commandLine, write, writeError });
  if (request.mode === 'serve') return runServe(request.values);
  return request.mode === 'printed' ? request.code : 2;
}

process.exitCode = 70;
void main(process.argv.slice(2))
  .catch((error: unknown) => {
    writeError(`botscope: ${shortText(error instanceof Error ? error.message : 'internal error')}\n`);
    return 70;
  })
  .then(async code => {
    for (const stream of [process.stdout, process.stderr]) await drain(stream, code);
    process.exit(code);
  });
