import { titleWithHost } from '../api/failure-line.ts';
import type { Failure } from '../failure.ts';
import type { JsonObject } from '../json/json.ts';
import type { Diagnosis, Finding } from '../resources/diagnosis-rule.ts';
import { ownId, ownIdName } from '../resources/record-ids.ts';
import { nameOf, type Ref } from '../resources/resource.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { identifiedFindings, levelOf } from './findings/finding.ts';
import { stateOf } from './findings/policy.ts';
import { diagnosisShape } from './findings/shapes.ts';
import { endingOf, omittedReason, readEach, readOne } from './get.ts';
import {
  checkRecord,
  finishRun,
  type HealthRun,
  missingIssues,
  reportOutput,
  runPrinter,
  startRun,
} from './health-run.ts';
import { endList, type ListResult, type ListRow, loadList } from './list.ts';
import { queryOf } from './list-query.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import { joinReasons } from './shared/errors.ts';
import { refsOf } from './shared/ids.ts';
import { printRecord } from './shared/output.ts';
import { coloured } from './shared/table.ts';

/** Returns ` (known)` or ` (ignored)` for a finding that fails nothing; nothing for a new one. */
function stateMark({ call, policy }: HealthRun, record: JsonObject, finding: Finding): SafeText {
  const parts = identifiedFindings(call.resource, record, { findings: [finding] });
  const [first = 'new', ...others] = parts.map(part => stateOf(part, policy));
  return first === 'new' || others.includes('new') ? safe`` : safe` (${clean(first)})`;
}

function diagnosisLines(
  run: HealthRun,
  record: JsonObject,
  { findings, unchecked }: Diagnosis,
): readonly string[] {
  const { resource, context } = run.call;
  const name = nameOf(resource, record);
  const lines = findings.map(finding => {
    const { tone, text: words, detail } = finding;
    const level = coloured(levelOf(finding).padEnd(7), tone, context.io.hasColours);
    const mark = stateMark(run, record, finding);
    return `  ${level}  ${words}${mark}${detail === undefined ? '' : `: ${detail}`}`;
  });
  return [
    ...(lines.length === 0 ? [`${name}: no problems found in the definition`] : [name, ...lines]),
    ...(unchecked.length === 0 ? [] : [`  not checked, missing in the response: ${unchecked.join(', ')}`]),
  ];
}

/** Reads and diagnoses records. Exit code 1 with findings that fail the run. */
export async function diagnose(call: KindCall): Promise<Ending> {
  const { style, context, values } = call;
  const { io } = context;
  const refs = await refsOf(call, 'diagnose');
  if ('kind' in refs) return refs;
  const run = startRun(call);
  if ('kind' in run) return run;
  const stopped = await run.issues?.load(refs);
  if (stopped !== undefined) {
    noteMissing(run, { missing: NO_ISSUES, gap: NO_ISSUES, failure: stopped }, true);
    return finishRun(run, stopped, false);
  }
  const [first, ...others] = refs;
  const isReport = reportOutput(call) !== undefined || values['report'] !== undefined;
  const isOne = first !== undefined && others.length === 0 && !isReport;
  const isText = style.output === 'table' && style.only === undefined && reportOutput(call) === undefined;
  const printer = runPrinter(run, false);
  const take = async (record: JsonObject, ref: Ref): Promise<boolean> => {
    const { diagnosis, printed } = checkRecord(run, record);
    if (isText) {
      return io.write(`${diagnosisLines(run, record, diagnosis).join('\n')}\n`);
    }
    if (!isOne) return printer.add([printed]);
    await printRecord({ io, resource: diagnosisShape, style }, printed, ref);
    return true;
  };
  if (isOne) {
    const outcome = await readOne(call, first);
    if (!outcome.ok) return outcome.failure;
    await take(outcome.value, first);
    return finishRun(run, done, false);
  }
  const omitted = await readEach(call, refs, { printer, take });
  const reason = joinReasons(omittedReason(omitted), missingIssues(run));
  run.missing = reason;
  run.gap = omittedReason({ failures: [], left: omitted.left });
  if (!isText) await printer.end(reason);
  return finishRun(run, endingOf(refs.length, omitted), false);
}

const NO_ISSUES = safe`Issues could not be read.`;

/** Adds to the result of a list the issues that could not be loaded. `stopped`: the failure that ended it. */
const withMissingIssues = (run: HealthRun, loaded: ListResult, stopped: Failure | undefined): ListResult => {
  const missing = missingIssues(run);
  if (missing === undefined && stopped === undefined) return loaded;
  return {
    found: run.checked.length,
    failure: stopped ?? loaded.failure,
    missing: joinReasons(loaded.missing, missing ?? NO_ISSUES),
    gap: stopped === undefined ? loaded.gap : joinReasons(loaded.gap, NO_ISSUES),
    isLimit: false,
  };
};

/** Notes in a run what is missing of its list; `isOpen`: somebody read the output to its end. */
function noteMissing(
  run: HealthRun,
  { missing, gap, failure }: Pick<ListResult, 'missing' | 'gap' | 'failure'>,
  isOpen: boolean,
): void {
  const why = failure && safe`${titleWithHost(failure)}.`;
  const closed = isOpen ? undefined : safe`The output was closed.`;
  run.missing = joinReasons(missing, why, closed);
  run.gap = joinReasons(gap, why, closed);
}

export async function listHealth(call: KindCall): Promise<Ending> {
  const query = await queryOf(call, 'health', undefined);
  if ('kind' in query) return query;
  const run = startRun(call);
  if ('kind' in run) return run;
  const printer = runPrinter(run, true);
  const own = ownIdName(call.resource);
  const ref = (record: JsonObject): Ref => ({
    kind: call.resource.kind,
    ids: { ...query.ids, [own]: ownId(record) ?? '' },
  });
  let stopped: Failure | undefined;
  let isOpen = true;
  const loaded = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    printer,
    take: async (rows: readonly ListRow[]) => {
      const records = rows.flatMap(({ whole }) => (whole === undefined ? [] : [whole]));
      stopped = await run.issues?.load(records.map(ref));
      if (stopped !== undefined) return false;
      isOpen = await printer.add(records.map(record => checkRecord(run, record).printed));
      return isOpen;
    },
  });
  const result = withMissingIssues(run, loaded, stopped);
  noteMissing(run, result, isOpen);
  return finishRun(run, await endList(call, printer, result), true);
}
