import type { JsonObject } from '../json/json.ts';
import { type Clock, count, id, list as listField, type Tone, text } from '../resources/field.ts';
import { health, healthOf } from '../resources/health.ts';
import { ownId } from '../resources/record-ids.ts';
import { redact } from '../resources/redact.ts';
import { type Diagnosis, defineResource, nameOf, type Ref, type Resource } from '../resources/resource.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { done, type Ending, type KindCall } from './context.ts';
import { endingOf, omittedReason, readEach, readOne } from './get.ts';
import { refsOf } from './ids.ts';
import { endList, loadList } from './list.ts';
import { queryOf } from './list-query.ts';
import { listPrinter, printRecord } from './output.ts';
import { coloured } from './table.ts';

const finding = { level: text, text, detail: text };

/** The printed form of a diagnosis. */
const diagnosed = defineResource({
  kind: 'diagnoses',
  title: safe`Diagnosis`,
  plural: safe`Diagnoses`,
  aliases: [],
  ids: ['id'],
  fields: {
    id,
    name: text,
    health,
    problems: count,
    warnings: count,
    worst: text,
    findings: listField('array of objects', finding),
    unchecked: listField('array of string'),
  },
  columns: [
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`HEALTH`, field: 'health', width: 12, rank: 1 },
    { title: safe`ID`, field: 'id', width: 36, rank: 3 },
    { title: safe`FIRST FINDING`, field: 'worst', width: 20, rank: 2, isProse: true },
  ],
  sections: [],
  nameField: 'name',
  children: [],
});

/** The shape of printed diagnoses; `--columns` takes its field names. */
export const diagnosisShape: Resource = diagnosed;

const LEVELS: { readonly [T in Tone]: SafeText } = {
  bad: safe`problem`,
  warn: safe`warning`,
  good: safe`note`,
  plain: safe`note`,
  dim: safe`note`,
};

/** Returns a diagnosis as a record for output. */
function printedDiagnosis(resource: Resource, record: JsonObject, diagnosis: Diagnosis): JsonObject {
  const of = (tone: Tone): number => diagnosis.findings.filter(each => each.tone === tone).length;
  const [problems, warnings] = [of('bad'), of('warn')];
  const worst = diagnosis.findings.find(({ tone }) => tone === 'bad' || tone === 'warn');
  return {
    id: ownId(record) ?? null,
    name: nameOf(resource, record),
    health: healthOf(diagnosis),
    problems,
    warnings,
    worst: worst?.text ?? null,
    findings: diagnosis.findings.map(each => ({
      level: LEVELS[each.tone],
      text: each.text,
      ...(each.detail === undefined ? {} : { detail: each.detail }),
    })),
    unchecked: [...diagnosis.unchecked],
  };
}

/** Returns the lines of one diagnosis, one for each finding. */
function diagnosisLines(
  name: SafeText,
  { findings, unchecked }: Diagnosis,
  hasColours: boolean,
): readonly string[] {
  const lines = findings.map(({ tone, text: words, detail }) => {
    const level = coloured(LEVELS[tone].padEnd(7), tone, hasColours);
    return `  ${level}  ${words}${detail === undefined ? '' : `: ${detail}`}`;
  });
  return [
    ...(lines.length === 0 ? [`${name}: no problems found in the definition`] : [name, ...lines]),
    ...(unchecked.length === 0 ? [] : [`  not checked, missing in the response: ${unchecked.join(', ')}`]),
  ];
}

/** Diagnoses a record with its secrets masked, because a finding may quote an address with credentials. */
const diagnosisOf = ({ resource, context, style }: KindCall, record: JsonObject): Diagnosis => {
  const clock: Clock = { now: context.now(), exact: false };
  const shown = style.reveals ? record : redact(resource.fields, record);
  return resource.diagnose?.(shown, clock) ?? { findings: [], unchecked: [] };
};

const hasProblem = ({ findings }: Diagnosis): boolean => findings.some(({ tone }) => tone === 'bad');

/** Reads and diagnoses records. Exit code 1 if one has a problem. */
export async function diagnose(call: KindCall): Promise<Ending> {
  const { resource, style, context } = call;
  const { io } = context;
  const refs = await refsOf(call, 'diagnose');
  if ('kind' in refs) return refs;
  const [first, ...others] = refs;
  const isOne = first !== undefined && others.length === 0;
  const isText = style.output === 'table' && style.only === undefined;
  const printer = listPrinter({ io, resource: diagnosed, style });
  let hasProblems = false;
  const take = async (record: JsonObject, ref: Ref): Promise<boolean> => {
    const diagnosis = diagnosisOf(call, record);
    hasProblems ||= hasProblem(diagnosis);
    const printed = printedDiagnosis(resource, record, diagnosis);
    if (isText) {
      const lines = diagnosisLines(nameOf(resource, record), diagnosis, io.hasColours);
      return io.write(`${lines.join('\n')}\n`);
    }
    if (!isOne) return printer.add([printed]);
    await printRecord({ io, resource: diagnosed, style }, printed, ref);
    return true;
  };
  if (isOne) {
    const answer = await readOne(call, first);
    if (!answer.ok) return answer.failure;
    await take(answer.value, first);
    return hasProblems ? { code: 1 } : done;
  }
  const omitted = await readEach(call, refs, { printer, take });
  if (!isText) await printer.end(omittedReason(omitted));
  return omitted.failures.length === 0 && hasProblems ? { code: 1 } : endingOf(refs.length, omitted);
}

/** Diagnoses a whole list, one line for each record. */
export async function listHealth(call: KindCall): Promise<Ending> {
  const { resource, style, context } = call;
  const query = queryOf(call, 'health', undefined);
  if ('kind' in query) return query;
  const printer = listPrinter({ io: context.io, resource: diagnosed, style });
  let hasProblems = false;
  const walked = await loadList({
    ...call,
    query: { ...query, wantsWhole: true },
    printer,
    take: rows => {
      const diagnoses = rows.flatMap(({ whole }) =>
        whole === undefined ? [] : [{ whole, diagnosis: diagnosisOf(call, whole) }],
      );
      hasProblems ||= diagnoses.some(({ diagnosis }) => hasProblem(diagnosis));
      return printer.add(
        diagnoses.map(({ whole, diagnosis }) => printedDiagnosis(resource, whole, diagnosis)),
      );
    },
  });
  const ending = await endList(call, printer, walked);
  return hasProblems && ending === done ? { code: 1 } : ending;
}
