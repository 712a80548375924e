import {
  type ChangeWords,
  type Comparison,
  changeWords,
  countWords,
  fieldAt,
  pathWords,
  type Side,
  sortChanges,
} from '../../../diff/comparison.ts';
import type { Change } from '../../../diff/diff.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../json/json.ts';
import type { Clock } from '../../../resources/field.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, ownName } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, cleanLines, joinFirst, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { clockTime, counted, exact, span as timeSpan } from '../../../text/units.ts';
import { cells, cutMiddle, sized, wrap } from '../../../text/width.ts';
import { ownIdOf } from '../../facts/choices.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  blank,
  type Line,
  type Lines,
  linkLine,
  type SideName,
  type Span,
  type Spans,
  span,
  type TextLine,
  textLine,
  titleLine,
  wrappedLines,
} from '../../facts/line.ts';
import { toPlace, toRecord } from '../../state/action.ts';
import { keyName } from '../../state/key-names.ts';
import type { RenderOptions } from '../record/fields.ts';

const MAX_CHANGES = 8;
const WIDE_FROM = 56;
const MAX_ROWS = 12;
const MAX_NAMES = 6;

const CHANGE_MARKS: { readonly [K in Change['kind']]: Span } = {
  changed: span(safe`   ~ `, 'warn'),
  added: span(safe`   + `, 'good'),
  removed: span(safe`   - `, 'bad'),
  moved: span(safe`   ~ `, 'warn'),
};

const markOf = (side: SideName): Span => CHANGE_MARKS[side === 'before' ? 'removed' : 'added'];

function momentWords(at: number, { now, exact: isExact }: Clock): SafeText {
  const words = timeSpan(Math.max(0, now - at));
  if (isExact) return exact(new Date(at).toISOString());
  return words === 'now' ? safe`just now` : safe`${words} ago`;
}

/** `before → after`; in fewer cells both sides are cut alike. */
function pairText({ before, after }: ChangeWords, room = Infinity): SafeText {
  const whole = joinSafe([before, after], ' → ');
  if (cells(whole) <= room || before === undefined || after === undefined) return cutMiddle(whole, room);
  const half = Math.floor((room - 3) / 2);
  const first = cutMiddle(before, Math.max(half, room - 3 - cells(after)));
  return safe`${first} → ${cutMiddle(after, room - 3 - cells(first))}`;
}

const pathColumn = (paths: readonly SafeText[], width: number) =>
  Math.min(Math.max(...paths.map(cells)), Math.floor(width * 0.45));

export const sinceLines = memo((comparison: Comparison, options: RenderOptions): Lines => {
  const { changes, more } = comparison.difference;
  const { fields } = comparison.resource;
  const { width, clock } = options;
  const when = momentWords(comparison.before.at, clock);
  if (changes.length === 0) {
    const words = safe`   No changes since you last looked, ${when}.`;
    return comparison.isFirst ? [] : [blank('since'), textLine('since:none', span(words, 'dim'))];
  }
  // Times come last and dim, because they change with every update.
  const isTime = ({ path }: Change) => fieldAt(fields, path)?.varies === 'time';
  const shown = changes.toSorted((a, b) => Number(isTime(a)) - Number(isTime(b))).slice(0, MAX_CHANGES);
  const pathCells = pathColumn(
    shown.map(({ path }) => pathWords(comparison, path)),
    width,
  );
  const rest = changes.length + more - shown.length;
  const toAll = toPlace({ screen: 'compare', ref: comparison.after.ref });
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

type CompareContext = Readonly<{
  comparison: Comparison;
  options: RenderOptions;
  unfolded: ReadonlySet<string> | undefined;
}>;

export const firstTimeWords = (name: SafeText) =>
  safe`Nothing to compare with yet: this is the first time you see ${name}.`;

const idWords = ({ ref }: Side) => ownIdOf(ref, 80);

const nameWords = ({ resource }: Comparison, side: Side) => ownName(resource, side.record) ?? idWords(side);

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
  const id = cutMiddle(idWords(own), Math.max(8, room - cells(now)));
  return {
    ...textLine(
      `${side}:record`,
      markOf(side),
      span(sized(nameWords(comparison, own), nameCells), 'strong'),
      span(safe`  ${cutMiddle(isSnapshot ? seen : safe`${id}${now}`, room)}`, 'dim'),
    ),
    subject: { kind: 'record', side },
    ...(!isThen && { target: toRecord(own.ref) }),
  };
}

function varyingLines(changes: readonly Change[], { comparison, options }: CompareContext): Lines {
  if (changes.length === 0) return [];
  const names = joinFirst(changes, MAX_NAMES, ({ path }) => pathWords(comparison, path));
  const many = isNarrow(options.width) ? safe`that always differ` : safe`fields that always differ`;
  const fields = changes.length === 1 ? safe`field that always differs` : many;
  const words = safe`Ignoring ${changes.length} ${fields}: ${names}`;
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

const isMany = (value: Json): boolean =>
  isList(value) || isObject(value)
    ? Object.keys(value).length > 0
    : typeof value === 'string' && value.includes('\n');

function changeLines(
  change: Change,
  { skip, pathCells }: ChangeGroup,
  { comparison, options, unfolded }: CompareContext,
): Lines {
  const { width, clock } = options;
  // A new order is described in words.
  const values: { readonly [S in SideName]?: Json } = change.kind === 'moved' ? {} : change;
  const { before = null, after = null } = values;
  const words = changeWords(change, comparison.resource.fields, clock);
  const path = pathWords(comparison, change.path, skip);
  const lineId = (side: SideName | 'both') => `${side}:${change.kind}:${JSON.stringify(change.path)}`;
  const id = lineId('both');
  const changeLine = (name: SafeText, ...beside: Spans): TextLine => ({
    ...textLine(id, CHANGE_MARKS[change.kind], span(name, 'label'), ...beside),
    subject: { kind: 'change', change },
  });
  const sideRows = (side: SideName): Lines => {
    const { [side]: single } = words;
    const { text, style } = markOf(side);
    const rows = single === undefined ? [] : valueRows({ before, after }[side], single, options);
    return rows.map((row, at) => ({
      ...textLine(`${lineId(side)}#${at}`, span(safe`  ${text}`, style), span(row)),
      subject: { kind: 'change', change, side },
    }));
  };
  const bothRows = (): Lines => [...sideRows('before'), ...sideRows('after')];
  const whole = change.kind === 'added' ? after : change.kind === 'removed' ? before : null;
  if ((isObject(whole) || isList(whole)) && isMany(whole)) {
    const isOpen = unfolded?.has(id) === true;
    const line = changeLine(cutMiddle(foldedWords(path, whole), width - 6));
    return [{ ...line, target: { to: 'fold', line: id, isOpen } }, ...(isOpen ? bothRows() : [])];
  }
  const short = pairText(words);
  const isShort = !isMany(before) && !isMany(after);
  return isShort && cells(path) <= pathCells && pathCells + cells(short) + 8 <= width
    ? [changeLine(sized(path, pathCells), span(safe`  ${short}`))]
    : [changeLine(cutMiddle(path, width - 6)), ...bothRows()];
}

type ChangeGroup = Readonly<{ title: SafeText; changes: readonly Change[]; skip: number; pathCells: number }>;

/** Fields that changed as a whole come first, in one group. */
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

export const compareLines = memo(
  (comparison: Comparison, options: RenderOptions, unfolded?: ReadonlySet<string>): Lines => {
    const context = { comparison, options, unfolded };
    const { relevant, varying } = sortChanges(comparison);
    const { more } = comparison.difference;
    const nothing = (words: SafeText): Line => textLine('nothing', span(safe`   ${words}`, 'dim'));
    if (comparison.isFirst && relevant.length === 0)
      return [nothing(firstTimeWords(nameWords(comparison, comparison.after)))];
    const other = varying.length > 0 && safe` other`;
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

/** `slack@3.1.0 (21 fields)` */
function foldedWords(path: SafeText, value: JsonObject | readonly Json[]): SafeText {
  const count = Object.keys(value).length;
  if (isList(value)) return safe`${path} (${counted(count, safe`item`)})`;
  const { name, version } = value;
  const isVersion = typeof name === 'string' && typeof version === 'string' && version !== '';
  return safe`${path}${isVersion && safe`@${clean(version, 40)}`} (${counted(count, safe`field`)})`;
}
