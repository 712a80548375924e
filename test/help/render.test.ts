import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/help/render.ts';

test.each<[what: string, width: number, markdown: readonly string[], shown: readonly string[]]>([
  [
    'paragraphs and list items wrap at the width, items with a hanging indent',
    24,
    [
      ...['One two three four five six', 'seven eight nine.', ''],
      ...['- An item that is longer than one line.', '- Short.'],
    ],
    [
      ...['One two three four five', 'six seven eight nine.', ''],
      ...['- An item that is longer', '  than one line.', '- Short.', ''],
    ],
  ],
  [
    'headings are in capitals, numbered items keep their numbers',
    20,
    ['## How it works', '', '1. First this, then', '   that.', '2. Second.'],
    ['HOW IT WORKS', '', '1. First this, then', '   that.', '2. Second.', ''],
  ],
  [
    'code blocks keep their lines, however long',
    10,
    ['Try:', '', '```sh', 'botscope bots ls   # all', '', 'botscope health', '```', '', 'End.'],
    ['Try:', '', '    botscope bots ls   # all', '', '    botscope health', '', 'End.', ''],
  ],
  [
    'a table is aligned, and its last column wraps',
    42,
    [
      '| key | what it does |',
      '|---|---|',
      '| `j` | down |',
      '| `a\\|b` | opens the record under the cursor and more |',
    ],
    ['key    what it does', '`j`    down', '`a|b`  opens the record under the cursor', '       and more', ''],
  ],
  [
    'a table that is too wide is printed row by row',
    30,
    [
      '| flag | meaning | variable |',
      '|---|---|---|',
      '| `--demo` | show sample data, no account needed | |',
      '| `--ext` | more | `BOTSCOPE_EXT` |',
    ],
    [
      ...['`--demo`', '    meaning: show sample data,', '      no account needed'],
      ...['`--ext`', '    meaning: more', '    variable: `BOTSCOPE_EXT`', ''],
    ],
  ],
  [
    'a link keeps its address, a link to a topic only its text; comments are left out',
    80,
    ['<!-- keys -->', 'See [the site](https://x.example) and [`botscope help keys`](keys.md).'],
    ['See the site (https://x.example) and `botscope help keys`.', ''],
  ],
])('rendered Markdown: %s', (_what, width, markdown, shown) => {
  expect(renderMarkdown(markdown.join('\n'), { width, hasColours: false })).toBe(shown.join('\n'));
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
