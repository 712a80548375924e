import fc from 'fast-check';

/** Invisible characters and ones that control a terminal; independent of the code under test. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

const MARKS = [
  ...'\x00\x07\b\t\n\r\x1b\x7f\x80\x9b\x9d\xad\u0300\u0301',
  ...'\u034f\u061c\u180e\u200b\u200e\u2028\u2029\u202a\u202e\u2060\u2065\u2066\u2069',
  ...'\u20e3\u2800\u3164\ufeff\ufff0\ufffc\ude00\u{e0041}\u{e01ef}\u{1d173}\ud83d',
];

const SEQUENCES = [
  '\x1b[31m',
  '\x1b]52;c;aGk=\x07',
  '\x1b]8;;https://example.org\x1b\\',
  '\x1bP1$r\x1b\\',
  '\x9b6n',
] as const;

const anyUnit = fc.nat(0xffff).map(code => String.fromCharCode(code));
const printable = fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code));

export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...MARKS) },
      { weight: 1, arbitrary: fc.constantFrom(...SEQUENCES) },
      { weight: 2, arbitrary: printable },
      { weight: 1, arbitrary: anyUnit },
      { weight: 1, arbitrary: fc.constantFrom('中', '한', '👍🏽', '👨‍👩‍👧', '🇩🇪', 'é', 'ﾞ', 'ဦ') },
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''));
