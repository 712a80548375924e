import { setFlagsFromString } from 'node:v8';
import { keepCompiledOf } from './compiled.ts';

/**
 * New objects keep the megabyte that they begin with. V8 would give them more and more of it, up to 48 on a machine with
 * enough: that costs what all else here does, and no collection is sooner done for it.
 */
const YOUNG = '--semi-space-growth-factor=1';

/** What is compiled once more in the background, to be faster yet, costs as much again. */
const COMPILED_ONCE = '--no-maglev --no-turbofan';

/** For the explorer, once its first screens are there. What is compiled under other flags is of no use to the next run. */
export function stayYoung(): void {
  keepCompiledOf('explorer');
  setFlagsFromString(YOUNG);
}

/** For a command that has done often enough what it does: by then that is compiled well. */
export function staySmall(): void {
  keepCompiledOf('command');
  setFlagsFromString(`${YOUNG} ${COMPILED_ONCE}`);
}
