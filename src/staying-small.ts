import { setFlagsFromString } from 'node:v8';
import { keepCompiledOf } from './compiled.ts';

/**
 * New objects keep the room that they have by now. V8 would give them more and more of it, up to 48 MB on a machine with
 * enough, and a long list would be no faster for it.
 */
const ROOM_AS_IT_IS = '--semi-space-growth-factor=1';
const ROOM_GROWS = '--semi-space-growth-factor=2';

/** What is compiled once more in the background, to be faster yet, costs as much as all else here. */
const COMPILED_ONCE = '--no-maglev --no-turbofan';

/**
 * For the explorer, once it is live: to get there took 4 MB of room, and with less all rows would take longer to sort and
 * to filter.
 */
export function stayAsLarge(): void {
  setFlagsFromString(ROOM_AS_IT_IS);
}

/** Keeps what the explorer has compiled: it is of use to a run only if the flags were as they are when that one starts. */
export function keepCompiledOfExplorer(): void {
  setFlagsFromString(ROOM_GROWS);
  keepCompiledOf('explorer');
  setFlagsFromString(ROOM_AS_IT_IS);
}

/** For a command that has done often enough what it does: by then that is compiled well. */
export function staySmall(): void {
  // What is compiled under other flags is of no use to the next run.
  keepCompiledOf('command');
  setFlagsFromString(`${ROOM_AS_IT_IS} ${COMPILED_ONCE}`);
}
