import { type ChangeWords, changeWords, foldedWords, pathWords } from '../../../diff/change-words.ts';
import { type Comparison, countWords, fieldAt, type Side, sortChanges } from '../../../diff/comparison.ts';
import type { Change } from '../../../diff/diff.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../json/json.ts';
import type { Clock } from '../../../resources/field.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, ownName } from '../../../resources/resource.ts';
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

/** Maximum number of rows of a value; the raw view has all of it. */
const MAX_ROWS = 12;
/** Maximum number of ignored fields listed by name; the rest are counted. */
const MAX_NAMES = 6;

type CompareContext = {
  readonly comparison: Comparison;
  readonly options: RenderOptions;
  /** Ids of the lines whose added or removed object is shown in full. */
  readonly unfolded: ReadonlySet<string> | undefined;
};

const lineId = (change: Change, side?: SideName): string =>
  `${side ?? 'both'}:${change.kind}:${JSON.stringify(change.path)}`;

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
  const seenWords = isThen ? safe`last seen ${moment}` : safe`now${now}`;
  const detail = isSnapshot
    ? seenWords
    : safe`${cutMiddle(ownIdOf(own), Math.max(8, room - cells(now)))}${now}`;
  const spans = [
    CHANGE_MARKS[side === 'before' ? 'removed' : 'added'],
    span(sized(nameWords(comparison, own), nameCells), 'strong'),
    span(safe`  ${cutMiddle(detail, room)}`, 'dim'),
  ];
  const id = `${side}:record`;
  const line = isThen
    ? textLine(id, ...spans)
    : linkLine(id, { to: 'place', place: { screen: 'record', ref: own.ref } }, ...spans);
  return withSubject(line, { kind: 'record', side });
}

function varyingLines(changes: readonly Change[], { comparison, options }: CompareContext): readonly Line[] {
  if (changes.length === 0) return [];
  const names = changes.slice(0, MAX_NAMES).map(({ path }) => pathWords(comparison, path));
  const rest = changes.length - names.length;
  const all = rest > 0 ? safe`${joinSafe(names, ', ')} and ${rest} more` : joinSafe(names, ', ');
  const fields =
    changes.length === 1
      ? safe`Ignoring 1 field that always differs`
      : isNarrow(options.width)
        ? safe`Ignoring ${changes.length} that always differ`
        : safe`Ignoring ${changes.length} fields that always differ`;
  return wrappedLines('varying', span(safe`${fields}: ${all}`, 'dim'), options.width, 5);
}

/** Returns a value in rows: text in its own lines, lists and objects as JSON. */
function valueRows(value: Json, single: SafeText, options: RenderOptions): readonly SafeText[] {
  const room = Math.max(8, options.width - 8);
  const texts =
    typeof value === 'string' && value.includes('\n')
      ? cleanLines(value)
      : isList(value) || isObject(value)
        ? JSON.stringify(value, undefined, 2)
            .split('\n', MAX_ROWS + 1)
            .map(line => clean(line))
        : [single];
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

/** Returns the value of one side in rows with its mark; none if that side has no value. */
function sideRows(
  change: Change,
  side: SideName,
  words: SafeText | undefined,
  options: RenderOptions,
): readonly Line[] {
  if (words === undefined) return [];
  const { text, style } = CHANGE_MARKS[side === 'before' ? 'removed' : 'added'];
  return valueRows(sideValue(change, side), words, options).map((row, at) =>
    withSubject(textLine(`${lineId(change, side)}#${at}`, span(safe`  ${text}`, style), span(row)), {
      kind: 'change',
      change,
      side,
    }),
  );
}

/** Returns the object or list that a change adds or removes as a whole; undefined for other changes. */
function wholePart(change: Change): JsonObject | readonly Json[] | undefined {
  if (change.kind !== 'added' && change.kind !== 'removed') return undefined;
  const value = change.kind === 'added' ? change.after : change.before;
  return (isObject(value) || isList(value)) && isMany(value) ? value : undefined;
}

/** Returns the lines of one change: one line if it fits, else the values below it, each with its mark. */
function changeLines(
  change: Change,
  { skip, pathCells }: ChangeGroup,
  { comparison, options, unfolded }: CompareContext,
): readonly Line[] {
  const { width, clock } = options;
  const words = changeWords(change, comparison.resource.fields, clock);
  const path = pathWords(comparison, change.path, skip);
  const id = lineId(change);
  const changeLine = (name: SafeText, ...values: readonly Span[]): Line =>
    withSubject(textLine(id, CHANGE_MARKS[change.kind], span(name, 'label'), ...values), {
      kind: 'change',
      change,
    });
  const values = (): readonly Line[] => [
    ...sideRows(change, 'before', words.before, options),
    ...sideRows(change, 'after', words.after, options),
  ];
  const whole = wholePart(change);
  if (whole !== undefined) {
    const isOpen = unfolded?.has(id) === true;
    const line = changeLine(cutMiddle(foldedWords(path, whole), width - 6));
    return [withTarget(line, { to: 'fold', line: id, isOpen }), ...(isOpen ? values() : [])];
  }
  const short = pairText(words);
  const isShort = !isMany(sideValue(change, 'before')) && !isMany(sideValue(change, 'after'));
  return isShort && cells(path) <= pathCells && pathCells + cells(short) + 8 <= width
    ? [changeLine(sized(path, pathCells), span(safe`  ${short}`))]
    : [changeLine(cutMiddle(path, width - 6)), ...values()];
}

/** Returns true if a value reads better in several rows. */
const isMany = (value: Json): boolean =>
  isList(value) || isObject(value)
    ? Object.keys(value).length > 0
    : typeof value === 'string' && value.includes('\n');

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
export function compareLines(
  comparison: Comparison,
  options: RenderOptions,
  unfolded?: ReadonlySet<string>,
): readonly Line[] {
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
    ...(more > 0 ? [textLine('more', span(safe`   … ${more} more differences are not shown`, 'warn'))] : []),
  ];
}
