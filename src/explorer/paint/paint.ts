import { repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd } from '../../text/width.ts';
import type { Line, Span } from '../view/line.ts';
import { styleText, type Theme } from './theme.ts';

/** Theme and width for painting rows. `isFilled`: rows take all of the width, because others follow. */
export type PaintOptions = { readonly theme: Theme; readonly width: number; readonly isFilled?: boolean };

/** Returns the spans that fit in `width` cells, the last one cut. */
function cutSpans(
  spans: readonly Span[],
  width: number,
): { readonly spans: readonly Span[]; readonly used: number } {
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
 * Returns an address as a link for terminals that support links. Not one that reaches the end of the row: it
 * may continue in the next, and a link to a part leads elsewhere.
 */
function linkText(text: string, end: number, { theme, width }: PaintOptions): string {
  const isLink = theme.links && end < width - 1 && ADDRESS.test(text);
  return isLink ? `\u001b]8;;${text}\u0007${text}\u001b]8;;\u0007` : text;
}

/** Returns the styled text of spans. */
function spansText(spans: readonly Span[], options: PaintOptions): string {
  let end = 0;
  return spans
    .map(({ text, style }) => {
      end += cells(text);
      return styleText(options.theme, style, linkText(text, end, options));
    })
    .join('');
}

/** Paints a row of spans; the row under the cursor is inverse over the whole width and has a mark. */
export function paintSpans(
  spans: readonly Span[],
  { theme, width, isFilled = false }: PaintOptions,
  isCursor = false,
): string {
  const cut = cutSpans(spans, width);
  const rest = repeat(safe` `, width - cut.used);
  if (!isCursor) return spansText(cut.spans, { theme, width }) + (isFilled ? rest : '');
  const text = cut.spans.map(span => span.text).join('') + rest;
  return styleText(theme, 'cursor', `${text.startsWith('  ') ? ' ▸' : text.slice(0, 2)}${text.slice(2)}`);
}

/** Styles of a rule and its title. */
const CALM = { rule: 'dim', title: 'title' } as const;
const DANGEROUS = { rule: 'bad', title: 'bad' } as const;

/** Paints `─ Title ──────────── right ─` over the whole width. The right part gives way to the title. */
export function paintRule(
  title: SafeText,
  right: SafeText | undefined,
  { theme, width, isDangerous = false }: PaintOptions & { readonly isDangerous?: boolean | undefined },
): string {
  const styles = isDangerous ? DANGEROUS : CALM;
  const end = right === undefined || cells(title) + cells(right) + 8 > width ? safe`─` : safe` ${right} ─`;
  const shown = cutEnd(title, Math.max(1, width - cells(end) - 5));
  const gap = repeat(safe`─`, width - cells(shown) - cells(end) - 4);
  return (
    styleText(theme, styles.rule, '─ ') +
    styleText(theme, styles.title, shown) +
    styleText(theme, styles.rule, ` ${gap}─${end}`)
  );
}

export const paintLineOf = (width: number, theme: Theme): string =>
  styleText(theme, 'dim', '─'.repeat(width));

export function paintLine(line: Line, options: PaintOptions, isCursor: boolean): string {
  switch (line.kind) {
    case 'blank':
      return '';
    case 'title':
      return paintRule(line.spans.map(span => span.text).join('') as SafeText, line.right, options);
    case 'text':
      return paintSpans(line.spans, options, isCursor);
  }
}
