import { cells } from '../text/width.ts';

/** The page that Markdown is rendered for. */
export type Page = { readonly width: number; readonly hasColours: boolean };

const [BOLD, CYAN, PLAIN] = ['\u001b[1m', '\u001b[36m', '\u001b[0m'];
const GAP = '  ';
/** The fewest cells in which the last column of a table is still readable. */
const LEAST = 28;
/** The beginning of a list item. */
const ITEM = /^(?:- |\d+\. )/;

/**
 * Renders the Markdown that the help topics use: headings, paragraphs, lists of one level (`-` or numbered),
 * tables, code blocks, `code` and links. Wraps to the width of the page, except for code blocks, which are
 * for copying.
 */
export function renderMarkdown(markdown: string, page: Page): string {
  const text = markdown.replace(/<!--[\s\S]*?-->\n?/g, '').trim();
  // Blocks are separated by blank lines; those within a code block belong to it.
  const blocks = text.match(/```[\s\S]*?\n```|(?:.+\n?)+?(?=\n|```|$)/g) ?? [];
  return `${blocks.map(block => blockText(block.trim(), page)).join('\n\n')}\n`;
}

function blockText(block: string, page: Page): string {
  const [, heading] = /^#+ (.*)$/.exec(block) ?? [];
  if (heading !== undefined) return headingText(heading, page);
  if (block.startsWith('```')) return codeBlock(block);
  if (block.startsWith('|')) return coloured(table(block, page), page);
  const lines = ITEM.test(block)
    ? block.split(/\n(?=- |\d+\. )/).flatMap(item => itemLines(item, page))
    : wrapped(inline(block), page);
  return coloured(lines.join('\n'), page);
}

/** A heading stands out without colours, too. */
const headingText = (heading: string, { hasColours }: Page): string =>
  hasColours ? `${BOLD}${heading.toUpperCase()}${PLAIN}` : heading.toUpperCase();

function itemLines(item: string, page: Page): readonly string[] {
  const [first = ''] = ITEM.exec(item) ?? [];
  return wrapped(inline(item.slice(first.length)), page, { first, rest: ' '.repeat(first.length) });
}

const codeBlock = (block: string): string =>
  block
    .split('\n')
    .slice(1, -1)
    .map(line => `    ${line}`.trimEnd())
    .join('\n');

/** Returns a paragraph in one line. A link to another topic becomes its text, which names the command. */
const inline = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_all, label: string, target: string) =>
      target.endsWith('.md') ? label : `${label} (${target})`,
    );

/** Code is cyan in place of its backticks; without colours the backticks stay. */
const coloured = (text: string, { hasColours }: Page): string =>
  hasColours ? text.replace(/`([^`]*)`/g, `${CYAN}$1${PLAIN}`) : text;

const widthOf = (text: string, { hasColours }: Page): number =>
  cells(hasColours ? text.replaceAll('`', '') : text);

type Indent = { readonly first: string; readonly rest: string };

/** The words of a text in lines that fit the page. */
function wrapped(
  text: string,
  page: Page,
  { first, rest }: Indent = { first: '', rest: '' },
): readonly string[] {
  const lines: string[] = [];
  const [start = '', ...words] = text.split(' ');
  let line = first + start;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (widthOf(longer, page) > page.width) {
      lines.push(line);
      line = rest + word;
    } else line = longer;
  }
  return [...lines, line];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(cell => inline(cell.trim()).replaceAll('\\|', '|'));

/** A table in columns; where the last one has no room, each row as a block of lines. */
function table(block: string, page: Page): string {
  const [head = [], , ...rows] = block.split('\n').map(cellsOf);
  const all = [head, ...rows];
  const widths = head.map((_title, at) => Math.max(...all.map(row => widthOf(row[at] ?? '', page))));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = page.width - before;
  const isNarrow = room < Math.min(LEAST, widths.at(-1) ?? 0);
  if (isNarrow) return rows.map(row => rowBlock(head, row, page)).join('\n');
  const padded = (row: readonly string[]): string =>
    row
      .slice(0, -1)
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell, page)) + GAP)
      .join('');
  const lines = all.flatMap(row =>
    wrapped(row.at(-1) ?? '', { ...page, width: room }).map(
      (line, at) => (at === 0 ? padded(row) : ' '.repeat(before)) + line,
    ),
  );
  return lines.map(line => line.trimEnd()).join('\n');
}

/** A row of a table that is too wide: its first cell, and below it the others with their titles. */
function rowBlock(head: readonly string[], [first = '', ...others]: readonly string[], page: Page): string {
  const lines = others.flatMap((cell, at) =>
    cell === '' ? [] : wrapped(`${head[at + 1]}: ${cell}`, page, { first: '    ', rest: '      ' }),
  );
  return [first, ...lines].join('\n');
}
