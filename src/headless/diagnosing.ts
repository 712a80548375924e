import type { JsonObject } from '../api/json.ts';
import { type Clock, count, id, list as listField, type Tone, text } from '../resources/field.ts';
import { type Diagnosis, defineResource, nameOf, ownId, type Resource } from '../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { done, type Ending, type KindCall } from './call.ts';
import { endingOf, readEach } from './getting.ts';
import { refsOf } from './given-ids.ts';
import { queryOf, walk, walkEnding } from './listing.ts';
import { listPrinter, printRecord } from './printing.ts';
import { tableLines } from './table.ts';

const finding = { level: text, text, detail: text };

/** What is printed of a diagnosis. */
const diagnosed = defineResource({
  kind: 'diagnoses',
  title: safe`Diagnosis`,
  plural: safe`Diagnoses`,
  aliases: [],
  ids: ['id'],
  fields: {
    id,
    name: text,
    health: text,
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
    { title: safe`FIRST FINDING`, field: 'worst', width: 40, rank: 2 },
  ],
  sections: [],
  nameField: 'name',
  children: [],
});

/** The names of its fields: the flag --columns takes them. */
export const diagnosisShape: Resource = diagnosed;

const LEVELS: { readonly [T in Tone]: SafeText } = {
  bad: safe`problem`,
  warn: safe`warning`,
  good: safe`note`,
  plain: safe`note`,
  dim: safe`note`,
};

const some = (number: number, word: SafeText): SafeText =>
  safe`${number} ${word}${number === 1 ? safe`` : safe`s`}`;

function healthWords(problems: number, warnings: number, { unchecked }: Diagnosis): SafeText {
  if (problems > 0) return some(problems, safe`problem`);
  if (warnings > 0) return some(warnings, safe`warning`);
  return unchecked.length > 0 ? safe`ok in part` : safe`ok`;
}

/** A diagnosis as a record to be printed. */
function printedDiagnosis(resource: Resource, record: JsonObject, diagnosis: Diagnosis): JsonObject {
  const of = (tone: Tone): number => diagnosis.findings.filter(each => each.tone === tone).length;
  const [problems, warnings] = [of('bad'), of('warn')];
  const worst = diagnosis.findings.find(({ tone }) => tone === 'bad' || tone === 'warn');
  return {
    id: ownId(record) ?? null,
    name: nameOf(resource, record),
    health: healthWords(problems, warnings, diagnosis),
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

const COLUMNS = [
  { title: safe`LEVEL`, field: 'level', width: 8, rank: 1 },
  { title: safe`FINDING`, field: 'text', width: 40, rank: 1 },
  { title: safe`DETAIL`, field: 'detail', width: 20, rank: 1 },
] as const;

/** One diagnosis for people. */
function diagnosisLines(name: SafeText, { findings, unchecked }: Diagnosis): readonly SafeText[] {
  const rows = findings.map(each => [LEVELS[each.tone], each.text, each.detail ?? safe``]);
  const table = tableLines(COLUMNS, rows, { width: undefined, isChosen: true });
  const nothing = safe`${name}: nothing wrong is visible in the definition`;
  return [
    ...(rows.length === 0 ? [nothing] : [name, ...table.map(line => safe`  ${line}`)]),
    ...(unchecked.length === 0 ? [] : [safe`  not checked, because not sent: ${joinSafe(unchecked, ', ')}`]),
  ];
}

const look = (call: KindCall, record: JsonObject): Diagnosis => {
  const clock: Clock = { now: call.setting.now(), exact: false };
  return call.resource.diagnose?.(record, clock) ?? { findings: [], unchecked: [] };
};

const hasProblem = ({ findings }: Diagnosis): boolean => findings.some(({ tone }) => tone === 'bad');

/** Reads records and says what is wrong with them; 1 when something is. */
export async function diagnose(call: KindCall): Promise<Ending> {
  const { resource, style, setting } = call;
  const { io } = setting;
  const refs = await refsOf(call, 'diagnose');
  if ('kind' in refs) return refs;
  const isOne = refs.length === 1;
  const isText = style.output === 'table' && style.only === undefined;
  const printer = listPrinter({ io, resource: diagnosed, style });
  let isIll = false;
  const failures = await readEach(call, refs, async (record, ref) => {
    const diagnosis = look(call, record);
    isIll ||= hasProblem(diagnosis);
    const printed = printedDiagnosis(resource, record, diagnosis);
    if (isText)
      return io.write(
        `${diagnosisLines(nameOf(resource, record), diagnosis)
          .map(line => line.trimEnd())
          .join('\n')}\n`,
      );
    if (!isOne) return printer.add([printed]);
    await printRecord({ io, resource: diagnosed, style }, printed, ref);
    return true;
  });
  if (!isText && !isOne) await printer.end();
  return failures.length === 0 && isIll ? { code: 1 } : endingOf(refs.length, failures);
}

/** The same over a whole list: one line for each record. */
export async function health(call: KindCall): Promise<Ending> {
  const { resource, style, setting } = call;
  const query = queryOf(call, 'health', undefined);
  if ('kind' in query) return query;
  const printer = listPrinter({ io: setting.io, resource: diagnosed, style });
  let isIll = false;
  const walked = await walk({
    ...call,
    query: { ...query, wantsWhole: true },
    take: rows => {
      const diagnoses = rows.flatMap(({ whole }) =>
        whole === undefined ? [] : [{ whole, diagnosis: look(call, whole) }],
      );
      isIll ||= diagnoses.some(({ diagnosis }) => hasProblem(diagnosis));
      return printer.add(
        diagnoses.map(({ whole, diagnosis }) => printedDiagnosis(resource, whole, diagnosis)),
      );
    },
  });
  if (walked.failure === undefined || walked.found > 0) await printer.end(walked.missing);
  const ending = walkEnding(call, walked);
  return isIll && ending === done ? { code: 1 } : ending;
}
