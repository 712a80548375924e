import { type Document, type DocumentNode, keyText } from '../../json/document.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { fitParts, joinLine, type Line, type Span, STAYS, span, spansText } from '../facts/line.ts';
import { contentOf, type LateLines } from '../screens/content.ts';
import { isCut, type Reader, type ReaderRow } from '../screens/text/document-rows.ts';
import { keyIn } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex } from './cursor.ts';

export function readerOf(state: State): Reader | undefined {
  const content = contentOf(state);
  return content.kind === 'lines' ? content.reader : undefined;
}

export const cursorRow = (state: State): ReaderRow | undefined =>
  readerOf(state)?.rows[cursorIndex(contentOf(state), currentView(state))];

export const cursorNode = (state: State): DocumentNode | undefined =>
  readerOf(state)?.document.nodes[cursorRow(state)?.line.node ?? -1];

export function isFoldable(state: State): boolean {
  const line = cursorRow(state)?.line;
  // Only JSON has a line that opens the whole document.
  const root = readerOf(state)?.lines[0]?.opens;
  return line?.opens !== undefined || (cursorNode(state)?.parent ?? -1) > 0 || root === 0;
}

export function keysOf({ nodes, base }: Document, at: number): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let node = nodes[at]; node?.key !== undefined; node = nodes[node.parent]) keys.push(node.key);
  return [...base, ...keys.reverse()];
}

/** `integrations.slack.status`, `medias[0]["odd key"]`; '' for the whole record. */
export const pathOf = (document: Document, at: number): string =>
  keysOf(document, at)
    .map((key, index) => keyText(key, index === 0))
    .join('');

const MARGINS = 2;
const MIN_PATH = 8;

/** `integrations.slack.status`; undefined outside documents and at the root. */
export function cursorPath(state: State): string | undefined {
  const document = readerOf(state)?.document;
  const node = cursorNode(state);
  const path = document === undefined || node === undefined ? '' : pathOf(document, node.at);
  return path === '' ? undefined : path;
}

export function documentStatus(state: State): SafeText | undefined {
  const reader = readerOf(state);
  const row = cursorRow(state);
  if (reader === undefined || row === undefined) return undefined;
  const match = findCount(state);
  const count = match ?? safe`${row.at + 1}/${reader.lines.length}`;
  const width = state.screen.size.columns - MARGINS;
  const path = clean(cursorPath(state) ?? (reader.document.base.length === 0 ? 'the whole record' : ''));
  const words = safe`${count}  ${cutMiddle(path, Math.max(MIN_PATH, width - cells(count) - 2))}`;
  const wraps = safe`${keyIn(state, 'reader.wrap', 'wrap')} wraps it`;
  const parts = [
    { text: words, rank: STAYS },
    ...(isCut(row, state.screen.size.columns) ? [{ text: wraps, rank: 0 }] : []),
    ...(match === undefined ? [] : [{ text: findHint(state), rank: 0 }]),
  ];
  return spansText(fitParts(parts, width, 3), '   ');
}

const NO_LINES: LateLines = [];

function lineTexts(lines: readonly Line[]): readonly string[] {
  const texts = lines.map(line => (line.kind === 'text' ? joinLine(line).toLowerCase() : ''));
  let whole = 0;
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'text' && line.isPart) {
      texts[whole] += ` ${texts[at]?.trim()}`;
      texts[at] = '';
    } else whole = at;
  }
  return texts;
}

const texts = memo((lines: LateLines, all: Reader['lines'] | undefined): readonly string[] =>
  all === undefined
    ? lineTexts(lines.slice())
    : all.map(({ key, colon, value }) => `${key}${colon}${value}`.toLowerCase()),
);

const matchingIndices = memo((all: readonly string[], text: string): readonly number[] => {
  const wanted = text.toLowerCase();
  return all.flatMap((each, at) => (each.includes(wanted) ? [at] : []));
});

export function matches(state: State): readonly number[] {
  const content = contentOf(state);
  const text = findText(state);
  if (content.kind !== 'lines' || text === '') return [];
  const { lines, reader } = content;
  return matchingIndices(texts(reader === undefined ? lines : NO_LINES, reader?.lines), text);
}

export const cursorLineIndex = (state: State): number =>
  cursorRow(state)?.at ?? cursorIndex(contentOf(state), currentView(state));

export const findText = (state: State): string => currentView(state).find ?? '';

/** While the cursor is on a match: `"slack" 3/17`. */
export function findCount(state: State): SafeText | undefined {
  const all = matches(state);
  const at = all.indexOf(cursorLineIndex(state));
  return at < 0 ? undefined : safe`"${clean(findText(state), 40)}" ${at + 1}/${all.length}`;
}

export const findHint = (state: State): SafeText =>
  safe`${keyIn(state, 'text.next')} next  ${keyIn(state, 'text.previous')} previous`;

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
