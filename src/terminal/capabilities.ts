/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How many colours the terminal has: none, 16, 256 or all. */
export type Depth = 'mono' | '16' | '256' | 'all';

const MONO = /^(vt\d|xterm-mono|.*-m(ono)?$)/;
const MANY = /256color|kitty|alacritty|foot|ghostty|wezterm|iterm/;

/** The colours that the environment promises. NO_COLOR with anything in it means none (no-color.org). */
export function depthOf(env: Environment): Depth {
  const term = env['TERM'] ?? '';
  if ((env['NO_COLOR'] ?? '') !== '' || MONO.test(term)) return 'mono';
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '') || term.endsWith('-direct')) return 'all';
  return MANY.test(term) ? '256' : '16';
}

const atLeast = (version: string | undefined, [major, minor]: readonly [number, number]): boolean => {
  const [, first, second] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
};

const LINKING_TERM = /^(xterm-kitty|xterm-ghostty|foot|alacritty)/;
const LINKING_PROGRAM = /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper)$/;

/** Whether the terminal is known to make links out of OSC 8. tmux passes them on from 3.4, screen never does. */
export function linksIn(env: Environment): boolean {
  const program = env['TERM_PROGRAM'] ?? '';
  if ((env['STY'] ?? '') !== '') return false;
  if ((env['TMUX'] ?? '') !== '') return program === 'tmux' && atLeast(env['TERM_PROGRAM_VERSION'], [3, 4]);
  return (
    LINKING_TERM.test(env['TERM'] ?? '') ||
    LINKING_PROGRAM.test(program) ||
    Number(env['VTE_VERSION']) >= 5000 ||
    Number(env['KONSOLE_VERSION']) >= 201_200 ||
    (env['WT_SESSION'] ?? '') !== ''
  );
}

const SCROLLING =
  /^(xterm|screen|tmux|linux|rxvt|alacritty|foot|kitty|wezterm|ghostty|contour|konsole|vte|gnome|iterm|st|mintty|putty|vt[1-5]\d\d)\b/;

/** Whether the terminal is known to move rows: scroll regions, and rows inserted and deleted. */
export const scrollsIn = ({ TERM = '' }: Environment): boolean => SCROLLING.test(TERM);
