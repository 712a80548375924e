import { readFileSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { wrapped } from '../wrapped.ts';

// A program of its own, for the flags it is run with: compiles each file as `start.ts` will, into `<file>.compiled`.
for (const file of process.argv.slice(2)) {
  const script = new Script(wrapped(readFileSync(file, 'utf8')));
  writeFileSync(`${file}.compiled`, script.createCachedData());
}
