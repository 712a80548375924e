import type { EventEmitter } from 'node:events';

export type Environment = Readonly<Record<string, string | undefined>>;

export const isSet = (env: Environment, name: string) => (env[name] ?? '') !== '';

export type ColourDepth = 'mono' | '16' | '256' | 'all';

const MONO = /^(vt\d|xterm-mono|.*-m(ono)?$)/;
const MANY_COLOURS = /256color|kitty|alacritty|foot|ghostty|wezterm|iterm/;

/** A non-empty NO_COLOR means none (no-color.org). */
export function colourDepth(env: Environment): ColourDepth {
  const term = env['TERM'] ?? '';
  if (isSet(env, 'NO_COLOR') || MONO.test(term)) return 'mono';
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '') || term.endsWith('-direct')) return 'all';
  return MANY_COLOURS.test(term) ? '256' : '16';
}

const atLeast = (version: string | undefined, [major, minor]: readonly [number, number]) => {
  const [, first, second] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
};

const LINK_TERMS = /^(xterm-kitty|xterm-ghostty|foot|alacritty)/;
const LINK_PROGRAMS = /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper)$/;

/** Links are OSC 8. tmux has them from 3.4 on, GNU screen never. */
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

/** Scroll regions, and inserted and deleted rows. */
export const supportsScrolling = ({ TERM = '' }: Environment) => SCROLL_TERMS.test(TERM);

const BACKGROUND_QUERY = '\x1b]11;?\x1b\\';
const BACKGROUND = /\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i;

const channel = (hex: string | undefined) =>
  Number.parseInt(hex ?? '0', 16) / (16 ** (hex ?? '0').length - 1);

export type Shade = 'dark' | 'light';

export function shadeOf(reply: string): Shade | undefined {
  const [all, red, green, blue] = BACKGROUND.exec(reply) ?? [];
  if (all === undefined) return undefined;
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue) < 0.5 ? 'dark' : 'light';
}

/** OSC 11. Undefined without a reply in time. `input` emits 'reply'. */
export const queryBackground = (input: EventEmitter, send: (query: string) => void, timeoutMs: number) =>
  new Promise<Shade | undefined>(resolve => {
    const done = (shade: Shade | undefined) => {
      clearTimeout(timer);
      input.off('reply', onReply);
      resolve(shade);
    };
    const onReply = (reply: string) => {
      const shade = shadeOf(reply);
      if (shade !== undefined) done(shade);
    };
    const timer = setTimeout(done, timeoutMs, undefined);
    input.on('reply', onReply);
    send(BACKGROUND_QUERY);
  });

/** Mode 2026, then the device: every terminal replies to the second query. */
const SYNC_QUERY = '\x1b[?2026$p\x1b[c';
const SYNC_MODE = /\x1b\[\?2026;(\d)\$y/;
const DEVICE = /\x1b\[\?[\d;]*c/;
const SYNC_MS = 500;

/** Undefined without a reply. Keys typed meanwhile are lost. Restores the terminal's mode. */
export const querySyncOutput = (input: NodeJS.ReadStream, output: NodeJS.WriteStream) =>
  new Promise<boolean | undefined>(resolve => {
    let replies = '';
    const onData = (chunk: Buffer) => {
      replies += chunk.toString('latin1');
      if (DEVICE.test(replies)) done();
    };
    const done = () => {
      clearTimeout(timer);
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      const [, mode] = SYNC_MODE.exec(replies) ?? [];
      resolve(mode === undefined ? undefined : /[123]/.test(mode));
    };
    const timer = setTimeout(done, SYNC_MS);
    input.setRawMode(true);
    input.on('data', onData);
    input.resume();
    output.write(SYNC_QUERY);
  });
