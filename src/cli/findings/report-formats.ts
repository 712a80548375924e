import { titleWithHost } from '../../failure.ts';
import { plain, table } from '../../formats/markdown.ts';
import { beganWords, causeLevel } from '../../resources/cause.ts';
import { ownId } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { exact } from '../../text/units.ts';
import { nounOf } from '../shared/context.ts';
import type { FailedRead } from '../shared/errors.ts';
import {
  type CheckedRecord,
  causeCount,
  causesOf,
  type FindingPolicy,
  failedReadsCount,
  type HealthReport,
  isEmptyReport,
  isFailing,
  newFindings,
  type RecordCause,
  recordNames,
  summaryOf,
} from './report.ts';

const idIn = ({ record }: FailedRead) => ownId(record) ?? '';
const whyOf = ({ failure }: FailedRead) => titleWithHost(failure);

function markdownReport(report: HealthReport) {
  const { missing, unread } = report;
  const noun = clean(nounOf(report.resource));
  const columns = [
    { title: safe`level` },
    { title: safe`cause` },
    { title: noun, align: 'right' },
    { title: safe`since` },
    { title: safe`which` },
  ];
  const rows = causesOf(report).map(group => {
    const cells = [causeCount(report, group), beganWords(group, exact) ?? safe``, recordNames(group, 20)];
    return [causeLevel(group), plain(safe`${group.words} (${group.met})`), ...cells.map(plain)];
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

function aboutCause(cause: RecordCause) {
  const since = beganWords(cause, exact);
  return `${recordNames(cause)}\n${cause.met}${since === undefined ? '' : ` · since ${since}`}`;
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

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '');

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

/** `element`: why it failed or is in error. */
type Case = Readonly<{ id: string; name: string; element: string }>;

/** It fails once, however many findings it has. */
function caseOf(record: CheckedRecord, policy: FindingPolicy): Case {
  const { id, name } = record;
  const found = newFindings(record).filter(finding => isFailing(finding, policy));
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

function suiteText(report: HealthReport, id: number, name: string, cases: readonly Case[]) {
  const { at, policy } = report;
  const suite = attributes({
    id,
    name,
    package: 'botscope',
    timestamp: new Date(at).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: cases.filter(({ element }) => element.startsWith('<failure')).length,
    errors: cases.filter(({ element }) => element.startsWith('<error')).length,
    time: 0,
  });
  const lines = cases.map(({ id: own, name: title, element }) => {
    const about = attributes({ name: title === own ? own : `${title} (${own})`, classname: name, time: 0 });
    return `    <testcase${about}>${element}</testcase>\n`;
  });
  return `  <testsuite${suite}>
    <properties><property${attributes({ name: 'fail-on', value: policy.failOn })}></property></properties>
${lines.join('')}    <system-out>${escapeXml(summaryOf(report))}</system-out>
    <system-err></system-err>
  </testsuite>
`;
}

function causeCase(cause: RecordCause): Case {
  const { id, words } = cause;
  const about = attributes({ message: words, type: causeLevel(cause) });
  return { id, name: words, element: `<failure${about}>${escapeXml(aboutCause(cause))}</failure>` };
}

/** Each record is a test case; causes are a second suite. Valid by the schemas of Jenkins and Ant. */
function junitReport(report: HealthReport) {
  const { resource, checked, unread, gap, policy } = report;
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
  const causes = causesOf(report).filter(cause => isFailing({ level: causeLevel(cause) }, policy));
  const second = causes.length === 0 ? '' : suiteText(report, 1, `causes of ${noun}`, causes.map(causeCase));
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
${suiteText(report, 0, noun, cases)}${second}</testsuites>
`;
}

/** Line ends and `%` have a meaning in the data of a workflow command. */
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A `:` or `,` would end its title. */
const annotation = (level: string, title: string, text: string) =>
  `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(text)}\n`;

/** For each reason of a failed read, then each cause: a step shows only ten. */
function githubReport(report: HealthReport) {
  const { resource, gap, unread } = report;
  const causes = causesOf(report).map(group => {
    const { words, tone } = group;
    const count = causeCount(report, group);
    const title = count === '1' ? words : `${words}: ${count} ${nounOf(resource)}`;
    return annotation(tone === 'bad' ? 'error' : 'warning', title, aboutCause(group));
  });
  const reasons = Map.groupBy(unread, each => JSON.stringify([each.part, whyOf(each)]));
  const failures = [...reasons.values()].map(records => {
    const [why] = records.map(whyOf);
    const ids = records.map(each => clean(idIn(each)));
    return annotation('error', failedReadsCount(report, records), `${why}: ${joinSafe(ids)}`);
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

export type ReportFile = Readonly<{ format: ReportFormat; path: string }>;

/** `junit=out.xml`, one a line; undefined if one is invalid. `-` is no file: that has the format of `-o`. */
export function reportFiles(text: string): readonly ReportFile[] | undefined {
  const files = text.split('\n').map((line): ReportFile | undefined => {
    const [format, ...rest] = line.split('=');
    const path = rest.join('=');
    return isReportFormat(format) && path !== '' && path !== '-' ? { format, path } : undefined;
  });
  return files.every(file => file !== undefined) ? files : undefined;
}
