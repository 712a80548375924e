import type { FAIL_ON_LEVELS } from '../../config/settings.ts';
import { refText } from '../../explorer/state/place-text.ts';
import { defined, type JsonObject } from '../../json/json.ts';
import { type CauseGroup, type FoundIn, groupCauses, problemsOf } from '../../resources/cause.ts';
import type { Diagnosis } from '../../resources/diagnosis.ts';
import { type History, historyOf, whenFound } from '../../resources/digest.ts';
import type { Tone } from '../../resources/field.ts';
import { redact } from '../../resources/redact.ts';
import { problemKindOf } from '../../resources/registry.ts';
import {
  countedRecords,
  nameInList,
  nameOf,
  ownId,
  type Resource,
  unreadWords,
} from '../../resources/resource.ts';
import { clean, joinFirst, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { KindCall } from '../shared/context.ts';
import type { FailedRead } from '../shared/errors.ts';

type Level = 'problem' | 'warning' | 'note';

export const levelOf = ({ tone }: { readonly tone: Tone }): Level =>
  tone === 'bad' ? 'problem' : tone === 'warn' ? 'warning' : 'note';

/** A finding as programs get it. One that is known or ignored fails nothing. */
export type CheckedFinding = Readonly<{
  /** Rule, kind, id of the record and name of its part. Counts, times and names do not change it. */
  id: string;
  rule: string;
  level: Level;
  state: 'new' | 'known' | 'ignored';
  target: Readonly<{ kind: string; id: string; name: SafeText; inner?: SafeText }>;
  /** The cause, the same for all records that have it. */
  title: SafeText;
  text: SafeText;
  detail?: SafeText;
  since?: string;
  count?: number;
  /** The place where the cause is. */
  ref?: string;
}>;

export type FindingPolicy = Readonly<{
  failOn: (typeof FAIL_ON_LEVELS)[number];
  /** Rules, each with an optional target: `integration-disabled:support-prod`. */
  ignored: readonly string[];
  known: ReadonlySet<string>;
}>;

/** A rule to ignore wins over the baseline. A target is an id, a name, or the key or name of the part. */
function stateOf(
  { id, rule, target }: Pick<CheckedFinding, 'id' | 'rule' | 'target'>,
  partName: SafeText | undefined,
  { ignored, known }: FindingPolicy,
): CheckedFinding['state'] {
  const { id: own, name, inner = name } = target;
  const covering = [rule, ...[own, name, inner, partName ?? inner].map(each => `${rule}:${each}`)];
  if (ignored.some(text => covering.includes(text))) return 'ignored';
  return known.has(id) ? 'known' : 'new';
}

/** A finding that sums up others comes as its parts. */
export function checkedFindings(
  resource: Pick<Resource, 'kind' | 'nameField'>,
  record: JsonObject,
  findings: Diagnosis['findings'],
  policy: FindingPolicy,
): readonly CheckedFinding[] {
  const own = { kind: resource.kind, id: ownId(record) ?? '', name: nameOf(resource, record) };
  return findings.flatMap(({ rule = 'other', ...whole }) =>
    (whole.parts ?? [whole]).map(part => {
      const { inner, text, title = text, detail, since, count, ref } = part;
      const steps = inner === undefined ? [own.kind, own.id] : [own.kind, own.id, inner];
      const id = [rule, ...steps].map(step => encodeURIComponent(step.toWellFormed())).join('/');
      const target = inner === undefined ? own : { ...own, inner: clean(inner) };
      const state = stateOf({ id, rule, target }, part.name, policy);
      const words = { title, text, detail, since, count, ref: ref && refText(ref) };
      return defined({ id, rule, level: levelOf(part), state, target, ...words });
    }),
  );
}

export const rulesOf = (resource: Resource): readonly string[] =>
  [resource, problemKindOf(resource)].flatMap(each => each?.rules ?? []);

export const isFailing = ({ level }: Pick<CheckedFinding, 'level'>, { failOn }: FindingPolicy) =>
  failOn !== 'never' && (level === 'problem' || (level === 'warning' && failOn === 'warning'));

export type CheckedRecord = Readonly<{
  id: string;
  name: SafeText;
  /** In lists of several. */
  label: SafeText;
  findings: readonly CheckedFinding[];
  /** Its problems and warnings that are neither ignored nor known. */
  problems: readonly Omit<FoundIn<unknown>, 'bot'>[];
  /** Its digests up to this run. */
  history: History;
  isAlwaysAlive: boolean;
  /** It lacks data of a rule. */
  isPartial: boolean;
  /** The record had data of a rule. */
  isJudged: boolean;
}>;

export type HealthReport = Readonly<{
  resource: Pick<Resource, 'title' | 'plural'>;
  policy: FindingPolicy;
  checked: readonly CheckedRecord[];
  unread: readonly FailedRead[];
  /** Why the report is incomplete, if only because of `--limit`; undefined if it is complete. */
  missing: SafeText | undefined;
  /** Why records are missing that `unread` cannot name, because a page failed; undefined if none are. */
  gap: SafeText | undefined;
  /** Epoch milliseconds. */
  at: number;
  filter: SafeText | undefined;
}>;

/**
 * Secrets are masked: a finding may quote an address with credentials. `withMore`: adds findings that the
 * record itself does not have.
 */
export function checkRecord(
  { resource, style, context }: KindCall,
  policy: FindingPolicy,
  record: JsonObject,
  withMore = (own: Diagnosis) => own,
) {
  const shown = style.reveals ? record : redact(resource.fields, record);
  const clock = { now: context.now(), exact: false };
  const own = resource.diagnose?.(shown, clock) ?? { findings: [], unchecked: [] };
  const allGaps = resource.diagnose?.({}, clock).unchecked ?? [];
  const diagnosis = withMore(own);
  const findings = checkedFindings(resource, record, diagnosis.findings, policy);
  const judged = findings.filter(({ level }) => level !== 'note');
  const checked: CheckedRecord = {
    id: ownId(record) ?? '',
    name: nameOf(resource, record),
    label: nameInList(resource, record),
    findings,
    history: historyOf(record),
    problems: problemsOf(diagnosis)
      .filter((_finding, at) => judged[at]?.state === 'new')
      .map(finding => ({ finding, ...whenFound(finding, record) })),
    isAlwaysAlive: record['alwaysAlive'] === true,
    isPartial: diagnosis.unchecked.length > 0,
    isJudged: allGaps.length === 0 || allGaps.some(gap => !own.unchecked.includes(gap)),
  };
  return { checked, diagnosis };
}

export const newFindings = ({ findings }: CheckedRecord): readonly CheckedFinding[] =>
  findings.filter(({ level, state }) => level !== 'note' && state === 'new');

export type RecordCause = CauseGroup<CheckedRecord>;

/** Of the new findings, the worst first. */
export const causesOf = ({ checked }: Pick<HealthReport, 'checked'>): readonly RecordCause[] =>
  groupCauses(
    checked.flatMap(bot => bot.problems.map(problem => ({ ...problem, bot }))),
    ({ isAlwaysAlive }) => isAlwaysAlive,
  );

/** `7+` if other records may have it, too. */
export const causeCount = ({ checked, unread, missing }: HealthReport, { bots }: RecordCause): SafeText => {
  const isWhole = missing === undefined && unread.length === 0 && checked.every(each => !each.isPartial);
  return safe`${bots.length}${!isWhole && safe`+`}`;
};

/** `issues of 1 bot could not be read` */
export function failedReadsCount({ resource }: HealthReport, records: readonly FailedRead[]): SafeText {
  const part = records[0]?.part;
  const of = part && safe`${part} of `;
  return safe`${of}${unreadWords(resource, records.length)}`;
}

/** Its filter may be mistyped. */
export const isEmptyReport = ({ checked, unread, missing }: HealthReport) =>
  checked.length === 0 && unread.length === 0 && missing === undefined;

/** `2 problems and 1 warning in 3 of 40 bots; 4 known.` */
export function summaryOf(report: HealthReport): SafeText {
  const { checked, resource, unread, gap, filter } = report;
  if (isEmptyReport(report)) {
    const plural = lower(resource.plural);
    return filter === undefined
      ? safe`Nothing was checked: no ${plural} found.`
      : safe`Nothing was checked: no ${plural} match the filter ${filter}`;
  }
  const found = checked.flatMap(newFindings);
  const levelCount = (level: Level) =>
    counted(found.filter(each => each.level === level).length, clean(level));
  const findings = checked.flatMap(each => each.findings).filter(({ level }) => level !== 'note');
  const stateCounts = (['known', 'ignored'] as const).map(state => {
    const count = findings.filter(each => each.state === state).length;
    return count === 0 ? undefined : safe`${count} ${clean(state)}`;
  });
  const unreadCounts = [...Map.groupBy(unread, ({ part }) => part).values()].map(group =>
    failedReadsCount(report, group),
  );
  const others = [...stateCounts, ...unreadCounts, gap && safe`the list is not complete`].filter(
    each => each !== undefined,
  );
  const rest = others.length > 0 && safe`; ${joinSafe(others)}`;
  return safe`${levelCount('problem')} and ${levelCount('warning')} in ${checked.filter(record => newFindings(record).length > 0).length} of ${countedRecords(resource, checked.length)}${rest}.`;
}

export const recordNames = ({ bots }: RecordCause, most = Infinity) =>
  joinFirst(bots, most, ({ label }) => label);
