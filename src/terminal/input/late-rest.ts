import { REPLY } from '../acknowledgements.ts';
import { front } from './tokens.ts';

/** Time in which the rest of a sequence may come after a pause has ended it. */
const LATE_MS = 2000;

/** Matches a sequence that terminals send for a key, the mouse, the start of a paste, or a status. */
const SEQUENCE = /^\x1b(?:\[(?:[<=>?][\d;$]*[@-~]|\[[A-E]|[\d;]*[A-HMP-SZ]|[\d;]+[nu~])|O[A-DFHMP-S])/;
const SEQUENCE_TORN = /^\x1b(?:\[(?:[<=>?][\d;$]*|\[|[\d;]*)|O)$/;
const ESC = '\x1b';

/** Result for the text of a read after such a pause. `incomplete`: the next read decides. */
type LateText =
  | { readonly kind: 'rest'; readonly input: string }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'typed' };

/** Returns the input that a sequence in two parts stands for; undefined if it does not end in the second. */
function inputOf(beginning: string, text: string): string | undefined {
  const joined = beginning + text;
  const [sequence = ''] = SEQUENCE.exec(joined) ?? [];
  if (sequence.length <= beginning.length) return undefined;
  // A lone Esc has acted as the Esc key: the key that it began must not act as well.
  const isDone = beginning === ESC && front(joined).kind === 'key';
  return isDone ? joined.slice(sequence.length) : joined;
}

/**
 * Recognises the rest of a sequence that a slow line has split by a long pause: it is not typed text, as `[`
 * and `H` of a Home key would be.
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
     * Tells whether a read is the rest of the sequence; `input` is then what to parse in its place. Typed
     * text ends the wait for the rest; a reply to a status query does not.
     */
    join: (text: string): LateText => {
      if (text.replaceAll(REPLY, '') === '') return { kind: 'typed' };
      const isLate = beginning !== '' && performance.now() - endedAt < LATE_MS;
      if (isLate && SEQUENCE_TORN.test(beginning + text)) return { kind: 'incomplete' };
      const input = isLate ? inputOf(beginning, text) : undefined;
      beginning = '';
      return input === undefined ? { kind: 'typed' } : { kind: 'rest', input };
    },
  };
}
