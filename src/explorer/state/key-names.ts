import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Keymap, Screen, State } from './state.ts';

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

export const isKeyName = (text: string) => Object.hasOwn(LABELS, text) || /^ctrl\+[a-z\\\]^_]$/.test(text);

/** As ASCII arrows would look like the keys `v` and `<`. */
const WORDS: Readonly<Record<string, string>> = {
  down: 'Down',
  up: 'Up',
  left: 'Left',
  right: 'Right',
  'shift+up': 'Shift-Up',
  'shift+down': 'Shift-Down',
};

export const keyLabel = (name: string, screen?: Pick<Screen, 'hasArrows'>): string =>
  (screen?.hasArrows === false ? WORDS[name] : undefined) ??
  LABELS[name] ??
  name.replace(/^ctrl\+(.)$/, (_all, key: string) => `Ctrl-${key.toUpperCase()}`);

export function keyOfLabel(text: string): string {
  const named = Object.keys(LABELS).find(name => LABELS[name] === text || WORDS[name] === text);
  return named ?? text.replace(/^Ctrl-(.)$/, (_all, key: string) => `ctrl+${key.toLowerCase()}`);
}

export function keysLabel(keys: readonly string[], screen: Pick<Screen, 'hasArrows'>): SafeText | undefined {
  // People read digits from 1 on, one after the other, as `1-9`.
  if (keys.length > 2 && keys.every((key, at) => key === `${at + 1}`)) return safe`1-${keys.length}`;
  return keys.length === 0 ? undefined : clean(keys.map(key => keyLabel(key, screen)).join(' '));
}

/** The first key of a command; without one the `word` that runs it in the palette. */
export function keyName(keymap: Keymap | undefined, id: string, word = id): SafeText {
  const [key] = keymap?.[id] ?? [];
  return key === undefined ? safe`:${clean(word)}` : clean(keyLabel(key));
}

export const keyIn = ({ user }: Pick<State, 'user'>, id: string, word = id) => keyName(user.keymap, id, word);
