import { isList, isObject, type Json } from './json.ts';
import { childrenOf, type Document, type DocumentNode } from './tree.ts';

/** How a document is written. */
export type Format = 'yaml' | 'json';

/** One line of a written document, in its parts: they follow one another. Not yet safe to show. */
export type DocumentLine = {
  /** The node whose value it holds, begins or ends. */
  readonly node: number;
  /** The node that is folded here: what follows, up to its end, is inside it. */
  readonly opens?: number;
  /** Spaces before it. */
  readonly indent: number;
  /** What says that it is an item of a list: `- `. */
  readonly lead: string;
  /** The key as written, and what parts it from the value. */
  readonly key: string;
  readonly colon: string;
  readonly value: string;
  /** What parts it from the next one. */
  readonly tail: string;
};

type Parts = Partial<Omit<DocumentLine, 'node'>>;
const line = (node: number, parts: Parts): DocumentLine => ({
  node,
  indent: 0,
  lead: '',
  key: '',
  colon: '',
  value: '',
  tail: '',
  ...parts,
});

/** How far what is inside stands to the right. */
const STEP = 2;

/** A value in one piece: numbers keep the digits that were sent. */
const written = (value: Json): string => JSON.stringify(value);

function jsonLines(document: Document): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  const write = ({ at, key, value, depth, end }: DocumentNode, tail: string): void => {
    const named = typeof key === 'string' ? { key: JSON.stringify(key), colon: ': ' } : {};
    const indent = depth * STEP;
    if (end === at + 1) {
      lines.push(line(at, { indent, ...named, value: written(value), tail }));
      return;
    }
    const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
    lines.push(line(at, { indent, ...named, value: open, opens: at }));
    for (const child of childrenOf(document, at)) write(child, child.end === end ? '' : ',');
    lines.push(line(at, { indent, value: close, tail }));
  };
  for (const whole of document.nodes.slice(0, 1)) write(whole, '');
  return lines;
}

const blockOf = ({ value }: DocumentNode): ReturnType<typeof yamlBlock> =>
  typeof value === 'string' ? yamlBlock(value) : undefined;

// A key beyond 1024 characters has to be announced (YAML 1.2, 7.4.2).
const isLong = ({ key }: DocumentNode): boolean => typeof key === 'string' && key.length > 150;

/** A node that takes one line in YAML: it may stand on the line of the item it begins. */
const isShort = (node: DocumentNode): boolean =>
  node.end === node.at + 1 && blockOf(node) === undefined && !isLong(node);

const yamlValue = (value: Json): string => (typeof value === 'string' ? yamlText(value) : written(value));

/** What stands before a value: `key: `, a dash, or nothing for the whole. */
function yamlName(node: DocumentNode): Parts {
  if (node.key === undefined) return {};
  const colon = node.end > node.at + 1 ? ':' : ': ';
  if (typeof node.key === 'number') return { lead: '- ' };
  return isLong(node) ? { lead: colon } : { key: yamlText(node.key), colon };
}

/** A node without parts: one line, or a text in lines of its own. */
function yamlLeaf(node: DocumentNode, indent: number): readonly DocumentLine[] {
  const { at, value } = node;
  const block = blockOf(node);
  const named = { indent, ...yamlName(node) };
  if (block === undefined) return [line(at, { ...named, value: yamlValue(value) })];
  return [
    line(at, { ...named, opens: at, value: block.head }),
    ...block.lines.map(text => line(at, { indent: text === '' ? 0 : indent + STEP, value: text })),
  ];
}

function yamlLines(document: Document): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  // One by one: a text may have more lines than a call takes arguments.
  const append = (more: readonly DocumentLine[]): void => {
    for (const each of more) lines.push(each);
  };
  /** An item of a list that is an object: its first key stands beside the dash. */
  const writeItem = (item: DocumentNode, indent: number): void => {
    const [first, ...others] = childrenOf(document, item.at);
    const isBeside = typeof first?.key === 'string' && isShort(first);
    for (const begin of isBeside ? yamlLeaf(first, indent) : [line(item.at, { indent, lead: '-' })]) {
      lines.push({ ...begin, lead: isBeside ? '- ' : '-', opens: item.at });
    }
    const inside = isBeside ? others : childrenOf(document, item.at);
    for (const child of inside) write(child, indent + STEP);
  };
  const write = (node: DocumentNode, indent: number): void => {
    const { at, key } = node;
    if (typeof key === 'string' && isLong(node))
      lines.push(line(at, { indent, lead: '? ', key: yamlText(key) }));
    if (node.end === at + 1) {
      append(yamlLeaf(node, indent));
      return;
    }
    if (typeof key === 'number') return writeItem(node, indent);
    if (key !== undefined) lines.push(line(at, { opens: at, indent, ...yamlName(node) }));
    const inside = key === undefined ? indent : indent + STEP;
    for (const child of childrenOf(document, at)) write(child, inside);
  };
  for (const whole of document.nodes.slice(0, 1)) write(whole, 0);
  return lines;
}

/** A document in lines, none of them folded. */
export function documentLines(document: Document, format: Format): readonly DocumentLine[] {
  return format === 'json' ? jsonLines(document) : yamlLines(document);
}

const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

/** What stands for the inside of a folded node: `{ 4 keys }`, `[ 12 items ]`, `| 3 lines`. */
function folded({ value }: DocumentNode): string {
  if (isList(value)) return `[ ${count(value.length, 'item')} ]`;
  if (isObject(value)) return `{ ${count(Object.keys(value).length, 'key')} }`;
  return `| ${count(String(value).replace(/\n$/, '').split('\n').length, 'line')}`;
}

/** The line that a folded node takes: `tail` is what its last line ends with. */
export function foldedLine(opening: DocumentLine, node: DocumentNode, tail: string): DocumentLine {
  const { indent, key, lead } = opening;
  const isNamed = node.at === opening.node && key !== '';
  return line(node.at, {
    opens: node.at,
    indent,
    lead: lead === '' ? '' : `${lead.trim()} `,
    ...(isNamed ? { key, colon: ': ' } : {}),
    value: folded(node),
    tail,
  });
}

/** A line as it is written. */
export const lineText = ({ indent, lead, key, colon, value, tail }: DocumentLine): string =>
  `${' '.repeat(indent)}${lead}${key}${colon}${value}${tail}`;

/** A document as one text, whole: for a file, a pager or the clipboard. Not safe to show as it is. */
export function documentText(document: Document, format: Format): string {
  return documentLines(document, format).map(lineText).join('\n');
}

// Words that some reader of YAML takes for something else than text, in any case.
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
// Begins with a letter and holds nothing that YAML gives a meaning: so it is no number, time, alias or comment.
const isPlain = (text: string): boolean =>
  /^[\p{L}_/(](?:[^\p{C}\p{Z}:#]|:(?=[^\s\p{Z}])|(?<! )#| (?![#\p{Z}]))*$/u.test(text);
/** Text of several lines that can stand as it is: it begins with a letter or mark and holds nothing invisible. */
const isBlock = (text: string): boolean => /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}\ufeff]|\n)*$/u.test(text);

/** A text as a YAML scalar on one line: bare where every reader takes it for this text, else as JSON has it. */
function yamlText(text: string): string {
  return isPlain(text) && !/[ :]$/.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

/** A text of several lines as the head of a literal block and its lines; undefined where it is better quoted. */
function yamlBlock(
  text: string,
): { readonly head: '|' | '|-'; readonly lines: readonly string[] } | undefined {
  const isEnded = text.endsWith('\n');
  const body = isEnded ? text.slice(0, -1) : text;
  if (!body.includes('\n') || body.endsWith('\n') || !isBlock(body)) return undefined;
  return { head: isEnded ? '|' : '|-', lines: body.split('\n') };
}
