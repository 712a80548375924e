import { explain } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownIdName, ownName, type Ref } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cutMiddle } from '../../text/width.ts';
import { sinceSeen } from '../facts/comparison.ts';
import { countOf, failedWords, healthCount, isAllLoaded, isCheckedByItself } from '../facts/health-count.ts';
import { hasPreview, layoutOf, type PreviewArea } from '../facts/layout.ts';
import { type Line, MARKS, span, textLine, wrappedLines } from '../facts/line.ts';
import { refusalOf } from '../facts/undocumented.ts';
import { sinceLines } from '../screens/compare/compare-lines.ts';
import { contentOf } from '../screens/content.ts';
import { coverageWords, type Trouble, troubleLines, troublesOf } from '../screens/home/attention.ts';
import type { Table } from '../screens/list/table.ts';
import { DIAGNOSIS_ID, itemLines } from '../screens/record/record-lines.ts';
import { currentOptions, overviewLines } from '../screens/record/record-screen.ts';
import { settledView } from '../selection/cursor.ts';
import { keyName } from '../state/key-names.ts';
import { isRecordId, type Load, type Rows, rowIndex } from '../state/load.ts';
import { type ListPlace, placeKey, rowRef } from '../state/place.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type State } from '../state/state.ts';

export type PreviewLines = { readonly title: SafeText; readonly lines: readonly Line[] };

const NO_AREA = { columns: 0, rows: 0 };
const areaOf = (state: State): Pick<PreviewArea, 'columns' | 'rows'> => layoutOf(state).preview ?? NO_AREA;

/** Returns the same reference until it names another record, so that lines can be cached by it. */
const cachedRef = memo(rowRef);

/** Returns the lines of a record with its changes: below its diagnosis, else first. */
const withChanges = memo((record: readonly Line[], changes: readonly Line[]): readonly Line[] => {
  const [first, ...rest] = record;
  const at = first?.id === DIAGNOSIS_ID ? rest.findIndex(({ kind }) => kind === 'title') + 1 : 0;
  return [...record.slice(0, at), ...changes, ...record.slice(at)];
});

function recordPreview(state: State, ref: Ref, record: JsonObject): readonly Line[] {
  const options = currentOptions(state, areaOf(state).columns);
  const lines = overviewLines(state, { ref, record, options });
  const comparison = sinceSeen(state, ref);
  return comparison === undefined ? lines : withChanges(lines, sinceLines(comparison, options));
}

function loadLines(load: Load<JsonObject> | undefined, isChecked: boolean): readonly Line[] {
  if (load?.phase === 'failed')
    return [
      textLine(
        '',
        span(safe`   ${MARKS.warn} `, 'warn'),
        span(safe`not loaded: ${explain(load.failure).title}`),
      ),
    ];
  const words = load?.phase === 'loading' || isChecked ? safe`loading …` : safe`not loaded yet`;
  return [textLine('', span(safe`   ${words}`, 'dim'))];
}

/** Returns the preview of one row; undefined if the row has left the list. */
function rowPreview(
  state: State,
  { resource, rows }: Table,
  { place, id }: { readonly place: ListPlace; readonly id: string },
): PreviewLines | undefined {
  const item = rows.items[rowIndex(rows.ids, id)];
  if (item === undefined) return undefined;
  const ref = cachedRef(place, id);
  const load = recordLoad(state, ref);
  const isChecked = state.data.scan?.list === placeKey(place) && state.data.scan.current.has(id);
  const lines =
    load?.last === undefined
      ? [
          ...loadLines(load, isChecked),
          ...itemLines(resource, item, currentOptions(state, areaOf(state).columns)),
        ]
      : recordPreview(state, ref, load.last.value);
  const kind = clean(resource.title);
  const name = ownName(resource, load?.last?.value ?? item) ?? safe`${kind} ${cutMiddle(clean(id), 16)}`;
  return { title: name, lines };
}

/** Returns the lines of as many records as fit, at least a part of the first, and the number of others. */
const worstLines = memo((troubles: readonly Trouble[], columns: number, rows: number): readonly Line[] => {
  const lines: Line[] = [];
  for (const [at, trouble] of troubles.entries()) {
    const left = troubles.length - at;
    const room = rows - lines.length - Number(left > 1);
    const own = troubleLines(trouble, columns);
    if (at > 0 && own.length > room) {
      const more = textLine('', span(safe`   … ${left} more`, 'dim'));
      return rows > lines.length ? [...lines, more] : lines;
    }
    // The finding of the worst row matters more than the number of the others, its detail less.
    const finding = at === 0 ? troubleLines({ ...trouble, detail: undefined }, columns).length : 0;
    lines.push(...own.slice(0, Math.max(1, room, Math.min(rows, finding))));
  }
  return lines;
});

const listedTroubles = memo((rows: Rows, own: string, troubles: readonly Trouble[]) =>
  troubles.filter(({ ref }) => rowIndex(rows.ids, ref.ids[own] ?? '') >= 0),
);
const quietLines = memo((words: SafeText, columns: number) =>
  wrappedLines('quiet', span(words, 'dim'), columns),
);

/**
 * Returns the checked rows of a list that need attention, the worst first, with their causes; undefined for a
 * kind without a diagnosis.
 */
function worstRows(
  state: State,
  { resource, rows, plural: title }: Table,
  place: ListPlace,
): PreviewLines | undefined {
  if (resource.diagnose === undefined) return undefined;
  const area = areaOf(state);
  const listed = listedTroubles(rows, ownIdName(resource), troublesOf(state, resource));
  const { checked } = healthCount(state, place, rows);
  const plural = clean(title.toLowerCase());
  const { scan } = state.data;
  const isAsked = scan?.isAutomatic === false && scan.list === placeKey(place);
  const isDone = isAsked || (isAllLoaded(rows) && checked === rows.ids.length);
  const words = (): SafeText =>
    coverageWords({
      checked,
      count: safe`${checked} of ${countOf(rows)} ${plural}`,
      plural,
      failed: failedWords(state, resource, rows),
      isAwaited: isCheckedByItself(state, resource),
      hasTroubles: false,
      more: isDone ? undefined : safe`${keyName(state.user.keymap, 'list.scan-all')} checks all`,
    });
  const titleRows = 1;
  return {
    title: safe`Needs attention`,
    lines:
      listed.length === 0
        ? quietLines(words(), area.columns)
        : worstLines(listed, area.columns, area.rows - titleRows),
  };
}

/** Returns the record that the preview shows; undefined while it shows none, or the cursor moves. */
export function previewedRef(state: State): Ref | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || !hasPreview(state)) return undefined;
  const { row, held } = state.navigation.previews[placeKey(place)] ?? {};
  return isRecordId(row) && held === undefined ? cachedRef(place, row) : undefined;
}

/** Returns the record to request for the preview; undefined if it was requested before, or will be. */
export function refToPreload(state: State): Ref | undefined {
  const ref = previewedRef(state);
  if (ref === undefined || recordLoad(state, ref) !== undefined) return undefined;
  const resource = resourceOf(ref.kind);
  const { read } = resource;
  const { session, user, data } = state;
  const isScanned = data.scan?.list === placeKey(currentView(state).place);
  if (read === undefined || isScanned || isCheckedByItself(state, resource)) return undefined;
  if (read.isUndocumented && session.undocumented !== 'allowed') return undefined;
  return refusalOf({ ...session, memory: user.memory }, read) === undefined ? ref : undefined;
}

export function pausedWords({ user }: State): SafeText {
  const key = keyName(user.keymap, 'preview.toggle');
  return safe`The line to your terminal is slow, so the preview is closed. ${key} opens the preview.`;
}

function pausedPreview(state: State): PreviewLines {
  const lines = wrappedLines('paused', span(pausedWords(state), 'dim'), areaOf(state).columns);
  return { title: safe`Preview`, lines };
}

/**
 * Returns the preview of the list on the screen: the rows that need attention until the cursor was moved,
 * then the row that it rests on. Undefined while there is nothing to show: without rows, and while the list
 * scrolls, because each row would be written again.
 */
export function previewOf(state: State): PreviewLines | undefined {
  const { place } = currentView(state);
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table' || content.ids.length === 0) return undefined;
  // A list that has scrolled moves whole rows: words beside it would be written again with each key.
  if (state.screen.preview === 'paused')
    return settledView(state).top === 0 ? pausedPreview(state) : undefined;
  const { row, held } = state.navigation.previews[placeKey(place)] ?? {};
  if (held !== undefined && held.top !== settledView(state).top) return undefined;
  const shown = held === undefined ? state : { ...state, data: held.data, session: held.session };
  const table = held === undefined ? content : contentOf(shown);
  if (table.kind !== 'table') return undefined;
  if (row !== undefined) return rowPreview(shown, table, { place, id: row });
  return worstRows(shown, table, place);
}
