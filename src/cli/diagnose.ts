import type { JsonObject } from '../json/json.ts';
import type { Diagnosis } from '../resources/diagnosis-rule.ts';
import { nameOf, type Ref } from '../resources/resource.ts';
import type { SafeText } from '../text/sanitise.ts';
import { levelOf } from './findings/finding.ts';
import { diagnosisShape } from './findings/shapes.ts';
import { endingOf, omittedReason, readEach, readOne } from './get.ts';
import { checkRecord, finishRun, reportOutput, runPrinter, startRun } from './health-run.ts';
import { endList, loadList } from './list.ts';
import { queryOf } from './list-query.ts';
import { done, type Ending, type KindCall } from './shared/context.ts';
import { refsOf } from './shared/ids.ts';
import { printRecord } from './shared/output.ts';
import { coloured } from './shared/table.ts';

/** Returns the lines of one diagnosis, one for each finding. */
function diagnosisLines(
  name: SafeText,
  { findings, unchecked }: Diagnosis,
  hasColours: boolean,
): readonly string[] {
  const lines = findings.map(finding => {
    const { tone, text: words, detail } = finding;
    const level = coloured(levelOf(finding).padEnd(7), tone, hasColours);
    return `  ${level}  ${words}${detail === undefined ? '' : `: ${detail}`}`;
  });
  return [
    ...(lines.length === 0 ? [`${name}: no problems found in the definition`] : [name, ...lines]),
    ...(unchecked.length === 0 ? [] : [`  not checked, missing in the response: ${unchecked.join(', ')}`]),
  ];
}

/** Reads and diagnoses records. Exit code 1 with findings that fail the run. */
export async function diagnose(call: KindCall): Promise<Ending> {
  const { resource, style, context, values } = call;
  const { io } = context;
  const refs = await refsOf(call, 'diagnose');
  if ('kind' in refs) return refs;
  const run = startRun(call);
  if ('kind' in run) return run;
  const [first, ...others] = refs;
  const isReport = reportOutput(call) !== undefined || values['report'] !== undefined;
  const isOne = first !== undefined && others.length === 0 && !isReport;
  const isText = style.output === 'table' && style.only === undefined && reportOutput(call) === undefined;
  const printer = runPrinter(run, false);
  const take = async (record: JsonObject, ref: Ref): Promise<boolean> => {
    const { diagnosis, printed } = checkRecord(run, record);
    if (isText) {
      const lines = diagnosisLines(nameOf(resource, record), diagnosis, io.hasColours);
      return io.write(`${lines.join('\n')}\n`);
    }
    if (!isOne) return printer.add([printed]);
    await printRecord({ io, resource: diagnosisShape, style }, printed, ref);
    return true;
  };
  if (isOne) {
    const answer = await readOne(call, first);
    if (!answer.ok) return answer.failure;
    await take(answer.value, first);
    return finishRun(run, done, false);
  }
  const omitted = await readEach(call, refs, { printer, take });
  const reason = omittedReason(omitted);
  if (isText) run.missing = reason;
  else await printer.end(reason);
  return finishRun(run, endingOf(refs.length, omitted), false);
}

/** Diagnoses a whole list. */
export async function listHealth(call: KindCall): Promise<Ending> {
  const query = queryOf(call, 'health', undefined);
  if ('kind' in query) return query;
  const run = startRun(call);
  if ('kind' in run) return run;
  const printer = runPrinter(run, true);
  const loaded = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    printer,
    take: rows =>
      printer.add(
        rows.flatMap(({ whole }) => (whole === undefined ? [] : [checkRecord(run, whole).printed])),
      ),
  });
  return finishRun(run, await endList(call, printer, loaded), true);
}
