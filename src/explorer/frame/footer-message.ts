import { explain } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { maskedAt } from '../../resources/fields.ts';
import { nameOf } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd } from '../../text/width.ts';
import { countOf } from '../facts/health-count.ts';
import { isNarrow } from '../facts/layout.ts';
import { fitParts, STAYS, spansText } from '../facts/line.ts';
import { contentOf, currentFailure, currentLoad } from '../screens/content.ts';
import { type Table, tableColumns } from '../screens/list/table.ts';
import { cursorIndex, recordAt } from '../selection/cursor.ts';
import { documentStatus, findCount, findHint } from '../selection/document-cursor.ts';
import { keyIn } from '../state/key-names.ts';
import { currentView, type Notice, type Offline, type State } from '../state/state.ts';

function cutTexts(state: State, table: Table, record: JsonObject, id: SafeText): SafeText {
  const { placed } = tableColumns(state, table);
  const { resource } = table;
  const { rowField = 'id', fields } = resource;
  const shown = fields[rowField]?.show(maskedAt(fields, record, rowField), { now: 0, exact: true });
  const texts = [
    { text: nameOf(resource, record), width: placed[0]?.width ?? 0 },
    {
      text: (rowField === 'id' ? undefined : shown) ?? id,
      width: placed.find(({ column }) => column.field === rowField)?.width ?? 0,
    },
  ];
  const cut = texts.filter(({ text, width }) => cells(text) > width);
  return spansText(cut.map(({ text }) => ({ text: safe`  ${text}` })));
}

export function rowPosition({ rows, listing }: Table, at: number): SafeText {
  const isFiltered = listing.ids.length !== rows.ids.length || listing.unchecked > 0;
  const row = at < listing.passed ? at + 1 : at;
  return safe`${row}/${isFiltered ? safe`${listing.passed + listing.unchecked - listing.hidden.length}` : countOf(rows)}`;
}

export function filterProblem(state: State): SafeText | undefined {
  const content = contentOf(state);
  return content.kind === 'table' ? content.listing.filter?.problem : undefined;
}

function tableText(state: State, table: Table, at: number): SafeText {
  const { rows, ids } = table;
  const record = recordAt(table, at);
  if (record === undefined) return rows.stopped ?? safe``;
  const end = rows.stopped !== undefined && at === ids.length - 1 && safe`  ${rows.stopped}`;
  const cut = cutTexts(state, table, record, clean(ids[at] ?? '', 80));
  return safe`${rowPosition(table, at)}${cut}${end}`;
}

export function messageOf(state: State): Notice {
  const { notice } = state;
  const { offline } = state.session;
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
    const words = safe`${explain(failure).title}${detail && safe`: ${detail}`}`;
    const keys = safe` · ${keyIn(state, 'place.reload')} retry · ${keyIn(state, 'failure.show')} details`;
    const room = state.screen.size.columns - cells(keys) - 1;
    return { tone: 'bad', text: safe`${cutEnd(words, room)}${keys}` };
  }
  const problem = filterProblem(state);
  if (problem !== undefined) return { tone: 'warn', text: problem };
  const count = findCount(state);
  const found = count && safe`${count}   ${findHint(state)}`;
  return { tone: 'dim', text: documentStatus(state) ?? found ?? cursorText(state) };
}

function cursorText(state: State): SafeText {
  const content = contentOf(state);
  const at = cursorIndex(content, currentView(state));
  if (content.kind === 'table') return tableText(state, content, at);
  const line = content.lines.at(at);
  const whole = line?.kind === 'text' ? spansText(line.spans) : safe``;
  const isCut = cells(whole) > state.screen.size.columns;
  return isCut ? clean(whole.replace(/ {2,}/g, ' ').trim()) : safe``;
}

const isNeverReached = ({ data: { lists, records } }: State) =>
  [...Object.values(lists), ...Object.values(records)].every(({ last }) => last === undefined);

function offlineWords(state: State, offline: Offline, isFailed: boolean): SafeText {
  const { columns } = state.screen.size;
  const { failure, tries, left, isStopped } = offline;
  const now = keyIn(state, 'place.reload');
  const narrow = isNarrow(columns);
  const more = isFailed && !narrow ? safe` · ${keyIn(state, 'failure.show')} more` : safe``;
  const words = narrow ? safe`in` : safe`retry in`;
  const next = left === undefined ? safe`retrying now` : safe`${words} ${left} s · ${now} now`;
  const neverReached = isNeverReached(state);
  const other = neverReached && !narrow ? safe` · ${keyIn(state, 'profile.switch')} other profile` : safe``;
  const keys = isStopped
    ? safe` · ${now} retry${more}`
    : safe` · ${next} · ${keyIn(state, 'offline.stop')} stop${more}`;
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
