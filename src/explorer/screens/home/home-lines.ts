import { member } from '../../../json/json.ts';
import { usedIntegration } from '../../../resources/local-kinds.ts';
import { redactShown } from '../../../resources/redact.ts';
import { resourceOf, root } from '../../../resources/registry.ts';
import { memo } from '../../../text/memo.ts';
import { cleanLines, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutMiddle, cutWords, sized } from '../../../text/width.ts';
import { type StoredChoice, storedChoices } from '../../facts/choices.ts';
import { countOf } from '../../facts/health-count.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import { type Line, type Lines, linkLine, MARKS, PART_GAP, span, titleLine } from '../../facts/line.ts';
import { type Action, toPlace } from '../../state/action.ts';
import { keyIn } from '../../state/key-names.ts';
import { listOf, listPlaces, placeKey, requestsPlace, usedPlace, type View } from '../../state/place.ts';
import { placeText } from '../../state/place-text.ts';
import { recordLoad, usageOf } from '../../state/records.ts';
import { currentView, newView, type State } from '../../state/state.ts';
import { isHome } from '../../state/view-stacks.ts';
import { attentionLines } from './attention.ts';

const PROFILE = 'profile';

/** One row that Enter unfolds; a search looks into it, too. */
function profileLines(state: State, lines: Lines): Lines {
  const { place, folds, find } = currentView(state);
  const loaded = place.screen === 'record' ? recordLoad(state, place.ref)?.last?.value : undefined;
  const record = redactShown(root.fields, loaded ?? {});
  const firstLine = (name: string): readonly SafeText[] => {
    const value = member(record, name);
    return typeof value === 'string' && value !== '' ? cleanLines(value).slice(0, 1) : [];
  };
  const isOpen = folds?.except.has(PROFILE) === true || find !== undefined;
  const words = [...firstLine('about'), ...firstLine('handle').map(handle => safe`@${handle}`)];
  const target: Action = { to: 'fold', line: PROFILE, isOpen };
  const detail = isOpen ? safe`` : joinSafe(words, PART_GAP);
  return [placeLine(state, target, [PROFILE, safe`${root.title} profile`, detail]), ...(isOpen ? lines : [])];
}

const MAX_JUMPS = 9;
const MAX_BOOKMARKS = 5;

const listChoices = (state: State): readonly StoredChoice[] =>
  root.children.flatMap(({ from, to }) =>
    (from === 'list' ? listPlaces(to, {}) : []).map((place): StoredChoice => {
      const view = newView(place);
      const { plural: label } = listOf(place);
      const rows = state.data.lists[placeKey(place)]?.last?.value;
      const detail = rows === undefined ? safe`not loaded yet` : safe`${countOf(rows)} loaded`;
      return { id: placeText(place) ?? to, kind: resourceOf(to).plural, label, detail, view };
    }),
  );

type Jump = StoredChoice & { readonly source: 'list' | 'bookmark' | 'recent' };

function jumps(state: State): readonly Jump[] {
  const isMarked = new Set(state.user.memory.bookmarks.map(({ place }) => place));
  const marked = storedChoices(state, 'bookmark').slice(0, MAX_BOOKMARKS);
  const opened = storedChoices(state, 'recent').filter(({ id }) => !isMarked.has(id));
  return [
    ...listChoices(state).map((choice): Jump => ({ ...choice, source: 'list' })),
    ...marked.map((choice): Jump => ({ ...choice, source: 'bookmark' })),
    ...opened.map((choice): Jump => ({ ...choice, source: 'recent' })),
  ].slice(0, MAX_JUMPS);
}

export function jumpTargets(state: State): readonly View[] {
  const { place } = currentView(state);
  if (place.screen !== 'record' || !isHome(place.ref, state.session.server)) return [];
  return jumps(state).map(({ view }) => view);
}

const KIND_CELLS = 12;
const DETAIL_CELLS = 13;

const jumpNameCells = (width: number) => Math.max(14, Math.min(40, width - KIND_CELLS - 36));

function jumpLine({ view, label, kind, detail, id, source }: Jump, at: number, width: number): Line {
  const star = source === 'bookmark' ? safe`★ ` : safe`  `;
  const narrow = isNarrow(width);
  const nameCells = narrow
    ? Math.max(14, Math.min(40, width - Math.min(DETAIL_CELLS, cells(detail)) - 8))
    : jumpNameCells(width);
  const detailCells = width - nameCells - (narrow ? 7 : KIND_CELLS + 9);
  return linkLine(
    `jump:${id}`,
    toPlace(view.place),
    span(safe`   ${at + 1}  `, 'key'),
    span(sized(safe`${star}${label}`, nameCells), detail.startsWith(MARKS.bad) ? 'dim' : 'strong'),
    ...(narrow ? [] : [span(safe` ${sized(source === 'list' ? safe`` : kind, KIND_CELLS)}`, 'label')]),
    span(
      safe` ${cutMiddle(detail, Math.max(1, detailCells))}`,
      detail.startsWith(MARKS.bad) ? 'warn' : 'dim',
    ),
  );
}

function placeLine(
  { screen: { size } }: State,
  target: Action,
  [id, label, detail, key = safe``]: readonly [id: string, label: SafeText, detail: SafeText, key?: SafeText],
): Line {
  const nameCells = isNarrow(size.columns) ? 23 : jumpNameCells(size.columns) + KIND_CELLS + 1;
  return linkLine(
    id,
    target,
    span(safe`   ${sized(key, 1)}  `, 'key'),
    span(sized(safe`  ${label}`, nameCells), 'strong'),
    span(safe` ${cutWords(detail, Math.max(1, size.columns - nameCells - 8))}`, 'dim'),
  );
}

function inUseLine(state: State): Line {
  const { used, known } = usageOf(state);
  const across = !isNarrow(state.screen.size.columns) && safe` across ${known.count}`;
  const detail = known.records.length === 0 ? safe`no bots checked yet` : safe`${used.length}${across}`;
  return placeLine(state, toPlace(usedPlace), ['in-use', usedIntegration.plural, detail]);
}

export const homeLines = memo((lines: Lines, state: State): Lines => {
  const lists = root.children.flatMap(({ from, to }) => (from === 'list' ? [`child:${to}`] : []));
  const isList = ({ id }: Line) => lists.some(name => id === name || id.startsWith(`${name}:`));
  const all = jumps(state);
  const stored = all.some(({ source }) => source !== 'list') ? safe`bookmarks and recents` : undefined;
  const log = keyIn(state, 'request.log');
  const places = [
    titleLine('jump', safe`Jump`, stored),
    ...all.map((jump, at) => jumpLine(jump, at, state.screen.size.columns)),
    placeLine(state, toPlace(requestsPlace), ['request-log', safe`Request log`, safe``, log]),
    inUseLine(state),
  ];
  const room = layoutOf(state).body - places.length - 1;
  const own = lines.filter(line => !isList(line));
  return [...attentionLines(state, room), ...places, ...profileLines(state, own)];
});
