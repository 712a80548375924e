import { type ChangeWords, changeWords, pathWords } from '../../../diff/change-words.ts';
import { type Comparison, countWords, fieldAt } from '../../../diff/comparison.ts';
import type { Change } from '../../../diff/diff.ts';
import type { Clock } from '../../../resources/field.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { exact, span as timeSpan } from '../../../text/units.ts';
import { cells, cutMiddle, sized } from '../../../text/width.ts';
import { blank, type Line, linkLine, type Style, span, textLine, titleLine } from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import type { RenderOptions } from '../record/fields.ts';

/** Maximum number of changes on the record itself; `=` shows all. */
const MAX_CHANGES = 8;
const WIDE_FROM = 56;

export const CHANGE_MARKS: { readonly [K in Change['kind']]: SafeText } = {
  changed: safe`~`,
  added: safe`+`,
  removed: safe`-`,
  moved: safe`~`,
};

export const CHANGE_STYLES: { readonly [K in Change['kind']]: Style } = {
  changed: 'warn',
  added: 'good',
  removed: 'bad',
  moved: 'warn',
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
function valueText(words: ChangeWords, room: number): SafeText {
  const { before, after } = words;
  const whole = pairText(words);
  if (cells(whole) <= room || before === undefined || after === undefined) return cutMiddle(whole, room);
  const half = Math.floor((room - 3) / 2);
  const left = Math.max(half, room - 3 - cells(after));
  const first = cutMiddle(before, left);
  return safe`${first} → ${cutMiddle(after, room - 3 - cells(first))}`;
}

/** Returns true for changed times, which come last because they change with every update. */
const isTime = ({ resource }: Comparison, { path }: Change): boolean =>
  fieldAt(resource.fields, path)?.varies === 'time';

function changeLines(
  change: Change,
  at: number,
  { comparison, options, pathCells }: SinceContext,
): readonly Line[] {
  const { width, clock } = options;
  const dim = isTime(comparison, change);
  const words = changeWords(change, comparison.resource.fields, clock);
  const path = pathWords(comparison, change.path);
  const target = { to: 'place', place: { screen: 'compare', ref: comparison.after.ref } } as const;
  const mark = span(safe`   ${CHANGE_MARKS[change.kind]} `, dim ? 'dim' : CHANGE_STYLES[change.kind]);
  const value = (room: number) => span(valueText(words, room), dim ? 'dim' : 'plain');
  const id = `since:${at}`;
  if (width < WIDE_FROM) {
    const row = textLine(`${id}:value`, span(safe`     `), value(width - 6));
    return [linkLine(id, target, mark, span(cutMiddle(path, width - 6), 'label')), row];
  }
  const name = span(sized(path, pathCells), 'label');
  return [linkLine(id, target, mark, name, span(safe`  `), value(width - pathCells - 8))];
}

type SinceContext = {
  readonly comparison: Comparison;
  readonly options: RenderOptions;
  readonly pathCells: number;
};

/** Returns the changes of a record since the person last saw it; no lines if it was never seen. */
export function sinceLines(comparison: Comparison, options: RenderOptions): readonly Line[] {
  const { changes, more } = comparison.difference;
  const when = momentWords(comparison.before.at, options.clock);
  if (changes.length === 0) {
    const words = safe`   No changes since you last looked, ${when}.`;
    return comparison.isFirst ? [] : [blank('since'), textLine('since:none', span(words, 'dim'))];
  }
  const times = changes.filter(change => isTime(comparison, change));
  const shown = [...changes.filter(change => !times.includes(change)), ...times].slice(0, MAX_CHANGES);
  const widest = Math.max(...shown.map(({ path }) => cells(pathWords(comparison, path))));
  const pathCells = Math.min(widest, Math.floor(options.width * 0.45));
  const rest = changes.length + more - shown.length;
  const place = { screen: 'compare', ref: comparison.after.ref } as const;
  return [
    titleLine('since', safe`Since you last looked, ${when}`, countWords(changes, { more })),
    ...shown.flatMap((change, at) => changeLines(change, at, { comparison, options, pathCells })),
    ...(rest === 0
      ? []
      : [
          linkLine(
            'since:more',
            { to: 'place', place },
            span(safe`   … ${rest} more: ${keyName(options.keymap, 'record.compare')} shows all`, 'dim'),
          ),
        ]),
  ];
}
