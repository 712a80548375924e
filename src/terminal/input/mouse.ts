/** `x`, `y`: column and row, from 0. */
type MouseEvent = Readonly<{ kind: 'press' | 'wheel-up' | 'wheel-down'; x: number; y: number }>;

/** SGR reports of presses and the wheel. They disable selecting text in the terminal. */
export const MOUSE_ON = '\x1b[?1000h\x1b[?1006h';
export const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l';

const REPORT = /^\x1b\[<(\d{1,3});(\d{1,5});(\d{1,5})(M|m)$/;
const EVENTS: Readonly<Record<number, MouseEvent['kind']>> = { 0: 'press', 64: 'wheel-up', 65: 'wheel-down' };

export function mouseEvent(text: string): MouseEvent | undefined {
  const [, button, x, y, end] = REPORT.exec(text) ?? [];
  const kind = end === 'M' ? EVENTS[Number(button)] : undefined;
  return kind && { kind, x: Number(x) - 1, y: Number(y) - 1 };
}
