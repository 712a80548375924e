import { countedRecords } from '../../resources/resource.ts';
import { clean, joinSafe } from '../../text/sanitise.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import {
  causeGroups,
  failedReadsCount,
  type HealthReport,
  isEmptyReport,
  recordCount,
  summaryOf,
  targetNames,
} from './report.ts';

/** Escapes a text for the data of a workflow command, where line ends and `%` have a meaning. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Escapes a text for a property of a workflow command. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * Prints a report as annotations of GitHub Actions: one for each reason why something could not be read, then
 * one for each cause, because a step shows only ten.
 */
function githubReport(report: HealthReport): string {
  const causes = causeGroups(report).map(group => {
    const command = group.level === 'problem' ? 'error' : 'warning';
    const count = recordCount(group.findings);
    const title = count === 1 ? group.title : `${group.title}: ${countedRecords(report.resource, count)}`;
    return `::${command} title=${property(title)}::${data(targetNames(group))}`;
  });
  const { gap, unread } = report;
  const gaps = gap === undefined ? [] : [`::error title=Not complete::${data(gap)}`];
  const groups = Map.groupBy(unread, ({ part, why }) => JSON.stringify([part, why]));
  const failures = [...groups.values()].map(records => {
    const ids = joinSafe(
      records.map(({ id }) => clean(id)),
      ', ',
    );
    return `::error title=${property(failedReadsCount(report, records))}::${data(`${records[0]?.why}: ${ids}`)}`;
  });
  const level = isEmptyReport(report) ? 'warning' : 'notice';
  return [...gaps, ...failures, ...causes, `::${level} title=botscope::${data(summaryOf(report))}`]
    .map(line => `${line}\n`)
    .join('');
}

/** Formats of a whole report, for `-o` and `--report`. */
export const reportFormats = { md: markdownReport, junit: junitReport, github: githubReport } as const;
export type ReportFormat = keyof typeof reportFormats;

export const REPORT_FORMATS: readonly string[] = Object.keys(reportFormats);

export const isReportFormat = (name: unknown): name is ReportFormat =>
  typeof name === 'string' && REPORT_FORMATS.includes(name);

export const reportText = (format: ReportFormat, report: HealthReport): string =>
  reportFormats[format](report);

/** A file that `--report` writes. */
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
