import { joinSafe, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized } from '../../../text/width.ts';
import { type Line, type Span, span, textLine, wrappedLines } from '../../facts/line.ts';
import { type Fact, factLines, factsIn, INDENT, LABEL_CELLS, type ShownField, valueLine } from './fields.ts';

/** Terminals with fewer columns have one column of facts. */
const TWO_COLUMNS_FROM = 80;
/** Cells of a time with its age, the longest value that leaves room for a second column at 80. */
const TIME_CELLS = 26;
const GAP = 2;

/** Columns of facts: cells of a label, and where the second column starts. */
type Columns = { readonly label: number; readonly second: number; readonly width: number };

function columnsOf(facts: readonly Fact[], width: number): Columns {
  const longest = facts.reduce((most, { name }) => Math.max(most, cells(name)), 0);
  const label = Math.min(LABEL_CELLS, longest + GAP);
  const second = Math.max(Math.floor(width / 2), INDENT.length + label + TIME_CELLS + GAP);
  return { label, second, width };
}

/** Returns the text of a fact for the second column, in full or brief; undefined if neither fits. */
function secondText(
  { isShort, texts, brief }: Fact,
  { label, second, width }: Columns,
): SafeText | undefined {
  const [text = safe``] = texts;
  const room = width - second - label - 1;
  return isShort ? [text, brief].find(form => form !== undefined && cells(form) <= room) : undefined;
}

const labelSpan = ({ name }: Fact, { label }: Columns): Span =>
  span(safe`${sized(name, label - 1)} `, 'label');

/** Returns the lines of a fact, and of `short` beside it if there is room; `beside` is undefined if not. */
function rowOf(fact: Fact, short: Fact | undefined, columns: Columns) {
  const { label, second } = columns;
  const [text = safe``, ...more] = fact.texts;
  const used = INDENT.length + label + cells(text);
  const isAlone = more.length > 0 || fact.below.length > 0 || cells(fact.name) >= label;
  if (isAlone || used >= columns.width)
    return { lines: factLines({ ...fact, labelWidth: label }), beside: undefined };
  const left = [span(INDENT), labelSpan(fact, columns), span(text, fact.style)];
  const beside = used + GAP > second ? undefined : short;
  const right =
    beside === undefined
      ? []
      : [
          span(repeat(safe` `, second - used)),
          labelSpan(beside, columns),
          span(secondText(beside, columns) ?? safe``, beside.style),
        ];
  const line = valueLine(fact.path, undefined, ...left, ...right);
  return { lines: [right.length > 0 ? { ...line, second: left.length } : line], beside };
}

/** Returns the lines of a section's facts: in two columns where there is room, short values in the second. */
export function sectionFacts(parts: readonly ShownField[], width: number): readonly Line[] {
  const facts = factsIn(parts);
  if (width < TWO_COLUMNS_FROM) return facts.flatMap(factLines);
  const columns = columnsOf(facts, width);
  const short = facts.filter(fact => secondText(fact, columns) !== undefined);
  const placed = new Set<Fact>();
  const isPlaced = (fact: Fact | undefined): boolean => fact !== undefined && placed.has(fact);
  let next = 0;
  return facts.flatMap(fact => {
    if (isPlaced(fact)) return [];
    placed.add(fact);
    while (isPlaced(short[next])) next++;
    const { lines, beside } = rowOf(fact, short[next], columns);
    if (beside !== undefined) placed.add(beside);
    return lines;
  });
}

const COUNT_GAP = safe`   `;

/** Returns the lines of a section that counts what a record has: `events 3   actions 5`. */
export function countLines(id: string, parts: readonly ShownField[], width: number): readonly Line[] {
  const rows: Fact[][] = [];
  let used = width;
  for (const fact of factsIn(parts)) {
    const needed = cells(safe`${COUNT_GAP}${fact.name} ${countOf(fact)}`);
    if (used + needed > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(fact);
    used += needed;
  }
  return rows.map((row, at) =>
    textLine(
      `${id}:${at}`,
      ...row.flatMap(fact => [
        span(safe`${COUNT_GAP}${fact.name} `, 'label'),
        span(countOf(fact), fact.style),
      ]),
    ),
  );
}

const countOf = ({ brief, texts }: Fact): SafeText => brief ?? joinSafe(texts, ' ');

/** Returns the line that names all fields without a value; none if there are none. */
export function emptyLines(id: string, parts: readonly ShownField[], width: number): readonly Line[] {
  const names = parts.flatMap(part => (part.kind === 'empty' ? [part.name] : []));
  if (names.length === 0) return [];
  return wrappedLines(id, span(safe`not set: ${joinSafe(names, ', ')}`, 'dim'), width);
}
