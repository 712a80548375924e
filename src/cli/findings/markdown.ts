import { head, plain, row } from '../../formats/markdown.ts';
import { clean, safe } from '../../text/sanitise.ts';
import { nounOf } from '../shared/nouns.ts';
import {
  causeGroups,
  type HealthReport,
  missingTarget,
  recordCount,
  summaryOf,
  targetNames,
} from './report.ts';

/** Names of records in a row of the table. */
const MAX_NAMES = 20;

/** Prints a report as Markdown, for the summary of a job: one row for each cause. */
export function markdownReport(report: HealthReport): string {
  const { missing, unread } = report;
  const noun = clean(nounOf(report.resource));
  const columns = [
    { title: safe`level` },
    { title: safe`cause` },
    { title: noun, align: 'right' },
    { title: safe`which` },
  ];
  const groups = causeGroups(report);
  const rows = groups.map(group =>
    row([
      group.level,
      plain(group.title),
      String(recordCount(group.findings)),
      plain(targetNames(group, MAX_NAMES)),
    ]),
  );
  const gaps = unread.map(each => `- ${plain(missingTarget(each))}: ${plain(each.why)}\n`);
  return [
    `# Health of ${noun}\n\n${plain(summaryOf(report))}\n`,
    missing === undefined ? '' : `\nNot complete: ${plain(missing)}\n`,
    groups.length === 0 ? '' : `\n${head(columns)}${rows.join('')}`,
    gaps.length === 0 ? '' : `\n## Not read\n\n${gaps.join('')}`,
  ].join('');
}
