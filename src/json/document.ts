import { escaped } from '../text/sanitise.ts';
import { isList, isObject, type Json } from './json.ts';

export type DocumentNode = Readonly<{
  at: number;
  /** -1 for the root. */
  parent: number;
  /** Name or index; undefined for the root. */
  key: string | number | undefined;
  depth: number;
  value: Json;
  /** After the last node inside this one. */
  end: number;
  id: string;
}>;

/** Nodes in reading order, the root first. */
export type Document = Readonly<{
  nodes: readonly DocumentNode[];
  /** Of the root in its record. */
  base: readonly string[];
}>;

type MutableNode = { -readonly [K in keyof DocumentNode]: DocumentNode[K] };

// Keys come from the server: without limits the ids of deeply nested nodes would grow without bound.
const MAX_STEP = 40;
const MAX_ID = 400;

function idOf(parentId: string, key: string | number, at: number) {
  if (parentId.length > MAX_ID) return `#${at}`;
  // No key has `~#` in its step: its own `~` is written as `~0`.
  const isLong = typeof key === 'string' && key.length > MAX_STEP;
  return `${parentId}/${isLong ? `~#${at}` : String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Recursion is safe: every record has passed `redact`, which bounds its depth. */
export function documentOf(root: Json, base: readonly string[] = []): Document {
  const whole = { at: 0, parent: -1, key: undefined, depth: 0, value: root, end: 1, id: '.' };
  const nodes: MutableNode[] = [whole];
  const append = (value: Json, key: string | number, parent: MutableNode) => {
    const at = nodes.length;
    const id = idOf(parent.id, key, at);
    const node = { at, parent: parent.at, key, depth: parent.depth + 1, value, end: at + 1, id };
    nodes.push(node);
    fill(node);
  };
  const fill = (node: MutableNode) => {
    const { value } = node;
    if (isList(value)) for (const [index, item] of value.entries()) append(item, index, node);
    else if (isObject(value)) for (const name of Object.keys(value)) append(value[name] ?? null, name, node);
    node.end = nodes.length;
  };
  fill(whole);
  return { nodes, base };
}

function childrenOf({ nodes }: Document, at: number): readonly DocumentNode[] {
  const children: DocumentNode[] = [];
  const end = nodes[at]?.end ?? 0;
  for (let next = nodes[at + 1]; next !== undefined && next.at < end; next = nodes[next.end])
    children.push(next);
  return children;
}

/** The index of the node at a path from the root; of the nearest one around it if there is none. */
export function nodeAt(document: Document, [name, ...rest]: readonly string[], at = 0): number {
  const child = childrenOf(document, at).find(({ key }) => key === name);
  return child === undefined ? at : nodeAt(document, rest, child.at);
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** `isFirst`: without the dot before it. */
export function keyText(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  if (!PLAIN_KEY.test(key)) return `[${JSON.stringify(key)}]`;
  return isFirst ? key : `.${key}`;
}

export type Notation = 'yaml' | 'json';

/** Parts follow one another. Not cleaned yet. */
export type DocumentLine = Readonly<{
  node: number;
  opens?: number | undefined;
  indent: number;
  /** `- ` for an item of a list. */
  lead: string;
  key: string;
  colon: string;
  value: string;
  tail: string;
}>;

type LineParts = Partial<Omit<DocumentLine, 'node'>>;
/** Names each part: with spreads, raw text of 70,000 lines takes a key that is felt. */
const line = (
  node: number,
  { opens, indent = 0, lead = '', key = '', colon = '', value = '', tail = '' }: LineParts,
): DocumentLine => ({ node, opens, indent, lead, key, colon, value, tail });

/** Spaces a level. */
const STEP = 2;

function jsonLines(document: Document): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  const write = ({ at, key, value, depth, end }: DocumentNode, tail: string) => {
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

// YAML allows 1024 characters in a plain key (1.2, 7.4.2); escapes may grow it.
const isLong = ({ key }: DocumentNode) => typeof key === 'string' && key.length > 150;

/** It may follow the dash of its list item. */
const isShort = (node: DocumentNode) =>
  node.end === node.at + 1 && yamlBlock(node.value) === undefined && !isLong(node);

/** In YAML 1.1 an exponent needs a dot before it, and a sign. */
const yamlNumber = (digits: string) => digits.replace(/^(-?\d+)(?=e)/i, '$1.0').replace(/e\+?(?=\d)/i, 'e+');

const yamlValue = (value: Json) =>
  typeof value === 'string' ? yamlText(value) : yamlNumber(JSON.stringify(value));

function yamlName(node: DocumentNode): Pick<DocumentLine, 'lead' | 'key' | 'colon'> {
  if (typeof node.key !== 'string') return { lead: node.key === undefined ? '' : '- ', key: '', colon: '' };
  const colon = node.end > node.at + 1 ? ':' : ': ';
  return isLong(node) ? { lead: colon, key: '', colon: '' } : { lead: '', key: yamlText(node.key), colon };
}

function yamlLeaf(node: DocumentNode, indent: number): readonly DocumentLine[] {
  const { at, value } = node;
  const block = yamlBlock(value);
  const { lead, key, colon } = yamlName(node);
  if (block === undefined) return [line(at, { indent, lead, key, colon, value: yamlValue(value) })];
  return [
    line(at, { indent, lead, key, colon, opens: at, value: block.head }),
    ...block.lines.map(text => line(at, { indent: text === '' ? 0 : indent + STEP, value: text })),
  ];
}

function yamlLines(document: Document): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  const writeItem = (item: DocumentNode, indent: number) => {
    const [first, ...others] = childrenOf(document, item.at);
    const isBeside = typeof first?.key === 'string' && isShort(first);
    for (const begin of isBeside ? yamlLeaf(first, indent) : [line(item.at, { indent, lead: '-' })])
      lines.push({ ...begin, lead: isBeside ? '- ' : '-', opens: item.at });
    const inside = isBeside ? others : childrenOf(document, item.at);
    for (const child of inside) write(child, indent + STEP);
  };
  const write = (node: DocumentNode, indent: number) => {
    const { at, key } = node;
    if (isLong(node)) lines.push(line(at, { indent, lead: '? ', key: yamlText(`${key}`) }));
    if (node.end === at + 1) {
      // One by one: a text may have more lines than a call may have arguments.
      for (const each of yamlLeaf(node, indent)) lines.push(each);
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

export const documentLines = (document: Document, format: Notation): readonly DocumentLine[] =>
  format === 'json' ? jsonLines(document) : yamlLines(document);

export const lineText = ({ indent, lead, key, colon, value, tail }: DocumentLine) =>
  `${' '.repeat(indent)}${lead}${key}${colon}${value}${tail}`;

/** For a file, a pager or the clipboard. Not cleaned. */
export const documentText = (document: Document, format: Notation): string =>
  documentLines(document, format).map(lineText).join('\n');

// Words that some YAML parsers do not read as text, in upper or lower case.
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
// The most frequent texts that are plain.
const NAME = /^[A-Za-z_][\w-]*$/;
// Begins with a letter and contains no YAML syntax: no parser reads it as a number, time, alias or comment.
const isPlain = (text: string) =>
  /^[\p{L}_/(](?:[^\p{C}\p{Z}:#]|:(?=[^\s\p{Z}])|(?<! )#| (?![#\p{Z}]))*$/u.test(text);
/** No space at its start, no invisible characters. */
const isBlock = (text: string) => /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}\ufeff]|\n)*$/u.test(text);

/** Plain if every YAML parser reads it as this text, else quoted; half a surrogate pair becomes U+FFFD. */
function yamlText(text: string) {
  const isReadAsText =
    !WORDS.test(text) &&
    (NAME.test(text) || (isPlain(text) && !/[ :]$/.test(text) && escaped(text, 'yaml') === text));
  return isReadAsText ? text : JSON.stringify(text.toWellFormed());
}

/** A literal block; undefined if the text must be quoted instead. */
function yamlBlock(text: Json) {
  if (typeof text !== 'string') return undefined;
  const isEnded = text.endsWith('\n');
  const body = isEnded ? text.slice(0, -1) : text;
  if (!body.includes('\n') || body.endsWith('\n') || !isBlock(body) || escaped(body, 'yaml') !== body)
    return undefined;
  return { head: isEnded ? '|' : '|-', lines: body.split('\n') };
}
