import fc from 'fast-check';

/** A key as the explorer hears it. */
export const keyNamed = (name: string) => ({ name, text: [...name].length === 1 ? name : '' });
/** What moves, opens, leaves and types; most of it moves. */
const NAMES = [
  ...[
    'down',
    'down',
    'down',
    'up',
    'up',
    'pagedown',
    'pagedown',
    'pageup',
    'home',
    'end',
    'j',
    'k',
    'G',
    'g',
  ],
  ...[
    'enter',
    'enter',
    'escape',
    'escape',
    'tab',
    'space',
    'y',
    'w',
    '?',
    ':',
    '/',
    'a',
    'h',
    'z',
    'b',
    'e',
    '2',
  ],
  ...['t', 'C', 'm', 'backspace', 'left', 'right', 'ctrl+e', 'ctrl+d', 'ctrl+u', 'n', 'x'],
];

export const someKeys = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 });
