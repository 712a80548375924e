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
