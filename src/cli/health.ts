import { type Failure, titleWithHost } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { causeRecord } from '../resources/cause.ts';
import { type Diagnosis, worstFirst } from '../resources/diagnosis.ts';
import { ownId, type Ref, refTo } from '../resources/resource.ts';
import { writeNamedFile } from '../storage/named-file.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { baselineText, isWholeList, policyOf, reportsOf, staleText } from './findings/policy-flags.ts';
import {
  type CheckedRecord,
  causesOf,
  checkRecord,
  type HealthReport,
  isEmptyReport,
  isFailing,
  newFindings,
  rulesOf,
  summaryOf,
} from './findings/report.ts';
import { type ReportFile, reportFormats } from './findings/report-formats.ts';
import { diagnosisShape, diagnosisText, printCauses, printedDiagnosis } from './findings/shapes.ts';
import { type HealthVerb, isBotList, type PrintWhole, wholePrinterOf } from './findings/whole-output.ts';
import { endList, type ListEnd, type ListQuery, loadList, queryOf } from './list.ts';
import { type LoadedIssues, type OpenIssues, openIssuesOf } from './open-issues.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import {
  type FailedRead,
  failedReadsReason,
  INCOMPLETE,
  joinReasons,
  writeFailedRead,
  writeProblem,
} from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import { listPrinter, printRecord } from './shared/output.ts';
import { checking, endingOf, omittedReason, readEach, readOne, type TypedRef } from './shared/reads.ts';

type HealthRun = HealthReport & {
  readonly call: KindCall;
  readonly verb: HealthVerb;
  readonly isList: boolean;
  /** In place of each diagnosis. */
  readonly printWhole: PrintWhole | undefined;
  readonly reports: readonly ReportFile[];
  readonly checked: CheckedRecord[];
  readonly unread: FailedRead[];
  readonly issues: OpenIssues;
  missing: HealthReport['missing'];
  gap: HealthReport['gap'];
};

/** Fails before any request if flags or baseline are wrong. */
function startRun(call: KindCall, verb: HealthVerb, isList: boolean): HealthRun | Failure {
  const { context, values, resource } = call;
  const printWhole = wholePrinterOf(call, verb);
  if (typeof printWhole === 'object') return printWhole;
  const own = policyOf(call);
  if ('kind' in own) return own;
  // A list of what was found is no verdict.
  const policy = isBotList(verb) ? { ...own, failOn: 'never' as const } : own;
  const reports = reportsOf(call);
  if ('kind' in reports) return reports;
  const issues = openIssuesOf(call);
  if ('kind' in issues) return issues;
  const filter = typeof values['filter'] === 'string' ? clean(values['filter'], 80) : undefined;
  const empty = { checked: [], unread: [], missing: undefined, gap: undefined };
  const at = context.now();
  return { call, verb, isList, printWhole, resource, policy, reports, issues, filter, at, ...empty };
}

const ISSUES = safe`issues`;
const NO_ISSUES = safe`Issues could not be read.`;

const issueFailures = ({ unread }: HealthRun): readonly Failure[] =>
  unread.flatMap(({ part, failure }) => (part === undefined ? [] : [failure]));

function missingIssues(run: HealthRun): SafeText | undefined {
  const reason = failedReadsReason(issueFailures(run));
  return reason && safe`Issues: ${reason}`;
}

function withIssues(run: HealthRun, record: JsonObject, diagnosis: Diagnosis, all: LoadedIssues): Diagnosis {
  const issues = all.get(ownId(record) ?? '') ?? [];
  if (!('kind' in issues)) return { ...diagnosis, findings: worstFirst([...diagnosis.findings, ...issues]) };
  const failed = { record, failure: issues, part: ISSUES };
  run.unread.push(failed);
  writeFailedRead(run.call, failed);
  return { ...diagnosis, unchecked: [...diagnosis.unchecked, ISSUES] };
}

function diagnosed(run: HealthRun, record: JsonObject, issues: LoadedIssues) {
  const withMore = (own: Diagnosis) => withIssues(run, record, own, issues);
  const { checked, diagnosis } = checkRecord(run.call, run.policy, record, withMore);
  run.checked.push(checked);
  return { record, diagnosis, printed: printedDiagnosis(checked, diagnosis) };
}

function printerOf(run: HealthRun, one?: Ref) {
  const { call, isList, policy, unread } = run;
  const { style, context } = call;
  const { io } = context;
  const target = { ...call, resource: diagnosisShape };
  const isWhole = run.printWhole !== undefined;
  const isText = !isWhole && style.output === 'table' && style.only === undefined;
  const printer = isWhole || isText || one !== undefined ? undefined : listPrinter(target);
  return {
    add: async (found: readonly ReturnType<typeof diagnosed>[]): Promise<boolean> => {
      if (isText && !isList) return io.write(found.map(each => diagnosisText(call, policy, each)).join(''));
      if (printer !== undefined) return printer.add(found.map(({ printed }) => printed));
      if (one !== undefined && !isText)
        for (const { printed } of found) await printRecord(target, printed, one);
      return !io.isClosed();
    },
    fail: async (failed: FailedRead): Promise<boolean> => {
      unread.push(failed);
      return printer === undefined || printer.fail(failed);
    },
    end: async (missing?: SafeText): Promise<void> => {
      const causes = style.only === undefined ? causesOf(run).map(causeRecord) : undefined;
      await printer?.end(missing, causes && { causes });
      if (isText && isList) await printCauses(run, call);
    },
  };
}

function updateBaseline(run: HealthRun): Failure | undefined {
  const { io, findings } = run.call.context;
  const { baseline: path = '' } = findings;
  if (run.missing !== undefined) {
    io.writeError('botscope: The baseline stays as it was, because this run is incomplete.\n');
    return undefined;
  }
  const found = run.checked.flatMap(newFindings);
  const failure = writeProblem(path, () => writeNamedFile(path, baselineText(found)));
  if (failure === undefined)
    io.remark(`botscope: baseline ${clean(path, 200)}: ${counted(found.length, safe`finding`)}\n`);
  return failure;
}

const NOT_JUDGED = safe`Nothing could be judged: the records lack the data that the rules need.`;

function nothingReason(report: HealthReport): SafeText | undefined {
  if (isEmptyReport(report)) return summaryOf(report);
  const { checked } = report;
  return checked.length > 0 && !checked.some(({ isJudged }) => isJudged) ? NOT_JUDGED : undefined;
}

function writeSummary(run: HealthRun) {
  const { call, missing } = run;
  const { io } = call.context;
  if (call.style.output === 'table' || run.printWhole !== undefined)
    io.remark(`botscope: ${summaryOf(run)}\n`);
  if (missing !== undefined || !isWholeList(call)) return;
  const stale = staleText(
    run,
    call.values['issues'] === true ? rulesOf(call.resource) : (call.resource.rules ?? []),
  );
  if (stale !== undefined) io.remark(`botscope: ${stale}\n`);
}

function codeOf(run: HealthRun): Ending {
  const isEmptyList = isEmptyReport(run) && run.filter === undefined;
  const isUnknown = nothingReason(run) !== undefined && !isEmptyList;
  if (isUnknown || issueFailures(run).length > 0) return { code: INCOMPLETE };
  return run.checked.flatMap(newFindings).some(finding => isFailing(finding, run.policy))
    ? { code: 1 }
    : done;
}

/** Exit code: that of `ending`, else 8 if nothing could be judged, else 1 with findings that fail the run. */
async function finishRun(run: HealthRun, ending: Ending): Promise<Ending> {
  const { call, verb, reports, isList, checked } = run;
  const { context, values } = call;
  const unprinted = await run.printWhole?.(run);
  if (typeof unprinted === 'object') return unprinted;
  const nothing = nothingReason(run);
  // Warns, because a filter may be mistyped.
  if (nothing !== undefined) context.io.writeError(`botscope: Warning: ${nothing}\n`);
  else if (isList && !isBotList(verb) && !('kind' in ending && checked.length === 0)) writeSummary(run);
  const failures = reports.map(({ path, format: each }) =>
    writeProblem(path, () => writeNamedFile(path, reportFormats[each](run))),
  );
  const isUpdate = values['updateBaseline'] === true && nothing !== NOT_JUDGED;
  const failure = failures.find(each => each !== undefined) ?? (isUpdate ? updateBaseline(run) : undefined);
  return failure ?? (ending === done && !isUpdate ? codeOf(run) : ending);
}

function noteMissing(run: HealthRun, { missing, gap, failure }: Omit<ListEnd, 'found'>, isOpen = true) {
  const why = failure && safe`${titleWithHost(failure)}.`;
  const closed = isOpen ? undefined : safe`The output was closed.`;
  run.missing = joinReasons(missing, why, closed);
  run.gap = joinReasons(gap, why, closed);
}

async function diagnoseRecords(run: HealthRun, refs: readonly TypedRef[]): Promise<Ending> {
  const { call, issues } = run;
  const found = await issues(refs);
  if ('kind' in found) {
    noteMissing(run, { missing: NO_ISSUES, gap: NO_ISSUES, failure: found });
    return finishRun(run, found);
  }
  const [first, ...others] = refs;
  const isWhole = run.printWhole !== undefined || call.values['report'] !== undefined;
  const one = others.length === 0 && !isWhole ? first : undefined;
  const printer = printerOf(run, one);
  const take = (record: JsonObject) => printer.add([diagnosed(run, record, found)]);
  if (one !== undefined) {
    const outcome = await readOne(call, one);
    if (!outcome.ok) return outcome.failure;
    await take(outcome.value);
    return finishRun(run, done);
  }
  const omitted = await readEach(call, refs, printer, take);
  run.missing = joinReasons(omittedReason(omitted), missingIssues(run));
  run.gap = omittedReason({ failures: [], left: omitted.left });
  await printer.end(run.missing);
  return finishRun(run, endingOf(refs.length, omitted));
}

async function diagnoseList(run: HealthRun, query: ListQuery): Promise<Ending> {
  const { call, issues } = run;
  const printer = printerOf(run);
  let stopped: Failure | undefined;
  let isOpen = true;
  const loaded = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    printer,
    take: async rows => {
      const records = rows.flatMap(({ whole }) => (whole === undefined ? [] : [whole]));
      const refs = records.map(record => refTo(call.resource, ownId(record) ?? '', query.ids));
      const found = await issues(refs);
      stopped = 'kind' in found ? found : undefined;
      if ('kind' in found) return false;
      isOpen = await printer.add(records.map(record => diagnosed(run, record, found)));
      return isOpen;
    },
  });
  const unreadIssues = missingIssues(run) ?? (stopped && NO_ISSUES);
  const end = {
    ...loaded,
    found: run.checked.length,
    isLimit: loaded.isLimit === true && unreadIssues === undefined,
    failure: stopped ?? loaded.failure,
    missing: joinReasons(loaded.missing, unreadIssues),
    gap: joinReasons(loaded.gap, stopped && NO_ISSUES),
  };
  noteMissing(run, end, isOpen);
  return finishRun(run, await endList(call, printer, end));
}

const diagnoseBy =
  (verb: HealthVerb) =>
  async (given: KindCall): Promise<Ending> => {
    const isList = verb !== 'diagnose' && given.words.length < given.resource.ids.length;
    const call = isList ? given : checking(given);
    const input = isList ? await queryOf(call, verb) : await refsOf(call, verb);
    if ('kind' in input) return input;
    const run = startRun(call, verb, isList);
    if ('kind' in run) return run;
    return 'lists' in input ? diagnoseList(run, input) : diagnoseRecords(run, input);
  };

export const diagnose = diagnoseBy('diagnose');
export const health = diagnoseBy('health');
export const causes = diagnoseBy('causes');
export const changes = diagnoseBy('changes');
