/** A pressed key: its name (`j`, `G`, `ctrl+d`, `enter`), and the text it types in a field. */
export type Key = { readonly name: string; readonly text: string };

/**
 * Circumstances of a key. `alone`: nothing else came in its read, so it was neither pasted nor typed ahead. A
 * held key may be alone.
 */
export type Arrival = { readonly alone: boolean };

/** A key for a dialog, and how it arrived. */
export type Press = Arrival & { readonly key: Key };

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const;

/** A key as Ink reports it; only what is used here, so that nothing depends on Ink. */
export type KeyEvent = {
  readonly [K in (typeof NAMED)[number][0] | 'ctrl' | 'shift' | 'meta']: boolean;
};

/** Returns the name of a key with Ctrl and Alt. Ink reports Esc itself with Alt. */
function held(name: string, { ctrl, meta }: KeyEvent): string {
  if (name === 'escape') return name;
  return `${ctrl ? 'ctrl+' : ''}${meta ? 'alt+' : ''}${name}`;
}

/** Returns the key of an event. Keys that cannot be told apart (`ctrl+j` and Enter) share a name. */
export function keyOfEvent(input: string, event: KeyEvent): Key {
  const named = NAMED.find(([flag]) => event[flag])?.[1];
  if (event.shift && (named === 'tab' || named === 'up' || named === 'down'))
    return { name: `shift+${named}`, text: '' };
  if (named !== undefined) return { name: held(named, event), text: '' };
  if (input === '\r' || input === '\n') return { name: 'enter', text: '' };
  if (event.ctrl) return { name: `ctrl+${input === ' ' ? 'space' : input}`, text: '' };
  if (event.meta) return { name: `alt+${input}`, text: '' };
  return { name: input === ' ' ? 'space' : input, text: input };
}

const NAMES = new Set<string>([
  ...NAMED.map(([, name]) => name),
  'shift+tab',
  'shift+up',
  'shift+down',
  'space',
  'ctrl+space',
]);

export const isKeyName = (text: string): boolean => NAMES.has(text) || /^ctrl\+[a-z\\\]^_]$/.test(text);
