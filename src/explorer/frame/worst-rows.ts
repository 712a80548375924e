import { ownIdName } from '../../resources/record-ids.ts';
import { memo } from '../../text/memo.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { failedWords, healthCount, isCheckedByItself } from '../facts/health-count.ts';
import { type Line, span, textLine, wrappedLines } from '../facts/line.ts';
import { countOf, isAllLoaded } from '../facts/row-count.ts';
import { type Trouble, troubleName, troublesOf } from '../screens/home/attention.ts';
import type { Table } from '../screens/list/table.ts';
import { keyName } from '../state/key-names.ts';
import { type Rows, rowIndex } from '../state/load.ts';
import { type ListPlace, placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

export type PreviewLines = { readonly title: SafeText; readonly lines: readonly Line[] };

/** Maximum number of rows of one finding, and of its detail. */
const MAX_ROWS = 2;

/** Returns the lines of a row: its name, its worst finding, and the cause where the server sent one. */
function troubleLines(trouble: Trouble, columns: number): readonly Line[] {
  const { text, brief, detail } = trouble;
  const below = (words: SafeText, style: 'plain' | 'dim'): readonly Line[] =>
    wrappedLines('below', span(words, style), columns, 5).slice(0, MAX_ROWS);
  return [
    textLine('', ...troubleName(trouble, columns)),
    ...below(cells(text) <= columns - 6 ? text : brief, 'plain'),
    ...(detail === undefined ? [] : below(detail, 'dim')),
  ];
}

/** Returns the lines of as many rows as fit, at least a part of the first, and the number of the others. */
function fittingLines(troubles: readonly Trouble[], columns: number, rows: number): readonly Line[] {
  const lines: Line[] = [];
  for (const [at, trouble] of troubles.entries()) {
    const left = troubles.length - at;
    const room = rows - lines.length - Number(left > 1);
    const own = troubleLines(trouble, columns);
    if (at > 0 && own.length > room)
      return rows > lines.length ? [...lines, textLine('', span(safe`   … ${left} more`, 'dim'))] : lines;
    // The finding of the worst row matters more than the number of the others, its detail less.
    const finding = at === 0 ? troubleLines({ ...trouble, detail: undefined }, columns).length : 0;
    lines.push(...own.slice(0, Math.max(1, room, Math.min(rows, finding))));
  }
  return lines;
}

/** Returns the words for a list in which no checked row needs attention, with the key for the others. */
function quietWords(state: State, { resource, rows, plural }: Table, checked: number): SafeText {
  const key = keyName(state.user.keymap, 'list.scan-all');
  const failed = failedWords(state, resource, rows);
  if (isAllLoaded(rows) && checked > 0 && checked === rows.ids.length) return safe`No problems found.`;
  if (checked === 0 && failed === undefined && isCheckedByItself(state, resource)) return safe`checking …`;
  const found =
    checked === 0
      ? safe`Nothing checked yet.`
      : safe`No problems found in ${checked} of ${countOf(rows)} ${clean(plural.toLowerCase())}.`;
  const rest = failed === undefined ? safe`` : safe` ${failed}.`;
  const { scan } = state.data;
  const isChecked = scan?.isAutomatic === false && scan.list === placeKey(currentView(state).place);
  return isChecked ? safe`${found}${rest}` : safe`${found}${rest} ${key} checks all.`;
}

const listedTroubles = memo((rows: Rows, own: string, troubles: readonly Trouble[]) =>
  troubles.filter(({ ref }) => rowIndex(rows.ids, ref.ids[own] ?? '') >= 0),
);
const cachedLines = memo(fittingLines);
const quietLines = memo((words: SafeText, columns: number) =>
  wrappedLines('quiet', span(words, 'dim'), columns),
);

/**
 * Returns the checked rows of a list that need attention, the worst first, with their causes; undefined for a
 * kind without a diagnosis.
 */
export function worstRows(
  state: State,
  table: Table,
  { place, columns, rows }: { readonly place: ListPlace; readonly columns: number; readonly rows: number },
): PreviewLines | undefined {
  const { resource } = table;
  if (resource.diagnose === undefined) return undefined;
  const listed = listedTroubles(table.rows, ownIdName(resource), troublesOf(state, resource));
  const { checked } = healthCount(state, place, table.rows);
  const lines =
    listed.length === 0
      ? quietLines(quietWords(state, table, checked), columns)
      : cachedLines(listed, columns, rows);
  return { title: safe`Needs attention`, lines };
}
