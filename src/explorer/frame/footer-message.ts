import { explain } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { maskedAt } from '../../resources/fields.ts';
import { nameOf, type Resource } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd } from '../../text/width.ts';
import { countOf } from '../facts/health-count.ts';
import { isNarrow } from '../facts/layout.ts';
import { fitParts, type Line, STAYS, spansText } from '../facts/line.ts';
import { contentOf, currentFailure, currentLoad } from '../screens/content.ts';
import { type Table, type TableColumns, tableColumns } from '../screens/list/table.ts';
import { cursorIndex, recordAt } from '../selection/cursor.ts';
import { documentStatus, findCount, findHint } from '../selection/document-cursor.ts';
import { keyName } from '../state/key-names.ts';
import type { Offline } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';

/** Returns the id of a row, or the value of the field that its kind has in place of it. */
function rowText({ rowField, fields }: Resource, record: JsonObject, id: SafeText): SafeText {
  if (rowField === undefined) return id;
  const value = maskedAt(fields, record, rowField);
  return fields[rowField]?.show(value, { now: 0, exact: true }) ?? id;
}

/** Returns the name of a row, and its id or what stands for it, each only if its column cuts it. */
function cutTexts(
  { placed }: TableColumns,
  resource: Resource,
  { record, id }: { readonly record: JsonObject; readonly id: SafeText },
): SafeText {
  const { rowField = 'id' } = resource;
  const column = placed.find(each => each.column.field === rowField);
  const texts = [
    { text: nameOf(resource, record), width: placed[0]?.width ?? 0 },
    { text: rowText(resource, record, id), width: column?.width ?? 0 },
  ];
  return joinSafe(
    texts.filter(({ text, width }) => cells(text) > width).map(({ text }) => safe`  ${text}`),
    '',
  );
}

export function rowPosition({ rows, listing }: Table, at: number): SafeText {
  const isFiltered = listing.ids.length !== rows.ids.length || listing.unchecked > 0;
  const row = at < listing.passed ? at + 1 : at;
  return safe`${row}/${isFiltered ? safe`${listing.passed + listing.unchecked}` : countOf(rows)}`;
}

/** Returns the position of the cursor in a list, and those fields of its record that the columns cut. */
export function tableText(state: State): SafeText {
  const content = contentOf(state);
  if (content.kind !== 'table') return safe``;
  const at = cursorIndex(content, currentView(state));
  const record = recordAt(content, at);
  const { rows } = content;
  if (record === undefined) return rows.stopped ?? safe``;
  const isLast = at === content.ids.length - 1;
  const end = rows.stopped !== undefined && isLast ? safe`  ${rows.stopped}` : safe``;
  const id = clean(content.ids[at] ?? '', 80);
  const cut = cutTexts(tableColumns(state, content), content.resource, { record, id });
  return safe`${rowPosition(content, at)}${cut}${end}`;
}

/**
 * Returns the message above the keys: a notice, else a failure, else the full text under the cursor.
 */
export function messageOf(state: State): {
  readonly text: SafeText;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad' | 'dim';
} {
  const {
    notice,
    session: { offline },
  } = state;
  const load = currentLoad(state);
  const isUnreachable = offline !== undefined && load?.phase !== 'loading';
  // Good news about the last key must not hide that the server cannot be reached.
  if (notice !== undefined && !(notice.tone === 'good' && isUnreachable)) return notice;
  // The first failure is shown a moment later, together with its effect on the place.
  if (offline !== undefined && (isUnreachable || offline.left === undefined)) {
    const isFailed = load?.phase === 'failed' && load.last !== undefined;
    return { tone: 'bad', text: offlineWords(state, offline, isFailed) };
  }
  const failure = currentFailure(state);
  if (failure !== undefined) {
    const { detail } = failure;
    const words = safe`${explain(failure).title}${detail === undefined ? safe`` : safe`: ${detail}`}`;
    const keys = safe` · ${keyName(state.user.keymap, 'place.reload')} retry · ${keyName(state.user.keymap, 'failure.show')} details`;
    const room = state.screen.size.columns - cells(keys) - 1;
    return { tone: 'bad', text: safe`${cutEnd(words, room)}${keys}` };
  }
  const count = findCount(state);
  const found = count && safe`${count}   ${findHint(state)}`;
  return { tone: 'dim', text: documentStatus(state) ?? found ?? cursorText(state) };
}

/** Returns the full text of a line that does not fit on its row, without its spacing. */
function lineText(line: Line | undefined, columns: number): SafeText {
  if (line?.kind !== 'text') return safe``;
  const whole = spansText(line.spans);
  return cells(whole) <= columns ? safe`` : clean(whole.replace(/ {2,}/g, ' ').trim());
}

function cursorText(state: State): SafeText {
  const content = contentOf(state);
  if (content.kind === 'table') return tableText(state);
  return lineText(content.lines.at(cursorIndex(content, currentView(state))), state.screen.size.columns);
}

const isNeverReached = ({ data: { lists, records } }: State): boolean =>
  [...Object.values(lists), ...Object.values(records)].every(({ last }) => last === undefined);

function offlineWords(state: State, offline: Offline, isFailed: boolean): SafeText {
  const { columns } = state.screen.size;
  const { failure, tries, left, isStopped } = offline;
  const now = keyName(state.user.keymap, 'place.reload');
  const narrow = isNarrow(columns);
  const more = isFailed && !narrow ? safe` · ${keyName(state.user.keymap, 'failure.show')} more` : safe``;
  const words = narrow ? safe`in` : safe`retry in`;
  const next = left === undefined ? safe`retrying now` : safe`${words} ${left} s · ${now} now`;
  const neverReached = isNeverReached(state);
  const other =
    neverReached && !narrow ? safe` · ${keyName(state.user.keymap, 'profile.switch')} other profile` : safe``;
  const keys = isStopped
    ? safe` · ${now} retry${more}`
    : safe` · ${next} · ${keyName(state.user.keymap, 'offline.stop')} stop${more}`;
  const whole = neverReached
    ? safe`${state.session.server?.label ?? safe`The server`} cannot be reached`
    : explain(failure).title;
  const title = narrow ? safe`Offline` : whole;
  const count = tries > 1 && !narrow ? safe` (${tries} tries)` : safe``;
  // Without room, what happened stays whole: the footer names the key of other profiles, too.
  const cut = cutEnd(title, Math.max(7, columns - cells(keys) - 1));
  const parts = [
    { text: title, rank: 0, brief: { text: cut, rank: STAYS } },
    { text: count, rank: 2 },
    { text: keys, rank: STAYS },
    { text: other, rank: 1 },
  ];
  return spansText(fitParts(parts, columns - 1));
}
