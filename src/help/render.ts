import { cells } from '../text/width.ts';

type Page = Readonly<{ width: number; hasColours: boolean }>;

const [BOLD, CYAN, PLAIN] = ['\u001b[1m', '\u001b[36m', '\u001b[0m'];
const GAP = '  ';
/** In cells, a last column of a table that is still readable. */
const LEAST = 28;
const ITEM = /^(?:- |\d+\. )/;

/**
 * The Markdown of the topics: headings, paragraphs, lists of one level (`-` or numbered), tables, code
 * blocks, `code` and links. Code blocks are for copying and not wrapped.
 */
export function renderMarkdown(markdown: string, page: Page): string {
  const text = markdown.replace(/<!--[\s\S]*?-->\n?/g, '').trim();
  // Blocks are separated by blank lines; those within a code block belong to it.
  const blocks = text.match(/```[\s\S]*?\n```|(?:.+\n?)+?(?=\n|```|$)/g) ?? [];
  return `${blocks.map(block => blockText(block.trim(), page)).join('\n\n')}\n`;
}

function blockText(block: string, page: Page) {
  const [, heading] = /^#+ (.*)$/.exec(block) ?? [];
  const title = heading?.toUpperCase();
  if (title !== undefined) return page.hasColours ? `${BOLD}${title}${PLAIN}` : title;
  if (block.startsWith('```')) return codeBlock(block);
  if (block.startsWith('|')) return coloured(table(block, page), page);
  const lines = ITEM.test(block)
    ? block.split(/\n(?=- |\d+\. )/).flatMap(item => itemLines(item, page))
    : wrapped(inline(block), page);
  return coloured(lines.join('\n'), page);
}

function itemLines(item: string, page: Page): readonly string[] {
  const [first = ''] = ITEM.exec(item) ?? [];
  return wrapped(inline(item.slice(first.length)), page, { first, rest: ' '.repeat(first.length) });
}

const codeBlock = (block: string) =>
  block
    .split('\n')
    .slice(1, -1)
    .map(line => `    ${line}`.trimEnd())
    .join('\n');

/** One line. A link to another topic becomes its text, which names the command. */
const inline = (text: string) =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_all, label: string, target: string) =>
      target.endsWith('.md') ? label : `${label} (${target})`,
    );

/** Cyan in place of backticks; without colours they stay. */
const coloured = (text: string, { hasColours }: Page) =>
  hasColours ? text.replace(/`([^`]*)`/g, `${CYAN}$1${PLAIN}`) : text;

const widthOf = (text: string, { hasColours }: Page) => cells(hasColours ? text.replaceAll('`', '') : text);

function wrapped(text: string, page: Page, { first, rest } = { first: '', rest: '' }) {
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

/** The widest column wraps. Each row becomes a block of lines if it has no room. */
function table(block: string, page: Page) {
  const [head = [], , ...rows] = block.split('\n').map(cellsOf);
  const all = [head, ...rows];
  const widths = head.map((_title, at) => Math.max(...all.map(row => widthOf(row[at] ?? '', page))));
  const widest = widths.indexOf(Math.max(...widths));
  const others = widths.reduce((sum, width, at) => sum + (at === widest ? 0 : width + GAP.length), 0);
  const room = page.width - others;
  const isNarrow = room < Math.min(LEAST, widths[widest] ?? 0);
  if (isNarrow) return rows.map(row => rowBlock(head, row, page)).join('\n');
  const fitting = widths.map((width, at) => (at === widest ? Math.min(width, room) : width));
  const padded = (row: readonly string[]) =>
    row.map((cell, at) => cell + ' '.repeat(Math.max(0, (fitting[at] ?? 0) - widthOf(cell, page)))).join(GAP);
  const lines = all.flatMap(row =>
    wrapped(row[widest] ?? '', { ...page, width: room }).map((line, index) =>
      padded(row.map((cell, at) => (at === widest ? line : index === 0 ? cell : ''))),
    ),
  );
  return lines.map(line => line.trimEnd()).join('\n');
}

function rowBlock(head: readonly string[], [first = '', ...others]: readonly string[], page: Page) {
  const lines = others.flatMap((cell, at) =>
    cell === '' ? [] : wrapped(`${head[at + 1]}: ${cell}`, page, { first: '    ', rest: '      ' }),
  );
  return [first, ...lines].join('\n');
}
