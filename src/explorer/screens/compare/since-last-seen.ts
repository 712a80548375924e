import { type ChangeWords, changeWords, pathWords } from '../../../diff/change-words.ts';
import { type Comparison, countWords, fieldAt } from '../../../diff/comparison.ts';
import type { Change } from '../../../diff/diff.ts';
import type { Clock } from '../../../resources/field.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { exact, span as timeSpan } from '../../../text/units.ts';
import { cells, cutMiddle, sized } from '../../../text/width.ts';
import { blank, type Line, linkLine, type Span, span, textLine, titleLine } from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import type { RenderOptions } from '../record/fields.ts';

/** Maximum number of changes on the record itself; `=` shows all. */
const MAX_CHANGES = 8;
const WIDE_FROM = 56;

export const CHANGE_MARKS: { readonly [K in Change['kind']]: Span } = {
  changed: span(safe`   ~ `, 'warn'),
  added: span(safe`   + `, 'good'),
  removed: span(safe`   - `, 'bad'),
  moved: span(safe`   ~ `, 'warn'),
};

/** Returns a time of this machine's clock in words: exact, or as "ago". */
export function momentWords(at: number, { now, exact: isExact }: Clock): SafeText {
  const words = timeSpan(Math.max(0, now - at));
  if (isExact) return exact(new Date(at).toISOString());
  return words === 'now' ? safe`just now` : safe`${words} ago`;
}

/** Returns `before → after`, or the only one of the two. */
export const pairText = ({ before, after }: ChangeWords): SafeText =>
  joinSafe(
    [before, after].filter(words => words !== undefined),
    ' → ',
  );

/** Returns `before → after` within a number of cells, both sides cut alike. */
function cutPairText(words: ChangeWords, room: number): SafeText {
  const { before, after } = words;
  const whole = pairText(words);
  if (cells(whole) <= room || before === undefined || after === undefined) return cutMiddle(whole, room);
  const half = Math.floor((room - 3) / 2);
  const first = cutMiddle(before, Math.max(half, room - 3 - cells(after)));
  return safe`${first} → ${cutMiddle(after, room - 3 - cells(first))}`;
}

/** Returns the cells of the column of paths: those of the longest one, less than half of the screen. */
export const pathColumn = (paths: readonly SafeText[], width: number): number =>
  Math.min(Math.max(...paths.map(cells)), Math.floor(width * 0.45));

/** Returns the changes of a record since the person last saw it; no lines if it was never seen. */
export function sinceLines(comparison: Comparison, options: RenderOptions): readonly Line[] {
  const { changes, more } = comparison.difference;
  const { fields } = comparison.resource;
  const { width, clock } = options;
  const when = momentWords(comparison.before.at, clock);
  if (changes.length === 0) {
    const words = safe`   No changes since you last looked, ${when}.`;
    return comparison.isFirst ? [] : [blank('since'), textLine('since:none', span(words, 'dim'))];
  }
  // Times come last and dim, because they change with every update.
  const isTime = ({ path }: Change): boolean => fieldAt(fields, path)?.varies === 'time';
  const shown = changes.toSorted((a, b) => Number(isTime(a)) - Number(isTime(b))).slice(0, MAX_CHANGES);
  const paths = shown.map(({ path }) => pathWords(comparison, path));
  const pathCells = pathColumn(paths, width);
  const rest = changes.length + more - shown.length;
  const toAll = { to: 'place', place: { screen: 'compare', ref: comparison.after.ref } } as const;
  return [
    titleLine('since', safe`Since you last looked, ${when}`, countWords(changes, { more })),
    ...shown.flatMap((change, at) => {
      const mark = CHANGE_MARKS[change.kind];
      const words = changeWords(change, fields, clock);
      const [path = safe``] = paths.slice(at);
      const lead = isTime(change) ? span(mark.text, 'dim') : mark;
      const value = (room: number) => span(cutPairText(words, room), isTime(change) ? 'dim' : 'plain');
      const id = `since:${at}`;
      return width < WIDE_FROM
        ? [
            linkLine(id, toAll, lead, span(cutMiddle(path, width - 6), 'label')),
            textLine(`${id}:value`, span(safe`     `), value(width - 6)),
          ]
        : [
            linkLine(
              id,
              toAll,
              lead,
              span(safe`${sized(path, pathCells)}  `, 'label'),
              value(width - pathCells - 8),
            ),
          ];
    }),
    ...(rest === 0
      ? []
      : [
          linkLine(
            'since:more',
            toAll,
            span(safe`   … ${rest} more: ${keyName(options.keymap, 'record.compare')} shows all`, 'dim'),
          ),
        ]),
  ];
}
