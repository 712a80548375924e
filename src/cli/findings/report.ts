import { countedRecords, type Resource, unreadWords } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import type { IdentifiedFinding, Level } from './finding.ts';
import { type FindingPolicy, stateOf } from './policy.ts';

export type CheckedRecord = {
  readonly id: string;
  readonly name: SafeText;
  readonly findings: readonly IdentifiedFinding[];
  /** The record had data of a rule. */
  readonly isJudged: boolean;
};

/** A record that could not be read, or a part of it, and why. */
export type FailedRecord = {
  readonly id: string;
  readonly kind: string;
  readonly why: SafeText;
  readonly part?: SafeText;
};

/** Names what could not be read: an id, or `issues of` an id. */
export const missingTarget = ({ id, part }: FailedRecord): SafeText =>
  part === undefined ? clean(id) : safe`${part} of ${clean(id)}`;

/** The result of diagnosing several records. */
export type HealthReport = {
  readonly resource: Pick<Resource, 'title' | 'plural'>;
  readonly policy: FindingPolicy;
  readonly checked: readonly CheckedRecord[];
  readonly unread: readonly FailedRecord[];
  /** Why the report is incomplete, if only because of `--limit`; undefined if it is complete. */
  readonly missing: SafeText | undefined;
  /** Why records are missing that `unread` cannot name, because a page failed; undefined if none are. */
  readonly gap: SafeText | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The filter of the list, if it has one. */
  readonly filter: SafeText | undefined;
};

export type CauseGroup = {
  readonly level: Level;
  readonly rule: string;
  readonly title: SafeText;
  readonly findings: readonly IdentifiedFinding[];
};

/** Returns the problems and warnings of a record that are neither ignored nor known. */
export const newFindingsOf = (
  { findings }: CheckedRecord,
  policy: FindingPolicy,
): readonly IdentifiedFinding[] =>
  findings.filter(finding => finding.level !== 'note' && stateOf(finding, policy) === 'new');

/** Returns the problems and warnings of all records that are neither ignored nor known. */
export const newFindings = ({ checked, policy }: HealthReport): readonly IdentifiedFinding[] =>
  checked.flatMap(record => newFindingsOf(record, policy));

/** Groups the new findings by cause: the worst level first, then the most frequent. */
export function causeGroups(report: HealthReport): readonly CauseGroup[] {
  const groups = new Map<string, { first: IdentifiedFinding; findings: IdentifiedFinding[] }>();
  for (const finding of newFindings(report)) {
    const key = JSON.stringify([finding.level, finding.rule, finding.title]);
    const group = groups.get(key) ?? { first: finding, findings: [] };
    group.findings.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ first: { level, rule, title }, findings }) => ({ level, rule, title, findings }))
    .sort((a, b) =>
      a.level === b.level ? b.findings.length - a.findings.length : a.level === 'problem' ? -1 : 1,
    );
}

export const recordCount = (findings: readonly IdentifiedFinding[]): number =>
  new Set(findings.map(({ target }) => target.id)).size;

/** Counts records whose same part could not be read: `issues of 1 bot could not be read`. */
export function failedReadsCount({ resource }: HealthReport, records: readonly FailedRecord[]): SafeText {
  const part = records[0]?.part;
  const of = part === undefined ? safe`` : safe`${part} of `;
  return safe`${of}${unreadWords(resource, records.length)}`;
}

/** Returns true if a whole list had no record to check: its filter may be mistyped. */
export const isEmptyReport = ({ checked, unread, missing }: HealthReport): boolean =>
  checked.length === 0 && unread.length === 0 && missing === undefined;

function emptyWords({ resource, filter }: HealthReport): SafeText {
  const plural = clean(resource.plural.toLowerCase());
  return filter === undefined
    ? safe`Nothing was checked: no ${plural} found.`
    : safe`Nothing was checked: no ${plural} match the filter ${filter}`;
}

/** Returns the report as one sentence: `2 problems and 1 warning in 3 of 40 bots; 4 known.` */
export function summaryOf(report: HealthReport): SafeText {
  const { checked, policy, resource, unread, gap } = report;
  if (isEmptyReport(report)) return emptyWords(report);
  const found = newFindings(report);
  const of = (level: Level): number => found.filter(each => each.level === level).length;
  const inState = (state: 'known' | 'ignored'): number =>
    checked
      .flatMap(({ findings }) => findings)
      .filter(each => each.level !== 'note' && stateOf(each, policy) === state).length;
  const [known, ignored] = [inState('known'), inState('ignored')];
  const others = [
    ...(known === 0 ? [] : [safe`${known} known`]),
    ...(ignored === 0 ? [] : [safe`${ignored} ignored`]),
    ...[...Map.groupBy(unread, ({ part }) => part).values()].map(group => failedReadsCount(report, group)),
    ...(gap === undefined ? [] : [safe`the list is not complete`]),
  ];
  const levels = safe`${counted(of('problem'), safe`problem`)} and ${counted(of('warning'), safe`warning`)}`;
  const rest = others.length === 0 ? safe`` : safe`; ${joinSafe(others, ', ')}`;
  return safe`${levels} in ${recordCount(found)} of ${countedRecords(resource, checked.length)}${rest}.`;
}

const MAX_NAMES = 4;

/** Names the records of a group: `support-prod, shop and 9 more`. */
export function targetNames({ findings }: CauseGroup, most = MAX_NAMES): SafeText {
  const names = [...new Map(findings.map(({ target, label }) => [target.id, label])).values()];
  const more = names.length - most;
  const shown = joinSafe(names.slice(0, most), ', ');
  return more > 0 ? safe`${shown} and ${more} more` : shown;
}
