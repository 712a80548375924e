import { countedRecords, type Resource, unreadWords } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { FailedRead } from '../shared/errors.ts';
import { type FindingPolicy, type IdentifiedFinding, type Level, stateOf } from './policy.ts';

export type CheckedRecord = {
  readonly id: string;
  readonly name: SafeText;
  readonly findings: readonly IdentifiedFinding[];
  /** The record had data of a rule. */
  readonly isJudged: boolean;
};

/** The result of diagnosing several records. */
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
