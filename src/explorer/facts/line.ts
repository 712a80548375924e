import type { Change } from '../../diff/diff.ts';
import type { Tone } from '../../resources/field.ts';
import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import type { Action } from '../state/action.ts';
import { type Editor, editorText } from '../state/text-field.ts';

/** Style of a part of a line. Tones are colours beside a mark or a word, never alone. */
export type Style = Tone | 'title' | 'label' | 'strong' | 'key' | 'accent' | 'field' | 'match';
export type Span = { readonly text: SafeText; readonly style: Style };

/** Work on many records. `from`: those done before it began; `total` is undefined while it is unknown. */
export type LongWork = {
  readonly done: number;
  readonly from: number;
  readonly total: number | undefined;
  readonly since: number;
  /** Start of the time that the rate is counted over; default: `since`. */
  readonly ratedSince?: number;
  /** Words behind the count, and for what was found. */
  readonly verb?: SafeText;
  readonly found?: SafeText | undefined;
};

/** Title of the body, and the text at its right; `spans` and `parts`: the same texts in styles. */
export type Heading = {
  readonly title: SafeText;
  readonly right: SafeText | undefined;
  /** Work in progress: its bar takes the place of the text at the right. */
  readonly work?: LongWork | undefined;
  readonly spans?: readonly Span[];
  readonly parts?: readonly Span[];
  /** True for a dialog that deletes: its title and rule are red. */
  readonly isDangerous?: boolean;
};

export type SideName = 'before' | 'after';

export type Subject =
  /** A value of the record: its path, and the number of the listed address, from 1. */
  | { readonly kind: 'value'; readonly path: readonly string[]; readonly link?: number }
  /** A difference of two records; `side`: the line shows its value of that side only. */
  | { readonly kind: 'change'; readonly change: Change; readonly side?: SideName }
  | { readonly kind: 'record'; readonly side: SideName };

/** A row of a screen that is no table. The cursor passes over titles, blanks and parts of a line. */
export type Line =
  | {
      readonly kind: 'title';
      readonly id: string;
      readonly spans: readonly Span[];
      readonly right?: SafeText;
    }
  | { readonly kind: 'blank'; readonly id: string }
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly spans: readonly Span[];
      readonly target?: Action;
      readonly subject?: Subject;
      /** Index of the span where a second value begins, with the gap before it. */
      readonly second?: number;
      /** Text to copy from this line, as sent; default: the id of its record. */
      readonly copy?: string;
      /** The finding that the line shows, with its reason, uncut. */
      readonly finding?: SafeText;
      /** True if it belongs to the line above: the cursor passes over it, and a search stops at that line. */
      readonly isPart?: true;
      /** True if speech reads it only under the cursor: it changes by itself or while somebody types. */
      readonly isQuiet?: true;
    };

export const span = (text: SafeText, style: Style = 'plain'): Span => ({ text, style });

export const spansText = (spans: readonly Pick<Span, 'text'>[], gap = ''): SafeText =>
  joinSafe(
    spans.map(({ text }) => text),
    gap,
  );

export const titleLine = (id: string, text: SafeText, right?: SafeText): Line => ({
  kind: 'title',
  id,
  spans: [span(text, 'title')],
  ...(right === undefined ? {} : { right }),
});
export const blank = (id: string): Line => ({ kind: 'blank', id });
export const textLine = (id: string, ...spans: readonly Span[]): Line => ({ kind: 'text', id, spans });
/** Returns a text in as many lines as it needs, behind an indent: `id:0`, `id:1` and so on. */
export const wrappedLines = (id: string, { text, style }: Span, width: number, indent = 3): readonly Line[] =>
  wrap(text, width - indent - 1).map((row, at) =>
    textLine(`${id}:${at}`, span(safe`${repeat(safe` `, indent)}${row}`, style)),
  );
export const withSubject = (line: Line, subject: Subject): Line =>
  line.kind === 'text' ? { ...line, subject } : line;
export const withTarget = (line: Line, target: Action): Line =>
  line.kind === 'text' ? { ...line, target } : line;
export const withFinding = (line: Line, finding: SafeText): Line =>
  line.kind === 'text' ? { ...line, finding } : line;
export const asQuiet = (line: Line): Line => (line.kind === 'text' ? { ...line, isQuiet: true } : line);
export const asPart = (line: Line): Line => (line.kind === 'text' ? { ...line, isPart: true } : line);
export const linkLine = (id: string, target: Action, ...spans: readonly Span[]): Line => ({
  kind: 'text',
  id,
  spans,
  target,
});

/** Returns a link line whose spans are built on access: of thousands of lines a screen shows a few dozen. */
export function lateLine(id: string, target: Action, createSpans: () => readonly Span[]): Line {
  let spans: readonly Span[] | undefined;
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

export const joinLine = (line: Line): string =>
  line.kind === 'blank' ? '' : line.spans.map(({ text }) => text).join('');

/** Marks beside colours. */
export const MARKS: { readonly [T in Tone]: SafeText } = {
  plain: safe`·`,
  dim: safe`·`,
  good: safe`✓`,
  warn: safe`!`,
  bad: safe`✗`,
};

/** A key and its present effect. Without a key: the event that is awaited. */
export type Hint = { readonly key: SafeText; readonly text: SafeText; readonly style: Style };

export const hint = (key: SafeText, text: SafeText, style: Style = 'dim'): Hint => ({ key, text, style });

export const noKeys = (text: SafeText): readonly Hint[] => [hint(safe``, text)];

/** A text beside others on one row; where there is no room, its brief form takes its place, or nothing. */
export type Part = {
  readonly text: SafeText;
  /** Parts of higher rank give way first. */
  readonly rank: number;
  readonly brief?: Part | undefined;
  readonly style?: Style;
};

export const STAYS = -1;

export const PART_GAP = ' · ';

/**
 * Returns the parts that fit side by side, `gap` cells between them. The last one of the highest rank gives
 * way first; the only one left stays.
 */
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

/** Returns a text field as spans with its cursor; a long text is cut around the cursor. */
export function fieldSpans(editor: Editor, width: number): readonly Span[] {
  const room = Math.max(SLOT, width);
  let from = 0;
  while (
    from < editor.at &&
    cells(editorText({ parts: editor.parts.slice(from, editor.at), at: 0 })) > room - 2
  )
    from++;
  const before = clean(editor.parts.slice(from, editor.at).join(''));
  const under = editor.parts[editor.at];
  const after = clean(editor.parts.slice(editor.at + 1).join(''));
  return [
    span(before, 'strong'),
    under === undefined ? span(safe`_`, 'strong') : span(clean(under), 'field'),
    span(after, 'strong'),
  ];
}
