import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { createScreenOutput } from '../../../src/terminal/output/output.ts';

const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';

let withdraw = (): void => undefined;
afterEach(() => withdraw());

function noting() {
  const out = Object.assign(new PassThrough(), { columns: 20, rows: 3 }) as unknown as NodeJS.WriteStream;
  const written: string[] = [];
  out.on('data', chunk => written.push(String(chunk)));
  const output = createScreenOutput(out, { canScroll: true });
  withdraw = output.withdraw;
  const frame = (...lines: readonly string[]) => {
    for (const text of [SYNC_BEGIN, lines.join('\n'), SYNC_END]) output.stream.write(text);
  };
  return { output, frame, written };
}

/** Query after Ink's first frame, to measure the line. */
const QUESTION = '\x1b[5n';

test('screen output: after rows without Ink, Ink enters no second time and writes only what differs', () => {
  const { output, frame, written } = noting();

  output.show(['title', 'reading …']);
  expect(written).toEqual([
    '\x1b[?1049h\x1b[?7l\x1b[?1004h\x1b[?25l\x1b[r\x1b[m\x1b[H\x1b[Jtitle\x1b[Ereading …',
  ]);
  expect(output.isOn()).toBe(true);

  output.stream.write('\x1b[?1049h');
  output.stream.write('\x1b[?25l');
  frame('title', 'reading 3');

  expect(written.slice(1).join('')).toBe(`\b3${QUESTION}`);
});

test('screen output: a frame and its prefix are one write', () => {
  const { output, frame, written } = noting();
  output.stream.write('\x1b[?1049h');

  frame('\x1b[?25lone', 'two');

  expect(written).toHaveLength(2);
  expect(written[1]).toBe(`\x1b[?25l\x1b[r\x1b[m\x1b[H\x1b[Jone\x1b[Etwo${QUESTION}`);
});

test('screen output: a full redraw is synchronized, however short', () => {
  const { output, frame, written } = noting();
  output.stream.write('\x1b[?1049h');
  frame('one');

  output.repaint();

  expect(written.at(-1)).toBe(`${SYNC_BEGIN}\x1b[?25l\x1b[r\x1b[m\x1b[H\x1b[Jone${SYNC_END}`);
});

test('screen output: after lending the terminal a frame is written in full', () => {
  const { output, frame, written } = noting();
  output.show(['one']);
  output.stream.write('\x1b[?1049l');
  output.stream.write('\x1b[?1049h');

  frame('one');

  expect(written.at(-1)).toBe(`\x1b[?25l\x1b[r\x1b[m\x1b[H\x1b[Jone${QUESTION}`);
});
