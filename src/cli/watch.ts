import { titleWithHost } from '../failure.ts';
import { defined, type JsonObject } from '../json/json.ts';
import { causeId, causeLevel, causeOf } from '../resources/cause.ts';
import { causeDifference } from '../resources/changes.ts';
import { count, text, time } from '../resources/field.ts';
import { countedRecords, defineResource, ownId, type Resource } from '../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { DAY_MS, timeoutMs, withUnit } from '../text/units.ts';
import { policyOf } from './findings/policy-flags.ts';
import { checkRecord, type FindingPolicy } from './findings/report.ts';
import { type ListQuery, loadList, queryOf } from './list.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import { listPrinter } from './shared/output.ts';
import { isPassing } from './shared/reads.ts';

const DEFAULT_EVERY = '60s';

/**
 * A line that `watch` prints. `event`: summary, began, ended, health, unread or read. `from`, `to`: ok,
 * warning or problem; null while the record is not listed or not yet checked.
 */
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

type FoundCause = Readonly<{ words: SafeText; level: ReturnType<typeof causeLevel> }>;

/** `causes`: by id; undefined until they could be checked. `unread`: what the last round could not check. */
type Watched = Readonly<{ name: SafeText; causes?: ReadonlyMap<string, FoundCause>; unread?: SafeText }>;

/** `isListKnown`: a round has loaded all pages, so a record that it lacked is a new one. */
type Known = Readonly<{ records: ReadonlyMap<string, Watched>; isListKnown: boolean; unread?: SafeText }>;

const NOTHING: Known = { records: new Map(), isListKnown: false };

function healthWord({ causes }: Pick<Watched, 'causes'>) {
  if (causes === undefined) return null;
  const levels = new Set([...causes.values()].map(({ level }) => level));
  return levels.has('problem') ? 'problem' : levels.has('warning') ? 'warning' : 'ok';
}

/** Causes that a record may still have, because a part of it could not be checked, count as lasting. */
function checkedNow(call: KindCall, policy: FindingPolicy, record: JsonObject, before?: Watched): Watched {
  const { checked, diagnosis } = checkRecord(call, policy, record);
  const { name, isPartial, isJudged } = checked;
  const found = checked.problems.map(({ finding }) => {
    const cause = causeOf(finding);
    return [causeId(cause), { words: cause.words, level: causeLevel(finding) }] as const;
  });
  // The first finding of a cause is its worst.
  const worst = found.filter(([id], at) => found.findIndex(([each]) => each === id) === at);
  if (!isPartial) return { name, causes: new Map(worst) };
  const causes = isJudged ? new Map([...(before?.causes ?? []), ...worst]) : before?.causes;
  return defined({ name, causes, unread: safe`not checked: ${joinSafe(diagnosis.unchecked)}` });
}

const ABSENT: Watched = { name: safe``, causes: new Map() };

/** One line for each cause that came or went, or one if the health alone differs or was not known. */
function changesOf(id: string, before: Watched | undefined, after: Watched | undefined) {
  const [old, now] = [before ?? ABSENT, after ?? ABSENT];
  if (now.causes === undefined) return [];
  const [from = null, to = null] = [before && healthWord(before), after && healthWord(after)];
  const found = old.causes && Object.entries(causeDifference(old.causes, now.causes));
  const causes = (found ?? []).flatMap(([event, each]) =>
    each.map(([causeId, { words: cause }]) => ({ event, cause, causeId })),
  );
  const isOther = found === undefined || from !== to;
  const all = causes.length === 0 && isOther ? [{ event: 'health' }] : causes;
  return all.map(each => ({ ...each, bot: id, name: (after ?? old).name, from, to }));
}

/** A line if what could not be checked differs from the last round. */
function unreadChange(about: JsonObject, before: SafeText | undefined, after: SafeText | undefined) {
  if (before === after) return [];
  return [after === undefined ? { event: 'read', ...about } : { event: 'unread', ...about, text: after }];
}

function summaryOf({ resource }: KindCall, { records }: Known, every: string): JsonObject {
  const all = [...records.values()].map(healthWord);
  const countOf = (health: (typeof all)[number]) => all.filter(each => each === health).length;
  const counts = { problems: countOf('problem'), warnings: countOf('warning'), unchecked: countOf(null) };
  const { problems, warnings, unchecked } = counts;
  const found = safe`${problems} with a problem, ${warnings} with a warning, ${unchecked} not checked`;
  const words = safe`${countedRecords(resource, all.length)}, loaded every ${clean(every)}: ${found}`;
  return { event: 'summary', text: words, bots: all.length, ...counts };
}

type Watch = Readonly<{
  call: KindCall;
  query: ListQuery;
  policy: FindingPolicy;
  print: (lines: readonly JsonObject[]) => Promise<boolean>;
}>;

/** Prints changes page by page. In the first round there is nothing to compare with: `before` is empty. */
async function runRound({ call, query, policy, print }: Watch, before: Known) {
  const { context, style } = call;
  const records = new Map<string, Watched>();
  let unread: SafeText | undefined;
  const note = (id: string, after: Watched): readonly JsonObject[] => {
    const old = before.records.get(id);
    records.set(id, after);
    const { name } = after;
    const gaps = unreadChange({ bot: id, name }, old?.unread, after.unread);
    return old !== undefined || before.isListKnown ? [...gaps, ...changesOf(id, old, after)] : gaps;
  };
  const { failure, gap, hasAllPages } = await loadList({
    ...call,
    // A line has the failure already.
    context: { ...context, io: { ...context.io, writeError: () => undefined } },
    style: { ...style, clock: { ...style.clock, now: context.now() } },
    query: { ...query, wantsWhole: true },
    printer: {
      fail: async ({ record, failure: why }) => {
        const id = ownId(record) ?? '';
        if (id !== '')
          return print(note(id, { name: clean(id), ...before.records.get(id), unread: titleWithHost(why) }));
        unread = titleWithHost(why);
        return true;
      },
    },
    take: async rows => {
      const checked = rows.flatMap(({ whole }) => {
        const id = whole && ownId(whole);
        if (whole === undefined || id === undefined) return [];
        return note(id, checkedNow(call, policy, whole, before.records.get(id)));
      });
      return print(checked);
    },
  });
  if (failure === undefined) unread = gap ?? unread;
  else unread = failure.kind === 'cancelled' ? before.unread : titleWithHost(failure);
  const lines = unreadChange({}, before.unread, unread);
  for (const [id, old] of before.records) {
    if (records.has(id)) continue;
    if (hasAllPages === true) lines.push(...changesOf(id, old, undefined));
    else records.set(id, old);
  }
  const known: Known = defined({
    records,
    isListKnown: before.isListKnown || hasAllPages === true,
    unread,
  });
  return { known, lines, failure };
}

async function watchRounds(watch: Omit<Watch, 'print'>): Promise<Ending> {
  const { context, values, style } = watch.call;
  const { io, now } = context;
  const every = withUnit(String(values['every'] ?? DEFAULT_EVERY));
  const output = style.output === 'table' ? 'text' : style.output;
  const printer = listPrinter({ ...watch.call, resource: watchedShape, style: { ...style, output } });
  const stamped = (lines: readonly JsonObject[]) =>
    printer.add(lines.map(line => ({ at: new Date(now()).toISOString(), ...line })));
  let began = now();
  const held: JsonObject[] = [];
  const hold = async (lines: readonly JsonObject[]) => held.push(...lines) >= 0;
  const first = await runRound({ ...watch, print: hold }, NOTHING);
  // Nothing is known to compare with.
  if (first.failure !== undefined) return first.failure;
  let { known } = first;
  let isOpen = await stamped([summaryOf(watch.call, known, every), ...held, ...first.lines]);
  const pause = () => context.wait(Math.max(0, began + (timeoutMs(every, DAY_MS) ?? 0) - now()), io.signal);
  while (isOpen && (await pause())) {
    began = now();
    const { failure, lines, known: next } = await runRound({ ...watch, print: stamped }, known);
    isOpen = await stamped(lines);
    if (failure !== undefined && !isPassing(failure)) return failure;
    known = next;
  }
  return io.signal.aborted ? { kind: 'cancelled' } : done;
}

/**
 * Loads and checks all records again and again; prints what differs. Exits 130 after Ctrl-C or SIGHUP, 0
 * after SIGTERM or when a line finds no reader, else with the failure after which no round can do better.
 */
export async function watch(call: KindCall): Promise<Ending> {
  const query = await queryOf(call, 'watch');
  if ('kind' in query) return query;
  const policy = policyOf(call);
  if ('kind' in policy) return policy;
  const ending = await watchRounds({ call, query, policy });
  const isEnded = 'kind' in ending && ending.kind === 'cancelled';
  return isEnded && call.context.io.signal.reason === 'SIGTERM' ? done : ending;
}
