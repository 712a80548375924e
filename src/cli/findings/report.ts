import type { FAIL_ON_LEVELS } from '../../config/settings.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Diagnosis } from '../../resources/diagnosis.ts';
import type { Tone } from '../../resources/field.ts';
import { problemKindOf } from '../../resources/registry.ts';
import {
  countedRecords,
  nameOf,
  ownId,
  ownName,
  type Ref,
  type Resource,
  unreadWords,
} from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { FailedRead } from '../shared/errors.ts';

/** Level of a finding, the worst first. */
export type Level = 'problem' | 'warning' | 'note';

export const levelOf = ({ tone }: { readonly tone: Tone }): Level =>
  tone === 'bad' ? 'problem' : tone === 'warn' ? 'warning' : 'note';

export type IdentifiedFinding = {
  /** Rule, kind, id of the record and name of its part. Counts, times and names do not change it. */
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly target: {
    readonly kind: string;
    readonly id: string;
    readonly name: SafeText;
    readonly inner?: SafeText;
  };
  /** The record in lists of several: its name, or its id without one. */
  readonly label: SafeText;
  /** The cause, the same for all records that have it. */
  readonly title: SafeText;
  readonly text: SafeText;
  readonly detail: SafeText | undefined;
  readonly since: string | undefined;
  readonly count: number | undefined;
  readonly ref: Ref | undefined;
};

/** Returns the findings of a record with their identities; one that sums up others as its parts. */
export function identifiedFindings(
  resource: Pick<Resource, 'kind' | 'nameField'>,
  record: JsonObject,
  { findings }: Pick<Diagnosis, 'findings'>,
): readonly IdentifiedFinding[] {
  const target = { kind: resource.kind, id: ownId(record) ?? '', name: nameOf(resource, record) };
  const label = ownName(resource, record) ?? clean(target.id);
  return findings.flatMap(({ rule = 'other', ...whole }) =>
    (whole.parts ?? [whole]).map((part): IdentifiedFinding => {
      const { inner, text, title = text, detail, since, count, ref } = part;
      const steps = [rule, target.kind, target.id, ...(inner === undefined ? [] : [inner])];
      return {
        id: steps.map(step => encodeURIComponent(step.toWellFormed())).join('/'),
        rule,
        level: levelOf(part),
        target: inner === undefined ? target : { ...target, inner: clean(inner) },
        ...{ label, title, text, detail, since, count, ref },
      };
    }),
  );
}

export type FindingPolicy = {
  readonly failOn: (typeof FAIL_ON_LEVELS)[number];
  /** Rules, each with an optional target: `integration-disabled:support-prod`. */
  readonly ignored: readonly string[];
  readonly known: ReadonlySet<string>;
};

export const rulesOf = (resource: Resource): readonly string[] =>
  [resource, problemKindOf(resource)].flatMap(each => each?.rules ?? []);

/** True if `rule` or `rule:target` covers a finding. The target is an id, a name or the name of the part. */
function isCovered({ rule, target }: IdentifiedFinding, text: string): boolean {
  const named = text.slice(rule.length + 1);
  return (
    text === rule ||
    (text.split(':')[0] === rule && [target.id, target.name, target.inner].some(each => each === named))
  );
}

/** Returns whether a finding counts. A rule to ignore wins over the baseline. */
export function stateOf(
  finding: IdentifiedFinding,
  { ignored, known }: FindingPolicy,
): 'new' | 'known' | 'ignored' {
  if (ignored.some(text => isCovered(finding, text))) return 'ignored';
  return known.has(finding.id) ? 'known' : 'new';
}

/** True for a finding at or above the threshold of `--fail-on`. */
export const isFailing = ({ level }: IdentifiedFinding, { failOn }: FindingPolicy): boolean =>
  failOn !== 'never' && (level === 'problem' || (level === 'warning' && failOn === 'warning'));

export type CheckedRecord = {
  readonly id: string;
  readonly name: SafeText;
  readonly findings: readonly IdentifiedFinding[];
  /** The record had data of a rule. */
  readonly isJudged: boolean;
};

export type HealthReport = {
  readonly resource: Pick<Resource, 'title' | 'plural'>;
  readonly policy: FindingPolicy;
  readonly checked: readonly CheckedRecord[];
  readonly unread: readonly FailedRead[];
  /** Why the report is incomplete, if only because of `--limit`; undefined if it is complete. */
  readonly missing: SafeText | undefined;
  /** Why records are missing that `unread` cannot name, because a page failed; undefined if none are. */
  readonly gap: SafeText | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly filter: SafeText | undefined;
};

export type CauseGroup = Pick<IdentifiedFinding, 'level' | 'title'> & {
  readonly findings: readonly IdentifiedFinding[];
};

/** Returns the problems and warnings of a record that are neither ignored nor known. */
export const newFindingsOf = (
  { findings }: CheckedRecord,
  policy: FindingPolicy,
): readonly IdentifiedFinding[] =>
  findings.filter(finding => finding.level !== 'note' && stateOf(finding, policy) === 'new');

export const newFindings = ({ checked, policy }: HealthReport): readonly IdentifiedFinding[] =>
  checked.flatMap(record => newFindingsOf(record, policy));

/** Groups the new findings by cause: the worst level first, then the most frequent. */
export function causeGroups(report: HealthReport): readonly CauseGroup[] {
  const groups = Map.groupBy(newFindings(report), ({ level, rule, title }) =>
    JSON.stringify([level, rule, title]),
  );
  return [...groups.values()]
    .flatMap(findings => findings.slice(0, 1).map(({ level, title }) => ({ level, title, findings })))
    .sort((a, b) =>
      a.level === b.level ? b.findings.length - a.findings.length : a.level === 'problem' ? -1 : 1,
    );
}

export const recordCount = (findings: readonly IdentifiedFinding[]): number =>
  new Set(findings.map(({ target }) => target.id)).size;

/** Counts records whose same part could not be read: `issues of 1 bot could not be read`. */
export function failedReadsCount({ resource }: HealthReport, records: readonly FailedRead[]): SafeText {
  const part = records[0]?.part;
  const of = part === undefined ? safe`` : safe`${part} of `;
  return safe`${of}${unreadWords(resource, records.length)}`;
}

/** Returns true if a whole list had no record to check: its filter may be mistyped. */
export const isEmptyReport = ({ checked, unread, missing }: HealthReport): boolean =>
  checked.length === 0 && unread.length === 0 && missing === undefined;

/** Returns the report as one sentence: `2 problems and 1 warning in 3 of 40 bots; 4 known.` */
export function summaryOf(report: HealthReport): SafeText {
  const { checked, policy, resource, unread, gap, filter } = report;
  if (isEmptyReport(report)) {
    const plural = clean(resource.plural.toLowerCase());
    return filter === undefined
      ? safe`Nothing was checked: no ${plural} found.`
      : safe`Nothing was checked: no ${plural} match the filter ${filter}`;
  }
  const found = newFindings(report);
  const levelCount = (level: Level): SafeText =>
    counted(found.filter(each => each.level === level).length, clean(level));
  const findings = checked.flatMap(each => each.findings).filter(({ level }) => level !== 'note');
  const stateCounts = (['known', 'ignored'] as const).map(state => {
    const count = findings.filter(each => stateOf(each, policy) === state).length;
    return count === 0 ? undefined : safe`${count} ${clean(state)}`;
  });
  const unreadCounts = [...Map.groupBy(unread, ({ part }) => part).values()].map(group =>
    failedReadsCount(report, group),
  );
  const others = [...stateCounts, ...unreadCounts, gap && safe`the list is not complete`].filter(
    each => each !== undefined,
  );
  const rest = others.length === 0 ? safe`` : safe`; ${joinSafe(others, ', ')}`;
  return safe`${levelCount('problem')} and ${levelCount('warning')} in ${recordCount(found)} of ${countedRecords(resource, checked.length)}${rest}.`;
}

/** Names the records of a group: `support-prod, shop and 9 more`. */
export function targetNames({ findings }: CauseGroup, most = 4): SafeText {
  const names = [...new Map(findings.map(({ target, label }) => [target.id, label])).values()];
  const more = names.length - most;
  const shown = joinSafe(names.slice(0, most), ', ');
  return more > 0 ? safe`${shown} and ${more} more` : shown;
}
