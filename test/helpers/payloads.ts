/** Texts that could control a terminal, as a hostile or careless server could send them in any string. */
export const payloads: readonly string[] = [
  '\u001b[2J\u001b[H',
  '\u001b[?1049l',
  '\u001bc',
  '\u001b]0;title\u0007',
  '\u001b]52;c;cm0gLXJmIH4K\u0007',
  '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u001b]8;;x\u001b[2J\u0007',
  '\u001b]0;x\u001b\u001b\\\u001b[2J\u0007',
  '\u001b]11;?\u0007',
  '\u001bP$q"p\u001b\\',
  '\u001b[6n\u001b[c',
  '\u001b[31;8mhidden',
  '\u009b2J\u009d0;c1\u0007',
  '\u0007\u0008\u0008\u0000\u007f',
  '\u202egnp.exe\u202c',
  '\u2066x\u2069\u200f',
  'a\u200bb\u2060c\ufeffd',
  'line\r\nbreak\rover\u2028sep\u2029par',
  'tab\there',
  '\ud800lone\udc00',
  `${'z\u0301\u0302\u0303'.repeat(20)}`,
  '漢字'.repeat(200),
  'x'.repeat(100_000),
  '__proto__',
  '{{7*7}} %s %n',
];

/**
 * Sequences that our program sends: styles, cursor, erasing, inserted and deleted lines, private modes, the
 * query that follows a frame, and one step back, never two in a row.
 */
const OWN =
  /\u001b\[[0-9;]*[mABCDEFGHJKLMXdfrST]|\u001b\[5n|\u001b\[\?[0-9;]+[hl]|\u001b\[[su]|\u0008(?!\u0008)/g;

/** Returns all control and invisible characters that are not part of our own sequences. */
export function foreignBytes(bytes: string): readonly string[] {
  const rest = bytes.replace(OWN, '');
  return [
    ...new Set(
      rest.match(
        /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      ) ?? [],
    ),
  ];
}
