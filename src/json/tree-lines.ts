import { escaped, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { isList, isObject, type Json } from './json.ts';
import { childrenOf, type Document, type DocumentNode } from './tree.ts';

/** The two notations of a document on the screen. */
export type Notation = 'yaml' | 'json';

/** One line of a document, split into parts that follow one another. Not cleaned yet. */
export type DocumentLine = {
  /** Index of the node that the line contains, begins or ends. */
  readonly node: number;
  /** Index of the node that can be folded on this line. */
  readonly opens?: number;
  /** Number of spaces before the line. */
  readonly indent: number;
  /** Marker before the key: `- ` for an item of a list. */
  readonly lead: string;
  readonly key: string;
  readonly colon: string;
  readonly value: string;
  /** The comma after the value, if any. */
  readonly tail: string;
};

type LineParts = Partial<Omit<DocumentLine, 'node'>>;
const line = (node: number, parts: LineParts): DocumentLine => ({
  node,
  indent: 0,
  lead: '',
  key: '',
  colon: '',
  value: '',
  tail: '',
  ...parts,
});

/** Spaces of indentation for each level. */
const STEP = 2;

function jsonLines(document: Document): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  const write = ({ at, key, value, depth, end }: DocumentNode, tail: string): void => {
    const named = typeof key === 'string' ? { key: JSON.stringify(key), colon: ': ' } : {};
    const indent = depth * STEP;
    if (end === at + 1) {
      lines.push(line(at, { indent, ...named, value: JSON.stringify(value), tail }));
      return;
    }
    const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
    lines.push(line(at, { indent, ...named, value: open, opens: at }));
    for (const child of childrenOf(document, at)) write(child, child.end === end ? '' : ',');
    lines.push(line(at, { indent, value: close, tail }));
  };
  for (const root of document.nodes.slice(0, 1)) write(root, '');
  return lines;
}

const blockOf = ({ value }: DocumentNode): ReturnType<typeof yamlBlock> =>
  typeof value === 'string' ? yamlBlock(value) : undefined;

// YAML allows at most 1024 characters in a plain key; longer ones need `? ` (YAML 1.2, 7.4.2). Escapes may
// grow a key.
const isLong = ({ key }: DocumentNode): boolean => typeof key === 'string' && key.length > 150;

/** True if a node takes one line in YAML, so that it may follow the dash of its list item. */
const isShort = (node: DocumentNode): boolean =>
  node.end === node.at + 1 && blockOf(node) === undefined && !isLong(node);

/** Formats a number so that YAML 1.1 reads it, too: there an exponent needs a dot before it, and a sign. */
const yamlNumber = (digits: string): string =>
  digits.replace(/^(-?\d+)(?=e)/i, '$1.0').replace(/e\+?(?=\d)/i, 'e+');

const yamlValue = (value: Json): string =>
  typeof value === 'string' ? yamlText(value) : yamlNumber(JSON.stringify(value));

/** Returns the parts before a value: `key: `, a dash, or nothing for the root. */
function yamlName(node: DocumentNode): LineParts {
  if (node.key === undefined) return {};
  const colon = node.end > node.at + 1 ? ':' : ': ';
  if (typeof node.key === 'number') return { lead: '- ' };
  return isLong(node) ? { lead: colon } : { key: yamlText(node.key), colon };
}

/** Returns the lines of a node without children: one line, or a block of text. */
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
  // One by one: a text may have more lines than a call may have arguments.
  const append = (more: readonly DocumentLine[]): void => {
    for (const each of more) lines.push(each);
  };
  /** Writes a list item that is an object: its first key follows the dash. */
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
  for (const root of document.nodes.slice(0, 1)) write(root, 0);
  return lines;
}

export function documentLines(document: Document, format: Notation): readonly DocumentLine[] {
  return format === 'json' ? jsonLines(document) : yamlLines(document);
}

/** Returns the placeholder of a folded node: `{ 4 keys }`, `[ 12 items ]`, `| 3 lines`. */
function folded({ value }: DocumentNode): string {
  if (isList(value)) return `[ ${counted(value.length, safe`item`)} ]`;
  if (isObject(value)) return `{ ${counted(Object.keys(value).length, safe`key`)} }`;
  return `| ${counted(String(value).replace(/\n$/, '').split('\n').length, safe`line`)}`;
}

/** Returns the one line of a folded node. `tail`: the tail of its last line. */
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

export const lineText = ({ indent, lead, key, colon, value, tail }: DocumentLine): string =>
  `${' '.repeat(indent)}${lead}${key}${colon}${value}${tail}`;

/** Returns a document as one text, for a file, a pager or the clipboard. Not cleaned. */
export function documentText(document: Document, format: Notation): string {
  return documentLines(document, format).map(lineText).join('\n');
}

// Words that some YAML parsers do not read as text, in upper or lower case.
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
// Begins with a letter and contains no YAML syntax: no parser reads it as a number, time, alias or comment.
const isPlain = (text: string): boolean =>
  /^[\p{L}_/(](?:[^\p{C}\p{Z}:#]|:(?=[^\s\p{Z}])|(?<! )#| (?![#\p{Z}]))*$/u.test(text);
/** True if text of several lines can be a literal block: no space at its start, no invisible characters. */
const isBlock = (text: string): boolean => /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}\ufeff]|\n)*$/u.test(text);

/**
 * Formats a text as a one-line YAML scalar: plain if every parser reads it as this text, else quoted as in
 * JSON. YAML has no form for half a surrogate pair, which becomes U+FFFD.
 */
function yamlText(text: string): string {
  const isReadAsText =
    isPlain(text) && !/[ :]$/.test(text) && !WORDS.test(text) && escaped(text, 'yaml') === text;
  return isReadAsText ? text : JSON.stringify(text.toWellFormed());
}

/** Formats a text of several lines as a literal block; undefined if it must be quoted instead. */
function yamlBlock(
  text: string,
): { readonly head: '|' | '|-'; readonly lines: readonly string[] } | undefined {
  const isEnded = text.endsWith('\n');
  const body = isEnded ? text.slice(0, -1) : text;
  if (!body.includes('\n') || body.endsWith('\n') || !isBlock(body) || escaped(body, 'yaml') !== body)
    return undefined;
  return { head: isEnded ? '|' : '|-', lines: body.split('\n') };
}
