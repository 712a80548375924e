import { type Environment, isSet } from './capabilities.ts';

export type ClipboardCopy =
  | Readonly<{ via: 'terminal' | 'tmux' | 'screen'; sequence: string }>
  | Readonly<{ via: 'none'; reason: 'too-long' | 'no-clipboard' }>;

/** Bytes of base64 that terminals accept. */
const BASE64_LIMIT = 74_994;
/** The longest string that GNU screen passes on. */
const SCREEN_LIMIT = 760;

/** tmux takes the plain or the wrapped sequence by its settings, which a program cannot find out. */
const forTmux = (sequence: string) => `${sequence}\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;

const forScreen = (sequence: string) =>
  sequence.replace(new RegExp(`[^]{1,${SCREEN_LIMIT}}`, 'g'), '\x1bP$&\x1b\\');

/** OSC 52 works over SSH, too. Terminals do not reply, so success is unknown. */
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
