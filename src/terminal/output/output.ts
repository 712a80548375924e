import { MOUSE_OFF, MOUSE_ON } from '../input/mouse.ts';
import { HIDE_CURSOR, PASTES_UNMARKED, SYNC_BEGIN, SYNC_END } from '../sequences.ts';
import { unchanged } from './ascii.ts';
import { createFlowControl, type FlowControl } from './flow-control.ts';
import { createFrames, type ScreenStyle } from './frames.ts';
import { frameCollector } from './ink-frames.ts';
import { confirmWrite, wrapStream } from './wrapped-stream.ts';

/** Size of a frame, in bytes, from which it gets synchronization marks: smaller ones fit into one packet. */
const SYNC_BYTES = 1000;

const DEFAULT_STYLE: ScreenStyle = { ground: {}, glyph: unchanged };

export type ScreenOutput = Pick<
  FlowControl,
  'isSlow' | 'takeReply' | 'isAwaitingReply' | 'untilReplied' | 'withoutQueries' | 'stopQueries'
> & {
  readonly stream: NodeJS.WriteStream;
  /** Draws rows on the alternate screen without Ink. Ink's first frame is then compared with them. */
  readonly show: (rows: readonly string[]) => void;
  readonly isOn: () => boolean;
  /** Restores the terminal: screen, cursor, wrapping, mouse, pastes. Never throws. */
  readonly restore: () => void;
  /** Sends a sequence without visible effect, between frames. */
  readonly send: (sequence: string) => void;
  readonly repaint: () => void;
  /** Turns mouse reports on or off; off whenever the terminal is given back. */
  readonly mouse: (on: boolean) => void;
  /** Changes colours and characters, and draws the last frame with them. */
  readonly setStyle: (style: ScreenStyle) => void;
  /** Stops watching the terminal's size, and sends no more queries. */
  readonly withdraw: () => void;
};

type OutputOptions = {
  /** True if the terminal is known to have scroll regions. Default: false. */
  readonly canScroll?: boolean;
  /** Title of the terminal while it shows the alternate screen. Default: the present one stays. */
  readonly title?: string | undefined;
};

function createPainter(out: NodeJS.WriteStream, { canScroll }: { readonly canScroll: boolean }) {
  const frames = createFrames(DEFAULT_STYLE, { canScroll });
  let lines: readonly string[] | undefined;
  let isOn = false;
  let isResizing = false;
  let isFullRedraw = false;

  const show = (before = ''): void => {
    if (lines === undefined || !isOn) return;
    // While the line is busy no frame is encoded: the next one shows the newest state.
    if (before === '' && (isResizing || !flow.isFree())) return;
    const frame = frames.paint(lines, { columns: out.columns || 80, rows: out.rows || 24 });
    // A full redraw erases the screen first; the marks hide that.
    const isMarked = isFullRedraw || frame.length >= SYNC_BYTES;
    isFullRedraw = false;
    const bytes = before + (isMarked ? SYNC_BEGIN + frame + SYNC_END : frame);
    if (bytes !== '') out.write(bytes + flow.queryAfter(Buffer.byteLength(bytes)));
  };
  const flow = createFlowControl(() => show());
  const repaint = (): void => {
    isFullRedraw = true;
    frames.forget();
    show();
  };
  // A terminal that shrinks and grows again loses cells, but Node sees no change of size: so listen to the
  // signal itself. Ink draws a change of size twice, the first time with rows of the old size: skip that
  // frame.
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
    flow,
    repaint,
    /** Draws lines after `before`, a sequence without visible effect. */
    show: (next: readonly string[], before: string) => {
      lines = next;
      show(before);
    },
    setStyle: (next: ScreenStyle) => {
      if (frames.setStyle(next)) show();
    },
    isOn: () => isOn,
    turn: (on: boolean) => {
      isOn = on;
      frames.forget();
    },
    withdraw: () => {
      process.off('SIGWINCH', onResize);
      flow.end();
    },
  };
}

/**
 * Wraps stdout for Ink. Collects Ink's frames and writes, in one write, only what differs on the screen.
 * Passes everything else on at once: sequences that restore the terminal must not wait.
 *
 * Turns line wrapping off while the alternate screen is shown: a row that is wider than measured is cut and
 * does not push down the rows below it.
 */
export function createScreenOutput(
  out: NodeJS.WriteStream,
  { canScroll = false, title }: OutputOptions = {},
): ScreenOutput {
  const painter = createPainter(out, { canScroll });
  const collect = frameCollector();
  let isMouseOn = false;
  const enter = ENTER + (title === undefined ? '' : `${SAVE_TITLE}\x1b]0;${title}\x1b\\`);
  const leave = (title === undefined ? '' : RESTORE_TITLE) + LEAVE;

  const switchScreens = (written: string): string => {
    // Some terminals clear the screen when it is entered a second time.
    const text = painter.isOn() ? written.replaceAll(ALTERNATE, '') : written;
    if (text.includes(ALTERNATE)) painter.turn(true);
    if (text.includes(PRIMARY)) painter.turn(false);
    const [on, off] = isMouseOn ? [MOUSE_ON, MOUSE_OFF] : ['', ''];
    return text.replaceAll(ALTERNATE, enter + on).replaceAll(PRIMARY, off + leave);
  };
  const write = (chunk: unknown, ...rest: unknown[]): unknown => {
    const inkWrite =
      typeof chunk === 'string' && painter.isOn() ? collect(chunk) : ({ kind: 'other' } as const);
    if (inkWrite.kind === 'other')
      return Reflect.apply(out.write, out, [
        typeof chunk === 'string' ? switchScreens(chunk) : chunk,
        ...rest,
      ]);
    // Ink is running, so somebody reads replies.
    painter.flow.listen();
    if (inkWrite.kind === 'frame') painter.show(inkWrite.lines, inkWrite.hidesCursor ? HIDE_CURSOR : '');
    return confirmWrite(rest);
  };

  const show = (rows: readonly string[]): void => {
    painter.show(rows, painter.isOn() ? '' : switchScreens(ALTERNATE) + HIDE_CURSOR);
  };

  const restore = () => {
    try {
      out.write((isMouseOn ? MOUSE_OFF : '') + (painter.isOn() ? leave : '') + RESET);
      painter.turn(false);
    } catch {
      // No terminal is left to restore.
    }
  };
  const { flow, isOn, repaint, withdraw, setStyle } = painter;
  const mouse = (on: boolean): void => {
    isMouseOn = on;
    out.write(on ? MOUSE_ON : MOUSE_OFF);
  };
  const send = (text: string): void => void out.write(text + flow.queryAfter(text.length));
  const stream = wrapStream(out, { write });
  return { ...flow, stream, show, isOn, restore, repaint, withdraw, mouse, setStyle, send };
}

const ALTERNATE = '\x1b[?1049h';
const PRIMARY = '\x1b[?1049l';
/** A terminal without an alternate screen would keep the last frame around the shell's prompt. */
const WIPE = '\x1b[0m\x1b[H\x1b[J';
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';

/** The terminal's stack of titles (XTWINOPS). */
const SAVE_TITLE = '\x1b[22;0t';
const RESTORE_TITLE = '\x1b[23;0t';

const ENTER = ALTERNATE + WRAP_OFF;
/** Leaves the alternate screen and turns line wrapping on. */
const LEAVE = WIPE + WRAP_ON + PRIMARY;
/** Ends synchronization, bracketed pastes and styles, and shows the cursor. */
const RESET = `${SYNC_END}${PASTES_UNMARKED}${WRAP_ON}\x1b[?25h\x1b[0m`;
