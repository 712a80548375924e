import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { createKeyInput } from '../../../src/terminal/input/input.ts';
import { forAllAsync } from '../../helpers/property.ts';

const ESC = '\x1b';

function start() {
  const raw: boolean[] = [];
  const source = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => raw.push(isRaw) });
  const input = createKeyInput(source);
  const turns: { readonly keys: string[]; readonly alone: boolean }[] = [];
  const lost: unknown[] = [];
  input.on('lost', error => lost.push(error));
  input.on('readable', () => {
    const keys: string[] = [];
    for (let key = input.read(); key !== null; key = input.read()) keys.push(key);
    if (keys.length > 0) turns.push({ keys, alone: input.alone() });
  });
  const rest = async () => {
    for (let before = -1; before !== turns.length; ) {
      before = turns.length;
      for (let i = 0; i < 4; i++) await turn();
    }
    return turns.flatMap(({ keys }) => keys);
  };
  return { source, input, raw, turns, lost, rest };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));

it('key input: Ink gets one key per turn, however many come at once', async () => {
  const { source, rest, turns } = start();

  source.write('j'.repeat(300));

  expect(await rest()).toHaveLength(300);
  expect(turns.every(({ keys }) => keys.length === 1)).toBe(true);
});

it('key input: each key is marked if it came alone', async () => {
  const { source, rest, turns } = start();

  source.write('d');
  await rest();
  vi.advanceTimersByTime(100);
  source.write('dd');
  await rest();
  vi.advanceTimersByTime(100);
  source.write('d');
  await rest();

  expect(turns.map(({ alone }) => alone)).toEqual([true, false, false, true]);
});

it('key input: a key that waited for others does not count as alone', async () => {
  const { source, rest, turns } = start();
  await turn();

  source.emit('data', 'a');
  source.emit('data', 'd');
  await rest();

  expect(turns.map(({ alone }) => alone)).toEqual([true, false]);
});

it('key input: characters split between reads are joined', async () => {
  const { source, rest } = start();
  await turn();

  for (const byte of Buffer.from('é😀')) source.emit('data', Buffer.of(byte));

  expect(await rest()).toEqual(['é', '😀']);
});

it('key input: a flood of keys is limited, but Ctrl-C always arrives', async () => {
  const { source, rest } = start();

  source.write(`${'x'.repeat(5000)}\x03`);

  expect(await rest()).toEqual(['\x03']);
});

it('key input: has raw mode, and ignores encodings', async () => {
  const { source, input, raw, rest } = start();
  const stdin = input as unknown as NodeJS.ReadStream;

  stdin.setRawMode(true);
  stdin.setEncoding('latin1');
  source.write('é');

  expect(await rest()).toEqual(['é']);
  expect(stdin.isTTY).toBe(true);
  expect(raw).toEqual([true]);
});

it('key input: keys typed while raw mode is off are for the program that has the terminal', async () => {
  const { source, input, rest } = start();
  const stdin = input as unknown as NodeJS.ReadStream;
  stdin.setRawMode(true);
  await rest();

  stdin.setRawMode(false);
  source.write('ls');
  expect(await rest()).toEqual([]);
  stdin.setRawMode(true);

  expect(await rest()).toEqual(['l', 's']);
});

const broken = new Error('read EIO');
it.each<[string, (source: PassThrough) => unknown, unknown]>([
  ['the end', source => source.end(), undefined],
  ['an error', source => source.destroy(broken), broken],
])('key input: %s of the terminal is reported once', async (_name, lose, error) => {
  const { source, lost, rest } = start();
  await rest();

  lose(source);
  await rest();

  expect(lost).toEqual([error]);
});

/** Keys as bytes, and the expected tokens however the reads split them. */
const part = fc.oneof(
  fc
    .constantFrom('j', 'd', 'A', '[', 'M', '\r', '\n', '\t', '\x03', '\x7f', '\0', 'é', '中', '😀', '~')
    .map(text => ({ text, keys: [text] })),
  fc
    .constantFrom(`${ESC}[A`, `${ESC}[1;5B`, `${ESC}[3~`, `${ESC}[[A`, `${ESC}[2$`, `${ESC}OA`, `${ESC}O5P`)
    .map(text => ({ text, keys: [text] })),
  fc
    .constantFrom(
      `${ESC}]11;rgb:ff/ff/ff\x07`,
      `${ESC}P1$r0m${ESC}\\`,
      `${ESC}[?1;2c`,
      `${ESC}[M dq`,
      `${ESC}[201~`,
    )
    .map(text => ({ text, keys: [] })),
  fc
    .constantFrom('j', 'd', '\r', '😀', `${ESC}[A`)
    .map(key => ({ text: `${ESC}${key}`, keys: [`${ESC}[27u`, key] })),
);
const ending = fc.constantFrom(
  { text: '', keys: [] },
  { text: ESC, keys: [`${ESC}[27u`] },
  { text: `${ESC}[1;`, keys: [] },
  { text: `${ESC}[200~dé\r${ESC}[201~`, keys: [`${ESC}[200~dé\r${ESC}[201~`] },
  { text: `${ESC}[200~no end`, keys: [`${ESC}[200~no end${ESC}[201~`] },
);

async function tokensOf(bytes: Buffer, cuts: readonly number[]) {
  const { source, rest } = start();
  await turn();
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  for (const [i, place] of places.entries()) {
    const read = bytes.subarray(places[i - 1] ?? 0, place);
    if (read.length > 0) source.emit('data', read);
  }
  vi.advanceTimersByTime(10_000);
  return rest();
}

it('key input: the same bytes give the same keys, however they are split', () =>
  forAllAsync(200, fc.array(part), ending, fc.array(fc.nat()), async (parts, last, cuts) => {
    const all = [...parts, last];
    const bytes = Buffer.from(all.map(({ text }) => text).join(''));

    expect(await tokensOf(bytes, cuts)).toEqual(all.flatMap(({ keys }) => keys));
  }));

it('key input: garbage gives only single keys and complete sequences, and Ctrl-C works after it', () =>
  forAllAsync(
    200,
    fc.array(fc.oneof(fc.constantFrom(...Buffer.from('\x1b[]OP~0;Md\x07\\')), fc.nat(255))),
    fc.array(fc.nat()),
    async (garbage, cuts) => {
      const { source, rest } = start();
      await turn();
      const key =
        /^(?:[^\x1b]\P{ASCII}*|\x1b\[(?:\[\d*|[0-?]*[ -/]*)[ -~]|\x1bO[\d;]*[@-~]|\x1b\[200~[^\x1b]*\x1b\[201~)$/su;

      const tokens = await tokensOf(Buffer.from(garbage), cuts);
      source.emit('data', Buffer.from(garbage));
      vi.advanceTimersByTime(10_000);
      source.emit('data', '\x03');

      for (const token of tokens) expect(token).toMatch(key);
      expect((await rest()).at(-1)).toBe('\x03');
    },
  ));
