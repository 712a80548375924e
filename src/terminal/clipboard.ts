import { type Environment, isSet } from './capabilities.ts';

/** Sequence that copies a text to the clipboard, or the reason why there is none. */
export type ClipboardCopy =
  | { readonly via: 'terminal' | 'tmux' | 'screen'; readonly sequence: string }
  | { readonly via: 'none'; readonly reason: 'too-long' | 'no-clipboard' };

/** Longest text that terminals accept, in bytes of base64. */
const BASE64_LIMIT = 74_994;
/** Longest string that GNU screen passes on. */
const SCREEN_LIMIT = 760;

/**
 * Returns the sequence plain and wrapped. tmux handles the plain one if `set-clipboard` is on, and passes the
 * wrapped one to the terminal if `allow-passthrough` is on; a program cannot find out which.
 */
const forTmux = (sequence: string): string =>
  `${sequence}\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;

/** Splits the sequence into strings that GNU screen passes on. */
function forScreen(sequence: string): string {
  let text = '';
  for (let at = 0; at < sequence.length; at += SCREEN_LIMIT)
    text += `\x1bP${sequence.slice(at, at + SCREEN_LIMIT)}\x1b\\`;
  return text;
}

/**
 * Returns the sequence that puts a text into the clipboard of the terminal's machine: OSC 52, which also
 * works over SSH. Terminals do not reply, so success is unknown.
 */
export function copySequence(text: string, env: Environment): ClipboardCopy {
  const term = env['TERM'] ?? '';
  const base64 = Buffer.from(text, 'utf8').toString('base64');
  if (base64.length > BASE64_LIMIT) return { via: 'none', reason: 'too-long' };
  const sequence = `\x1b]52;c;${base64}\x07`;
  // For screen inside tmux: screen sets TERM to its own name, sometimes followed by the outer one.
  const isScreenInside = isSet(env, 'STY') && /^screen(\.|$)/.test(term);
  if (isSet(env, 'TMUX') && !isScreenInside) return { via: 'tmux', sequence: forTmux(sequence) };
  if (isSet(env, 'STY') || term.startsWith('screen')) return { via: 'screen', sequence: forScreen(sequence) };
  // The Linux console has no clipboard and would print the text.
  if (term === 'linux') return { via: 'none', reason: 'no-clipboard' };
  return { via: 'terminal', sequence };
}
