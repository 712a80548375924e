import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { joinLine, type Line, type Span, span } from '../facts/line.ts';
import { type Content, contentOf, type Lines } from '../screens/content.ts';
import type { Reader } from '../screens/text/document-rows.ts';
import { keyName } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex } from './cursor.ts';
import { cursorRow } from './document-cursor.ts';

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

/** Returns the text that is searched for in the present view; '' without a search. */
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

/** Returns the keys shown beside the count, where there is room. */
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
