import { useInput, usePaste } from 'ink';
import type { Explorer } from '../actions/explorer.ts';
import { type Arrival, keyOfEvent } from '../commands/key.ts';
import { paste, press } from '../keyboard/keyboard.ts';

/** Passes the keys of Ink to the explorer. `alone`: true if the last key was the only one of its read. */
export function useKeys(explorer: Explorer, alone: () => boolean): void {
  useInput((input, key) => {
    const arrival: Arrival = { alone: alone() };
    if (key.ctrl && input === 'z') explorer.hideSecret();
    else press(explorer, keyOfEvent(input, key), arrival);
  });
  usePaste(text => paste(explorer, text));
}
