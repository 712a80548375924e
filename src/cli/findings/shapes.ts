import type { JsonObject } from '../../json/json.ts';
import { beganWords, causeLevel } from '../../resources/cause.ts';
import { cause } from '../../resources/cause-kind.ts';
import { type Diagnosis, health, healthOf } from '../../resources/diagnosis.ts';
import { count, id, list as listField, object, text, time } from '../../resources/field.ts';
import type { Cell } from '../../resources/fields.ts';
import { propertiesOf, type Schema, schemaHead } from '../../resources/json-schema.ts';
import { type Column, defineResource, nameOf, type Resource } from '../../resources/resource.ts';
import { clean, type SafeText, safe, upper } from '../../text/sanitise.ts';
import { dayTime } from '../../text/units.ts';
import { type KindCall, nounOf } from '../shared/context.ts';
import { coloured, createTable, hangingLines, tableWidth } from '../shared/table.ts';
import {
  type CheckedFinding,
  type CheckedRecord,
  causeCount,
  causesOf,
  checkedFindings,
  type FindingPolicy,
  type HealthReport,
  levelOf,
  recordNames,
} from './report.ts';

const finding = {
  id,
  rule: text,
  level: text,
  state: text,
  target: object({ kind: text, id, name: text, inner: text }),
  title: text,
  text,
  detail: text,
  since: time,
  count,
  ref: text,
};

export const diagnosisShape: Resource = defineResource({
  kind: 'diagnoses',
  title: safe`Diagnosis`,
  plural: safe`Diagnoses`,
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
    { field: 'name', width: 24, rank: 1 },
    { field: 'health', width: 12, rank: 1 },
    { field: 'id', width: 36, rank: 3 },
    { title: safe`FIRST FINDING`, field: 'worst', width: 20, rank: 2, isProse: true },
  ],
  nameField: 'name',
});

const printedCause = {
  ...{ id, cause: text, level: text, rule: text },
  bots: listField('array of objects', { id, name: text }),
  ...{ findings: count, since: time, after: time },
};

/** Rows have the columns; objects have other values: the list of bots, not its length. */
export const causeShape: Resource = {
  ...cause,
  fields: { ...printedCause, ...cause.fields },
  listed: Object.keys(cause.fields),
};

/** Of `health -o json`, of more than one record. One that was not read has the members of the list. */
export function healthSchema(): object {
  const listOf = (properties: Schema['properties'] = {}): Schema => ({
    type: 'array',
    items: { type: 'object', properties },
  });
  return {
    ...schemaHead('health:1', 'Output of botscope health -o json'),
    properties: {
      complete: { type: 'boolean' },
      missing: { type: 'string' },
      diagnoses: listOf({ ...propertiesOf(diagnosisShape.fields), error: { type: 'object' } }),
      causes: listOf(propertiesOf(printedCause)),
    },
    required: ['complete', 'diagnoses'],
    additionalProperties: false,
  };
}

export function printedDiagnosis({ id: own, name, findings }: CheckedRecord, diagnosis: Diagnosis) {
  const levels = diagnosis.findings.map(levelOf);
  return {
    id: own === '' ? null : own,
    name,
    health: healthOf(diagnosis),
    problems: levels.filter(level => level === 'problem').length,
    warnings: levels.filter(level => level === 'warning').length,
    worst: diagnosis.findings.find(each => levelOf(each) !== 'note')?.text ?? null,
    findings,
    unchecked: [...diagnosis.unchecked],
  };
}

function stateMark([first, ...others]: readonly CheckedFinding[]): SafeText {
  const isNew = first === undefined || [first, ...others].some(({ state }) => state === 'new');
  return isNew ? safe`` : safe` (${clean(first.state)})`;
}

export function diagnosisText(
  { resource, context }: KindCall,
  policy: FindingPolicy,
  { record, diagnosis }: Readonly<{ record: JsonObject; diagnosis: Diagnosis }>,
): string {
  const { findings, unchecked } = diagnosis;
  const name = nameOf(resource, record);
  const lines = findings.map(each => {
    const { tone, text: words, detail } = each;
    const shown = coloured(levelOf(each).padEnd(7), tone, context.io.hasColours);
    const mark = stateMark(checkedFindings(resource, record, [each], policy));
    return `  ${shown}  ${words}${mark}${detail === undefined ? '' : `: ${detail}`}\n`;
  });
  const head = lines.length === 0 ? `${name}: no problems found in the definition` : name;
  const gaps =
    unchecked.length === 0 ? '' : `  not checked, missing in the response: ${unchecked.join(', ')}\n`;
  return `${head}\n${lines.join('')}${gaps}`;
}

/** On a terminal. */
const MAX_NAMES = 4;

const causeColumns = (noun: SafeText): readonly Column[] => [
  { title: safe`CAUSE`, field: 'cause', width: 32, rank: 1, isProse: true },
  { title: upper(noun), field: 'bots', width: 5, rank: 1, align: 'right' },
  { title: safe`SINCE`, field: 'since', width: 9, rank: 2 },
  { title: safe`WHICH`, field: 'names', width: 20, rank: 1, isProse: true },
];

export async function printCauses(report: HealthReport, { context, style, resource }: KindCall) {
  const { width, hasColours, write } = context.io;
  const columns = causeColumns(clean(nounOf(resource)));
  const isNarrow = width !== undefined && width < tableWidth({ columns });
  const table = createTable(columns, { width, hasColours, isChosen: false, hasHeaders: style.hasHeaders });
  const narrow: string[] = [];
  const groups = causesOf(report);
  for (const group of groups) {
    const { words, tone, met } = group;
    const since = beganWords(group, iso => dayTime(iso, report.at)) ?? safe`-`;
    const names = recordNames(group, width === undefined ? undefined : MAX_NAMES);
    const place = safe`${clean(causeLevel(group))} · ${met}`;
    const [first, ...others] = [words, causeCount(report, group), since, names];
    const row: readonly Cell[] = [
      { text: first, tone },
      ...others.map(text => ({ text, tone: 'plain' as const })),
    ];
    table.add(row, isCut => (isCut ? [words, place] : [place]));
    if (!isNarrow) continue;
    const below = [names, since === '-' ? place : safe`${place} · ${since}`];
    narrow.push(
      ...hangingLines(safe``, words, width).map(line => coloured(line, tone, hasColours)),
      ...below.flatMap(text => hangingLines(safe`  `, text, width)),
    );
  }
  // Not the titles alone.
  if (groups.length > 0)
    await write(isNarrow ? narrow.map(line => `${line}\n`).join('') : [...table.lines()].join(''));
}
