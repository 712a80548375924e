/** A key to press, and under which name its time is noted; without one it only has to be pressed. */
export type Step = { readonly key: string; readonly label?: string };

const press = (...keys: readonly string[]): readonly Step[] => keys.map(key => ({ key }));
const timed = (label: string, ...keys: readonly string[]): readonly Step[] =>
  keys.map(key => ({ key, label }));

/** The first letter of a text looks at every row, the later ones at what it left. */
function letters(name: string, text: string): readonly Step[] {
  const [first = '', ...later] = text;
  return [...timed(`${name}: first letter`, first), ...timed(`${name}: later letters`, ...later)];
}

const moves: readonly Step[] = [
  ...timed('G', 'G'),
  ...timed('g', 'g'),
  ...timed('j', 'j', 'j', 'j'),
  ...timed('PgDn', 'PageDown', 'PageDown', 'PageDown'),
  ...timed('space', 'Space', 'Space'),
  ...press('g'),
];

const marks: readonly Step[] = [
  ...timed('* marks all', '*'),
  ...timed('* unmarks all', '*'),
  ...timed('v begins a range', 'v'),
  ...timed('G in a range', 'G'),
  ...timed('v marks the range', 'v'),
  ...timed('ctrl+\\ clears the marks', 'ctrl+\\'),
  ...press('g'),
];

const sorts = (sortKeys: readonly string[]): readonly Step[] => [
  ...sortKeys.flatMap(key => [...timed(`${key} sorts`, key), ...timed(`${key} turns round`, key)]),
  ...press(':', ...'sort.none', 'Enter', 'g'),
];

/** The record under the cursor, and back to the list. */
const visit: readonly Step[] = [
  ...timed('Enter opens a record', 'Enter'),
  ...timed('Esc goes back to the list', 'Escape'),
];

const LEAVE = press('Escape', 'Escape');

function filters(word: string): readonly Step[] {
  return [
    ...timed('/ opens', '/'),
    ...letters('filter', word),
    ...timed('filter: backspace', ...Array.from(word, () => 'Backspace')),
    ...press('Escape'),
    ...press('/'),
    ...letters('filter, not in any row', `zq${word}`),
    ...LEAVE,
    ...press('/'),
    ...letters('filter by letters', [...word].join('-')),
    ...LEAVE,
    ...press('/'),
    ...timed('dev:true updated>90d', ...'dev:true updated>90d'),
    ...LEAVE,
    ...press('/'),
    ...timed('!name:prod', ...'!name:prod'),
    ...timed('Enter keeps the filter', 'Enter'),
    ...timed('* marks what matches', '*'),
    ...timed('* unmarks what matches', '*'),
    ...timed('Esc clears the filter', 'Escape'),
  ];
}

const line = (word: string): readonly Step[] => [
  ...timed(': opens', ':'),
  ...letters(':', word),
  ...timed(': backspace', ...Array.from(word, () => 'Backspace')),
  ...timed(': by letters', ...[...word].join('-')),
  ...press('Escape', ':'),
  ...letters(': bot', `bot ${word}`),
  ...timed(': closes', 'Escape'),
];

/** One round of everything; `word` is what is looked for. Ends where it began: on the first row, nothing marked. */
export function round(word: string, sortKeys: readonly string[]): readonly Step[] {
  return [...moves, ...marks, ...sorts(sortKeys), ...visit, ...filters(word), ...line(word)];
}
