import { renderMarkdown } from '../../../help/render.ts';
import { type JsonObject, member, ownMember } from '../../../json/json.ts';
import { causeId, causeOf, problemsOf } from '../../../resources/cause.ts';
import type { Diagnosis, Finding } from '../../../resources/diagnosis.ts';
import { undescribedText } from '../../../resources/field.ts';
import { labelOf } from '../../../resources/fields.ts';
import { redactShown } from '../../../resources/redact.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, type Ref, type Resource, type Section } from '../../../resources/resource.ts';
import { memo, memoFields } from '../../../text/memo.ts';
import { clean, cleanLines, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { cells, wrap } from '../../../text/width.ts';
import { markedLines, recordBefore } from '../../facts/change-marks.ts';
import { asPart, type Lines, MARKS, span, textLine, titleLine, wrappedLines } from '../../facts/line.ts';
import { tabNamed, tabsOf } from '../../facts/tabs.ts';
import { numbered } from '../../facts/urls.ts';
import { type Action, toRecord } from '../../state/action.ts';
import { currentView, type State, serverNow } from '../../state/state.ts';
import { childLines, cursorLines, insideTargets, otherTabLines, type ShownRecord } from './children.ts';
import {
  countLines,
  emptyLines,
  type Fact,
  fieldParts,
  INDENT,
  isEmpty,
  linkLines,
  plainFact,
  type RenderOptions,
  sectionFacts,
  valueLine,
} from './fields.ts';
import type { RecordContext } from './inline-list.ts';

export const DIAGNOSIS_ID = 'diagnosis';

const countWords = (count: number, word: SafeText): readonly SafeText[] =>
  count === 0 ? [] : [counted(count, word)];

function summary(findings: readonly Finding[]): SafeText {
  const of = (tone: Finding['tone']) => findings.filter(finding => finding.tone === tone).length;
  const parts = [...countWords(of('bad'), safe`problem`), ...countWords(of('warn'), safe`warning`)];
  return parts.length === 0 ? safe`Diagnosis: no problems found` : safe`Diagnosis: ${joinSafe(parts)}`;
}

const MAX_PARTS = 4;

/** `targetOf` returns the row of a record on this screen, if there is one. */
type FindingOptions = Readonly<{ width: number; targetOf: (ref: Ref) => Action | undefined }>;

function findingLines(finding: Finding, at: number, { width, targetOf }: FindingOptions): Lines {
  const { tone, text: long, brief = long, detail, ref, path } = finding;
  const style = tone === 'bad' ? 'strong' : 'plain';
  const [text = safe``, ...more] = cells(long) <= width - 6 ? [long] : wrap(brief, Math.max(20, width - 6));
  const spans = [span(safe`   ${MARKS[tone]} `, tone), span(text, style)];
  const id = `finding:${at}`;
  const rest = [
    ...more.map((row, part) => textLine(`${id}:${part}`, span(safe`     ${row}`, style))),
    ...(detail === undefined ? [] : wrappedLines(`${id}:reason`, span(detail, 'dim'), width, 7)),
  ];
  const part = path && ({ to: 'part', path } as const);
  const target = ref === undefined ? part : (targetOf(ref) ?? toRecord(ref));
  const [cause] = problemsOf({ findings: [finding], unchecked: [] }).map(each => causeId(causeOf(each)));
  return [
    {
      ...textLine(id, ...spans),
      ...(target && { target }),
      cause,
      finding: detail === undefined ? long : safe`${long}: ${detail}`,
    },
    ...rest.slice(0, MAX_PARTS).map(asPart),
    ...rest.slice(MAX_PARTS),
  ];
}

function diagnosisLines({ findings, unchecked }: Diagnosis, options: FindingOptions): Lines {
  const uncheckedText = safe`· partly checked, missing in the response: ${joinSafe(unchecked)}`;
  return [
    titleLine(DIAGNOSIS_ID, summary(findings)),
    ...findings.flatMap((finding, at) => findingLines(finding, at, options)),
    ...(unchecked.length === 0 ? [] : wrappedLines('unchecked', span(uncheckedText, 'dim'), options.width)),
  ];
}

export const OTHER_ID = 'other';

type Inputs = Readonly<{ record: JsonObject; resource: Resource; options: RenderOptions }>;

function partsOf(name: string, { record, resource, options }: Inputs): readonly Fact[] {
  const labelled = { path: [name], name: labelOf(resource, name), options };
  const field = ownMember(resource.fields, name);
  if (field !== undefined) return fieldParts(field, member(record, name), labelled);
  const text = isEmpty(record[name]) ? undefined : undescribedText(record[name]);
  return [plainFact(labelled, text === undefined ? [] : [text])];
}

/** No section shows them; nothing from the server is lost (spec 2.6). */
function otherLines(inputs: Inputs): Lines {
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

/** Kept, because a change of any record makes the lines again. */
const rendered = memo(
  (markdown: string, width: number) => renderMarkdown(markdown, { width, hasColours: true }),
  2,
);

function markdownLines(name: string, markdown: string, { width }: RenderOptions): Lines {
  let isCode = false;
  const partOf = (text: string, at: number) => {
    // Each sequence begins or ends a heading or code.
    if (at > 0) isCode = !isCode;
    return span(clean(text), isCode ? 'key' : 'plain');
  };
  const lines = rendered(markdown, width - INDENT.length - 1).split('\n');
  return lines.map((line, at) =>
    valueLine([name], `field:${name}:${at}`, span(INDENT), ...line.split(/\u001b\[\d+m/).map(partOf)),
  );
}

function proseLines(name: string, text: string, { width }: RenderOptions): Lines {
  const rows = cleanLines(numbered(text)).flatMap(line => wrap(line, Math.max(8, width - INDENT.length - 1)));
  const lines = rows.map((row, at) =>
    valueLine([name], at === 0 ? undefined : `field:${name}:${at}`, span(safe`${INDENT}${row}`)),
  );
  return [...lines, ...linkLines([name], text)];
}

function valueLines({ title, fields, isCount }: Section, parts: readonly Fact[], inputs: Inputs): Lines {
  const { record, resource, options } = inputs;
  const [name = ''] = fields;
  const text = member(record, name);
  const prose = fields.length === 1 ? resource.fields[name]?.prose : undefined;
  if (prose !== undefined && typeof text === 'string' && text !== '')
    return prose === 'markdown' ? markdownLines(name, text, options) : proseLines(name, text, options);
  return isCount ? countLines(`counts:${title}`, parts, options.width) : sectionFacts(parts, options.width);
}

/** Sections without a value have no lines; the last one ends with the names of all fields without a value. */
function sectionLines(sections: readonly Section[], inputs: Inputs, hasTitles: boolean): readonly Lines[] {
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

export function itemLines(resource: Resource, sent: JsonObject, options: RenderOptions): Lines {
  const record = redactShown(resource.fields, sent);
  const sections = (tabsOf(resource)[0] ?? resource).sections.map(section => ({
    ...section,
    fields: section.fields.filter(name => member(record, name) !== undefined),
  }));
  return sectionLines(sections, { record, resource, options }, true).flat();
}

export function recordLines(resource: Resource, sent: JsonObject, self: ShownRecord): Lines {
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
  const parts = isFirstTab && self.form !== undefined ? otherTabLines(resource, record, self) : [];
  // In the pane of a list they take the room of counts and of what no section shows.
  const isBrief = self.form === 'pane' && parts.length > 0;
  const shown = isBrief ? sections.filter(({ isCount }) => isCount !== true) : sections;
  const lines = sectionLines(shown, inputs, diagnosis.length > 0);
  const [first = [], second = [], ...others] = lines;
  // Contents come after the first section, users after the second.
  const inside = children.filter(({ from }) => from !== 'known');
  const users = children.filter(({ from }) => from === 'known');
  return [
    ...diagnosis,
    ...parts,
    ...first,
    ...inside.flatMap(child => childLines(child, record, self)),
    ...second,
    ...users.flatMap(child => childLines(child, record, self)),
    ...others.flat(),
    ...(isFirstTab && !isBrief && !isLocal(resource) ? otherLines(inputs) : []),
  ];
}

const clockOf = memo((now: number, exact: boolean) => ({ now, exact }));
const optionsOf = memoFields((options: RenderOptions) => options, 2);

export const currentOptions = (state: State, width = state.screen.size.columns): RenderOptions =>
  optionsOf({
    width,
    clock: clockOf(serverNow(state), state.screen.exactTimes),
    readOnly: state.session.server?.readOnly === true,
    keymap: state.user.keymap,
  });

const cachedContext = memoFields((context: RecordContext) => context);

function recordContext({ data, user, session }: State): RecordContext {
  const { records, lists } = data;
  const { undocumented, forbidden } = session;
  return cachedContext({ records, lists, memory: user.memory, undocumented, forbidden });
}

type RecordInputs = ShownRecord & { readonly record: JsonObject };
/** For three records: the present one, the one before a reload, and that of the pane. */
const cachedRecordLines = memoFields(
  ({ record, ...shown }: RecordInputs) => recordLines(resourceOf(shown.ref.kind), record, shown),
  3,
);
/** Separate, so that a key does not build all lines of a large record again. */
const cachedEntryLines = memoFields(
  ({ record, ...shown }: RecordInputs & { readonly cursor: string | undefined }) =>
    cursorLines(resourceOf(shown.ref.kind), record, shown),
  2,
);
const joinedLines = memo((record: Lines, entry: Lines) => [...record, ...entry], 2);
const cachedMarkedLines = memo(markedLines);

const HIGH_FROM = 40;

/** Ends with details of the entry under the cursor; marks lines that the last reload changed. */
export function linesOfRecord(state: State, ref: Ref, record: JsonObject): Lines {
  const { tab, cursor } = currentView(state);
  const form = state.screen.size.rows >= HIGH_FROM ? ('high' as const) : undefined;
  const shown = { ref, options: currentOptions(state), tab, form };
  const context = recordContext(state);
  const linesOf = (version: JsonObject): Lines =>
    joinedLines(
      cachedRecordLines({ ...shown, context, record: version }),
      cachedEntryLines({ ...shown, cursor, record: version }),
    );
  const old = recordBefore(state);
  return old === undefined ? linesOf(record) : cachedMarkedLines(linesOf(record), linesOf(old));
}

export const overviewLines = (state: State, shown: Pick<RecordInputs, 'ref' | 'record' | 'options'>): Lines =>
  cachedRecordLines({ ...shown, form: 'pane', context: recordContext(state) });
