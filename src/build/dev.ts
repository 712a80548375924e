import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { bundle, root } from './build.ts';

// `npm run dev -- <words>`: builds the program and runs it with these words, and does so again after each
// change of `src`. Ends when the program ends by itself.

const QUIET_MS = 100;

let running: ChildProcess | undefined;

async function restart() {
  const earlier = running;
  running = undefined;
  // It restores the terminal before it ends.
  if (earlier?.kill('SIGTERM')) await once(earlier, 'exit');
  try {
    await bundle();
  } catch (error) {
    console.error(`${error}\n\nWaiting for a change.`);
    return;
  }
  const words = [join(root, 'dist/botscope.cjs'), ...process.argv.slice(2)];
  const program = spawn(process.execPath, words, { stdio: 'inherit' });
  running = program;
  program.on('exit', code => {
    if (running === program) process.exit(code ?? 1);
  });
}

let work = restart();
let timer: NodeJS.Timeout | undefined;
watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    work = work.then(restart);
  }, QUIET_MS);
});
