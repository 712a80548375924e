import { titleWithHost } from '../../failure.ts';
import { plain, table } from '../../formats/markdown.ts';
import { countedRecords, ownId } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { nounOf } from '../shared/context.ts';
import type { FailedRead } from '../shared/errors.ts';
import {
  type CheckedRecord,
  causeGroups,
  type FindingPolicy,
  failedReadsCount,
  type HealthReport,
  isEmptyReport,
  isFailing,
  newFindingsOf,
  recordCount,
  summaryOf,
  targetNames,
} from './report.ts';

const idIn = ({ record }: FailedRead): string => ownId(record) ?? '';
const whyOf = ({ failure }: FailedRead): SafeText => titleWithHost(failure);

/** Prints a report as Markdown, for the summary of a job: one row for each cause. */
function markdownReport(report: HealthReport): string {
  const { missing, unread } = report;
  const noun = clean(nounOf(report.resource));
  const columns = [
    { title: safe`level` },
    { title: safe`cause` },
    { title: noun, align: 'right' },
    { title: safe`which` },
  ];
  const rows = causeGroups(report).map(group => {
    const count = String(recordCount(group.findings));
    return [group.level, plain(group.title), count, plain(targetNames(group, 20))];
  });
  const gaps = unread.map(each => {
    const id = clean(idIn(each));
    return `- ${plain(each.part === undefined ? id : safe`${each.part} of ${id}`)}: ${plain(whyOf(each))}\n`;
  });
  return [
    `# Health of ${noun}\n\n${plain(summaryOf(report))}\n`,
    missing === undefined ? '' : `\nNot complete: ${plain(missing)}\n`,
    rows.length === 0 ? '' : `\n${table(columns, rows)}`,
    gaps.length === 0 ? '' : `\n## Not read\n\n${gaps.join('')}`,
  ].join('');
}

/** Characters that XML 1.0 does not allow, even as references. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '');

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

/** A test case; `element` says why it failed or is in error, if it is. */
type Case = { readonly id: string; readonly name: string; readonly element: string };

/** Returns the test case of a record: it fails once, however many findings it has. */
function caseOf(record: CheckedRecord, policy: FindingPolicy): Case {
  const { id, name } = record;
  const found = newFindingsOf(record, policy).filter(finding => isFailing(finding, policy));
  const [first] = found;
  if (first === undefined) return { id, name, element: '' };
  const message = found.map(({ title }) => title).join('; ');
  const lines = found.map(each => {
    const detail = each.detail === undefined ? '' : `: ${each.detail}`;
    return `${each.level}: ${each.text}${detail} [${each.id}]`;
  });
  const about = attributes({ message, type: first.level });
  return { id, name, element: `<failure${about}>${escapeXml(lines.join('\n'))}</failure>` };
}

const errorCase = (id: string, message: SafeText, type: string): Case => ({
  id,
  name: id,
  element: `<error${attributes({ message, type })}></error>`,
});

/**
 * Prints a report as JUnit XML. Each record is a test case: failed with findings at or above `--fail-on`, in
 * error if it could not be read. Has every element and attribute that the schemas of Jenkins and Ant demand.
 */
function junitReport(report: HealthReport): string {
  const { resource, checked, unread, gap, policy, at } = report;
  const noun = nounOf(resource);
  const results = checked.map(record => caseOf(record, policy));
  const failed = new Set(results.filter(({ element }) => element !== '').map(({ id }) => id));
  // A record has one case: its findings, else what could not be read of it.
  const errors = [
    ...(gap === undefined ? [] : [errorCase(`list of ${noun}`, gap, 'incomplete')]),
    ...unread
      .filter(each => !failed.has(idIn(each)))
      .map(each => {
        const why = each.part === undefined ? whyOf(each) : safe`${each.part}: ${whyOf(each)}`;
        return errorCase(idIn(each), why, each.failure.kind);
      }),
  ];
  const inError = new Set(errors.map(({ id }) => id));
  const cases = [...results.filter(({ id }) => !inError.has(id)), ...errors];
  const suite = attributes({
    id: 0,
    name: noun,
    package: 'botscope',
    timestamp: new Date(at).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: cases.filter(({ element }) => element.startsWith('<failure')).length,
    errors: errors.length,
    time: 0,
  });
  const lines = cases.map(({ id, name, element }) => {
    const about = attributes({ name: name === id ? id : `${name} (${id})`, classname: noun, time: 0 });
    return `    <testcase${about}>${element}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite${suite}>
    <properties><property${attributes({ name: 'fail-on', value: policy.failOn })}></property></properties>
${lines.join('')}    <system-out>${escapeXml(summaryOf(report))}</system-out>
    <system-err></system-err>
  </testsuite>
</testsuites>
`;
}

/** Escapes a text for the data of a workflow command, where line ends and `%` have a meaning. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Returns an annotation of GitHub Actions. A `:` or `,` would end its title. */
const annotation = (level: string, title: string, text: string): string =>
  `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(text)}\n`;

/**
 * Prints a report as annotations of GitHub Actions: one for each reason why something could not be read, then
 * one for each cause, because a step shows only ten.
 */
function githubReport(report: HealthReport): string {
  const { resource, gap, unread } = report;
  const causes = causeGroups(report).map(group => {
    const count = recordCount(group.findings);
    const title = count === 1 ? group.title : `${group.title}: ${countedRecords(resource, count)}`;
    return annotation(group.level === 'problem' ? 'error' : 'warning', title, targetNames(group));
  });
  const reasons = Map.groupBy(unread, each => JSON.stringify([each.part, whyOf(each)]));
  const failures = [...reasons.values()].map(records => {
    const [why] = records.map(whyOf);
    const ids = records.map(each => clean(idIn(each)));
    return annotation('error', failedReadsCount(report, records), `${why}: ${joinSafe(ids, ', ')}`);
  });
  const level = isEmptyReport(report) ? 'warning' : 'notice';
  const summary = annotation(level, 'botscope', summaryOf(report));
  return [
    gap === undefined ? '' : annotation('error', 'Not complete', gap),
    ...failures,
    ...causes,
    summary,
  ].join('');
}

export const reportFormats = { md: markdownReport, junit: junitReport, github: githubReport } as const;
export type ReportFormat = keyof typeof reportFormats;

export const REPORT_FORMATS: readonly string[] = Object.keys(reportFormats);

export const isReportFormat = (name: unknown): name is ReportFormat =>
  typeof name === 'string' && REPORT_FORMATS.includes(name);

export type ReportFile = { readonly format: ReportFormat; readonly path: string };

/**
 * Parses `--report`, `junit=out.xml`, repeated on several lines; undefined if one is invalid. `-` is no file:
 * standard output has the format of `-o`.
 */
export function reportFiles(text: string): readonly ReportFile[] | undefined {
  const files = text.split('\n').map((line): ReportFile | undefined => {
    const [format, ...rest] = line.split('=');
    const path = rest.join('=');
    return isReportFormat(format) && path !== '' && path !== '-' ? { format, path } : undefined;
  });
  return files.every(file => file !== undefined) ? files : undefined;
}
