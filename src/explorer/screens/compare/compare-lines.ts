import { changeWords, foldedWords, pathWords } from '../../../diff/change-words.ts';
import { type Comparison, countWords, type Side, sortChanges } from '../../../diff/comparison.ts';
import type { Change } from '../../../diff/diff.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../json/json.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, ownName } from '../../../resources/resource.ts';
import { clean, cleanLines, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime } from '../../../text/units.ts';
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
import { CHANGE_MARKS, CHANGE_STYLES, momentWords, pairText } from './since-last-seen.ts';

/** Maximum number of rows of a value; the raw view has all of it. */
const MAX_ROWS = 12;
const NONE: ReadonlySet<string> = new Set();
/** Maximum number of ignored fields listed by name; the rest are counted. */
const MAX_NAMES = 6;

type CompareContext = {
  readonly comparison: Comparison;
  readonly options: RenderOptions;
  /** Ids of the lines whose added or removed object is shown in full. */
  readonly unfolded: ReadonlySet<string>;
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
  const mark = side === 'before' ? safe`-` : safe`+`;
  const moment = momentWords(own.at, clock);
  const read = isLocal(resourceOf(own.ref.kind)) ? safe`saved ${moment}` : safe`loaded ${clockTime(own.at)}`;
  const now = isNarrow(width) ? safe`` : safe`  ${read}`;
  const ownId = ownIdOf(own);
  const names = [comparison.before, comparison.after].map(each => cells(nameWords(comparison, each)));
  const nameCells = Math.min(Math.max(...names), Math.max(12, Math.floor(width * 0.35)));
  const room = width - nameCells - 8;
  const isThen = isSnapshot && side === 'before';
  const seenWords = isThen ? safe`last seen ${moment}` : safe`now${now}`;
  const detail = isSnapshot ? seenWords : safe`${cutMiddle(ownId, Math.max(8, room - cells(now)))}${now}`;
  const spans = [
    span(safe`   ${mark} `, side === 'before' ? 'bad' : 'good'),
    span(sized(nameWords(comparison, own), nameCells), 'strong'),
    span(safe`  ${cutMiddle(detail, Math.max(8, room))}`, 'dim'),
  ];
  const place = { screen: 'record', ref: own.ref } as const;
  const id = `${side}:record`;
  const line = isThen ? textLine(id, ...spans) : linkLine(id, { to: 'place', place }, ...spans);
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

/** Returns the values of a change by side; none for a new order, which is described in words. */
function sides(change: Change): readonly (readonly [SideName, Json])[] {
  if (change.kind === 'moved') return [];
  return [
    ...('before' in change ? [['before', change.before] as const] : []),
    ...('after' in change ? [['after', change.after] as const] : []),
  ];
}

function sideRows(
  change: Change,
  side: SideName,
  { words, options }: { words: SafeText; options: RenderOptions },
): readonly Line[] {
  const value = sides(change).find(([name]) => name === side)?.[1] ?? null;
  const [mark, style] = side === 'before' ? ([safe`-`, 'bad'] as const) : ([safe`+`, 'good'] as const);
  return valueRows(value, words, options).map((row, at) =>
    withSubject(textLine(`${lineId(change, side)}#${at}`, span(safe`     ${mark} `, style), span(row)), {
      kind: 'change',
      change,
      side,
    }),
  );
}

/** Returns the object or list that a change adds or removes as a whole; undefined for other changes. */
function wholePart(change: Change): JsonObject | readonly Json[] | undefined {
  const value =
    change.kind === 'added' ? change.after : change.kind === 'removed' ? change.before : undefined;
  return value !== undefined && (isObject(value) || isList(value)) && isMany(value) ? value : undefined;
}

/** Returns the lines of one change: one line if it fits, else the values below it, each with its mark. */
function changeLines(
  change: Change,
  { skip, pathCells }: ChangeGroup,
  { comparison, options, unfolded }: CompareContext,
): readonly Line[] {
  const { width, clock } = options;
  const words = changeWords(change, comparison.resource.fields, clock);
  const { before, after } = words;
  const path = pathWords(comparison, change.path, skip);
  const changeLine = (...spans: readonly Span[]): Line =>
    withSubject(textLine(lineId(change), ...spans), { kind: 'change', change });
  const mark = span(safe`   ${CHANGE_MARKS[change.kind]} `, CHANGE_STYLES[change.kind]);
  const whole = wholePart(change);
  const id = lineId(change);
  const isOpen = unfolded.has(id);
  const folded = whole && safe`${cutMiddle(foldedWords(path, whole), width - 6)}`;
  if (folded !== undefined && !isOpen)
    return [withTarget(changeLine(mark, span(folded, 'label')), { to: 'fold', line: id, isOpen })];
  const isShort = change.kind === 'moved' || !sides(change).some(([, value]) => isMany(value));
  const short = pairText(words);
  if (isShort && cells(path) <= pathCells && pathCells + cells(short) + 8 <= width)
    return [changeLine(mark, span(sized(path, pathCells), 'label'), span(safe`  ${short}`))];
  return [
    folded === undefined
      ? changeLine(mark, span(cutMiddle(path, width - 6), 'label'))
      : withTarget(changeLine(mark, span(folded, 'label')), { to: 'fold', line: id, isOpen }),
    ...(before === undefined ? [] : sideRows(change, 'before', { words: before, options })),
    ...(after === undefined ? [] : sideRows(change, 'after', { words: after, options })),
  ];
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
  const byField = new Map<string, Change[]>();
  for (const change of changes) {
    const field = change.path.length > 1 ? `.${change.path[0]}` : '';
    const known = byField.get(field);
    if (known === undefined) byField.set(field, [change]);
    else known.push(change);
  }
  return [...byField]
    .sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
    .map(([field, grouped]) => {
      const skip = field === '' ? 0 : 1;
      const widest = grouped.reduce(
        (most, { path }) => Math.max(most, cells(pathWords(comparison, path, skip))),
        0,
      );
      const title = field === '' ? comparison.resource.title : clean(field.slice(1), 60);
      return { title, changes: grouped, skip, pathCells: Math.min(widest, Math.floor(options.width * 0.45)) };
    });
}

function nothingLine(comparison: Comparison, isAll = true): Line {
  const { isSnapshot, isFirst, after } = comparison;
  const words = isFirst
    ? safe`   ${firstTimeWords(nameWords(comparison, after))}`
    : isSnapshot
      ? safe`   No changes.`
      : safe`   ${isAll ? safe`No` : safe`No other`} differences.`;
  return textLine('nothing', span(words, 'dim'));
}

/** Returns a comparison as lines: the records, the ignored fields, and the other changes by field. */
export function compareLines(
  comparison: Comparison,
  options: RenderOptions,
  unfolded: ReadonlySet<string> = NONE,
): readonly Line[] {
  const context = { comparison, options, unfolded };
  const { relevant, varying } = sortChanges(comparison);
  const { more } = comparison.difference;
  if (comparison.isFirst && relevant.length === 0) return [nothingLine(comparison)];
  return [
    sideLine('before', context),
    sideLine('after', context),
    ...varyingLines(varying, context),
    ...(relevant.length === 0 ? [blank('blank'), nothingLine(comparison, varying.length === 0)] : []),
    ...groups(relevant, context).flatMap(group => [
      titleLine(`group:${group.title}`, group.title, countWords(group.changes)),
      ...group.changes.flatMap(change => changeLines(change, group, context)),
    ]),
    ...(more > 0 ? [textLine('more', span(safe`   … ${more} more differences are not shown`, 'warn'))] : []),
  ];
}
