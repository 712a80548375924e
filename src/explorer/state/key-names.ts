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

/** Sentences mention these, or the words to type; a test compares them with the commands. */
export const MENTIONED_KEYS = {
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
  'list.servers': ':all servers',
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

/** The person's own, the standard one, or its `:` command. */
export function keyName(keymap: Keymap | undefined, id: keyof typeof MENTIONED_KEYS): SafeText {
  const [key] = keymap?.[id] ?? [MENTIONED_KEYS[id]];
  return key === undefined ? safe`:${clean(id)}` : clean(keyLabel(key));
}

export const keyIn = ({ user }: Pick<State, 'user'>, id: keyof typeof MENTIONED_KEYS) =>
  keyName(user.keymap, id);
