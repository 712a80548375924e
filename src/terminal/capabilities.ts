export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns true if a variable has a value that is not empty. */
export const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';

/** Number of colours of a terminal: none, 16, 256 or 24-bit. */
export type ColourDepth = 'mono' | '16' | '256' | 'all';

const MONO = /^(vt\d|xterm-mono|.*-m(ono)?$)/;
const MANY_COLOURS = /256color|kitty|alacritty|foot|ghostty|wezterm|iterm/;

/**
 * Returns the number of colours according to the environment. A non-empty NO_COLOR means none (no-color.org).
 */
export function colourDepth(env: Environment): ColourDepth {
  const term = env['TERM'] ?? '';
  if (isSet(env, 'NO_COLOR') || MONO.test(term)) return 'mono';
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '') || term.endsWith('-direct')) return 'all';
  return MANY_COLOURS.test(term) ? '256' : '16';
}

const atLeast = (version: string | undefined, [major, minor]: readonly [number, number]): boolean => {
  const [, first, second] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
};

const LINK_TERMS = /^(xterm-kitty|xterm-ghostty|foot|alacritty)/;
const LINK_PROGRAMS = /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper)$/;

/**
 * Returns true if the terminal is known to support links (OSC 8). tmux does from 3.4 on, GNU screen never.
 */
export function supportsLinks(env: Environment): boolean {
  const program = env['TERM_PROGRAM'] ?? '';
  if (isSet(env, 'STY')) return false;
  if (isSet(env, 'TMUX')) return program === 'tmux' && atLeast(env['TERM_PROGRAM_VERSION'], [3, 4]);
  return (
    LINK_TERMS.test(env['TERM'] ?? '') ||
    LINK_PROGRAMS.test(program) ||
    Number(env['VTE_VERSION']) >= 5000 ||
    Number(env['KONSOLE_VERSION']) >= 201_200 ||
    isSet(env, 'WT_SESSION')
  );
}

const SCROLL_TERMS =
  /^(xterm|screen|tmux|linux|rxvt|alacritty|foot|kitty|wezterm|ghostty|contour|konsole|vte|gnome|iterm|st|mintty|putty|vt[1-5]\d\d)\b/;

/** Returns true if the terminal is known to support scroll regions and inserted and deleted rows. */
export const supportsScrolling = ({ TERM = '' }: Environment): boolean => SCROLL_TERMS.test(TERM);
