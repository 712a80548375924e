import { type Failure, titleWithHost } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { causeId, causeOf } from '../resources/cause.ts';
import { causeDifference } from '../resources/changes.ts';
import { count, text, time } from '../resources/field.ts';
import { defineResource, ownId, type Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { DAY_MS, timeoutMs } from '../text/units.ts';
import { policyOf } from './findings/policy-flags.ts';
import { checkRecord, type FindingPolicy, levelOf } from './findings/report.ts';
import { type ListQuery, loadList, queryOf } from './list.ts';
import { done, type Ending, type KindCall, nounOf } from './shared/context.ts';
import { listPrinter } from './shared/output.ts';
import { isPassing } from './shared/reads.ts';

const DEFAULT_EVERY = '60s';

/** A line that `watch` prints. `from`, `to`: ok, warning or problem; null while the record is not listed. */
export const watchedShape: Resource = defineResource({
  kind: 'watched',
  title: safe`Change of health`,
  plural: safe`Changes of health`,
  ids: ['id'],
  fields: {
    at: time,
    ...{ event: text, bot: text, name: text, from: text, to: text, cause: text, causeId: text, text },
    ...{ bots: count, problems: count, warnings: count, unchecked: count },
  },
  columns: [],
  listed: ['at', 'event', 'name', 'from', 'to', 'cause', 'text', 'bot', 'causeId'],
});

type FoundCause = Readonly<{ words: SafeText; level: 'problem' | 'warning' }>;

/** `causes`: by id; undefined until it could be checked. `gap`: what the last round could not check. */
type Watched = Readonly<{ name: SafeText; causes?: ReadonlyMap<string, FoundCause>; gap?: SafeText }>;

type Known = ReadonlyMap<string, Watched>;

function healthOf({ causes }: Watched) {
  if (causes === undefined) return null;
  const levels = new Set([...causes.values()].map(({ level }) => level));
  return levels.has('problem') ? 'problem' : levels.has('warning') ? 'warning' : 'ok';
}

/** Causes that a record may still have, because a part of it could not be checked, count as lasting. */
function checkedNow(call: KindCall, policy: FindingPolicy, record: JsonObject, before: Watched | undefined) {
  const { checked, diagnosis } = checkRecord(call, policy, record);
  const found = checked.problems.map(({ finding }) => {
    const cause = causeOf(finding);
    const level = levelOf(finding) === 'problem' ? ('problem' as const) : ('warning' as const);
    return [causeId(cause), { words: cause.words, level }] as const;
  });
  // The worst comes first, and its level has to stay.
  const causes = found.toReversed();
  const { name, isPartial } = checked;
  const lasting = isPartial ? (before?.causes ?? []) : [];
  const gap = isPartial ? { gap: safe`not checked: ${joinSafe(diagnosis.unchecked)}` } : {};
  return { name, causes: new Map([...lasting, ...causes]), ...gap };
}

const ABSENT: Watched = { name: safe``, causes: new Map() };

/** One line for each cause that came or went, or one if the health alone is another. */
function changesOf(id: string, before: Watched | undefined, after: Watched | undefined): JsonObject[] {
  const [old, now] = [before ?? ABSENT, after ?? ABSENT];
  if (old.causes === undefined || now.causes === undefined) return [];
  const [from, to] = [before && healthOf(before), after && healthOf(after)].map(each => each ?? null);
  const found = Object.entries(causeDifference(old.causes, now.causes));
  const causes = found.flatMap(([event, each]) =>
    each.map(([causeId, { words: cause }]) => ({ event, cause, causeId })),
  );
  const all = causes.length === 0 && from !== to ? [{ event: 'health' }] : causes;
  const name = (after ?? old).name;
  return all.map(({ event, ...cause }) => ({ event, bot: id, name, from, to, ...cause }) as JsonObject);
}

function summaryOf({ resource }: KindCall, known: Known, every: string): JsonObject {
  const all = [...known.values()].map(healthOf);
  const countOf = (health: (typeof all)[number]) => all.filter(each => each === health).length;
  const counts = { problems: countOf('problem'), warnings: countOf('warning'), unchecked: countOf(null) };
  const { problems, warnings, unchecked } = counts;
  const found = safe`${problems} with a problem, ${warnings} with a warning, ${unchecked} not checked`;
  const words = safe`${all.length} ${clean(nounOf(resource))}, each loaded every ${clean(every)}: ${found}`;
  return { event: 'summary', text: words, bots: all.length, ...counts };
}

type Round = Readonly<{ known: Known; lines: readonly JsonObject[]; isWhole: boolean; failure?: Failure }>;

/** `isFirst`: no round has loaded the whole list, so a record that was not known is not a new one. */
async function runRound(
  call: KindCall,
  { query, policy }: Readonly<{ query: ListQuery; policy: FindingPolicy }>,
  before: Known,
  isFirst: boolean,
): Promise<Round> {
  const known = new Map<string, Watched>();
  const lines: JsonObject[] = [];
  const isOpen = () => !call.context.io.isClosed();
  function note(id: string, after: Watched) {
    const old = before.get(id);
    const { name, gap } = after;
    known.set(id, after);
    if (gap !== undefined && gap !== old?.gap) lines.push({ event: 'unread', bot: id, name, text: gap });
    if (old !== undefined || !isFirst) lines.push(...changesOf(id, old, after));
  }
  const { failure, gap } = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    printer: {
      fail: async ({ record, failure: why }) => {
        const id = ownId(record) ?? '';
        note(id, { ...(before.get(id) ?? { name: clean(id) }), gap: titleWithHost(why) });
        return isOpen();
      },
    },
    take: async rows => {
      for (const { whole } of rows) {
        const id = whole && ownId(whole);
        if (whole !== undefined && id !== undefined)
          note(id, checkedNow(call, policy, whole, before.get(id)));
      }
      return isOpen();
    },
  });
  const isWhole = failure === undefined && gap === undefined;
  const why = failure === undefined ? gap : titleWithHost(failure);
  if (why !== undefined) lines.push({ event: 'unread', text: why });
  for (const [id, old] of before) {
    if (known.has(id)) continue;
    if (isWhole) lines.push(...changesOf(id, old, undefined));
    else known.set(id, old);
  }
  return { known, lines, isWhole, ...(failure && { failure }) };
}

/** Why going on makes no sense: nothing is known to compare with, or no later round can do better. */
const lastFailure = ({ failure }: Round, before: Known | undefined) =>
  failure !== undefined && before !== undefined && isPassing(failure) ? undefined : failure;

async function watchRounds(call: KindCall, query: ListQuery, policy: FindingPolicy): Promise<Ending> {
  const { context, values, style } = call;
  const { io, now } = context;
  const every = String(values['every'] ?? DEFAULT_EVERY).replace(/\d$/, '$&s');
  const output = style.output === 'table' ? 'text' : style.output;
  const printer = listPrinter({ ...call, resource: watchedShape, style: { ...style, output } });
  let known: Known | undefined;
  let isFirst = true;
  for (let isOpen = true; isOpen && !io.signal.aborted; ) {
    const began = now();
    const round = await runRound(call, { query, policy }, known ?? new Map(), isFirst);
    const failure = lastFailure(round, known);
    if (failure !== undefined) return failure;
    const summary = known === undefined ? [summaryOf(call, round.known, every)] : [];
    known = round.known;
    isFirst &&= !round.isWhole;
    const at = new Date(now()).toISOString();
    isOpen = await printer.add([...summary, ...round.lines].map(line => ({ at, ...line })));
    const pauseMs = began + (timeoutMs(every, DAY_MS) ?? 0) - now();
    if (isOpen) await context.wait(Math.max(0, pauseMs), io.signal);
  }
  return io.signal.aborted ? { kind: 'cancelled' } : done;
}

/**
 * Loads and checks all records again and again; prints what is another. Exits 130 after Ctrl-C, and 0 after
 * SIGTERM or when nobody reads any more.
 */
export async function watch(call: KindCall): Promise<Ending> {
  const query = await queryOf(call, 'watch');
  if ('kind' in query) return query;
  const policy = policyOf(call);
  if ('kind' in policy) return policy;
  const ending = await watchRounds(call, query, policy);
  const isEnded = 'kind' in ending && ending.kind === 'cancelled';
  return isEnded && call.context.io.signal.reason === 'SIGTERM' ? done : ending;
}
