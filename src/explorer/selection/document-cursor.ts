import { type DocumentNode, pathOf } from '../../json/tree.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { fitParts, joinLine, type Line, type Span, STAYS, span, spansText } from '../facts/line.ts';
import { type Content, contentOf, type Lines } from '../screens/content.ts';
import { isCut, type Reader, type ReaderRow } from '../screens/text/document-rows.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex } from './cursor.ts';

/** Returns the document on the screen; undefined if there is none or it is not loaded yet. */
export function readerOf(state: State): Reader | undefined {
  const content = contentOf(state);
  return content.kind === 'lines' ? content.reader : undefined;
}

export function cursorRow(state: State): ReaderRow | undefined {
  return readerOf(state)?.rows[cursorIndex(contentOf(state), currentView(state))];
}

export function cursorNode(state: State): DocumentNode | undefined {
  return readerOf(state)?.document.nodes[cursorRow(state)?.line.node ?? -1];
}

/** Returns true if the line under the cursor can be folded: it opens a node, or is inside of one. */
export function isFoldable(state: State): boolean {
  const line = cursorRow(state)?.line;
  // Only JSON has a line that opens the whole document.
  const root = readerOf(state)?.lines[0]?.opens;
  return line?.opens !== undefined || (cursorNode(state)?.parent ?? -1) > 0 || root === 0;
}

/** One cell at either end of the row. */
const MARGINS = 2;
const MIN_PATH = 8;

/**
 * Returns the path of the value under the cursor: `integrations.slack.status`; undefined outside documents
 * and at the root.
 */
export function cursorPath(state: State): string | undefined {
  const document = readerOf(state)?.document;
  const node = cursorNode(state);
  const path = document === undefined || node === undefined ? '' : pathOf(document, node.at);
  return path === '' ? undefined : path;
}

/**
 * Returns the status of a document: the number of the match or line, and the path; undefined outside
 * documents.
 */
export function documentStatus(state: State): SafeText | undefined {
  const reader = readerOf(state);
  const row = cursorRow(state);
  if (reader === undefined || row === undefined) return undefined;
  const match = findCount(state);
  const count = match ?? safe`${row.at + 1}/${reader.lines.length}`;
  const width = state.screen.size.columns - MARGINS;
  const path = clean(cursorPath(state) ?? (reader.document.base.length === 0 ? 'the whole record' : ''));
  const words = safe`${count}  ${cutMiddle(path, Math.max(MIN_PATH, width - cells(count) - 2))}`;
  const hints = [
    ...(isCut(row, state.screen.size.columns)
      ? [safe`${keyName(state.user.keymap, 'reader.wrap')} wraps it`]
      : []),
    ...(match === undefined ? [] : [findHint(state)]),
  ];
  const parts = [{ text: words, rank: STAYS }, ...hints.map(text => ({ text, rank: 0 }))];
  return spansText(fitParts(parts, width, 3), '   ');
}

const NO_LINES: Lines = [];

/** Returns the text of each line with that of its parts, which have none of their own. */
function lineTexts(lines: readonly Line[]): readonly string[] {
  const all: string[] = [];
  let whole = 0;
  for (const [at, line] of lines.entries()) {
    const text = line.kind === 'text' ? joinLine(line).toLowerCase() : '';
    const isPart = line.kind === 'text' && line.isPart === true;
    if (!isPart) whole = at;
    all.push(isPart ? '' : text);
    if (isPart) all[whole] = `${all[whole]} ${text.trim()}`;
  }
  return all;
}

/** Returns the searched texts: all lines; of a document also the folded ones. */
const texts = memo((lines: Lines, all: Reader['lines'] | undefined): readonly string[] =>
  all === undefined
    ? lineTexts(lines.slice())
    : all.map(({ key, colon, value }) => `${key}${colon}${value}`.toLowerCase()),
);

const matchingIndices = memo((all: readonly string[], text: string): readonly number[] => {
  const wanted = text.toLowerCase();
  return all.flatMap((each, at) => (each.includes(wanted) ? [at] : []));
});

/** Returns the indices of the lines that contain a text, ignoring case. */
export function matches(content: Content, text: string): readonly number[] {
  if (content.kind !== 'lines' || text === '') return [];
  const { lines, reader } = content;
  return matchingIndices(texts(reader === undefined ? lines : NO_LINES, reader?.lines), text);
}

export function cursorLineIndex(state: State): number {
  return cursorRow(state)?.at ?? cursorIndex(contentOf(state), currentView(state));
}

export const findText = (state: State): string => currentView(state).find ?? '';

/** Returns the position of the search while the cursor is on a match: `"slack" 3/17`. */
export function findCount(state: State): SafeText | undefined {
  const content = contentOf(state);
  const text = findText(state);
  if (text === '' || content.kind !== 'lines') return undefined;
  const all = matches(content, text);
  const at = all.indexOf(cursorLineIndex(state));
  return at < 0 ? undefined : safe`"${clean(text, 40)}" ${at + 1}/${all.length}`;
}

export const findHint = (state: State): SafeText =>
  safe`${keyName(state.user.keymap, 'text.next')} next  ${keyName(state.user.keymap, 'text.previous')} previous`;

export function withMatches(line: Line, text: string): Line {
  if (line.kind !== 'text' || text === '') return line;
  return { ...line, spans: line.spans.flatMap(part => matchSpans(part, text.toLowerCase())) };
}

// Skips text whose lower case has another length: positions would differ.
function matchSpans({ text, style }: Span, wanted: string): readonly Span[] {
  const lower = text.toLowerCase();
  if (lower.length !== text.length || !lower.includes(wanted)) return [{ text, style }];
  const spans: Span[] = [];
  let done = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, done)) {
    spans.push(span(text.slice(done, at) as SafeText, style));
    done = at + wanted.length;
    spans.push(span(text.slice(at, done) as SafeText, 'match'));
  }
  return [...spans, span(text.slice(done) as SafeText, style)];
}
