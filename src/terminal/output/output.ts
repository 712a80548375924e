import { attempt } from '../../text/result.ts';
import { MOUSE_OFF, MOUSE_ON } from '../input/mouse.ts';
import { PASTES_UNMARKED, SHOW_CURSOR, SYNC_BEGIN, SYNC_END } from '../sequences.ts';
import { createFlowControl } from './flow-control.ts';
import { createFrames, frameCollector, type ScreenStyle, unchanged } from './frames.ts';
import { confirmWrite, wrapStream } from './wrapped-stream.ts';

/** Smaller frames fit into one packet and need no synchronization marks. */
const SYNC_BYTES = 1000;

const DEFAULT_STYLE: ScreenStyle = { ground: {}, glyph: unchanged };

export type ScreenOutput = ReturnType<typeof createScreenOutput>;

type OutputOptions = Readonly<{
  canScroll?: boolean;
  /** While the alternate screen is shown. Default: the present one stays. */
  title?: string | undefined;
}>;

function createPainter(out: NodeJS.WriteStream, { canScroll }: { readonly canScroll: boolean }) {
  const frames = createFrames(DEFAULT_STYLE, { canScroll });
  let lines: readonly string[] | undefined;
  let isOn = false;
  let isResizing = false;
  let isFullRedraw = false;

  const show = (before = '') => {
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
  const repaint = () => {
    isFullRedraw = true;
    frames.forget();
    show();
  };
  // A terminal that shrinks and grows again loses cells, but Node sees no change of size: so listen to the
  // signal itself. Ink draws a change of size twice, the first time with rows of the old size.
  const onResize = () => {
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
    /** `before`: a sequence without visible effect. */
    show: (next: readonly string[], before?: string) => {
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
 * Wraps stdout for Ink. Collects its frames and writes, at once, only what differs on the screen. Everything
 * else passes: sequences that restore the terminal must not wait. Line wrapping is off meanwhile: a row that
 * is wider than measured is cut and does not push down the rows below it.
 */
export function createScreenOutput(out: NodeJS.WriteStream, options: OutputOptions = {}) {
  const { canScroll = false, title } = options;
  const painter = createPainter(out, { canScroll });
  const collect = frameCollector();
  let isMouseOn = false;
  const enter = ENTER + (title === undefined ? '' : `${SAVE_TITLE}\x1b]0;${title}\x1b\\`);
  const leave = (title === undefined ? '' : RESTORE_TITLE) + LEAVE;

  const switchScreens = (written: string) => {
    // Some terminals clear the screen when it is entered a second time.
    const text = painter.isOn() ? written.replaceAll(ALTERNATE, '') : written;
    if (text.includes(ALTERNATE)) painter.turn(true);
    if (text.includes(PRIMARY)) painter.turn(false);
    const [on, off] = isMouseOn ? [MOUSE_ON, MOUSE_OFF] : ['', ''];
    return text.replaceAll(ALTERNATE, enter + on).replaceAll(PRIMARY, off + leave);
  };
  const write = (chunk: unknown, ...rest: unknown[]): unknown => {
    const inkWrite = typeof chunk === 'string' && painter.isOn() ? collect(chunk) : 'other';
    if (inkWrite === 'other')
      return Reflect.apply(out.write, out, [
        typeof chunk === 'string' ? switchScreens(chunk) : chunk,
        ...rest,
      ]);
    // Ink is running, so somebody reads replies.
    painter.flow.listen();
    if (inkWrite !== 'collecting') painter.show(inkWrite);
    return confirmWrite(rest);
  };

  /** Never throws. */
  const restore = () =>
    attempt(() => {
      out.write((isMouseOn ? MOUSE_OFF : '') + (painter.isOn() ? leave : '') + RESET);
      painter.turn(false);
    });
  const { flow, isOn, repaint, withdraw, setStyle } = painter;
  return {
    ...{ ...flow, isOn, repaint, withdraw, setStyle, restore },
    stream: wrapStream(out, { write }),
    /** Ink's first frame is then compared with these rows. */
    show: (rows: readonly string[]): void =>
      painter.show(rows, painter.isOn() ? '' : switchScreens(ALTERNATE)),
    /** Off whenever the terminal is given back. */
    mouse: (on: boolean): void => {
      isMouseOn = on;
      out.write(on ? MOUSE_ON : MOUSE_OFF);
    },
    /** The sequence has no visible effect. */
    send: (sequence: string) => void out.write(sequence + flow.queryAfter(sequence.length)),
  };
}

const ALTERNATE = '\x1b[?1049h';
const PRIMARY = '\x1b[?1049l';
/** A terminal without an alternate screen would keep the last frame around the shell's prompt. */
const WIPE = '\x1b[0m\x1b[H\x1b[J';
const FOCUS_REPORTED = '\x1b[?1004h';
const FOCUS_UNREPORTED = '\x1b[?1004l';
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';

/** XTWINOPS */
const SAVE_TITLE = '\x1b[22;0t';
const RESTORE_TITLE = '\x1b[23;0t';

const ENTER = ALTERNATE + WRAP_OFF + FOCUS_REPORTED;
const LEAVE = FOCUS_UNREPORTED + WIPE + WRAP_ON + PRIMARY;
const RESET = `${SYNC_END}${PASTES_UNMARKED}${WRAP_ON}${SHOW_CURSOR}\x1b[0m`;
