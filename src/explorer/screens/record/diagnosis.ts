import type { Diagnosis, Finding } from '../../../resources/diagnosis.ts';
import type { Ref } from '../../../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
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

/** Returns the lines of a diagnosis: findings, and the parts that could not be checked. */
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
