import { REPLY } from '../acknowledgements.ts';

/** Time in which the rest of a sequence may come after a pause has ended it. */
const LATE_MS = 2000;

/** Matches a sequence that terminals send for a key, the mouse, a paste or a reply. */
const SEQUENCE = /^\x1b(?:\[(?:[<=>?][\d;$]*[@-~]|\[[A-E]|[\d;]*[A-HMP-SZnu~])|O[A-DFHMP-S])/;
const SEQUENCE_TORN = /^\x1b(?:\[(?:[<=>?][\d;$]*|\[|[\d;]*)|O)$/;

/**
 * Recognises the rest of a sequence that a slow line has split: its beginning was taken for the Esc key, or
 * dropped. The rest is not typed text: that of a Home key would be `[` and `H`.
 */
export function createLateRest() {
  let beginning = '';
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Notes the beginning of a sequence that a pause has ended. */
    begin: (text: string): void => {
      beginning = text;
      endedAt = performance.now();
    },
    /**
     * Returns the sequence with the text that follows it, if the text is the rest of one; 'torn' if it may
     * become one with the next read. Any other text is typed, and so is what comes after it.
     */
    join: (text: string): string | undefined => {
      // The reply to the screen that the Esc has changed may come first.
      if (text.replaceAll(REPLY, '') === '') return undefined;
      const isLate = beginning !== '' && performance.now() - endedAt < LATE_MS;
      const joined = beginning + text;
      if (isLate && SEQUENCE_TORN.test(joined)) return 'torn';
      const length = isLate ? (SEQUENCE.exec(joined)?.[0].length ?? 0) : 0;
      const isRest = length > beginning.length;
      beginning = '';
      return isRest ? joined : undefined;
    },
  };
}
