import { refText } from '../../explorer/state/place-text.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Diagnosis } from '../../resources/diagnosis.ts';
import { health, healthOf } from '../../resources/diagnosis.ts';
import { choice, count, id, list as listField, object, text, time } from '../../resources/field.ts';
import { defineResource, nameOf, type Resource } from '../../resources/resource.ts';
import { clean, type SafeText, safe, upper } from '../../text/sanitise.ts';
import { type KindCall, nounOf } from '../shared/context.ts';
import { printItems } from '../shared/output.ts';
import { coloured, hangingLines } from '../shared/table.ts';
import {
  type CauseGroup,
  type CheckedRecord,
  causeGroups,
  type FindingPolicy,
  type HealthReport,
  type IdentifiedFinding,
  identifiedFindings,
  levelOf,
  recordCount,
  stateOf,
  targetNames,
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

/** The shape of printed diagnoses; `--columns` takes its field names. */
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
    { title: safe`NAME`, field: 'name', width: 24, rank: 1 },
    { title: safe`HEALTH`, field: 'health', width: 12, rank: 1 },
    { title: safe`ID`, field: 'id', width: 36, rank: 3 },
    { title: safe`FIRST FINDING`, field: 'worst', width: 20, rank: 2, isProse: true },
  ],
  nameField: 'name',
});

function printedFinding(each: IdentifiedFinding, policy: FindingPolicy): JsonObject {
  const { detail, since, count: number, ref } = each;
  return {
    id: each.id,
    rule: each.rule,
    level: each.level,
    state: stateOf(each, policy),
    target: { ...each.target },
    title: each.title,
    text: each.text,
    ...(detail === undefined ? {} : { detail }),
    ...(since === undefined ? {} : { since }),
    ...(number === undefined ? {} : { count: number }),
    ...(ref === undefined ? {} : { ref: refText(ref) }),
  };
}

export function printedDiagnosis(
  { id: own, name, findings }: CheckedRecord,
  diagnosis: Diagnosis,
  policy: FindingPolicy,
): JsonObject {
  const levels = diagnosis.findings.map(levelOf);
  return {
    id: own === '' ? null : own,
    name,
    health: healthOf(diagnosis),
    problems: levels.filter(level => level === 'problem').length,
    warnings: levels.filter(level => level === 'warning').length,
    worst: diagnosis.findings.find(each => levelOf(each) !== 'note')?.text ?? null,
    findings: findings.map(each => printedFinding(each, policy)),
    unchecked: [...diagnosis.unchecked],
  };
}

/** Returns ` (known)` or ` (ignored)` for a finding that fails nothing; nothing for a new one. */
function stateMark(parts: readonly IdentifiedFinding[], policy: FindingPolicy): SafeText {
  const [first = 'new', ...others] = parts.map(part => stateOf(part, policy));
  return first === 'new' || others.includes('new') ? safe`` : safe` (${clean(first)})`;
}

export function diagnosisText(
  { resource, context }: KindCall,
  policy: FindingPolicy,
  { record, diagnosis }: { readonly record: JsonObject; readonly diagnosis: Diagnosis },
): string {
  const { findings, unchecked } = diagnosis;
  const name = nameOf(resource, record);
  const lines = findings.map(each => {
    const { tone, text: words, detail } = each;
    const shown = coloured(levelOf(each).padEnd(7), tone, context.io.hasColours);
    const mark = stateMark(identifiedFindings(resource, record, { findings: [each] }), policy);
    return `  ${shown}  ${words}${mark}${detail === undefined ? '' : `: ${detail}`}\n`;
  });
  const head = lines.length === 0 ? `${name}: no problems found in the definition` : name;
  const gaps =
    unchecked.length === 0 ? '' : `  not checked, missing in the response: ${unchecked.join(', ')}\n`;
  return `${head}\n${lines.join('')}${gaps}`;
}

const level = choice({ problem: 'bad', warning: 'warn' });

const causeShape = (noun: SafeText): Resource =>
  defineResource({
    kind: 'causes',
    title: safe`Cause`,
    plural: safe`Causes`,
    ids: [],
    fields: { level, title: text, count, names: text },
    columns: [
      { title: safe`LEVEL`, field: 'level', width: 7, rank: 1 },
      { title: safe`CAUSE`, field: 'title', width: 24, rank: 1 },
      { title: upper(noun), field: 'count', width: 5, rank: 1, align: 'right' },
      { title: safe`WHICH`, field: 'names', width: 20, rank: 2, isProse: true },
    ],
  });

const printedCause = (group: CauseGroup): JsonObject => ({
  level: group.level,
  title: group.title,
  count: recordCount(group.findings),
  names: targetNames(group),
});

/** Returns a group of findings as lines for a narrow terminal: the cause, and below it the records. */
function causeLines(group: CauseGroup, width: number, hasColours: boolean): readonly string[] {
  const word = clean(group.level);
  const [first = '', ...rest] = hangingLines(safe`${word} `, group.title, width);
  return [
    `${coloured(word, level.tone(group.level), hasColours)}${first.slice(word.length)}`,
    ...rest,
    ...hangingLines(safe`  `, targetNames(group), width),
  ];
}

/** Prints the causes of a report, the worst first; nothing if there are none. */
export async function printCauses(
  report: HealthReport,
  { context: { io }, style, resource }: KindCall,
): Promise<void> {
  const groups = causeGroups(report);
  if (groups.length === 0) return;
  const shape = causeShape(clean(nounOf(resource)));
  const lines = (group: CauseGroup, width: number) => causeLines(group, width, io.hasColours);
  await printItems({ io, resource: shape, style }, groups, { record: printedCause, lines });
}
