import { readArguments } from '../cli/arguments/arguments.ts';
import { serveFlags } from '../sandbox/options.ts';
import { runServe } from '../sandbox/serve.ts';
import { exitOnOutputError, runProgram, write, writeError } from './process.ts';

// The entry of `botscope serve`: a test waits for its start, so it loads nothing of the other commands.
declare const BOTSCOPE_VERSION: string;

void runProgram(async argv => {
  process.stdout.on('error', exitOnOutputError);
  const commandLine = { version: BOTSCOPE_VERSION, serve: serveFlags, commands: [], exitCodes: [] };
  const request = readArguments(argv, { ...commandLine, write, writeError });
  if (request.mode === 'serve') return runServe(request.values);
  return request.mode === 'printed' ? request.code : 2;
});
