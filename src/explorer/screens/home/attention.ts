import { redactShown } from '../../../resources/redact.ts';
import { resources } from '../../../resources/registry.ts';
import { nameOf, type Ref, type Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { span as spanOf } from '../../../text/units.ts';
import { cells, cutWords, sized } from '../../../text/width.ts';
import { failedWords, isCheckedByItself, pauseWords } from '../../facts/health-count.ts';
import { isNarrow } from '../../facts/layout.ts';
import {
  asPart,
  blank,
  type Line,
  linkLine,
  MARKS,
  span,
  titleLine,
  withTarget,
  wrappedLines,
} from '../../facts/line.ts';
import { keyName } from '../../state/key-names.ts';
import { listKey } from '../../state/place.ts';
import { refText } from '../../state/place-text.ts';
import { hasAllRecords, type KnownRecords, knownRecords } from '../../state/records.ts';
import type { State } from '../../state/state.ts';

/** Maximum number of lines of listed records on a narrow screen, where each has two or more. */
const NARROW_LINES = 6;

/** Returns the maximum number of lines of listed records: more on a high screen. The list itself has all. */
const mostLines = ({ columns, rows }: State['screen']['size']): number =>
  isNarrow(columns) ? NARROW_LINES : Math.max(4, Math.floor(rows / 6));
const NAME_CELLS = 22;
/** Ages below a minute are shown as "now", because they would change all the time. */
const MINUTE = 60_000;

export type Trouble = {
  readonly ref: Ref;
  readonly name: SafeText;
  readonly tone: 'bad' | 'warn';
  /** Number of findings of the worst level. */
  readonly count: number;
  readonly text: SafeText;
  readonly brief: SafeText;
  readonly detail: SafeText | undefined;
};

type Attention = {
  readonly known: KnownRecords;
  readonly troubles: readonly Trouble[];
  readonly from: number;
  readonly to: number;
};

/** Returns the worst finding of a record at its load time; undefined without a problem or warning. */
function troubleOf(
  resource: Resource,
  { ref, loaded }: KnownRecords['records'][number],
  skewMs: number,
): Trouble | undefined {
  const clock = { now: loaded.at + skewMs, exact: false };
  const findings = resource.diagnose?.(redactShown(resource.fields, loaded.value), clock).findings ?? [];
  const [first] = findings;
  if (first?.tone !== 'bad' && first?.tone !== 'warn') return undefined;
  const { tone, text, brief = text, detail } = first;
  const count = findings.filter(finding => finding.tone === tone).length;
  const name = nameOf(resource, loaded.value);
  return { ref, name, tone, text, brief, detail, count };
}

const weight = ({ tone, count }: Trouble): number => (tone === 'bad' ? 1_000_000 : 0) + count;

const cachedAttention = memo(
  (
    resource: Resource,
    records: State['data']['records'],
    lists: State['data']['lists'],
    skewMs: number,
  ): Attention => {
    const known = knownRecords(resource.kind, records, lists);
    const times = known.records.map(({ loaded }) => loaded.at);
    const troubles = known.records.flatMap(each => troubleOf(resource, each, skewMs) ?? []);
    return {
      known,
      troubles: troubles.sort((a, b) => weight(b) - weight(a)),
      from: times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY),
      to: times.reduce((last, at) => Math.max(last, at), Number.NEGATIVE_INFINITY),
    };
  },
  2 * resources.length,
);

/** Returns the loaded records of a kind that have problems or warnings, the worst first. */
export const troublesOf = (
  { data: { records, lists }, session: { clockSkewMs: skewMs } }: Pick<State, 'data' | 'session'>,
  resource: Resource,
): readonly Trouble[] => cachedAttention(resource, records, lists, skewMs).troubles;

export const troubledRefs = (state: Pick<State, 'data' | 'session'>, resource: Resource): readonly Ref[] =>
  troublesOf(state, resource).map(({ ref }) => ref);

/** Returns `checked 4m ago`, or `checked 4m–2h ago` if the records were not loaded together. */
function ageWords({ from, to }: Attention, now: number): SafeText {
  const words = (at: number): SafeText => (now - at < MINUTE ? safe`now` : spanOf(now - at));
  const [oldest, newest] = [words(from), words(to)];
  if (oldest === newest) return oldest === 'now' ? safe`checked just now` : safe`checked ${oldest} ago`;
  return newest === 'now' ? safe`checked up to ${oldest} ago` : safe`checked ${newest}–${oldest} ago`;
}

/** Most rows of one finding, and of its detail, where they are below the name of the record. */
const MAX_ROWS = 2;

const recordAction = ({ ref }: Trouble) => ({ to: 'place', place: { screen: 'record', ref } }) as const;
const lineId = ({ ref }: Trouble): string => `attention:${Object.values(ref.ids).join('/')}`;

/** Returns the name of a record with the number of its findings, and the worst below it, in full or brief. */
export function troubleLines(trouble: Trouble, columns: number): readonly Line[] {
  const { tone, name, count, text, brief, detail } = trouble;
  const id = lineId(trouble);
  const more = count > 1 ? safe` +${count - 1}` : safe``;
  const below = (words: SafeText, style: 'plain' | 'dim'): readonly Line[] =>
    wrappedLines(`${id}:what`, span(words, style), columns, 5).slice(0, MAX_ROWS).map(asPart);
  return [
    linkLine(
      id,
      recordAction(trouble),
      span(safe`   ${MARKS[tone]} `, tone),
      span(cutWords(name, columns - 6 - cells(more)), 'strong'),
      span(more, 'dim'),
    ),
    ...below(cells(text) <= columns - 6 ? text : brief, 'plain'),
    ...(detail === undefined ? [] : below(detail, 'dim')),
  ];
}

/** Returns a record that needs attention as one line; on a narrow screen its finding is below its name. */
function troubleRow(trouble: Trouble, columns: number): readonly Line[] {
  if (isNarrow(columns)) return troubleLines({ ...trouble, detail: undefined }, columns);
  const { name, tone, text, brief, count } = trouble;
  const room = columns - NAME_CELLS - 7;
  const [more, few] = count > 1 ? [safe`, and ${count - 1} more`, safe` +${count - 1}`] : [safe``, safe``];
  const isFull = cells(text) + cells(more) <= room;
  return [
    linkLine(
      lineId(trouble),
      recordAction(trouble),
      span(safe`   ${MARKS[tone]} `, tone),
      span(safe`${sized(name, NAME_CELLS)} `, 'strong'),
      span(isFull ? text : cutWords(brief, room - cells(few))),
      span(isFull ? more : few, 'dim'),
    ),
  ];
}

/** Facts about the checked records of a kind; `count`: how many of how many they are, in words. */
type Coverage = {
  readonly checked: number;
  readonly count: SafeText;
  readonly plural: SafeText;
  readonly failed: SafeText | undefined;
  readonly isAwaited: boolean;
  readonly hasTroubles: boolean;
  /** The key that checks more; undefined if nothing is left or awaited. */
  readonly more: SafeText | undefined;
};

/** Returns `20 of 60+ bots checked · no problems found. H checks all.` */
export function coverageWords(coverage: Coverage): SafeText {
  const { checked, count, plural, failed, isAwaited, hasTroubles, more } = coverage;
  const withMore = (words: SafeText): SafeText => (more === undefined ? words : safe`${words}. ${more}.`);
  if (checked === 0 && failed !== undefined) return withMore(failed);
  if (checked === 0) return isAwaited ? safe`checking ${plural} …` : withMore(safe`No ${plural} checked yet`);
  const unable = failed === undefined ? safe`` : safe` · ${failed}`;
  return withMore(safe`${count} checked${unable}${hasTroubles ? safe`` : safe` · no problems found`}`);
}

function coverageText(state: State, resource: Resource, { known, troubles }: Attention): SafeText {
  const { count, plural, records } = known;
  const isAwaited = isCheckedByItself(state, resource);
  const rows = state.data.lists[listKey(resource.kind, {})]?.last?.value;
  // On a narrow screen half of the sentence would be below the last row.
  const isBrief = isAwaited && records.length > 0 && isNarrow(state.screen.size.columns);
  const key = keyName(state.user.keymap, 'list.scan-all');
  return coverageWords({
    checked: records.length,
    count,
    plural,
    failed: rows && failedWords(state, resource, rows),
    isAwaited,
    hasTroubles: troubles.length > 0,
    more: hasAllRecords(known) || isBrief ? undefined : safe`${key} in the ${plural} list checks all`,
  });
}

/**
 * Returns the section "Needs attention": the worst records first, and the number of checked ones. It lists
 * the records known at the last sort, and counts those checked since. Where the program fills it by itself,
 * its height is always the same, so that no line below moves.
 */
export function attentionLines(state: State): readonly Line[] {
  const {
    data: { records, sortedRecords, lists },
    session: { clockSkewMs: skewMs, now },
    screen: { size },
  } = state;
  return resources
    .filter(({ diagnose, list }) => diagnose !== undefined && list !== undefined)
    .flatMap(resource => {
      const attention = cachedAttention(resource, records, lists, skewMs);
      const { known, troubles } = attention;
      const age = known.records.length === 0 ? undefined : ageWords(attention, now);
      const listed: Line[] = [];
      const shown = new Set<string>();
      for (const trouble of cachedAttention(resource, sortedRecords, lists, skewMs).troubles) {
        const own = troubleRow(trouble, size.columns);
        if (listed.length + own.length > mostLines(size)) break;
        listed.push(...own);
        shown.add(refText(trouble.ref));
      }
      const left = troubles.filter(({ ref }) => !shown.has(refText(ref))).length;
      // The keys act in the list, which Enter opens.
      const place = { screen: 'list', kind: resource.kind, ids: {} } as const;
      const leading = (id: string, text: SafeText, filter?: string): readonly Line[] =>
        wrappedLines(`attention:${id}`, span(text, 'dim'), size.columns).map((line, at) =>
          at === 0 ? withTarget(line, { to: 'place', place, filter }) : asPart(line),
        );
      const lines = [
        ...listed,
        ...(left === 0 ? [] : leading('more', safe`${left} more ${known.plural} …`, resource.troubled)),
        ...leading('coverage', coverageText(state, resource, attention)),
      ];
      const height = state.user.health === 'auto' ? mostLines(size) + 2 : 0;
      return [
        titleLine('attention', safe`Needs attention`, pauseWords(state) ?? age),
        ...lines,
        ...Array.from({ length: Math.max(0, height - lines.length) }, () => blank('')),
      ];
    });
}
