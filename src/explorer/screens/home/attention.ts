import type { JsonObject } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted, span as spanOf } from '../../../text/units.ts';
import { sized } from '../../../text/width.ts';
import { botsOf, causeRows, causesView } from '../../facts/causes.ts';
import { failedWords, isCheckedByItself, pauseWords } from '../../facts/health-count.ts';
import { CAUSE_ROWS, isNarrow } from '../../facts/layout.ts';
import { asPart, blank, type Lines, span, titleLine, wrappedLines } from '../../facts/line.ts';
import { toPlace } from '../../state/action.ts';
import { keyIn } from '../../state/key-names.ts';
import type { Rows } from '../../state/load.ts';
import { causesPlace, type ListPlace, placeKey } from '../../state/place.ts';
import { hasAllRecords, knownRecords } from '../../state/records.ts';
import { type State, serverNow } from '../../state/state.ts';
import { causeLine, causeLines, metWords } from '../list/cause-lines.ts';

const LEAST_LINES = 4;
const NARROW_LINES = 6;
const MINUTE = 60_000;

/** `count`: how many of how many they are, in words. */
type Coverage = Readonly<{
  checked: number;
  count: SafeText;
  plural: SafeText;
  rows: Rows | undefined;
  hasTroubles: boolean;
  /** The key that checks more; undefined if nothing is left or awaited. */
  more: SafeText | undefined;
}>;

/** `20 of 60+ bots checked · no problems found. H checks all.` */
export function coverageWords(state: State, resource: Resource, coverage: Coverage): SafeText {
  const { checked, count, plural, rows, hasTroubles, more } = coverage;
  const failed = rows && failedWords(state, resource, rows);
  const withMore = (words: SafeText) => (more === undefined ? words : safe`${words}. ${more}.`);
  if (checked === 0 && failed !== undefined) return withMore(failed);
  if (checked === 0 && isCheckedByItself(state, resource)) return safe`checking ${plural} …`;
  if (checked === 0) return withMore(safe`No ${plural} checked yet`);
  const unable = failed && safe` · ${failed}`;
  return withMore(safe`${count} checked${unable}${!hasTroubles && safe` · no problems found`}`);
}

/** `checked 4m ago`, or `checked 4m–2h ago` if the records were not loaded together. */
function ageWords(times: readonly number[], now: number): SafeText | undefined {
  if (times.length === 0) return undefined;
  const words = (at: number) => (now - at < MINUTE ? safe`now` : spanOf(now - at));
  const [oldest, newest] = [words(Math.min(...times)), words(Math.max(...times))];
  if (oldest === newest) return oldest === 'now' ? safe`checked just now` : safe`checked ${oldest} ago`;
  return newest === 'now' ? safe`oldest check ${oldest} ago` : safe`checked ${newest}–${oldest} ago`;
}

const knownOf = memo(knownRecords);

function rowsOfCause(state: State, item: JsonObject, place: ListPlace): Lines {
  const { columns } = state.screen.size;
  const clock = { now: serverNow(state), exact: state.screen.exactTimes };
  const options = { place, columns, clock, most: 0 };
  if (isNarrow(columns)) return causeLines(item, options);
  const bots = sized(
    safe`${clean(String(item['bots']))} ${botsOf(item) === 1 ? safe`bot ` : safe`bots`}`,
    10,
    'right',
  );
  const width = Math.min(60, Math.floor(columns * 0.6) - 12);
  const met = metWords(item, clock, columns - width - 18);
  return [causeLine(item, options, width, span(bots), span(safe`  ${met}`, 'dim'))];
}

/**
 * The causes as last ranked, and the number of checked records. Its height is always the same where the
 * program fills it by itself, so that no line below moves.
 */
export function attentionLines(state: State, room: number): Lines {
  const view = causesView(state);
  if (view === undefined) return [];
  const { place } = view;
  const resource = resourceOf(place.kind);
  const { columns } = state.screen.size;
  const known = knownOf(place.kind, state.data.records, state.data.lists);
  const items = causeRows(state)?.items ?? [];
  const most = isNarrow(columns) ? NARROW_LINES : Math.max(LEAST_LINES, room - 3);
  const fitting = items.slice(0, isNarrow(columns) ? most / CAUSE_ROWS : most);
  const left = items.length - fitting.length;
  const leading = (id: string, words: SafeText, to: ListPlace): Lines =>
    wrappedLines(`attention:${id}`, span(words, 'dim'), columns).map((line, at) =>
      at === 0 ? { ...line, target: toPlace(to) } : asPart(line),
    );
  const key = keyIn(state, 'list.scan-all');
  // On a narrow screen half of the sentence would be below the last row.
  const isBrief = isCheckedByItself(state, resource) && known.records.length > 0 && isNarrow(columns);
  const coverage = coverageWords(state, resource, {
    checked: known.records.length,
    count: known.count,
    plural: known.plural,
    rows: state.data.lists[placeKey(place)]?.last?.value,
    hasTroubles: items.length > 0,
    more: hasAllRecords(known) || isBrief ? undefined : safe`${key} in the ${known.plural} list checks all`,
  });
  const lines = [
    ...fitting.flatMap(item => rowsOfCause(state, item, place)),
    ...(left === 0 ? [] : leading('more', safe`${counted(left, safe`more cause`)} …`, causesPlace)),
    // The keys act in the list, which Enter opens.
    ...leading('coverage', coverage, place),
  ];
  const height = state.user.health === 'auto' ? most + 2 : 0;
  const age = ageWords(
    known.records.map(({ loaded }) => loaded.at),
    state.session.now,
  );
  return [
    titleLine('attention', safe`Needs attention`, pauseWords(state) ?? age),
    ...lines,
    ...Array.from({ length: Math.max(0, height - lines.length) }, () => blank('')),
  ];
}
