import { expect, test } from 'vitest';
import { mouseEvent } from '../../../src/terminal/input/mouse.ts';

test.each([
  ['\u001b[<0;5;3M', { kind: 'press', x: 4, y: 2 }],
  ['\u001b[<64;1;1M', { kind: 'wheel-up', x: 0, y: 0 }],
  ['\u001b[<65;80;24M', { kind: 'wheel-down', x: 79, y: 23 }],
])('mouse: the report %j is parsed', (report, event) => {
  expect(mouseEvent(report)).toEqual(event);
});

test.each(['\u001b[<0;5;3m', '\u001b[<2;5;3M', '\u001b[<35;5;3M', '\u001b[0;5;3M', 'x', ''])(
  'mouse: %j is ignored',
  report => {
    expect(mouseEvent(report)).toBeUndefined();
  },
);
