import { type ChangeWords, changeWords, foldedWords, pathWords } from '../../../diff/change-words.ts';
import { type Comparison, countWords, fieldAt, type Side, sortChanges } from '../../../diff/comparison.ts';
import type { Change } from '../../../diff/diff.ts';
import { isList, isObject, type Json } from '../../../json/json.ts';
import type { Clock } from '../../../resources/field.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, ownIdName, ownName } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, cleanLines, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime, exact, span as timeSpan } from '../../../text/units.ts';
import { cells, cutMiddle, sized, wrap } from '../../../text/width.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  blank,
  type Line,
  linkLine,
  type SideName,
  type Span,
  span,
  textLine,
  titleLine,
  withSubject,
  withTarget,
  wrappedLines,
} from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import type { RenderOptions } from '../record/fields.ts';

/** Maximum number of changes on the record itself; `=` shows all. */
const MAX_CHANGES = 8;
/** Columns from which a value is beside its path. */
const WIDE_FROM = 56;
/** Maximum number of rows of a value; the raw view has all of it. */
const MAX_ROWS = 12;
/** Maximum number of ignored fields listed by name; the rest are counted. */
const MAX_NAMES = 6;

const CHANGE_MARKS: { readonly [K in Change['kind']]: Span } = {
  changed: span(safe`   ~ `, 'warn'),
  added: span(safe`   + `, 'good'),
  removed: span(safe`   - `, 'bad'),
  moved: span(safe`   ~ `, 'warn'),
};

const markOf = (side: SideName): Span => CHANGE_MARKS[side === 'before' ? 'removed' : 'added'];

/** Returns a time of this machine's clock in words: exact, or as "ago". */
function momentWords(at: number, { now, exact: isExact }: Clock): SafeText {
  const words = timeSpan(Math.max(0, now - at));
  if (isExact) return exact(new Date(at).toISOString());
  return words === 'now' ? safe`just now` : safe`${words} ago`;
}

/** Returns `before → after`, or the only one of the two; in fewer cells both sides are cut alike. */
function pairText({ before, after }: ChangeWords, room = Number.POSITIVE_INFINITY): SafeText {
  const sides = [before, after].filter(words => words !== undefined);
  const whole = joinSafe(sides, ' → ');
  if (cells(whole) <= room || before === undefined || after === undefined) return cutMiddle(whole, room);
  const half = Math.floor((room - 3) / 2);
  const first = cutMiddle(before, Math.max(half, room - 3 - cells(after)));
  return safe`${first} → ${cutMiddle(after, room - 3 - cells(first))}`;
}

/** Returns the cells of the column of paths: those of the longest one, less than half of the screen. */
const pathColumn = (paths: readonly SafeText[], width: number): number =>
  Math.min(Math.max(...paths.map(cells)), Math.floor(width * 0.45));

/** Returns the changes of a record since the person last saw it; no lines if it was never seen. */
export const sinceLines = memo((comparison: Comparison, options: RenderOptions): readonly Line[] => {
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
  const pathCells = pathColumn(
    shown.map(({ path }) => pathWords(comparison, path)),
    width,
  );
  const rest = changes.length + more - shown.length;
  const toAll = { to: 'place', place: { screen: 'compare', ref: comparison.after.ref } } as const;
  const restText = safe`   … ${rest} more: ${keyName(options.keymap, 'record.compare')} shows all`;
  return [
    titleLine('since', safe`Since you last looked, ${when}`, countWords(changes, { more })),
    ...shown.flatMap((change, at) => {
      const path = pathWords(comparison, change.path);
      const { text, style } = CHANGE_MARKS[change.kind];
      const lead = span(text, isTime(change) ? 'dim' : style);
      const words = changeWords(change, fields, clock);
      const value = (room: number) => span(pairText(words, room), isTime(change) ? 'dim' : 'plain');
      const id = `since:${at}`;
      if (width >= WIDE_FROM) {
        const label = span(safe`${sized(path, pathCells)}  `, 'label');
        return [linkLine(id, toAll, lead, label, value(width - pathCells - 8))];
      }
      return [
        linkLine(id, toAll, lead, span(cutMiddle(path, width - 6), 'label')),
        textLine(`${id}:value`, span(safe`     `), value(width - 6)),
      ];
    }),
    ...(rest === 0 ? [] : [linkLine('since:more', toAll, span(restText, 'dim'))]),
  ];
});

type CompareContext = {
  readonly comparison: Comparison;
  readonly options: RenderOptions;
  /** Ids of the lines whose added or removed object is shown in full. */
  readonly unfolded: ReadonlySet<string> | undefined;
};

/** Returns why a record has no comparison with its snapshot. */
export const firstTimeWords = (name: SafeText): SafeText =>
  safe`Nothing to compare with yet: this is the first time you see ${name}.`;

const ownIdOf = ({ ref }: Side): SafeText => clean(ref.ids[ownIdName(resourceOf(ref.kind))] ?? '', 80);

const nameWords = ({ resource }: Comparison, side: Side): SafeText =>
  ownName(resource, side.record) ?? ownIdOf(side);

function sideLine(side: SideName, { comparison, options }: CompareContext): Line {
  const { [side]: own, isSnapshot } = comparison;
  const { clock, width } = options;
  const moment = momentWords(own.at, clock);
  const read = isLocal(resourceOf(own.ref.kind)) ? safe`saved ${moment}` : safe`loaded ${clockTime(own.at)}`;
  const now = isNarrow(width) ? safe`` : safe`  ${read}`;
  const names = [comparison.before, comparison.after].map(each => cells(nameWords(comparison, each)));
  const nameCells = Math.min(Math.max(...names), Math.max(12, Math.floor(width * 0.35)));
  const room = Math.max(8, width - nameCells - 8);
  const isThen = isSnapshot && side === 'before';
  const seen = isThen ? safe`last seen ${moment}` : safe`now${now}`;
  const id = cutMiddle(ownIdOf(own), Math.max(8, room - cells(now)));
  const line = textLine(
    `${side}:record`,
    markOf(side),
    span(sized(nameWords(comparison, own), nameCells), 'strong'),
    span(safe`  ${cutMiddle(isSnapshot ? seen : safe`${id}${now}`, room)}`, 'dim'),
  );
  const place = { screen: 'record', ref: own.ref } as const;
  return withSubject(isThen ? line : withTarget(line, { to: 'place', place }), { kind: 'record', side });
}

function varyingLines(changes: readonly Change[], { comparison, options }: CompareContext): readonly Line[] {
  if (changes.length === 0) return [];
  const names = changes.slice(0, MAX_NAMES).map(({ path }) => pathWords(comparison, path));
  const rest = changes.length - names.length;
  const more = rest > 0 ? safe` and ${rest} more` : safe``;
  const many = isNarrow(options.width) ? safe`that always differ` : safe`fields that always differ`;
  const fields = changes.length === 1 ? safe`field that always differs` : many;
  const words = safe`Ignoring ${changes.length} ${fields}: ${joinSafe(names, ', ')}${more}`;
  return wrappedLines('varying', span(words, 'dim'), options.width, 5);
}

function valueRows(value: Json, single: SafeText, options: RenderOptions): readonly SafeText[] {
  const room = Math.max(8, options.width - 8);
  const json = isList(value) || isObject(value) ? JSON.stringify(value, undefined, 2) : undefined;
  const texts =
    typeof value === 'string' && value.includes('\n')
      ? cleanLines(value)
      : (json?.split('\n', MAX_ROWS + 1).map(line => clean(line)) ?? [single]);
  const rows = texts.flatMap(text => wrap(text, room));
  return rows.length > MAX_ROWS
    ? [...rows.slice(0, MAX_ROWS), safe`… ${keyName(options.keymap, 'record.raw')}: full record`]
    : rows;
}

/** Returns the value of one side; null without one, and for a new order, which is described in words. */
function sideValue(change: Change, side: SideName): Json {
  if (change.kind === 'moved') return null;
  if (side === 'before') return 'before' in change ? change.before : null;
  return 'after' in change ? change.after : null;
}

const isMany = (value: Json): boolean =>
  isList(value) || isObject(value)
    ? Object.keys(value).length > 0
    : typeof value === 'string' && value.includes('\n');

/** Returns the lines of one change: one line if it fits, else the values below it, each with its mark. */
function changeLines(
  change: Change,
  { skip, pathCells }: ChangeGroup,
  { comparison, options, unfolded }: CompareContext,
): readonly Line[] {
  const { width, clock } = options;
  const words = changeWords(change, comparison.resource.fields, clock);
  const path = pathWords(comparison, change.path, skip);
  const lineId = (side: SideName | 'both'): string => `${side}:${change.kind}:${JSON.stringify(change.path)}`;
  const id = lineId('both');
  const changeLine = (name: SafeText, ...values: readonly Span[]): Line =>
    withSubject(textLine(id, CHANGE_MARKS[change.kind], span(name, 'label'), ...values), {
      kind: 'change',
      change,
    });
  const sideRows = (side: SideName): readonly Line[] => {
    const { [side]: single } = words;
    const { text, style } = markOf(side);
    const rows = single === undefined ? [] : valueRows(sideValue(change, side), single, options);
    return rows.map((row, at) => {
      const line = textLine(`${lineId(side)}#${at}`, span(safe`  ${text}`, style), span(row));
      return withSubject(line, { kind: 'change', change, side });
    });
  };
  const [before, after] = [sideValue(change, 'before'), sideValue(change, 'after')];
  const whole = change.kind === 'added' ? after : change.kind === 'removed' ? before : null;
  if ((isObject(whole) || isList(whole)) && isMany(whole)) {
    const isOpen = unfolded?.has(id) === true;
    const line = changeLine(cutMiddle(foldedWords(path, whole), width - 6));
    const values = isOpen ? [...sideRows('before'), ...sideRows('after')] : [];
    return [withTarget(line, { to: 'fold', line: id, isOpen }), ...values];
  }
  const short = pairText(words);
  const isShort = !isMany(before) && !isMany(after);
  return isShort && cells(path) <= pathCells && pathCells + cells(short) + 8 <= width
    ? [changeLine(sized(path, pathCells), span(safe`  ${short}`))]
    : [changeLine(cutMiddle(path, width - 6)), ...sideRows('before'), ...sideRows('after')];
}

type ChangeGroup = {
  readonly title: SafeText;
  readonly changes: readonly Change[];
  /** Number of path steps that the title already shows. */
  readonly skip: number;
  readonly pathCells: number;
};

/** Groups the changes by field of the record. Fields that changed as a whole come first, in one group. */
function groups(changes: readonly Change[], { comparison, options }: CompareContext): readonly ChangeGroup[] {
  const byField = Map.groupBy(changes, ({ path }) => (path.length > 1 ? `.${path[0]}` : ''));
  return [...byField]
    .sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
    .map(([field, grouped]) => {
      const skip = field === '' ? 0 : 1;
      const paths = grouped.map(({ path }) => pathWords(comparison, path, skip));
      const title = field === '' ? comparison.resource.title : clean(field.slice(1), 60);
      return { title, changes: grouped, skip, pathCells: pathColumn(paths, options.width) };
    });
}

/** Returns a comparison as lines: the records, the ignored fields, and the other changes by field. */
export const compareLines = memo(
  (comparison: Comparison, options: RenderOptions, unfolded?: ReadonlySet<string>): readonly Line[] => {
    const context = { comparison, options, unfolded };
    const { relevant, varying } = sortChanges(comparison);
    const { more } = comparison.difference;
    const nothing = (words: SafeText): Line => textLine('nothing', span(safe`   ${words}`, 'dim'));
    if (comparison.isFirst && relevant.length === 0)
      return [nothing(firstTimeWords(nameWords(comparison, comparison.after)))];
    const other = varying.length === 0 ? safe`` : safe` other`;
    return [
      sideLine('before', context),
      sideLine('after', context),
      ...varyingLines(varying, context),
      ...(relevant.length === 0
        ? [blank('blank'), nothing(comparison.isSnapshot ? safe`No changes.` : safe`No${other} differences.`)]
        : []),
      ...groups(relevant, context).flatMap(group => [
        titleLine(`group:${group.title}`, group.title, countWords(group.changes)),
        ...group.changes.flatMap(change => changeLines(change, group, context)),
      ]),
      ...(more > 0
        ? [textLine('more', span(safe`   … ${more} more differences are not shown`, 'warn'))]
        : []),
    ];
  },
);
