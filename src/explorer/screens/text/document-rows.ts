import {
  type Document,
  type DocumentLine,
  type DocumentNode,
  documentLines,
  type Notation,
} from '../../../json/document.ts';
import { isList, isObject } from '../../../json/json.ts';
import { MASK } from '../../../resources/field.ts';
import { memo, memoFields } from '../../../text/memo.ts';
import { clean, repeat, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { cells, wrap } from '../../../text/width.ts';
import { type Line, type Span, type Spans, span, textLine } from '../../facts/line.ts';
import type { Folds } from '../../state/place.ts';

export type ReaderRow = Readonly<{
  id: string;
  /** Of the row's line; a wrapped line has several rows. */
  at: number;
  line: DocumentLine;
  isFolded?: true;
  spans?: Spans;
}>;

/** All lines, and the rows left after folding. */
export type Reader = Readonly<{
  document: Document;
  lines: readonly DocumentLine[];
  rows: readonly ReaderRow[];
}>;

const MAX_CUT = 4000;
/** Characters of a wrapped line; the pager shows longer ones. */
const MAX_WRAPPED = 64 * 1024;
const MARGIN = 3;
const HANG = 4;
const PLAIN = /^[ -~]*$/;
/** Cells of one character after cleaning: `<U+FFFF>`. */
const WIDEST_UNIT = 8;

export const isFolded = ({ fromDepth, except }: Folds, { depth, id }: DocumentNode): boolean =>
  depth >= fromDepth !== except.has(id);

const spaces = (many: number) => repeat(safe` `, many);

const valueStyle = ({ value }: DocumentLine, folded: boolean): Span['style'] =>
  folded || value === 'null' || value === MASK || value === `"${MASK}"` ? 'dim' : 'plain';

const cutSpans = ({ line, ...row }: ReaderRow): Spans => [
  span(safe`${spaces(MARGIN + line.indent)}${clean(line.lead)}`),
  span(clean(line.key, MAX_CUT), 'label'),
  span(clean(line.colon)),
  span(clean(line.value, MAX_CUT), valueStyle(line, row.isFolded === true)),
  span(clean(line.tail)),
];

/** Measures no cells, because most lines are short. */
function isShort({ indent, lead, key, colon, value, tail }: DocumentLine, width: number): boolean {
  const plain = MARGIN + indent + lead.length + colon.length + tail.length;
  const units = key.length + value.length;
  if (plain + units > width) return false;
  return plain + units * WIDEST_UNIT <= width || (PLAIN.test(key) && PLAIN.test(value));
}

function wrapLine(line: DocumentLine, width: number): readonly Spans[] | undefined {
  if (isShort(line, width)) return undefined;
  const lead = safe`${spaces(MARGIN + line.indent)}${clean(line.lead)}`;
  const key = clean(line.key, MAX_WRAPPED);
  const before = safe`${lead}${key}${clean(line.colon)}`;
  const value = clean(line.value + line.tail, MAX_WRAPPED);
  if (cells(before) + cells(value) <= width) return undefined;
  if (cells(before) <= width / 2) {
    const under = spaces(cells(before));
    const rows = wrap(value, width - cells(before));
    const named = [span(lead), span(key, 'label'), span(clean(line.colon))];
    const style = valueStyle(line, false);
    return rows.map((text, at) => [...(at === 0 ? named : [span(under)]), span(text, style)]);
  }
  // The key leaves no room beside it, so key and value are wrapped together.
  const indent = Math.min(cells(lead), Math.floor(width / 2));
  const rows = wrap(safe`${key}${clean(line.colon)}${value}`, width - indent - HANG);
  return rows.map((text, at) => [span(spaces(at === 0 ? indent : indent + HANG)), span(text)]);
}

function idsOf(document: Document): (line: DocumentLine) => string {
  let last = -1;
  let count = 0;
  return ({ node: at, opens }) => {
    const { id = String(at), end = 0 } = document.nodes[at] ?? {};
    count = at === last ? count + 1 : 0;
    last = at;
    if (opens === undefined && end > at + 1) return `${id} end`;
    return count === 0 ? id : `${id} ${count}`;
  };
}

/** `{ 4 keys }`, `[ 12 items ]`, `| 3 lines` */
function folded({ value }: DocumentNode): string {
  if (isList(value)) return `[ ${counted(value.length, safe`item`)} ]`;
  if (isObject(value)) return `{ ${counted(Object.keys(value).length, safe`key`)} }`;
  return `| ${counted(String(value).replace(/\n$/, '').split('\n').length, safe`line`)}`;
}

export function foldedLine(opening: DocumentLine, node: DocumentNode, tail: string): DocumentLine {
  const { indent, key, lead } = opening;
  const isNamed = node.at === opening.node && key !== '';
  return {
    ...{ node: node.at, opens: node.at, indent, lead: lead === '' ? '' : `${lead.trim()} ` },
    ...(isNamed ? { key, colon: ': ' } : { key: '', colon: '' }),
    ...{ value: folded(node), tail },
  };
}

function foldedRows(document: Document, lines: readonly DocumentLine[], folds: Folds): readonly ReaderRow[] {
  const rows: ReaderRow[] = [];
  const idOf = idsOf(document);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const node = document.nodes[line.opens ?? -1];
    let next = at + 1;
    if (node !== undefined && isFolded(folds, node)) {
      for (
        let inner = lines[next];
        inner && inner.node >= node.at && inner.node < node.end;
        inner = lines[next]
      )
        next++;
      const tail = lines[next - 1]?.tail ?? '';
      rows.push({ id: node.id, at, line: foldedLine(line, node, tail), isFolded: true });
    } else rows.push({ id: idOf(line), at, line });
    at = next;
  }
  return rows;
}

const cachedLines = memo(documentLines);
const cachedRows = memo(foldedRows);
const cachedWrappedRows = memo((rows: readonly ReaderRow[], width: number): readonly ReaderRow[] =>
  rows.flatMap(row => {
    const parts = wrapLine(row.line, width);
    if (parts === undefined) return [row];
    return parts.map((spans, at) => ({ ...row, id: at === 0 ? row.id : `${row.id} +${at}`, spans }));
  }),
);
const cachedReader = memoFields((reader: Reader) => reader);

export function documentReader(document: Document, format: Notation, folds: Folds, wrapAt?: number): Reader {
  const lines = cachedLines(document, format);
  const rows = cachedRows(document, lines, folds);
  return cachedReader({
    document,
    lines,
    rows: wrapAt === undefined ? rows : cachedWrappedRows(rows, wrapAt),
  });
}

export const rowLine = (row: ReaderRow): Line => textLine(row.id, ...(row.spans ?? cutSpans(row)));

export const isCut = (row: ReaderRow, width: number): boolean =>
  row.spans === undefined &&
  cutSpans(row).reduce((used, { text }) => used + (used > width ? 1 : cells(text)), 0) > width;
