import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/help/render.ts';

const plain = (markdown: string, width = 40): string =>
  renderMarkdown(markdown, { width, hasColours: false });

test('rendered Markdown: paragraphs and list items wrap at the width, items with a hanging indent', () => {
  expect(
    plain(
      'One two three four five six\nseven eight nine.\n\n- An item that is longer than one line.\n- Short.',
      24,
    ),
  ).toBe(
    [
      'One two three four five',
      'six seven eight nine.',
      '',
      '- An item that is longer',
      '  than one line.',
      '- Short.',
      '',
    ].join('\n'),
  );
});

test('rendered Markdown: headings are in capitals, numbered items keep their numbers', () => {
  expect(plain('## How it works\n\n1. First this, then\n   that.\n2. Second.', 20)).toBe(
    ['HOW IT WORKS', '', '1. First this, then', '   that.', '2. Second.', ''].join('\n'),
  );
});

test('rendered Markdown: code blocks keep their lines, however long', () => {
  expect(plain('Try:\n\n```sh\nbotscope bots ls   # all\n\nbotscope health\n```\n\nEnd.', 10)).toBe(
    'Try:\n\n    botscope bots ls   # all\n\n    botscope health\n\nEnd.\n',
  );
});

test('rendered Markdown: a table is aligned, and its last column wraps', () => {
  const table = [
    '| key | what it does |',
    '|---|---|',
    '| `j` | down |',
    '| `a\\|b` | opens the record under the cursor and more |',
  ];

  expect(plain(table.join('\n'), 42)).toBe(
    [
      'key    what it does',
      '`j`    down',
      '`a|b`  opens the record under the cursor',
      '       and more',
      '',
    ].join('\n'),
  );
});

test('rendered Markdown: a table that is too wide is printed row by row', () => {
  const table = [
    '| flag | meaning | variable |',
    '|---|---|---|',
    '| `--demo` | show sample data, no account needed | |',
    '| `--ext` | more | `BOTSCOPE_EXT` |',
  ];

  expect(plain(table.join('\n'), 30)).toBe(
    [
      '`--demo`',
      '    meaning: show sample data,',
      '      no account needed',
      '`--ext`',
      '    meaning: more',
      '    variable: `BOTSCOPE_EXT`',
      '',
    ].join('\n'),
  );
});

test('rendered Markdown: a link keeps its address, a link to a topic only its text; comments are left out', () => {
  expect(
    plain('<!-- keys -->\nSee [the site](https://x.example) and [`botscope help keys`](keys.md).', 80),
  ).toBe('See the site (https://x.example) and `botscope help keys`.\n');
});

test('rendered Markdown: colours take the place of backticks and do not change the layout', () => {
  const coloured = renderMarkdown('# Keys\n\n| key | does |\n|---|---|\n| `j` | down |\n| `Home` | first |', {
    width: 40,
    hasColours: true,
  });

  expect(coloured).toBe(
    '\u001b[1mKEYS\u001b[0m\n\nkey   does\n\u001b[36mj\u001b[0m     down\n\u001b[36mHome\u001b[0m  first\n',
  );
});
