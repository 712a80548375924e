import type { Document, DocumentNode } from '../../../json/tree.ts';
import { type DocumentLine, documentLines, foldedLine, type Notation } from '../../../json/tree-lines.ts';
import { MASK } from '../../../resources/field.ts';
import { memo, memoFields } from '../../../text/memo.ts';
import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, wrap } from '../../../text/width.ts';
import { type Line, type Span, span, textLine } from '../../facts/line.ts';
import type { Folds } from '../../state/place.ts';

export type ReaderRow = {
  readonly id: string;
  /** Index of the row's line; a wrapped line has several rows. */
  readonly at: number;
  readonly line: DocumentLine;
  readonly isFolded?: true;
  /** Content of the row when the line is wrapped. */
  readonly spans?: readonly Span[];
};

/** A document on the screen: all its lines, and the rows left after folding. */
export type Reader = {
  readonly document: Document;
  readonly lines: readonly DocumentLine[];
  readonly rows: readonly ReaderRow[];
};

export type DocumentOptions = {
  readonly format: Notation;
  readonly folds: Folds;
  readonly wrapAt: number | undefined;
};

/** Maximum number of characters of a row that is cut at the end of the screen. */
const MAX_CUT = 4000;
/** Maximum number of characters of a wrapped line; the pager shows longer ones. */
const MAX_WRAPPED = 64 * 1024;
/** Cells at the left for the mark of the cursor. */
const MARGIN = 3;
const HANG = 4;
const PLAIN = /^[ -~]*$/;
/** Maximum number of cells of one character after cleaning: `<U+FFFF>`. */
const WIDEST_UNIT = 8;

export const isFolded = ({ fromDepth, except }: Folds, { depth, id }: DocumentNode): boolean =>
  depth >= fromDepth !== except.has(id);

const spaces = (many: number): SafeText => repeat(safe` `, many);

function valueStyle({ value }: DocumentLine, folded: boolean): Span['style'] {
  return folded || value === 'null' || value === MASK || value === `"${MASK}"` ? 'dim' : 'plain';
}

function cutSpans({ line, ...row }: ReaderRow): readonly Span[] {
  return [
    span(safe`${spaces(MARGIN + line.indent)}${clean(line.lead)}`),
    span(clean(line.key, MAX_CUT), 'label'),
    span(clean(line.colon)),
    span(clean(line.value, MAX_CUT), valueStyle(line, row.isFolded === true)),
    span(clean(line.tail)),
  ];
}

/** Returns true if a line surely fits on one row. Measures no cells, because most lines are short. */
function isShort({ indent, lead, key, colon, value, tail }: DocumentLine, width: number): boolean {
  const plain = MARGIN + indent + lead.length + colon.length + tail.length;
  const units = key.length + value.length;
  if (plain + units > width) return false;
  return plain + units * WIDEST_UNIT <= width || (PLAIN.test(key) && PLAIN.test(value));
}

/** Returns the rows of a line wrapped below its value; undefined if one row is enough. */
function wrapLine(line: DocumentLine, width: number): readonly (readonly Span[])[] | undefined {
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

/**
 * Returns a function that gives lines their ids; the lines of one node (its text, its closing bracket) have
 * different ones.
 */
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

/** Returns the rows of a document. Cached until one of its inputs changes. */
export function documentReader(document: Document, { format, folds, wrapAt }: DocumentOptions): Reader {
  const lines = cachedLines(document, format);
  const rows = cachedRows(document, lines, folds);
  return cachedReader({
    document,
    lines,
    rows: wrapAt === undefined ? rows : cachedWrappedRows(rows, wrapAt),
  });
}

export function rowLine(row: ReaderRow): Line {
  return textLine(row.id, ...(row.spans ?? cutSpans(row)));
}

export const isCut = (row: ReaderRow, width: number): boolean =>
  row.spans === undefined &&
  cutSpans(row).reduce((used, { text }) => used + (used > width ? 1 : cells(text)), 0) > width;
