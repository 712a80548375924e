import { beforeEach, expect, test, vi } from 'vitest';
import { isUnmarkedPaste, splitter, type Token } from '../../../src/terminal/input/splitter.ts';
import { STATUS_REPLY } from '../../../src/terminal/sequences.ts';

const ESC = '\x1b';
const ESC_KEY = `${ESC}[27u`;
const ARROW = `${ESC}[B`;
const START = `${ESC}[200~`;
const END = `${ESC}[201~`;
const paste = (text: string) => START + text + END;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));

/** Reads of the terminal and pauses between them in milliseconds. */
type Script = readonly (string | number)[];

function split(script: Script) {
  const tokens: Token[] = [];
  const replies: string[] = [];
  const { feed } = splitter({ onTokens: more => tokens.push(...more), onReply: text => replies.push(text) });
  for (const each of script)
    if (typeof each === 'string') feed(each);
    else vi.advanceTimersByTime(each);
  return { keys: tokens.map(({ text }) => text), alone: tokens.map(({ alone }) => alone), replies };
}

const slowly = (...reads: readonly string[]): Script => reads.flatMap(read => [read, 40]);
const LONG = 'a text of more than sixty characters that nobody would type ahead, ';
const TEXT = 'Something is wrong with the bot since this morning,\nq\nq\nplease look at it: 9f3c21ab';

test.each<[name: string, script: Script, keys: readonly string[]]>([
  ['each letter is a key of its own', ['jjj'], ['j', 'j', 'j']],
  ['a typed answer and Enter are keys', ['yes\r'], ['y', 'e', 's', '\r']],
  ['both line ends are keys', ['\r\n'], ['\r', '\n']],
  ['arrows and Enter in one read are keys', [`${ARROW}${ARROW}\r`], [ARROW, ARROW, '\r']],
  ['control keys between letters are keys', ['a\x03b\x7f\tc\0'], ['a', '\x03', 'b', '\x7f', '\t', 'c', '\0']],
  ['Esc, then a key, are never meta', [`${ESC}j`], [ESC_KEY, 'j']],
  ['Esc, then an arrow, are two keys', [`${ESC}${ARROW}`], [ESC_KEY, ARROW]],
  ['Esc, then Enter, are two keys', [`${ESC}\r`], [ESC_KEY, '\r']],
  ['keys may have modifiers', [`${ESC}[1;5C${ESC}[3;2~`], [`${ESC}[1;5C`, `${ESC}[3;2~`]],
  ['a Linux console has function keys', [`${ESC}[[A${ESC}[[5~`], [`${ESC}[[A`, `${ESC}[[5~`]],
  ['rxvt has shifted keys', [`${ESC}[2$x`], [`${ESC}[2$`, 'x']],
  ['a keypad has keys', [`${ESC}OM${ESC}O5A`], [`${ESC}OM`, `${ESC}O5A`]],
  ['a letter keeps its accent behind it', ['e\u0301j'], ['e\u0301', 'j']],
  ['a family is one emoji', ['👨‍👩‍👧x'], ['👨‍👩‍👧', 'x']],
  ['a keycap, a flag and a Hangul syllable are keys', ['1️⃣🇳🇱각'], ['1️⃣', '🇳🇱', '각']],
  ['letters beside an emoji are keys', ['é😀j'], ['é', '😀', 'j']],
  ['an 8-bit control is no key', ['\u009bA'], ['A']],
  ['an old mouse report includes its three characters', [`${ESC}[M dq`, `${ESC}[M`, ' d', 'qj'], ['j']],
  ['a lone Esc waits', [ESC, 49], []],
  ['a lone Esc is a key after a pause', [ESC, 50], [ESC_KEY]],
  ['long after an Esc, the letters of a sequence are typed', [ESC, 3000, '[H'], [ESC_KEY, '[', 'H']],
  ['a paste is one complete token', [paste('a\nb\x03'), 50], [paste('a\nb\x03')]],
  ['a paste split anywhere is joined', [...paste('dy\r'), 50], [paste('dy\r')]],
  [
    'text after a forged end marker stays in the paste, also in the next read',
    [`${START}a${END}dy\r`, `name\r${END}`, 50],
    [paste('ady\rname\r')],
  ],
  [
    'removing a marker from a paste cannot form another one',
    [`${START}${ESC}[20${END}1~dy\r${END}`, 50],
    [paste('[201~dy\r')],
  ],
  ['a paste without an end waits', [`${START}abc`, 999], []],
  [
    'a paste without an end ends after a pause, and keys work again',
    [`${START}abc`, 1000, 'j'],
    [paste('abc'), 'j'],
  ],
  ['a paste without an end does not delay Ctrl-C', [`${START}abc`, '\x03'], [paste('abc'), '\x03']],
  ['reports of the focus are no keys', [`${ESC}[Ij${ESC}[O`], ['j']],
  ['a report of the focus in a paste is no text', [`${START}a${ESC}[Ib${END}`, 50], [paste('ab')]],
  ['a stray end marker is not a key', [`${END}j`], ['j']],
  [
    'a long unmarked paste in several reads is one, last letters included',
    [TEXT, 10, 'q', 60],
    [paste(`${TEXT}q`)],
  ],
  ['an unmarked paste does not delay Ctrl-C', [TEXT, '\x03'], [paste(TEXT), '\x03']],
])('key splitter: %s', (_name, script, keys) => {
  expect(split(script).keys).toEqual(keys);
});

test.each<[name: string, reads: readonly string[]]>([
  ['after Esc', [ESC, '[B']],
  ['after the bracket', [`${ESC}[`, 'B']],
  ['in every place', [ESC, '[', '1', ';', '5', 'B']],
  ['of a keypad', [`${ESC}O`, 'A']],
])('key splitter: a sequence torn %s is put together, and came alone', (_name, reads) => {
  expect(split(slowly(...reads))).toMatchObject({ keys: [reads.join('')], alone: [true] });
});

test.each([`${ESC}[`, `${ESC}[1;`, `${ESC}O`, `${ESC}]11;rgb:ff`, `${ESC}P1$r`, `${ESC}[M !`])(
  'key splitter: the endless sequence %j is dropped, and the keys after it are not',
  torn => {
    expect(split([torn, 500, 'j']).keys).toEqual(['j']);
  },
);

test.each([`${ESC}[1;`, `${ESC}O`, `${ESC}]52;c;`])(
  'key splitter: an incomplete sequence does not delay Ctrl-C: %j',
  torn => {
    expect(split([torn, '\x03']).keys).toEqual(['\x03']);
  },
);

test.each<[name: string, reads: readonly string[], keys: readonly string[]]>([
  ['Home after Esc', [ESC, '[H'], [ESC_KEY]],
  ['Home, byte by byte', [ESC, '[', 'H'], [ESC_KEY]],
  ['Home after its bracket', [`${ESC}[`, 'H'], [`${ESC}[H`]],
  ['End of a keypad', [ESC, 'OF'], [ESC_KEY]],
  ['Delete and a key after it', [ESC, '[3~j'], [ESC_KEY, 'j']],
  ['the mouse', [ESC, '[<0;10;', '5M'], [ESC_KEY]],
  ['a reply', [ESC, '[0n'], [ESC_KEY]],
  ['the focus', [ESC, '[I'], [ESC_KEY]],
  ['the focus after its bracket', [`${ESC}[`, 'O'], []],
  ['Home after a reply', [ESC, `${ESC}[0n`, '[H'], [ESC_KEY]],
  ['a paste', [ESC, `[200~HD\r${END}`], [ESC_KEY, paste('HD\r')]],
  ['a long paste', [ESC, `[200~${LONG}`, `end${END}`], [ESC_KEY, paste(`${LONG}end`)]],
])(
  'key splitter: after a long pause the rest of %s is not typed',
  (_name, [beginning = '', ...rest], keys) => {
    expect(split([beginning, 600, ...slowly(...rest), 1000, 'k']).keys).toEqual([...keys, 'k']);
  },
);

test.each(['[', 'O', '[]', '[x', 'OK', '[1', 'H'])(
  'key splitter: the keys %s after an Esc reach the program',
  typed => {
    expect(split([ESC, 60, ...[...typed].flatMap(key => [key, 60])]).keys).toEqual([ESC_KEY, ...typed]);
  },
);

test.each([
  ['a colour', `${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\`],
  ['a colour, ended by BEL', `${ESC}]11;rgb:ffff/ffff/ffff\x07`],
  ['a setting', `${ESC}P1$r0m${ESC}\\`],
  ['a picture protocol', `${ESC}_Gi=1;OK${ESC}\\`],
  ['the focus', `${ESC}[O`],
  ['what the terminal is', `${ESC}[?62;22c`],
  ['a mode', `${ESC}[?2026;2$y`],
])('key splitter: the reply about %s is not a key', (_name, reply) => {
  expect(split([`a${reply}b`])).toMatchObject({ keys: ['a', 'b'], replies: [reply] });
});

test('key splitter: a paste of any size takes limited memory', () => {
  const { keys } = split([START, ...Array(40).fill('x'.repeat(1 << 16)), END, 50]);

  expect(keys.map(key => key.length)).toEqual([(1 << 20) + 12]);
});

test.each([
  '9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34',
  '9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34\r',
  'intver_01J9ZK4T2M8Q',
  'https://dash.example.org/w/x',
  '/v1/admin/bots/abc',
  'bots?filter=dev:true&sort=-updatedAt',
  'bot/9f3c21ab-4d0e-4a53/issues/iss_01J',
  TEXT,
])('unmarked paste: %j in one read is a paste', text => {
  expect(split([text, 60])).toMatchObject({ keys: [paste(text)], alone: [false] });
});

test('unmarked paste: a reply in the same read is not part of it', () => {
  const read = `${STATUS_REPLY}9f3c21ab-4d0e-4a53${STATUS_REPLY}-9d1e-0c5b7a1e2f34\r`;

  expect(split([read, 60])).toMatchObject({
    keys: [paste('9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34\r')],
    replies: [STATUS_REPLY, STATUS_REPLY],
  });
});

test.each([
  'j'.repeat(300),
  'jk'.repeat(100),
  'support-prod\r',
  'support-prod-2024',
  ':bot 9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34\r',
  '/updated>2024-01-01 name:x',
  '1234',
  'jjjj\r\x1b[B\x1b[Bjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjabcdefghijklmnopqrstuvw',
  'delete 40\r',
])('unmarked paste: %j in one read is keys typed ahead', text => {
  expect(isUnmarkedPaste(text)).toBe(false);
});

test.each<[name: string, script: Script, alone: readonly boolean[]]>([
  ['is the only one in its read', ['d', 100, '\r', 100, ARROW, 100, '👨‍👩‍👧'], [true, true, true, true]],
  ['is a lone Esc', [ESC, 50], [true]],
  ['does not come with another key', ['dd', 100, 'y\r'], [false, false, false, false]],
  [
    'does not come with a reply, an incomplete sequence or junk',
    [`d${ESC}]11;x\x07`, 100, `${END}d`, 100, `d${ESC}[`],
    [false, false, false],
  ],
  ['does not come next to a waiting Esc', [ESC, 'd', 100, `d${ESC}`, 100], [false, false, false, false]],
  ['is not the end of an unmarked paste', ['delete', 5, '\r', 100, '\r'], [...Array(7).fill(false), true]],
  [
    'does not come from an incomplete sequence next to another key',
    [`j${ESC}[`, 100, 'x', 100, 'd'],
    [false, false, true],
  ],
  ['is never a paste', [paste('a\nb\x03'), 50], [false]],
])('lone key: %s', (_name, script, alone) => {
  expect(split(script).alone).toEqual(alone);
});
