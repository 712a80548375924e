import type { Change } from '../../diff/diff.ts';
import type { Tone } from '../../resources/field.ts';
import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import type { Action } from '../state/action.ts';
import { type Editor, editorText } from '../state/text-field.ts';

/** Style of a part of a line. Tones are colours beside a mark or a word, never alone. */
export type Style = Tone | 'title' | 'label' | 'strong' | 'key' | 'accent' | 'field' | 'match' | 'insertion';
export type Span = Readonly<{ text: SafeText; style: Style }>;
export type Spans = readonly Span[];

/** Work on many records. `from`: those done before it began; `total` is undefined while it is unknown. */
export type LongWork = Readonly<{
  done: number;
  from: number;
  total: number | undefined;
  since: number;
  /** Start of the time that the rate is counted over; default: `since`. */
  ratedSince?: number;
  verb?: SafeText;
  found?: SafeText | undefined;
}>;

/** Title of the body, and the text at its right; `spans` and `parts`: the same texts in styles. */
export type Heading = Readonly<{
  title: SafeText;
  right: SafeText | undefined;
  /** Work in progress, whose bar takes the place of the text at the right. */
  work?: LongWork | undefined;
  spans?: Spans;
  parts?: Spans;
  isDangerous?: boolean;
}>;

export type Lines = readonly Line[];
export type SideName = 'before' | 'after';

export type Subject =
  /** A value of the record: its path, and the number of the listed address, from 1. */
  | Readonly<{ kind: 'value'; path: readonly string[]; link?: number }>
  /** A difference of two records; `side`: the line shows its value of that side only. */
  | Readonly<{ kind: 'change'; change: Change; side?: SideName }>
  | Readonly<{ kind: 'record'; side: SideName }>;

/** A row of a screen that is no table. The cursor passes over titles, blanks and parts of a line. */
export type Line =
  | Readonly<{ kind: 'title'; id: string; spans: Spans; right?: SafeText }>
  | Readonly<{ kind: 'blank'; id: string }>
  | TextLine;

export type TextLine = Readonly<{
  kind: 'text';
  id: string;
  spans: Spans;
  target?: Action;
  subject?: Subject;
  /** Index of the span where a second value begins, with the gap before it. */
  second?: number;
  /** Text to copy from this line, as sent; default: the id of its record. */
  copy?: string | undefined;
  /** The whole words of the finding on this line, with its reason. */
  finding?: SafeText;
  cause?: string | undefined;
  /** True if it belongs to the line above: the cursor passes over it, and a search stops at that line. */
  isPart?: true;
  /** True if speech reads it only under the cursor: it changes by itself or while somebody types. */
  isQuiet?: true;
}>;

export const span = (text: SafeText, style: Style = 'plain'): Span => ({ text, style });

export function spansText(spans: readonly Pick<Span, 'text'>[], gap = ''): SafeText {
  const texts = spans.map(({ text }) => text);
  return joinSafe(texts, gap);
}

export const titleLine = (id: string, text: SafeText, right?: SafeText): Line => ({
  kind: 'title',
  id,
  spans: [span(text, 'title')],
  ...(right !== undefined && { right }),
});
export const blank = (id: string): Line => ({ kind: 'blank', id });
export const textLine = (id: string, ...spans: Spans): TextLine => ({ kind: 'text', id, spans });
/** `id:0`, `id:1` and so on. */
export const wrappedLines = (id: string, { text, style }: Span, width: number, indent = 3) =>
  wrap(text, width - indent - 1).map((row, at) =>
    textLine(`${id}:${at}`, span(safe`${repeat(safe` `, indent)}${row}`, style)),
  );
export const asQuiet = (line: Line): Line => (line.kind === 'text' ? { ...line, isQuiet: true } : line);
export const asPart = (line: TextLine): TextLine => ({ ...line, isPart: true });
export const linkLine = (id: string, target: Action, ...spans: Spans): TextLine => ({
  ...textLine(id, ...spans),
  target,
});

/** A link line whose spans are built on access: of thousands of lines a screen shows a few dozen. */
export function lateLine(id: string, target: Action, createSpans: () => Spans): TextLine {
  let spans: Spans | undefined;
  return {
    kind: 'text',
    id,
    target,
    get spans() {
      spans ??= createSpans();
      return spans;
    },
  };
}

export const joinLine = (line: Line) => (line.kind === 'blank' ? '' : spansText(line.spans));

export const MARKS: { readonly [T in Tone]: SafeText } = {
  plain: safe`·`,
  dim: safe`·`,
  good: safe`✓`,
  warn: safe`!`,
  bad: safe`✗`,
};

export const MARKED = safe`●`;

/** A key and its present effect. Without a key: the event that is awaited. */
export type Hint = Readonly<{ key: SafeText; text: SafeText; style: Style }>;

export const hint = (key: SafeText, text: SafeText, style: Style = 'dim'): Hint => ({ key, text, style });

export const noKeys = (text: SafeText): readonly Hint[] => [hint(safe``, text)];

/** A text beside others on one row; where there is no room, its brief form takes its place, or nothing. */
export type Part = Readonly<{
  text: SafeText;
  /** Parts of higher rank give way first. */
  rank: number;
  brief?: Part | undefined;
  style?: Style;
}>;

export const STAYS = -1;

export const PART_GAP = ' · ';

/** Of the parts without room the last one of the highest rank is left out first; a single part stays. */
export function fitParts<P extends Part>(parts: readonly P[], width: number, gap = 0): readonly P[] {
  const size = parts.reduce((sum, { text }) => sum + cells(text) + gap, -gap);
  const worst = parts.findLast(({ rank }) => rank !== STAYS && parts.every(part => part.rank <= rank));
  if (size <= width || worst === undefined) return parts;
  const { brief } = worst;
  if (parts.length === 1 && brief === undefined) return parts;
  const fewer = parts.flatMap(part =>
    part !== worst ? [part] : brief === undefined ? [] : [{ ...part, brief: undefined, ...brief }],
  );
  return fitParts(fewer, width, gap);
}

const SLOT = 8;

/** The text of a field; where it has no room it is cut around the cursor. */
export function fieldSpans(editor: Editor, width: number): Spans {
  const room = Math.max(SLOT, width);
  let from = 0;
  while (
    from < editor.at &&
    cells(editorText({ parts: editor.parts.slice(from, editor.at), at: 0 })) > room - 2
  )
    from++;
  const before = clean(editor.parts.slice(from, editor.at).join(''));
  const under = clean(editor.parts[editor.at] ?? ' ');
  const after = clean(editor.parts.slice(editor.at + 1).join(''));
  return [span(before, 'strong'), span(under, 'insertion'), span(after, 'strong')];
}
