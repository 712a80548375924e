import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fedSplitter as start } from '../fed-splitter.ts';

const ESC = '\x1b';
const paste = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('one read becomes', () => {
  const arrow = `${ESC}[B`;
  it.each([
    ['each letter of its own', 'jjj', ['j', 'j', 'j']],
    ['a typed answer and Enter', 'yes\r', ['y', 'e', 's', '\r']],
    ['both line ends, apart', '\r\n', ['\r', '\n']],
    ['arrows and Enter', `${arrow}${arrow}\r`, [arrow, arrow, '\r']],
    ['control keys between letters', 'a\x03b\x7f\tc\0', ['a', '\x03', 'b', '\x7f', '\t', 'c', '\0']],
    ['Esc, then the key, never meta', `${ESC}j`, [`${ESC}[27u`, 'j']],
    ['Esc, then the arrow', `${ESC}${arrow}`, [`${ESC}[27u`, arrow]],
    ['Esc, then Enter', `${ESC}\r`, [`${ESC}[27u`, '\r']],
    ['keys with modifiers', `${ESC}[1;5C${ESC}[3;2~`, [`${ESC}[1;5C`, `${ESC}[3;2~`]],
    ['the function keys of a Linux console', `${ESC}[[A${ESC}[[5~`, [`${ESC}[[A`, `${ESC}[[5~`]],
    ['the shifted keys of rxvt', `${ESC}[2$x`, [`${ESC}[2$`, 'x']],
    ['keypad keys', `${ESC}OM${ESC}O5A`, [`${ESC}OM`, `${ESC}O5A`]],
    ['a letter with its accent behind it', 'e\u0301j', ['e\u0301', 'j']],
    ['a family that is one emoji', '👨‍👩‍👧x', ['👨‍👩‍👧', 'x']],
    ['a keycap, a flag and a Hangul syllable', '1️⃣🇳🇱각', ['1️⃣', '🇳🇱', '각']],
    ['letters beside an emoji', 'é😀j', ['é', '😀', 'j']],
    ['nothing of an 8-bit control', '\u009bA', ['A']],
  ])('key splitter: %s', (_name, read, keys) => {
    const input = start();

    input.feed(read);

    expect(input.keys()).toEqual(keys);
  });
});

describe('a torn sequence', () => {
  it.each([
    ['after Esc', [ESC, '[B']],
    ['after the bracket', [`${ESC}[`, 'B']],
    ['in every place', [ESC, '[', '1', ';', '5', 'B']],
    ['of a keypad', [`${ESC}O`, 'A']],
  ])('key splitter: %s is put together', (_name, reads) => {
    const input = start();

    for (const read of reads) {
      input.feed(read);
      input.later(40);
    }

    expect(input.keys()).toEqual([reads.join('')]);
    expect(input.alone()).toEqual([true]);
  });

  it.each([`${ESC}[`, `${ESC}[1;`, `${ESC}O`, `${ESC}]11;rgb:ff`, `${ESC}P1$r`, `${ESC}[M !`])(
    'key splitter: an endless sequence is dropped, and the keys after it are not: %j',
    torn => {
      const input = start();

      input.feed(torn);
      input.later(500);
      input.feed('j');

      expect(input.keys()).toEqual(['j']);
    },
  );

  it.each([`${ESC}[1;`, `${ESC}O`, `${ESC}]52;c;`])(
    'key splitter: an incomplete sequence does not delay Ctrl-C: %j',
    torn => {
      const input = start();

      input.feed(torn);
      input.feed('\x03');

      expect(input.keys()).toEqual(['\x03']);
    },
  );
});

describe('a sequence with a long pause inside', () => {
  const escKey = `${ESC}[27u`;
  const LONG = 'a text of more than sixty characters that nobody would type ahead, ';
  it.each([
    ['Home after Esc', [ESC, '[H'], [escKey]],
    ['Home, byte by byte', [ESC, '[', 'H'], [escKey]],
    ['Home after its bracket', [`${ESC}[`, 'H'], [`${ESC}[H`]],
    ['End of a keypad', [ESC, 'OF'], [escKey]],
    ['Delete and a key after it', [ESC, '[3~j'], [escKey, 'j']],
    ['the mouse', [ESC, '[<0;10;', '5M'], [escKey]],
    ['a reply', [ESC, '[0n'], [escKey]],
    ['Home after a reply', [ESC, `${ESC}[0n`, '[H'], [escKey]],
    ['a paste', [ESC, `[200~HD\r${ESC}[201~`], [escKey, paste('HD\r')]],
    ['a long paste', [ESC, `[200~${LONG}`, `end${ESC}[201~`], [escKey, paste(`${LONG}end`)]],
  ])('key splitter: the rest of %s is not typed', (_name, [beginning = '', ...rest], keys) => {
    const input = start();

    input.feed(beginning);
    input.later(600);
    for (const read of rest) {
      input.feed(read);
      input.later(40);
    }
    input.later(1000);
    input.feed('k');

    expect(input.keys()).toEqual([...keys, 'k']);
  });

  it.each(['[', 'O', '[]', '[x', 'OK', '[1', 'H'])(
    'key splitter: the keys %s after an Esc reach the program',
    typed => {
      const input = start();

      input.feed(ESC);
      input.later(60);
      for (const key of typed) {
        input.feed(key);
        input.later(60);
      }

      expect(input.keys()).toEqual([escKey, ...typed]);
    },
  );

  it('key splitter: long after an Esc, the letters of a sequence are typed', () => {
    const input = start();

    input.feed(ESC);
    input.later(3000);
    input.feed('[H');

    expect(input.keys()).toEqual([escKey, '[', 'H']);
  });
});

it('key splitter: a lone Esc becomes a key after a pause', () => {
  const input = start();

  input.feed(ESC);
  input.later(49);
  expect(input.keys()).toEqual([]);
  input.later(1);

  expect(input.keys()).toEqual([`${ESC}[27u`]);
  expect(input.alone()).toEqual([true]);
});

it.each([
  ['a colour', `${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\`],
  ['a colour, ended by BEL', `${ESC}]11;rgb:ffff/ffff/ffff\x07`],
  ['a setting', `${ESC}P1$r0m${ESC}\\`],
  ['a picture protocol', `${ESC}_Gi=1;OK${ESC}\\`],
  ['what the terminal is', `${ESC}[?62;22c`],
  ['a mode', `${ESC}[?2026;2$y`],
])('key splitter: the reply about %s is not a key', (_name, reply) => {
  const input = start();

  input.feed(`a${reply}b`);

  expect(input.keys()).toEqual(['a', 'b']);
  expect(input.replies).toEqual([reply]);
});

it('key splitter: an old mouse report includes its three characters', () => {
  const input = start();

  input.feed(`${ESC}[M dq`);
  input.feed(`${ESC}[M`);
  input.feed(' d');
  input.feed('qj');

  expect(input.keys()).toEqual(['j']);
});

describe('a paste', () => {
  it('key splitter: a paste is one complete token, and never alone', () => {
    const input = start();

    input.feed(paste('a\nb\x03'));
    input.later(50);

    expect(input.keys()).toEqual([paste('a\nb\x03')]);
    expect(input.alone()).toEqual([false]);
  });

  it('key splitter: a paste split anywhere is joined', () => {
    const input = start();

    for (const character of paste('dy\r')) input.feed(character);
    input.later(50);

    expect(input.keys()).toEqual([paste('dy\r')]);
  });

  it('key splitter: text after a forged end marker stays in the paste, also in the next read', () => {
    const input = start();

    input.feed(`${ESC}[200~a${ESC}[201~dy\r`);
    input.feed(`name\r${ESC}[201~`);
    input.later(50);

    expect(input.keys()).toEqual([paste('ady\rname\r')]);
  });

  it('key splitter: removing a marker from a paste cannot form another one', () => {
    const input = start();

    input.feed(`${ESC}[200~${ESC}[20${ESC}[201~1~dy\r${ESC}[201~`);
    input.later(50);

    expect(input.keys()).toEqual([paste('[201~dy\r')]);
  });

  it('key splitter: a paste without an end ends after a pause, and keys work again', () => {
    const input = start();

    input.feed(`${ESC}[200~abc`);
    input.later(999);
    expect(input.keys()).toEqual([]);
    input.later(1);
    input.feed('j');

    expect(input.keys()).toEqual([paste('abc'), 'j']);
  });

  it('key splitter: a paste without an end does not delay Ctrl-C', () => {
    const input = start();

    input.feed(`${ESC}[200~abc`);
    input.feed('\x03');

    expect(input.keys()).toEqual([paste('abc'), '\x03']);
  });

  it('key splitter: a paste of any size takes limited memory', () => {
    const input = start();

    input.feed(`${ESC}[200~`);
    for (let i = 0; i < 40; i++) input.feed('x'.repeat(1 << 16));
    input.feed(`${ESC}[201~`);
    input.later(50);

    expect(input.keys().map(key => key.length)).toEqual([(1 << 20) + 12]);
  });

  it('key splitter: a stray end marker is not a key', () => {
    const input = start();

    input.feed(`${ESC}[201~j`);

    expect(input.keys()).toEqual(['j']);
  });
});
