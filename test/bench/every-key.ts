/** Keys of one kind; those without a name are only pressed. */
export type Keys = readonly [kind: string, ...keys: readonly string[]];

const WORD = 'sales';
const [FIRST = '', ...LATER] = WORD;
const erased = Array.from(WORD, () => 'backspace');
const LEAVE: Keys = ['', 'escape', 'escape'];

/** The first letter of a filter looks at every row, the later ones at what it left. */
export const FIRST_LETTER = 'filter: first letter';

/** Every kind of key of the list of bots. It ends where it began: on the first row, nothing marked. */
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
  ['ctrl+x clears the marks', '\x18'],
  ['', 'g'],
  ...['N', 'U', 'A', 'P'].map((key): Keys => [`${key} sorts`, key, key]),
  ['', ':', ...'sort.none', 'enter', 'g'],
  ['enter opens a bot', 'enter'],
  ['esc goes back', 'escape'],
  ['/ opens', '/'],
  [FIRST_LETTER, FIRST],
  ['filter: later letters', ...LATER],
  ['filter: backspace', ...erased],
  ...[LEAVE, ['', '/'] as Keys],
  [FIRST_LETTER, 'z'],
  ['filter without a match', ...'q-zq'],
  ...[LEAVE, ['', '/'] as Keys],
  ['dev:true updated>90d', ...'dev:true updated>90d'],
  ...[LEAVE, ['', '/'] as Keys],
  ['!name:prod', ...'!name:prod'],
  ['enter keeps the filter', 'enter'],
  ['* marks what matches', '*', '*'],
  ['esc clears the filter', 'escape'],
  [': opens', ':'],
  [': letters', ...WORD],
  [': backspace', ...erased],
  [': bot', ...`bot ${WORD}`],
  ['esc closes', 'escape'],
];
