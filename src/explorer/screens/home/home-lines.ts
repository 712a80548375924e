import { member } from '../../../json/json.ts';
import { usedIntegration } from '../../../resources/local-kinds.ts';
import { redactShown } from '../../../resources/redact.ts';
import { resourceOf, root } from '../../../resources/registry.ts';
import { memo } from '../../../text/memo.ts';
import { cleanLines, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, cutMiddle, cutWords, sized } from '../../../text/width.ts';
import { type Choice, storedChoices } from '../../facts/choices.ts';
import { countOf } from '../../facts/health-count.ts';
import { isNarrow } from '../../facts/layout.ts';
import { type Line, linkLine, MARKS, span, titleLine } from '../../facts/line.ts';
import { usageOf } from '../../facts/usage.ts';
import { keyName } from '../../state/key-names.ts';
import { listOf, listPlaces, placeKey, requestsPlace, type View } from '../../state/place.ts';
import { placeText } from '../../state/place-text.ts';
import { recordLoad } from '../../state/records.ts';
import { currentView, newView, type State } from '../../state/state.ts';
import { isHome } from '../../state/view-stacks.ts';
import { valueLine } from '../record/fields.ts';
import { attentionLines } from './attention.ts';

function firstLine(state: State, name: string): SafeText {
  const { place } = currentView(state);
  const record = place.screen === 'record' ? recordLoad(state, place.ref)?.last?.value : undefined;
  const value = record === undefined ? undefined : member(redactShown(root.fields, record), name);
  return typeof value === 'string' ? (cleanLines(value)[0] ?? safe``) : safe``;
}

/** Returns the root record in two lines: name and handle, and the first line about it. */
export function profileLines(state: State, width: number): readonly Line[] {
  const [name, handle, about] = ['name', 'handle', 'about'].map(field => firstLine(state, field));
  const at = handle === undefined || handle === '' ? safe`` : safe`@${cutEnd(handle, 24)}`;
  const title = cutEnd(name ?? safe``, width - cells(at) - 6);
  const gap = repeat(safe` `, Math.max(2, width - 3 - cells(title) - cells(at) - 1));
  const text = cutWords(about ?? safe``, width - 4);
  return [
    valueLine(['name'], 'profile:name', span(safe`   ${title}`, 'strong'), span(safe`${gap}${at}`, 'label')),
    ...(text === '' ? [] : [valueLine(['about'], 'profile:about', span(safe`   ${text}`))]),
  ];
}

/** Maximum number of rows with a digit; `'` and `:recents` list the rest. */
const MAX_JUMPS = 9;
const MAX_BOOKMARKS = 5;

function listChoices(state: State): readonly Choice[] {
  return root.children.flatMap(({ from, to }) =>
    (from === 'list' ? listPlaces(to, {}) : []).map((place): Choice => {
      const view = newView(place);
      const { plural: label } = listOf(place);
      const rows = state.data.lists[placeKey(place)]?.last?.value;
      const detail = rows === undefined ? safe`not loaded yet` : safe`${countOf(rows)} loaded`;
      return { id: placeText(place) ?? to, kind: resourceOf(to).plural, label, detail, view };
    }),
  );
}

type Jump = { readonly choice: Choice; readonly source: SafeText };

function jumps(state: State): readonly Jump[] {
  const isMarked = new Set(state.user.memory.bookmarks.map(({ place }) => place));
  const marked = storedChoices(state, 'bookmark').slice(0, MAX_BOOKMARKS);
  const opened = storedChoices(state, 'recent').filter(({ id }) => !isMarked.has(id));
  return [
    ...listChoices(state).map(choice => ({ choice, source: safe`` })),
    ...marked.map(choice => ({ choice, source: safe`bookmark` })),
    ...opened.map(choice => ({ choice, source: safe`recent` })),
  ].slice(0, MAX_JUMPS);
}

/** Returns the places that the digits of the home screen open, 1 first; none on other screens. */
export function jumpTargets(state: State): readonly View[] {
  const { place } = currentView(state);
  if (place.screen !== 'record' || !isHome(place.ref, state.session.server)) return [];
  return jumps(state).map(({ choice: { view } }) => view);
}

const KIND_CELLS = 12;
/** Cells of an id, enough to recognise it. */
const DETAIL_CELLS = 13;

const jumpNameCells = (width: number): number => Math.max(14, Math.min(40, width - KIND_CELLS - 36));

function jumpLine({ choice, source }: Jump, at: number, width: number): Line {
  const { view, label, kind, detail, id } = choice;
  const star = source === 'bookmark' ? safe`★ ` : safe`  `;
  const narrow = isNarrow(width);
  const nameCells = narrow
    ? Math.max(14, Math.min(40, width - Math.min(DETAIL_CELLS, cells(detail)) - 8))
    : jumpNameCells(width);
  const detailCells = width - nameCells - (narrow ? 7 : KIND_CELLS + 9);
  return linkLine(
    `jump:${id}`,
    { to: 'place', place: view.place },
    span(safe`   ${at + 1}  `, 'key'),
    span(sized(safe`${star}${label}`, nameCells), detail.startsWith(MARKS.bad) ? 'dim' : 'strong'),
    ...(narrow ? [] : [span(safe` ${sized(source === '' ? safe`` : kind, KIND_CELLS)}`, 'label')]),
    span(
      safe` ${cutMiddle(detail, Math.max(1, detailCells))}`,
      detail.startsWith(MARKS.bad) ? 'warn' : 'dim',
    ),
  );
}

function inUseLine(state: State): readonly Line[] {
  const { used, known } = usageOf(state);
  if (known.records.length === 0) return [];
  const { columns } = state.screen.size;
  const narrow = isNarrow(columns);
  const label = sized(
    safe`  ${usedIntegration.plural}`,
    narrow ? 23 : jumpNameCells(columns) + KIND_CELLS + 1,
  );
  return [
    linkLine(
      'in-use',
      { to: 'place', place: { screen: 'list', kind: usedIntegration.kind, ids: {} } },
      span(safe`      ${label}`, 'strong'),
      span(safe` ${used.length}${narrow ? safe`` : safe` across ${known.count}`}`, 'dim'),
    ),
  ];
}

/** Returns the lines of the root record, with lists, bookmarks and recents in place of its children. */
export const homeLines = memo((lines: readonly Line[], state: State): readonly Line[] => {
  const lists = root.children.flatMap(({ from, to }) => (from === 'list' ? [`child:${to}`] : []));
  const isList = ({ id }: Line): boolean => lists.some(name => id === name || id.startsWith(`${name}:`));
  const { columns } = state.screen.size;
  const all = jumps(state);
  const linesOf = (isOwn: boolean): readonly Line[] =>
    all.flatMap((jump, at) => ((jump.source === '') === isOwn ? [jumpLine(jump, at, columns)] : []));
  const own = [
    ...attentionLines(state),
    titleLine('jump', safe`Jump`, safe`bookmarks and recents`),
    ...linesOf(true),
    ...inUseLine(state),
    ...linesOf(false),
    requestLogLine(state),
  ];
  const about = [titleLine('about', safe`${root.title} profile`), ...lines.filter(line => !isList(line))];
  // Narrow screens are mostly low, so actions come before facts.
  return isNarrow(columns) ? [...own, ...about] : [...profileLines(state, columns), ...own, ...about];
});

function requestLogLine(state: State): Line {
  const key = keyName(state.user.keymap, 'request.log');
  return linkLine(
    'request-log',
    { to: 'place', place: requestsPlace },
    span(safe`   ${sized(key, 1)}  `, 'key'),
    span(sized(safe`  Request log`, jumpNameCells(state.screen.size.columns)), 'strong'),
  );
}
