import { clean, repeat, safe } from '../../text/sanitise.ts';
import { cells, cutEnd } from '../../text/width.ts';
import { type Heading, type Line, PART_GAP, type Span, type Spans, span, spansText } from '../facts/line.ts';
import { styleText, type Theme } from './theme.ts';

/** `isFilled`: rows take all of the width, because others follow. */
export type PaintOptions = Readonly<{ theme: Theme; width: number; isFilled?: boolean }>;

function cutSpans(spans: Spans, width: number) {
  const fitting: Span[] = [];
  let used = 0;
  for (const { text, style } of spans) {
    const shown = cutEnd(text, width - used);
    used += cells(shown);
    fitting.push({ text: shown, style });
    if (used >= width) break;
  }
  return { spans: fitting, used };
}

// Printable ASCII only: the visible text is the real address, without look-alikes.
const ADDRESS = /^https:\/\/[!-~]+$/;

/**
 * Not an address that reaches the end of the row: it may continue in the next, and a link to a part leads
 * elsewhere.
 */
function linkText(text: string, end: number, { theme, width }: PaintOptions): string {
  const isLink = theme.links && end < width - 1 && ADDRESS.test(text);
  return isLink ? `\u001b]8;;${text}\u0007${text}\u001b]8;;\u0007` : text;
}

function styledText(spans: Spans, options: PaintOptions): string {
  let end = 0;
  return spans
    .map(({ text, style }) => {
      end += cells(text);
      return styleText(options.theme, style, linkText(text, end, options));
    })
    .join('');
}

/** `mark`: while a row below is the chosen one, so that two are not alike. */
export type CursorStyle = 'bar' | 'mark';

/** The row under the cursor has a mark, and as a bar is inverse. Of the styles it shows only matches. */
export function paintSpans(
  spans: Spans,
  { theme, width, isFilled = false }: PaintOptions,
  cursor?: CursorStyle,
): string {
  const cut = cutSpans(spans, width);
  const rest = repeat(safe` `, width - cut.used);
  if (cursor === undefined) return styledText(cut.spans, { theme, width }) + (isFilled ? rest : '');
  const shown = cut.spans.map(({ text, style }) =>
    style === 'match' ? styleText(theme, style, text) : text,
  );
  const text = shown.join('') + rest;
  const style = cursor === 'bar' ? 'cursor' : 'strong';
  return styleText(theme, style, `${text.startsWith('  ') ? ' ▸' : text.slice(0, 2)}${text.slice(2)}`);
}

export const RULE_CELLS = 8;

/** `─ Title ──────────── right ─` over the whole width. The right part gives way to the title. */
export function paintRule(
  { title, right, isDangerous = false, ...heading }: Heading,
  { theme, width }: PaintOptions,
): string {
  const rule = isDangerous ? 'bad' : 'dim';
  const { spans = [span(title, isDangerous ? 'bad' : 'title')], parts } = heading;
  const hasRight = right !== undefined && cells(title) + cells(right) + RULE_CELLS <= width;
  const gaps = parts?.flatMap((part, at) => (at === 0 ? [part] : [span(clean(PART_GAP), 'dim'), part]));
  const end = hasRight ? (gaps ?? [span(right, rule)]) : [];
  const endCells = hasRight ? cells(right) + 3 : 1;
  const shown = cutSpans(spans, Math.max(1, width - endCells - 5));
  const gap = repeat(safe`─`, width - shown.used - endCells - 4);
  return styledText(
    [
      span(safe`─ `, rule),
      ...shown.spans,
      span(safe` ${gap}─${hasRight ? safe` ` : safe`─`}`, rule),
      ...end,
      ...(hasRight ? [span(safe` ─`, rule)] : []),
    ],
    { theme, width },
  );
}

export const paintPlainRule = (width: number, theme: Theme) => styleText(theme, 'dim', '─'.repeat(width));

export function paintLine(line: Line, options: PaintOptions, cursor?: CursorStyle): string {
  switch (line.kind) {
    case 'blank':
      return '';
    case 'title':
      return paintRule({ title: spansText(line.spans), right: line.right, spans: line.spans }, options);
    case 'text':
      return paintSpans(line.spans, options, line.isPart === true ? undefined : cursor);
  }
}
