import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Screen } from './slices.ts';
import type { Keymap } from './state.ts';

const LABELS: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Delete',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  down: '↓',
  up: '↑',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  tab: 'Tab',
  'shift+tab': 'Shift-Tab',
  'shift+up': 'Shift-↑',
  'shift+down': 'Shift-↓',
  'ctrl+space': 'Ctrl-Space',
};

/** Labels without arrows: as ASCII they would look like the keys `v` and `<`. */
const WORDS: Readonly<Record<string, string>> = {
  down: 'Down',
  up: 'Up',
  left: 'Left',
  right: 'Right',
  'shift+up': 'Shift-Up',
  'shift+down': 'Shift-Down',
};

export const keyLabel = (
  name: string,
  { hasArrows }: Pick<Screen, 'hasArrows'> = { hasArrows: true },
): string =>
  (hasArrows ? undefined : WORDS[name]) ??
  LABELS[name] ??
  name.replace(/^ctrl\+(.)$/, (_all, key: string) => `Ctrl-${key.toUpperCase()}`);

/** Returns the name of a key that a person wrote as its label; any other text as it is. */
export function keyOfLabel(text: string): string {
  const named = Object.keys(LABELS).find(name => LABELS[name] === text || WORDS[name] === text);
  return named ?? text.replace(/^Ctrl-(.)$/, (_all, key: string) => `ctrl+${key.toLowerCase()}`);
}

/** Returns true for the digits from 1 on, one after the other: people read them as `1-9`. */
const areDigits = (keys: readonly string[]): boolean =>
  keys.length > 2 && keys.every((key, at) => key === `${at + 1}`);

/** Returns keys as people read them, digits as `1-9`; undefined without a key. */
export function keysLabel(keys: readonly string[], screen: Pick<Screen, 'hasArrows'>): SafeText | undefined {
  if (areDigits(keys)) return safe`1-${keys.length}`;
  return keys.length === 0 ? undefined : clean(keys.map(key => keyLabel(key, screen)).join(' '));
}

/**
 * Standard keys of the commands that sentences mention, or the words to type for one without a key; a test
 * compares them with the commands.
 */
export const STANDARD_KEYS = {
  'app.help': '?',
  'app.quit': 'q',
  'bookmark.list': "'",
  'bookmark.toggle': 'b',
  'copy.line': 'c',
  'extension.ask': 'e',
  'failure.show': '!',
  'guard.unlock': 'W',
  'move.down': 'j',
  'move.page-down': 'pagedown',
  'move.page-up': 'pageup',
  'move.up': 'k',
  'offline.stop': 'X',
  'list.all': 'M',
  'list.more': ':next page',
  'list.scan-all': 'H',
  'list.sort': 's',
  'list.troubled': 'z',
  'mark.range': 'v',
  'mark.toggle': 'space',
  'place.back': 'escape',
  'place.open': 'enter',
  'place.reload': 'r',
  'preview.toggle': 'p',
  'profile.switch': 'ctrl+p',
  'reader.wrap': ':wrap',
  'record.compare': '=',
  'record.delete': 'ctrl+d',
  'record.raw': 'y',
  'refresh.cycle': 'R',
  'request.log': 'L',
  'secret.reveal': 'x',
  'text.find': '/',
  'text.next': 'n',
  'text.previous': 'N',
} as const;

/**
 * Returns the present key of a command for a sentence: the person's own, else the standard one; without a
 * key, its `:` command.
 */
export function keyName(keymap: Keymap | undefined, id: keyof typeof STANDARD_KEYS): SafeText {
  const [key] = keymap?.[id] ?? [STANDARD_KEYS[id]];
  return key === undefined ? safe`:${clean(id)}` : clean(keyLabel(key));
}
