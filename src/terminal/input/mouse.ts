/** What a mouse did; `y` is a row, 0 at the top. */
export type MouseEvent = {
  readonly kind: 'press' | 'wheel-up' | 'wheel-down';
  readonly y: number;
};

/** Presses and the wheel, as SGR reports; and the end of them. Off unless asked for: selecting text would not work. */
export const MOUSE_ON = '\x1b[?1000h\x1b[?1006h';
export const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l';

const REPORT = /^\x1b\[<(\d{1,3});\d{1,5};(\d{1,5})(M|m)$/;
const MEANINGS: Readonly<Record<number, MouseEvent['kind']>> = {
  0: 'press',
  64: 'wheel-up',
  65: 'wheel-down',
};

/** A report of the mouse, or undefined for anything else, also for buttons and releases that mean nothing here. */
export function mouseEvent(text: string): MouseEvent | undefined {
  const [, button, y, end] = REPORT.exec(text) ?? [];
  const kind = end === 'M' ? MEANINGS[Number(button)] : undefined;
  return kind === undefined ? undefined : { kind, y: Number(y) - 1 };
}
