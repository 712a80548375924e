/**
 * Keys of one kind. Keys of the kind '' are pressed but not measured. Nor is Esc: the program waits 50 ms for
 * a sequence.
 */
export type Keys = readonly [kind: string, ...keys: readonly string[]];

const WORD = 'sales';
const [FIRST = '', ...LATER] = WORD;
const erased = Array.from(WORD, () => 'backspace');
/** Closes the field, clears the filter and opens the field for another. */
const anotherFilter: Keys = ['', 'escape', '/'];

/** The first letter of a filter tests every row, the later ones only its matches. */
export const FIRST_LETTER = 'filter: first letter';

/** Every kind of key of the list of bots, ending as it began: on the first row, nothing marked. */
export const everyKey: readonly Keys[] = [
  ['G', 'G'],
  ['g', 'g'],
  ['j', 'j', 'j', 'j'],
  ['PgDn', 'pagedown', 'pagedown', 'pagedown'],
  ['space', ' ', ' '],
  ['', 'g'],
  ['* marks and unmarks all', '*', '*'],
  ['v begins a range', 'v'],
  ['G in a range', 'G'],
  ['v marks the range', 'v'],
  ['', 'escape', 'g'],
  ...['N', 'H', 'U', 'C', 'D', 'I'].map((key): Keys => [`s ${key} sorts`, 's', key, 's', key]),
  ['', ':', ...'sort.none', 'enter', 'g'],
  ['enter opens a bot', 'enter'],
  ['', 'escape'],
  ['/ opens', '/'],
  [FIRST_LETTER, FIRST],
  ['filter: later letters', ...LATER],
  ['filter: backspace', ...erased],
  ['', 'escape', '/'],
  [FIRST_LETTER, 'z'],
  ['filter without a match', ...'q-zq'],
  anotherFilter,
  ['updated>90d', ...'updated>90d'],
  anotherFilter,
  ['!name:prod', ...'!name:prod'],
  ['enter applies the filter', 'enter'],
  ['* marks what matches', '*', '*'],
  ['', 'escape'],
  [': opens', ':'],
  [': letters', ...WORD],
  [': backspace', ...erased],
  [': bot', ...`bot ${WORD}`],
  ['', 'escape'],
];
