import { badArgument, type Failure, titleWithHost } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import { type Diagnosis, worstFirst } from '../resources/diagnosis.ts';
import { redact } from '../resources/redact.ts';
import { nameOf, ownId, ownIdName } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { counted } from '../text/units.ts';
import { baselineText, isWholeList, policyOf, reportsOf, staleText } from './findings/policy-flags.ts';
import {
  type CheckedRecord,
  type HealthReport,
  identifiedFindings,
  isEmptyReport,
  isFailing,
  newFindings,
  rulesOf,
  summaryOf,
} from './findings/report.ts';
import { reportFormats } from './findings/report-formats.ts';
import { printedDiagnosis } from './findings/shapes.ts';
import { type Diagnosed, type HealthRun, printerOf, reportFormatOf } from './health-printer.ts';
import { endList, type ListEnd, loadList } from './list.ts';
import { type ListQuery, queryOf } from './list-query.ts';
import { openIssuesOf } from './open-issues.ts';
import { done, type Ending, type KindCall, nounOf } from './shared/context.ts';
import {
  failedReadsReason,
  INCOMPLETE,
  joinReasons,
  writeFailedRead,
  writeProblem,
} from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import type { TypedRef } from './shared/names.ts';
import { endingOf, omittedReason, readEach, readOne } from './shared/reads.ts';

/** Starts a run; fails before any request of a diagnosis if its flags or its baseline are wrong. */
function startRun(call: KindCall, isList: boolean): HealthRun | Failure {
  const { context, values, style, resource } = call;
  const format = reportFormatOf(call);
  if (format !== undefined && style.only !== undefined)
    return badArgument(safe`-o ${clean(format)} prints a whole report: leave --columns out.`);
  const policy = policyOf(call);
  if ('kind' in policy) return policy;
  const reports = reportsOf(call);
  if ('kind' in reports) return reports;
  const issues = openIssuesOf(call);
  if (issues !== undefined && 'kind' in issues) return issues;
  const filter = typeof values['filter'] === 'string' ? clean(values['filter'], 80) : undefined;
  const empty = { checked: [], unread: [], missing: undefined, gap: undefined };
  return { call, isList, resource, policy, reports, issues, filter, at: context.now(), ...empty };
}

const ISSUES = safe`issues`;
const NO_ISSUES = safe`Issues could not be read.`;

const issueFailures = ({ unread }: HealthRun): readonly Failure[] =>
  unread.flatMap(({ part, failure }) => (part === undefined ? [] : [failure]));

function missingIssues(run: HealthRun): SafeText | undefined {
  const reason = failedReadsReason(issueFailures(run));
  return reason && safe`Issues: ${reason}`;
}

function withIssues(run: HealthRun, record: JsonObject, diagnosis: Diagnosis): Diagnosis {
  const issues = run.issues?.of(ownId(record) ?? '') ?? [];
  if (!('kind' in issues)) return { ...diagnosis, findings: worstFirst([...diagnosis.findings, ...issues]) };
  const failed = { record, failure: issues, part: ISSUES };
  run.unread.push(failed);
  writeFailedRead(run.call, failed);
  return { ...diagnosis, unchecked: [...diagnosis.unchecked, ISSUES] };
}

/** Diagnoses a record with its secrets masked, because a finding may quote an address with credentials. */
function diagnosed(run: HealthRun, record: JsonObject): Diagnosed {
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
  return { record, diagnosis, printed: printedDiagnosis(found, diagnosis, policy) };
}

function updateBaseline(run: HealthRun): Failure | undefined {
  const { io, findings, files } = run.call.context;
  const { baseline: path = '' } = findings;
  if (run.missing !== undefined) {
    io.writeError('botscope: The baseline stays as it was, because this run is incomplete.\n');
    return undefined;
  }
  const found = newFindings(run);
  const failure = writeProblem(path, () => files.write(path, baselineText(found)));
  if (failure === undefined)
    io.remark(`botscope: baseline ${clean(path, 200)}: ${counted(found.length, safe`finding`)}\n`);
  return failure;
}

const NOT_JUDGED = safe`Nothing could be judged: the records lack the data that the rules need.`;

/** Returns why a run proves nothing: no record to check, or none with the data of a rule. */
function nothingReason(report: HealthReport): SafeText | undefined {
  if (isEmptyReport(report)) return summaryOf(report);
  const { checked } = report;
  return checked.length > 0 && !checked.some(({ isJudged }) => isJudged) ? NOT_JUDGED : undefined;
}

/** Writes to standard error the sum of a run over a list, and how many findings of the baseline are gone. */
function writeSummary(run: HealthRun): void {
  const { call, issues, missing } = run;
  const { io } = call.context;
  // Programs read the other formats.
  if (call.style.output === 'table' || reportFormatOf(call) !== undefined)
    io.remark(`botscope: ${summaryOf(run)}\n`);
  if (missing !== undefined || !isWholeList(call)) return;
  const stale = staleText(run, issues === undefined ? (call.resource.rules ?? []) : rulesOf(call.resource));
  if (stale !== undefined) io.remark(`botscope: ${stale}\n`);
}

function codeOf(run: HealthRun): Ending {
  const isEmptyList = isEmptyReport(run) && run.filter === undefined;
  const isUnknown = nothingReason(run) !== undefined && !isEmptyList;
  if (isUnknown || issueFailures(run).length > 0) return { code: INCOMPLETE };
  return newFindings(run).some(finding => isFailing(finding, run.policy)) ? { code: 1 } : done;
}

/**
 * Prints the report of `-o`, and writes the others and the baseline. Returns the exit code: that of `ending`,
 * else 8 if nothing could be judged, else 1 with new findings at or above the threshold.
 */
async function finishRun(run: HealthRun, ending: Ending): Promise<Ending> {
  const { call, reports, isList, checked } = run;
  const { context, values } = call;
  const format = reportFormatOf(call);
  if (format !== undefined) await context.io.write(reportFormats[format](run));
  const nothing = nothingReason(run);
  // Warns, because a filter may be mistyped.
  if (nothing !== undefined) context.io.writeError(`botscope: Warning: ${nothing}\n`);
  else if (isList && !('kind' in ending && checked.length === 0)) writeSummary(run);
  const failures = reports.map(({ path, format: each }) =>
    writeProblem(path, () => context.files.write(path, reportFormats[each](run))),
  );
  const isUpdate = values['updateBaseline'] === true && nothing !== NOT_JUDGED;
  const failure = failures.find(each => each !== undefined) ?? (isUpdate ? updateBaseline(run) : undefined);
  return failure ?? (ending === done && !isUpdate ? codeOf(run) : ending);
}

/** Notes in a run why records are missing: the reasons of its list, and those that ended it. */
function noteMissing(run: HealthRun, { missing, gap, failure }: Omit<ListEnd, 'found'>, isOpen = true): void {
  const why = failure && safe`${titleWithHost(failure)}.`;
  const closed = isOpen ? undefined : safe`The output was closed.`;
  run.missing = joinReasons(missing, why, closed);
  run.gap = joinReasons(gap, why, closed);
}

async function diagnoseRecords(run: HealthRun, refs: readonly TypedRef[]): Promise<Ending> {
  const { call, issues } = run;
  const stopped = await issues?.load(refs);
  if (stopped !== undefined) {
    noteMissing(run, { missing: NO_ISSUES, gap: NO_ISSUES, failure: stopped });
    return finishRun(run, stopped);
  }
  const [first, ...others] = refs;
  const isReport = reportFormatOf(call) !== undefined || call.values['report'] !== undefined;
  const one = others.length === 0 && !isReport ? first : undefined;
  const printer = printerOf(run, one);
  const take = (record: JsonObject): Promise<boolean> => printer.add([diagnosed(run, record)]);
  if (one !== undefined) {
    const outcome = await readOne(call, one);
    if (!outcome.ok) return outcome.failure;
    await take(outcome.value);
    return finishRun(run, done);
  }
  const omitted = await readEach(call, refs, { printer, take });
  run.missing = joinReasons(omittedReason(omitted), missingIssues(run));
  run.gap = omittedReason({ failures: [], left: omitted.left });
  await printer.end(run.missing);
  return finishRun(run, endingOf(refs.length, omitted));
}

async function diagnoseList(run: HealthRun, query: ListQuery): Promise<Ending> {
  const { call, issues } = run;
  const { kind } = call.resource;
  const own = ownIdName(call.resource);
  const printer = printerOf(run);
  let stopped: Failure | undefined;
  let isOpen = true;
  const loaded = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    printer,
    take: async rows => {
      const records = rows.flatMap(({ whole }) => (whole === undefined ? [] : [whole]));
      const refs = records.map(record => ({ kind, ids: { ...query.ids, [own]: ownId(record) ?? '' } }));
      stopped = await issues?.load(refs);
      if (stopped !== undefined) return false;
      isOpen = await printer.add(records.map(record => diagnosed(run, record)));
      return isOpen;
    },
  });
  const unreadIssues = missingIssues(run) ?? (stopped && NO_ISSUES);
  const end =
    unreadIssues === undefined
      ? loaded
      : {
          found: run.checked.length,
          failure: stopped ?? loaded.failure,
          missing: joinReasons(loaded.missing, unreadIssues),
          gap: joinReasons(loaded.gap, stopped && NO_ISSUES),
        };
  noteMissing(run, end, isOpen);
  return finishRun(run, await endList(call, printer, end));
}

/** Flags that choose among the records of a list. */
const LIST_FLAGS = ['filter', 'limit', 'dev', 'withDev', 'updateBaseline'];

/** Diagnoses the records of words, or a whole list. Exit code 1 with findings that fail the run. */
async function diagnoseBy(verb: 'diagnose' | 'health', call: KindCall): Promise<Ending> {
  const { words, resource, values } = call;
  const isList = verb === 'health' && words.length < resource.ids.length;
  if (verb === 'health' && !isList && LIST_FLAGS.some(flag => values[flag] !== undefined))
    return badArgument(
      safe`Flags that choose from the list of ${clean(nounOf(resource))} do not go with ids: leave one out.`,
    );
  const input = isList ? await queryOf(call, verb) : await refsOf(call, verb);
  if ('kind' in input) return input;
  const run = startRun(call, isList);
  if ('kind' in run) return run;
  return 'lists' in input ? diagnoseList(run, input) : diagnoseRecords(run, input);
}

export const diagnose = (call: KindCall): Promise<Ending> => diagnoseBy('diagnose', call);
export const health = (call: KindCall): Promise<Ending> => diagnoseBy('health', call);
