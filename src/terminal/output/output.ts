import { MOUSE_OFF, MOUSE_ON } from '../input/mouse.ts';
import { asIs } from './ascii.ts';
import { createPace, type Pace } from './flow-control.ts';
import { createFrames, type Dress } from './frames.ts';
import { gatherer } from './ink-frames.ts';

/** A frame that fits into one packet arrives at once anyway: the marks around it would be a good part of it. */
const SYNC_FROM = 1000;

const NO_DRESS: Dress = { ground: {}, glyph: asIs };

export type ScreenOutput = Pick<Pace, 'hear' | 'isAwaiting' | 'quiet' | 'unasked' | 'stopAsking'> & {
  /** For Ink, in place of the terminal. */
  readonly stream: NodeJS.WriteStream;
  /** Paints rows on the alternate screen without Ink; what Ink then paints is compared with them. */
  readonly show: (rows: readonly string[]) => void;
  /** Whether the terminal shows our screen. */
  readonly isOn: () => boolean;
  /** Writes whatever the terminal still needs to be as it was. Never throws. */
  readonly restore: () => void;
  /** Sends a sequence that shows nothing, between frames. */
  readonly send: (sequence: string) => void;
  /** Paints the last frame again, whole. */
  readonly repaint: () => void;
  /** Reports of the mouse, on or off; off again whenever the terminal is given back. */
  readonly mouse: (on: boolean) => void;
  /** Changes colours and characters, and paints the last frame in them. */
  readonly dress: (dress: Dress) => void;
  /** Stops listening to the terminal's size, and asks nothing any more. */
  readonly withdraw: () => void;
};

type OutputOptions = {
  /** Whether the terminal is known to have scroll regions. */
  readonly canScroll?: boolean;
};

/** The last frame, and the ways to paint it. */
function createPainter(out: NodeJS.WriteStream, { canScroll }: Required<OutputOptions>) {
  const frames = createFrames(NO_DRESS, { canScroll });
  let lines: readonly string[] | undefined;
  let isOn = false;
  let isResizing = false;
  let isAnew = false;

  const show = (before = ''): void => {
    if (lines === undefined || !isOn) return;
    // While the line is not free no frame is made: the next one shows what there is then.
    if (before === '' && (isResizing || !pace.isFree())) return;
    const frame = frames.paint(lines, { columns: out.columns || 80, rows: out.rows || 24 });
    // What is drawn anew is erased first, which is not to be seen, however short it is.
    const isMarked = isAnew || frame.length >= SYNC_FROM;
    isAnew = false;
    const bytes = before + (isMarked ? SYNC_BEGIN + frame + SYNC_END : frame);
    if (bytes !== '') out.write(bytes + pace.behind(Buffer.byteLength(bytes)));
  };
  const pace = createPace(() => show());
  const repaint = (): void => {
    isAnew = true;
    frames.forget();
    show();
  };
  // A terminal that became smaller and larger again has lost what did not fit, and Node sees no change of size.
  // Ink draws a change of size twice: first the rows of the old size, which nobody should see.
  const onResize = (): void => {
    frames.forget();
    isResizing = true;
    setImmediate(() => {
      isResizing = false;
      show();
    });
  };
  process.prependListener('SIGWINCH', onResize);

  return {
    pace,
    repaint,
    /** Shows lines, and writes something that shows nothing before them. */
    show: (next: readonly string[], before: string) => {
      lines = next;
      show(before);
    },
    dress: (next: Dress) => {
      if (frames.dress(next)) show();
    },
    isOn: () => isOn,
    turn: (on: boolean) => {
      isOn = on;
      frames.forget();
    },
    withdraw: () => {
      process.off('SIGWINCH', onResize);
      pace.end();
    },
  };
}

function callBack(rest: readonly unknown[]): true {
  const callback = rest.at(-1);
  if (typeof callback === 'function') queueMicrotask(() => callback());
  return true;
}

/**
 * Takes Ink's frames whole and writes, in one write, only what differs on the screen. Everything else passes
 * straight through: what restores the terminal must not wait.
 * Line wrapping is off for as long as Ink is on the alternate screen, however Ink gets there and leaves it: a row
 * that turns out wider than it was measured is then cut, and does not push the rows below it down.
 */
export function screenOutput(
  out: NodeJS.WriteStream,
  { canScroll = false }: OutputOptions = {},
): ScreenOutput {
  const painter = createPainter(out, { canScroll });
  const gather = gatherer();
  let isMouseOn = false;

  const switching = (given: string): string => {
    // Already there: some terminals would begin with an empty screen once more.
    const text = painter.isOn() ? given.replaceAll(ALTERNATE, '') : given;
    if (text.includes(ALTERNATE)) painter.turn(true);
    if (text.includes(PRIMARY)) painter.turn(false);
    const [on, off] = isMouseOn ? [MOUSE_ON, MOUSE_OFF] : ['', ''];
    return text.replaceAll(ALTERNATE, ENTER + on).replaceAll(PRIMARY, off + LEAVE);
  };
  const write = (chunk: unknown, ...rest: unknown[]): unknown => {
    const gathered = typeof chunk === 'string' && painter.isOn() ? gather(chunk) : ({ is: 'other' } as const);
    if (gathered.is === 'other')
      return Reflect.apply(out.write, out, [typeof chunk === 'string' ? switching(chunk) : chunk, ...rest]);
    // Ink is there, and with it somebody who reads what the terminal says.
    painter.pace.listen();
    if (gathered.is === 'frame') painter.show(gathered.lines, gathered.hides ? HIDE_CURSOR : '');
    return callBack(rest);
  };

  const show = (rows: readonly string[]): void => {
    painter.show(rows, painter.isOn() ? '' : switching(ALTERNATE) + HIDE_CURSOR);
  };

  const stream = new Proxy(out, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const restore = () => {
    try {
      out.write((isMouseOn ? MOUSE_OFF : '') + (painter.isOn() ? LEAVE : '') + PLAIN);
      painter.turn(false);
    } catch {
      // There is no terminal left to restore.
    }
  };
  const { isOn, repaint, withdraw } = painter;
  const { hear, isAwaiting, quiet, unasked, stopAsking, behind } = painter.pace;
  const mouse = (on: boolean): void => {
    isMouseOn = on;
    out.write(on ? MOUSE_ON : MOUSE_OFF);
  };
  return {
    stream,
    show,
    isOn,
    restore,
    repaint,
    withdraw,
    mouse,
    dress: painter.dress,
    send: text => void out.write(text + behind(text.length)),
    hear,
    isAwaiting,
    quiet,
    unasked,
    stopAsking,
  };
}

const ALTERNATE = '\x1b[?1049h';
const PRIMARY = '\x1b[?1049l';
/** A terminal without a second screen would keep the last frame, and the prompt would land in it. */
const WIPE = '\x1b[0m\x1b[H\x1b[J';
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const HIDE_CURSOR = '\x1b[?25l';
const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';

/** To the alternate screen, where a row that turns out wider than it was measured is cut and pushes nothing down. */
const ENTER = ALTERNATE + WRAP_OFF;
/** Back from there. */
const LEAVE = WIPE + WRAP_ON + PRIMARY;
/** Frames at once, no bracketed paste, wrapping, a visible cursor, plain text. */
const PLAIN = `${SYNC_END}\x1b[?2004l${WRAP_ON}\x1b[?25h\x1b[0m`;
