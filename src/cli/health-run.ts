import { titleWithHost } from '../api/failure-line.ts';
import { badArgument, type Failure } from '../failure.ts';
import { type JsonObject, member } from '../json/json.ts';
import { type Diagnosis, worstFirst } from '../resources/diagnosis-rule.ts';
import { ownId } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { nameOf } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { baselineText, staleText } from './findings/baseline.ts';
import { identifiedFindings } from './findings/finding.ts';
import { type FindingPolicy, isFailing, rulesOf } from './findings/policy.ts';
import {
  type CheckedRecord,
  causeGroups,
  type FailedRecord,
  type HealthReport,
  isEmptyReport,
  newFindings,
  summaryOf,
} from './findings/report.ts';
import { isReportFormat, type ReportFile, reportText } from './findings/report-formats.ts';
import { causeLines, causeShape, diagnosisShape, printedCause, printedDiagnosis } from './findings/shapes.ts';
import { type OpenIssues, openIssuesOf } from './open-issues.ts';
import { isWholeList, policyOf, reportsOf } from './policy-flags.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import { failedReadsReason, INCOMPLETE, writeFailedRead, writeFailure } from './shared/errors.ts';
import { nounOf } from './shared/nouns.ts';
import { listPrinter, type Printer } from './shared/output.ts';
import { tableWidth } from './shared/table.ts';

export type HealthRun = {
  readonly call: KindCall;
  readonly policy: FindingPolicy;
  readonly reports: readonly ReportFile[];
  readonly checked: CheckedRecord[];
  readonly unread: FailedRecord[];
  /** Open issues, if the person wants them. */
  readonly issues: OpenIssues | undefined;
  readonly issueFailures: Failure[];
  missing: HealthReport['missing'];
  gap: HealthReport['gap'];
};

/**
 * Starts a run; fails before any request if its flags or its baseline are wrong. Then each record is given to
 * `checkRecord`, after `issues` has loaded its issues, and `finishRun` returns the exit code.
 */
export function startRun(call: KindCall): HealthRun | Failure {
  const format = reportOutput(call);
  if (format !== undefined && call.style.only !== undefined)
    return badArgument(safe`-o ${clean(format)} prints a whole report: leave --columns out.`);
  const policy = policyOf(call);
  if ('kind' in policy) return policy;
  const reports = reportsOf(call);
  if ('kind' in reports) return reports;
  const issues = openIssuesOf(call);
  if (issues !== undefined && 'kind' in issues) return issues;
  const empty = { checked: [], unread: [], issueFailures: [], missing: undefined, gap: undefined };
  return { call, policy, reports, issues, ...empty };
}

const reportOf = ({ call, ...run }: HealthRun): HealthReport => ({
  ...run,
  resource: call.resource,
  at: call.context.now(),
  filter: typeof call.values['filter'] === 'string' ? clean(call.values['filter'], 80) : undefined,
});

const ISSUES = safe`issues`;

/** Returns why issues are missing in a report; undefined if none are. */
export function missingIssues({ issueFailures }: HealthRun): SafeText | undefined {
  const reason = failedReadsReason(issueFailures);
  return reason && safe`Issues: ${reason}`;
}

/** Adds the open issues of a record to its diagnosis, and reports if they could not be loaded. */
function withIssues(run: HealthRun, record: JsonObject, diagnosis: Diagnosis): Diagnosis {
  const id = ownId(record) ?? '';
  const issues = run.issues?.of(id) ?? [];
  if (!('kind' in issues)) return { ...diagnosis, findings: worstFirst([...diagnosis.findings, ...issues]) };
  const why = titleWithHost(issues);
  run.issueFailures.push(issues);
  run.unread.push({ id, kind: issues.kind, why, part: ISSUES });
  writeFailedRead(run.call, { record, failure: issues, part: ISSUES });
  return { ...diagnosis, unchecked: [...diagnosis.unchecked, ISSUES] };
}

/** Diagnoses a record with its secrets masked, because a finding may quote an address with credentials. */
export function checkRecord(
  run: HealthRun,
  record: JsonObject,
): { readonly diagnosis: Diagnosis; readonly printed: JsonObject } {
  const { call, policy, checked } = run;
  const { resource, style, context } = call;
  const shown = style.reveals ? record : redact(resource.fields, record);
  const clock = { now: context.now(), exact: false };
  const own = resource.diagnose?.(shown, clock) ?? { findings: [], unchecked: [] };
  const allGaps = resource.diagnose?.({}, clock).unchecked ?? [];
  const diagnosis = withIssues(run, record, own);
  const found: CheckedRecord = {
    id: ownId(record) ?? '',
    name: nameOf(resource, record),
    findings: identifiedFindings(resource, record, diagnosis),
    isJudged: allGaps.length === 0 || allGaps.some(gap => !own.unchecked.includes(gap)),
  };
  checked.push(found);
  return { diagnosis, printed: printedDiagnosis(found, diagnosis, policy) };
}

/** Returns a printer of the whole report, which needs no record of its own. */
const atEnd = ({ call: { context } }: HealthRun, print: () => Promise<unknown>): Printer => ({
  add: async () => !context.io.isClosed(),
  fail: async () => true,
  end: async () => void (await print()),
});

/** Returns the printer of the causes, the worst first; it prints nothing if there are none. */
function causePrinter(run: HealthRun): Printer {
  const { context, style, resource } = run.call;
  const { io } = context;
  const shape = causeShape(clean(nounOf(resource)));
  const table = listPrinter({ io, resource: shape, style });
  return atEnd(run, async () => {
    const groups = causeGroups(reportOf(run));
    if (groups.length === 0) return;
    const { width, hasColours } = io;
    if (width !== undefined && width < tableWidth(shape)) {
      const lines = groups.flatMap(group => causeLines(group, { width, hasColours }));
      await io.write(lines.map(line => `${line}\n`).join(''));
      return;
    }
    await table.add(groups.map(printedCause));
    await table.end();
  });
}

/** Returns the report format of `-o`; undefined if it prints records, as Markdown does with `--columns`. */
export const reportOutput = ({ values: { output }, style: { only } }: KindCall) =>
  isReportFormat(output) && (output !== 'md' || only === undefined) ? output : undefined;

/** Returns the printer of `-o`, but for reports. It tells the run which records could not be read. */
export function runPrinter(run: HealthRun, isGrouped: boolean): Printer {
  const { call } = run;
  const { context, style } = call;
  const { io } = context;
  const format = reportOutput(call);
  const isCauses = isGrouped && style.output === 'table' && style.only === undefined;
  const printer =
    format !== undefined
      ? atEnd(run, async () => undefined)
      : isCauses
        ? causePrinter(run)
        : listPrinter({ io, resource: diagnosisShape, style });
  return {
    ...printer,
    fail: (record, error) => {
      const [kind, why] = [member(error, 'kind'), member(error, 'message')].map(each => String(each ?? ''));
      run.unread.push({ id: ownId(record) ?? '', kind: kind || 'error', why: clean(why ?? '') });
      return printer.fail(record, error);
    },
  };
}

function writeFile({ context: { files } }: KindCall, path: string, text: string): Failure | undefined {
  try {
    files.write(path, text);
    return undefined;
  } catch (error) {
    return writeFailure(path, error);
  }
}

function updateBaseline({ call, missing }: HealthRun, report: HealthReport): Ending {
  const { io, findings } = call.context;
  const { baseline: path = '' } = findings;
  if (missing !== undefined) {
    io.writeError('botscope: The baseline stays as it was, because this run is incomplete.\n');
    return done;
  }
  const found = newFindings(report);
  const failure = writeFile(call, path, baselineText(found));
  if (failure !== undefined) return failure;
  io.remark(`botscope: baseline ${clean(path, 200)}: ${counted(found.length, safe`finding`)}\n`);
  return done;
}

/** Formats for people; a summary follows them on standard error. */
const isForPeople = (call: KindCall): boolean =>
  call.style.output === 'table' || reportOutput(call) !== undefined;

const NOT_JUDGED = safe`Nothing could be judged: the records lack the data that the rules need.`;

/** Returns why a run proves nothing: no record to check, or none with the data of a rule. */
function nothingReason(report: HealthReport): SafeText | undefined {
  if (isEmptyReport(report)) return summaryOf(report);
  const { checked } = report;
  return checked.length > 0 && !checked.some(({ isJudged }) => isJudged) ? NOT_JUDGED : undefined;
}

/** Writes to standard error the sum of a run over a list, and how many findings of the baseline are gone. */
function writeSummary({ call, issues }: HealthRun, report: HealthReport): void {
  const { io } = call.context;
  if (isForPeople(call)) io.remark(`botscope: ${summaryOf(report)}\n`);
  if (report.missing !== undefined || !isWholeList(call)) return;
  const stale = staleText(
    report,
    issues === undefined ? (call.resource.rules ?? []) : rulesOf(call.resource),
  );
  if (stale !== undefined) io.remark(`botscope: ${stale}\n`);
}

function codeOf({ policy, issueFailures }: HealthRun, report: HealthReport): Ending {
  const isEmptyList = isEmptyReport(report) && report.filter === undefined;
  const isUnknown = nothingReason(report) !== undefined && !isEmptyList;
  if (isUnknown || issueFailures.length > 0) return { code: INCOMPLETE };
  return newFindings(report).some(({ level }) => isFailing(level, policy.failOn)) ? { code: 1 } : done;
}

/**
 * Prints the report of `-o`, and writes the others and the baseline. Returns the exit code: that of `ending`,
 * else 8 if nothing could be judged, else 1 with new findings at or above the threshold.
 */
export async function finishRun(run: HealthRun, ending: Ending, isList: boolean): Promise<Ending> {
  const { call, reports } = run;
  const { context, values } = call;
  const report = reportOf(run);
  const format = reportOutput(call);
  if (format !== undefined) await context.io.write(reportText(format, report));
  const nothing = nothingReason(report);
  // Warns, because a filter may be mistyped.
  if (nothing !== undefined) context.io.writeError(`botscope: Warning: ${nothing}\n`);
  else if (isList && !('kind' in ending && report.checked.length === 0)) writeSummary(run, report);
  const failures = reports.map(({ format, path }) => writeFile(call, path, reportText(format, report)));
  const failure = failures.find(each => each !== undefined);
  if (failure !== undefined) return failure;
  if (values['updateBaseline'] === true && nothing !== NOT_JUDGED) {
    const updated = updateBaseline(run, report);
    return updated === done ? ending : updated;
  }
  return ending === done ? codeOf(run, report) : ending;
}
