import type { Environment } from './capabilities.ts';
/** How a text got to the clipboard, or why it did not: the sequences are for the terminal's output as they are. */
export type Copy =
  | { readonly way: 'terminal' | 'tmux' | 'screen'; readonly sequence: string }
  | { readonly way: 'none'; readonly reason: 'too-long' | 'no-clipboard' };

/** What terminals take at most of one text, in bytes of base64. */
const BASE64_LIMIT = 74_994;
/** GNU screen passes on strings of this length at most. */
const SCREEN_LIMIT = 760;

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/**
 * tmux takes the sequence itself where `set-clipboard on` is set, and passes the wrapped one on to the terminal
 * where `allow-passthrough on` is: nobody can ask which, so it gets both.
 */
const forTmux = (sequence: string): string =>
  `${sequence}\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;

/** The sequence in pieces, each in a string that screen passes on unread. */
function forScreen(sequence: string): string {
  let text = '';
  for (let at = 0; at < sequence.length; at += SCREEN_LIMIT)
    text += `\x1bP${sequence.slice(at, at + SCREEN_LIMIT)}\x1b\\`;
  return text;
}

/**
 * The way to put a text into the clipboard of the machine where the terminal is: OSC 52, which also works over
 * SSH. The terminal gives no answer, so nobody knows whether it did what it was asked.
 */
export function copySequence(text: string, env: Environment): Copy {
  const term = env['TERM'] ?? '';
  const base64 = Buffer.from(text, 'utf8').toString('base64');
  if (base64.length > BASE64_LIMIT) return { way: 'none', reason: 'too-long' };
  const sequence = `\x1b]52;c;${base64}\x07`;
  // One inside the other: screen names itself in TERM, also before the name of what it is in.
  const isScreenInside = isSet(env['STY']) && /^screen(\.|$)/.test(term);
  if (isSet(env['TMUX']) && !isScreenInside) return { way: 'tmux', sequence: forTmux(sequence) };
  if (isSet(env['STY']) || term.startsWith('screen')) return { way: 'screen', sequence: forScreen(sequence) };
  // The console of Linux has no clipboard and would print the letters.
  if (term === 'linux') return { way: 'none', reason: 'no-clipboard' };
  return { way: 'terminal', sequence };
}
