const KEYS: Readonly<Record<string, string>> = {
  Enter: '\r',
  Escape: '\x1b',
  Tab: '\t',
  'shift+Tab': '\x1b[Z',
  Backspace: '\x7f',
  Delete: '\x1b[3~',
  Space: ' ',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  'shift+Down': '\x1b[1;2B',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
};

/**
 * Returns the bytes that a terminal sends for a key: a name above, one character, `ctrl+d` or `alt+d`. Throws
 * on any other name.
 */
export function keyBytes(key: string): string {
  const named = KEYS[key];
  if (named !== undefined) return named;
  const [, modifier, letter] = /^(ctrl|alt)\+(.)$/u.exec(key) ?? [];
  if (modifier === 'alt') return `\x1b${letter}`;
  if (letter !== undefined) return String.fromCharCode((letter.toUpperCase().codePointAt(0) ?? 0) & 0x1f);
  if ([...key].length !== 1) throw new Error(`no such key: ${key}`);
  return key;
}

const SHORT: Readonly<Record<string, string>> = {
  Esc: 'Escape',
  '↑': 'Up',
  '↓': 'Down',
  '←': 'Left',
  '→': 'Right',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  'Shift-Tab': 'shift+Tab',
  'Shift-↓': 'shift+Down',
};

/** Returns the keys of a word: a key by its name in the help, as in `Ctrl-D` or `↓`, else its letters. */
export function keysOf(word: string): readonly string[] {
  const name = SHORT[word] ?? word;
  const [, modifier, letter] = /^(Ctrl|Alt)-(.)$/.exec(word) ?? [];
  if (modifier !== undefined) return [`${modifier}+${letter}`.toLowerCase()];
  return KEYS[name] === undefined ? [...word] : [name];
}
