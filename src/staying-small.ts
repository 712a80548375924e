import { setFlagsFromString } from 'node:v8';
import { keepCompiledOf } from './compiled.ts';

/**
 * New objects keep the megabyte that they begin with. V8 would give them more and more of it, up to 48 on a machine with
 * enough, and a long list would be no faster for it. The explorer is: it sorts and filters all rows at once.
 */
const YOUNG = '--semi-space-growth-factor=1';

/** What is compiled once more in the background, to be faster yet, costs as much as all else here. */
const COMPILED_ONCE = '--no-maglev --no-turbofan';

/** For a command that has done often enough what it does: by then that is compiled well. */
export function staySmall(): void {
  // What is compiled under other flags is of no use to the next run.
  keepCompiledOf('command');
  setFlagsFromString(`${YOUNG} ${COMPILED_ONCE}`);
}
