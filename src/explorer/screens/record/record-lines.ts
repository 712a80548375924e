import { type JsonObject, member } from '../../../json/json.ts';
import type { Diagnosis, Finding } from '../../../resources/diagnosis.ts';
import { undescribedText } from '../../../resources/field.ts';
import { labelOf } from '../../../resources/fields.ts';
import { redactShown } from '../../../resources/redact.ts';
import type { Ref, Resource, Section } from '../../../resources/resource.ts';
import { tabNamed, tabsOf } from '../../../resources/tabs.ts';
import { cleanLines, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { numbered } from '../../../text/urls.ts';
import { cells, wrap } from '../../../text/width.ts';
import {
  asPart,
  type Line,
  linkLine,
  MARKS,
  span,
  textLine,
  titleLine,
  withFinding,
  wrappedLines,
} from '../../facts/line.ts';
import type { Action } from '../../state/action.ts';
import { childLines, insideTargets, type ShownRecord } from './children.ts';
import {
  countLines,
  emptyLines,
  fieldParts,
  INDENT,
  isEmpty,
  linkLines,
  plainFact,
  type RenderOptions,
  type ShownField,
  sectionFacts,
  valueLine,
} from './fields.ts';

export const DIAGNOSIS_ID = 'diagnosis';

const countWords = (count: number, word: SafeText): readonly SafeText[] =>
  count === 0 ? [] : [counted(count, word)];

function summary(findings: readonly Finding[]): SafeText {
  const of = (tone: Finding['tone']): number => findings.filter(finding => finding.tone === tone).length;
  const parts = [...countWords(of('bad'), safe`problem`), ...countWords(of('warn'), safe`warning`)];
  return parts.length === 0 ? safe`Diagnosis` : safe`Diagnosis: ${joinSafe(parts, ', ')}`;
}

/** Rows below a finding that the cursor passes over; it stops on the rest of a longer reason. */
const MAX_PARTS = 4;

/** Options of finding lines: `targetOf` returns the row of a record on this screen, if there is one. */
type FindingOptions = { readonly width: number; readonly targetOf: (ref: Ref) => Action | undefined };

function findingLines(
  { tone, text: long, brief = long, detail, ref }: Finding,
  at: number,
  { width, targetOf }: FindingOptions,
): readonly Line[] {
  const style = tone === 'bad' ? 'strong' : 'plain';
  const [text = safe``, ...more] = cells(long) <= width - 6 ? [long] : wrap(brief, Math.max(20, width - 6));
  const spans = [span(safe`   ${MARKS[tone]} `, tone), span(text, style)];
  const id = `finding:${at}`;
  const rest = [
    ...more.map((row, part) => textLine(`${id}:${part}`, span(safe`     ${row}`, style))),
    ...(detail === undefined ? [] : wrappedLines(`${id}:reason`, span(detail, 'dim'), width, 7)),
  ];
  const first =
    ref === undefined
      ? textLine(id, ...spans)
      : linkLine(id, targetOf(ref) ?? { to: 'place', place: { screen: 'record', ref } }, ...spans);
  return [
    withFinding(first, detail === undefined ? long : safe`${long}: ${detail}`),
    ...rest.slice(0, MAX_PARTS).map(asPart),
    ...rest.slice(MAX_PARTS),
  ];
}

export function diagnosisLines({ findings, unchecked }: Diagnosis, options: FindingOptions): readonly Line[] {
  const isQuiet = findings.every(({ tone }) => tone === 'plain');
  const none = textLine('finding:none', span(safe`   no problems found in the definition`, 'dim'));
  const uncheckedText = safe`· partly checked, missing in the response: ${joinSafe(unchecked, ', ')}`;
  return [
    titleLine(DIAGNOSIS_ID, summary(findings), safe`from 1 request`),
    ...(isQuiet ? [none] : []),
    ...findings.flatMap((finding, at) => findingLines(finding, at, options)),
    ...(unchecked.length === 0 ? [] : wrappedLines('unchecked', span(uncheckedText, 'dim'), options.width)),
  ];
}

/** Id of the title above the fields that no section shows. */
export const OTHER_ID = 'other';

type Inputs = { readonly record: JsonObject; readonly resource: Resource; readonly options: RenderOptions };

function undescribedPart(name: string, { record, resource, options }: Inputs): ShownField {
  const labelled = { path: [name], name: labelOf(resource, name), options };
  const text = undescribedText(record[name]);
  if (text === undefined || isEmpty(record[name])) return { kind: 'empty', name: labelled.name };
  return plainFact(labelled, [text]);
}

function partsOf(name: string, inputs: Inputs): readonly ShownField[] {
  const { record, resource, options } = inputs;
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined) return [undescribedPart(name, inputs)];
  return fieldParts(field, member(record, name), { path: [name], name: labelOf(resource, name), options });
}

/** Returns the fields that no section shows, so that nothing from the server is lost (spec 2.6). */
function otherLines(inputs: Inputs): Line[] {
  const { record, resource, options } = inputs;
  const shown = new Set([
    ...resource.sections.flatMap(({ fields, document }) => (document === undefined ? fields : [])),
    ...resource.children.flatMap(child => (child.from === 'inside' ? [child.field] : [])),
  ]);
  const rest = Object.keys(record).filter(key => !shown.has(key));
  if (rest.length === 0) return [];
  const parts = rest.flatMap(name => partsOf(name, inputs));
  return [
    titleLine(OTHER_ID, safe`Other`),
    ...sectionFacts(parts, options.width),
    ...emptyLines('other:not-set', parts, options.width),
  ];
}

function proseLines(name: string, text: string, { width }: RenderOptions): Line[] {
  const rows = cleanLines(numbered(text)).flatMap(line => wrap(line, Math.max(8, width - INDENT.length - 1)));
  const lines = rows.map((row, at) =>
    valueLine([name], at === 0 ? undefined : `field:${name}:${at}`, span(safe`${INDENT}${row}`)),
  );
  return [...lines, ...linkLines([name], text)];
}

function valueLines(
  { title, fields, isCount }: Section,
  parts: readonly ShownField[],
  inputs: Inputs,
): readonly Line[] {
  const { record, resource, options } = inputs;
  const [name = ''] = fields;
  const text = member(record, name);
  if (fields.length === 1 && resource.fields[name]?.prose && typeof text === 'string' && text !== '')
    return proseLines(name, text, options);
  return isCount ? countLines(`counts:${title}`, parts, options.width) : sectionFacts(parts, options.width);
}

/**
 * Returns the lines of each section; the first one on a screen has no title of its own. Those without a value
 * have no lines; the last one with a value ends with the names of all fields without a value.
 */
function sectionLines(
  sections: readonly Section[],
  inputs: Inputs,
  { hasTitles }: { hasTitles: boolean },
): readonly (readonly Line[])[] {
  const all = sections.map(section => {
    const parts = section.fields.flatMap(name => partsOf(name, inputs));
    return { section, parts, values: valueLines(section, parts, inputs) };
  });
  const allParts = all.flatMap(({ parts }) => parts);
  const empty = emptyLines(`not-set:${sections[0]?.title}`, allParts, inputs.options.width);
  const last = Math.max(
    0,
    all.findLastIndex(({ values }) => values.length > 0),
  );
  return all.map(({ section: { title }, values }, at) => {
    const lines = [...values, ...(at === last ? empty : [])];
    if (lines.length === 0) return [];
    return at === 0 && !hasTitles ? lines : [titleLine(`section:${title}`, title), ...lines];
  });
}

/** Returns the fields that an item of a list carries, without those of other tabs. */
export function itemLines(resource: Resource, sent: JsonObject, options: RenderOptions): readonly Line[] {
  const record = redactShown(resource.fields, sent);
  const sections = (tabsOf(resource)[0] ?? resource).sections.map(section => ({
    ...section,
    fields: section.fields.filter(name => member(record, name) !== undefined),
  }));
  return sectionLines(sections, { record, resource, options }, { hasTitles: true }).flat();
}

/** Returns one tab of a record as lines: diagnosis, first section, children, and the rest. */
export function recordLines(resource: Resource, sent: JsonObject, self: ShownRecord): readonly Line[] {
  const record = redactShown(resource.fields, sent);
  const { options } = self;
  const inputs = { record, resource, options };
  const tabs = tabsOf(resource);
  const tab = tabNamed(tabs, self.tab);
  const isFirstTab = tab === tabs[0];
  const { sections, children } = tab ?? resource;
  const diagnosis =
    !isFirstTab || resource.diagnose === undefined
      ? []
      : diagnosisLines(resource.diagnose(record, options.clock), {
          width: options.width,
          targetOf: insideTargets(resource, record, self.ref),
        });
  const lines = sectionLines(sections, inputs, { hasTitles: diagnosis.length > 0 });
  const [first = [], second = [], ...others] = lines;
  // Contents come after the first section, users after the second.
  const inside = children.filter(({ from }) => from !== 'known');
  const users = children.filter(({ from }) => from === 'known');
  return [
    ...diagnosis,
    ...first,
    ...inside.flatMap(child => childLines(child, record, self)),
    ...second,
    ...users.flatMap(child => childLines(child, record, self)),
    ...others.flat(),
    ...(isFirstTab ? otherLines(inputs) : []),
  ];
}
