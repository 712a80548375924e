import type { Document, DocumentNode } from '../../../json/tree.ts';
import { type DocumentLine, documentLines, foldedLine, type Notation } from '../../../json/tree-lines.ts';
import { MASK } from '../../../resources/field.ts';
import { memo } from '../../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, wrap } from '../../../text/width.ts';
import type { Folds } from '../../state/place.ts';
import { type Line, type Span, span, textLine } from '../line.ts';

/** A row of a document on the screen. */
export type ReaderRow = {
  readonly id: string;
  /** Which of the lines it shows, or a part of. */
  readonly at: number;
  readonly line: DocumentLine;
  readonly isFolded?: true;
  /** What is on it, when the line is wrapped. */
  readonly spans?: readonly Span[];
};

/** A document as it is read: its lines, and the rows that are left of them where nodes are folded. */
export type Reader = {
  readonly document: Document;
  readonly lines: readonly DocumentLine[];
  readonly rows: readonly ReaderRow[];
};

/** What the rows of a document depend on besides the document. */
export type Reading = {
  readonly format: Notation;
  readonly folds: Folds;
  readonly wrapAt: number | undefined;
};

/** Units of a row that is cut at the end of the screen: no screen is wider. */
const MOST_CUT = 4000;
/** Units of a line that is wrapped; the pager shows even longer ones. */
const MOST_WRAPPED = 64 * 1024;
/** The cursor's mark stands here. */
const MARGIN = 3;
const HANG = 4;
const PLAIN = /^[ -~]*$/;
/** Cells that one unit of a text takes at most once it is cleaned: `<U+FFFF>`. */
const WIDEST_UNIT = 8;

export const isFolded = ({ fromDepth, except }: Folds, { depth, id }: DocumentNode): boolean =>
  depth >= fromDepth !== except.has(id);

const isInside = ({ node }: DocumentLine, { at, end }: DocumentNode): boolean => node >= at && node < end;

const spaces = (many: number): SafeText => repeat(safe` `, many);

function valueStyle({ value }: DocumentLine, folded: boolean): Span['style'] {
  return folded || value === 'null' || value === MASK || value === `"${MASK}"` ? 'dim' : 'plain';
}

function cutSpans({ line, ...row }: ReaderRow): readonly Span[] {
  return [
    span(safe`${spaces(MARGIN + line.indent)}${clean(line.lead)}`),
    span(clean(line.key, MOST_CUT), 'label'),
    span(clean(line.colon)),
    span(clean(line.value, MOST_CUT), valueStyle(line, row.isFolded === true)),
    span(clean(line.tail)),
  ];
}

/** Whether a line surely has room on one row: most lines are so short that nothing needs to be measured. */
function isShort({ indent, lead, key, colon, value, tail }: DocumentLine, width: number): boolean {
  const plain = MARGIN + indent + lead.length + colon.length + tail.length;
  const units = key.length + value.length;
  if (plain + units > width) return false;
  return plain + units * WIDEST_UNIT <= width || (PLAIN.test(key) && PLAIN.test(value));
}

/** A line in as many rows as it takes, all of them below its value; undefined when one will do. */
function wrapped(line: DocumentLine, width: number): readonly (readonly Span[])[] | undefined {
  if (isShort(line, width)) return undefined;
  const lead = safe`${spaces(MARGIN + line.indent)}${clean(line.lead)}`;
  const key = clean(line.key, MOST_WRAPPED);
  const before = safe`${lead}${key}${clean(line.colon)}`;
  const value = clean(line.value + line.tail, MOST_WRAPPED);
  if (cells(before) + cells(value) <= width) return undefined;
  if (cells(before) <= width / 2) {
    const under = spaces(cells(before));
    const rows = wrap(value, width - cells(before));
    const named = [span(lead), span(key, 'label'), span(clean(line.colon))];
    const style = valueStyle(line, false);
    return rows.map((text, at) => [...(at === 0 ? named : [span(under)]), span(text, style)]);
  }
  // The key leaves no room beside it: both are wrapped as one.
  const indent = Math.min(cells(lead), Math.floor(width / 2));
  const rows = wrap(safe`${key}${clean(line.colon)}${value}`, width - indent - HANG);
  return rows.map((text, at) => [span(spaces(at === 0 ? indent : indent + HANG)), span(text)]);
}

/** What tells the lines of one node apart: the end of what it holds, and the lines of a text. */
function idsOf(document: Document): (line: DocumentLine) => string {
  let last = -1;
  let count = 0;
  return ({ node: at, opens }) => {
    const node = document.nodes[at];
    count = at === last ? count + 1 : 0;
    last = at;
    const isEnd = opens === undefined && (node?.end ?? 0) > at + 1;
    return `${node?.id ?? at}${isEnd ? ' end' : count === 0 ? '' : ` ${count}`}`;
  };
}

/** The rows that are left of the lines, each told by its line, where nodes are folded. */
function foldedRows(document: Document, lines: readonly DocumentLine[], folds: Folds): readonly ReaderRow[] {
  const rows: ReaderRow[] = [];
  const idOf = idsOf(document);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const node = document.nodes[line.opens ?? -1];
    let next = at + 1;
    if (node !== undefined && isFolded(folds, node)) {
      for (let inner = lines[next]; inner !== undefined && isInside(inner, node); inner = lines[next]) next++;
      const tail = lines[next - 1]?.tail ?? '';
      rows.push({ id: node.id, at, line: foldedLine(line, node, tail), isFolded: true });
    } else rows.push({ id: idOf(line), at, line });
    at = next;
  }
  return rows;
}

const withParts = (rows: readonly ReaderRow[], width: number): readonly ReaderRow[] =>
  rows.flatMap(row => {
    const parts = wrapped(row.line, width);
    if (parts === undefined) return [row];
    return parts.map((spans, at) => ({ ...row, id: at === 0 ? row.id : `${row.id} +${at}`, spans }));
  });

const linesOf = memo(documentLines);
const rowsOf = memo((...[document, lines, folds]: [Document, readonly DocumentLine[], Folds]) =>
  foldedRows(document, lines, folds),
);
const wrappedRows = memo(withParts);
const readerOf = memo(
  (...[document, lines, rows]: [Document, readonly DocumentLine[], readonly ReaderRow[]]): Reader => ({
    document,
    lines,
    rows,
  }),
);

/** A document as it is read now. The same again as long as nothing of it has changed. */
export function documentReader(document: Document, { format, folds, wrapAt }: Reading): Reader {
  const lines = linesOf(document, format);
  const rows = rowsOf(document, lines, folds);
  return readerOf(document, lines, wrapAt === undefined ? rows : wrappedRows(rows, wrapAt));
}

/** A row as a line of the screen. */
export function rowLine(row: ReaderRow): Line {
  return textLine(row.id, ...(row.spans ?? cutSpans(row)));
}

/** Whether a row goes on beyond the end of the screen. */
export const isCut = (row: ReaderRow, width: number): boolean =>
  row.spans === undefined &&
  cutSpans(row).reduce((used, { text }) => used + (used > width ? 1 : cells(text)), 0) > width;
