import { explain } from '../../failure.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd } from '../../text/width.ts';
import { fittingParts, STAYS } from '../facts/fitting-parts.ts';
import { isNarrow } from '../facts/layout.ts';
import { type Line, spansText } from '../facts/line.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import { currentFailure } from '../selection/current-failure.ts';
import { cursorIndex } from '../selection/cursor.ts';
import { documentStatus, findCount, findHint } from '../selection/document-cursor.ts';
import { keyName } from '../state/key-names.ts';
import type { Offline } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import type { TitlePart } from './health-parts.ts';
import { tableText } from './row-status.ts';

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

/** Returns true while no response has come from this server. */
const isNeverReached = ({ data: { lists, records } }: State): boolean =>
  [...Object.values(lists), ...Object.values(records)].every(({ last }) => last === undefined);

/** Returns the message while offline: the problem, the next try, and the keys. */
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
  return spansText(fittingParts<TitlePart>(parts, columns - 1));
}
