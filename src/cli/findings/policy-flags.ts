import { resolve } from 'node:path';
import { FAIL_ON_LEVELS } from '../../config/settings.ts';
import { badArgument, type Failure } from '../../failure.ts';
import { errorCode, ifThere } from '../../storage/files.ts';
import { checkNamedFile, isBelow, readOrdinaryFile } from '../../storage/named-file.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import { wordHint } from '../../text/words.ts';
import type { KindCall } from '../shared/context.ts';
import { writeProblem } from '../shared/errors.ts';
import { type CheckedFinding, type FindingPolicy, type HealthReport, rulesOf } from './report.ts';
import { type ReportFile, reportFiles } from './report-formats.ts';

export function baselineText(findings: readonly CheckedFinding[]): string {
  const lines = new Map(findings.map(({ id, target, title }) => [id, `${id}  # ${target.name}: ${title}\n`]));
  const ids = [...lines.keys()].sort();
  return `# botscope baseline: known findings, one a line. Written by --update-baseline.\n${ids.map(id => lines.get(id)).join('')}`;
}

export function staleText({ checked, policy }: HealthReport, rules: readonly string[]): SafeText | undefined {
  const found = new Set(checked.flatMap(({ findings }) => findings.map(({ id }) => id)));
  const gone = [...policy.known].filter(id => !found.has(id) && rules.includes(id.split('/')[0] ?? ''));
  if (gone.length === 0) return undefined;
  const words = counted(gone.length, safe`finding`);
  return safe`${words} of the baseline no longer found: --update-baseline removes what is gone.`;
}

/** Or the first line that is no finding of these rules. Text after an id, and after `#`, is for people. */
function baselineIds(text: string, rules: readonly string[]): ReadonlySet<string> | number {
  const form = new RegExp(`^(${rules.join('|')})(/[^/]+){2,}$`);
  const ids = text.split('\n').map(line => /^[^#]\S*/.exec(line.trim())?.[0]);
  const wrong = ids.findIndex(id => id !== undefined && !form.test(id));
  return wrong < 0 ? new Set(ids.filter(id => id !== undefined)) : wrong + 1;
}

function readBaseline({ context: { findings } }: KindCall, mayBeMissing: boolean): string | Failure {
  const { baseline: path, baselineFolder: folder } = findings;
  if (path === undefined) return '';
  const shown = clean(path, 200);
  if (folder !== undefined && !isBelow(folder, path))
    return badArgument(
      safe`A project file may name a baseline below ${clean(folder, 200)} only, not ${shown}. --baseline may name any file.`,
    );
  try {
    const text = ifThere(() => readOrdinaryFile(path).bytes.toString('utf8'));
    if (text === undefined && !mayBeMissing)
      return badArgument(safe`There is no baseline ${shown}: --update-baseline creates it.`);
    // No other file is overwritten. Editors may add a byte order mark.
    return text === undefined || text.trim() === '' || text.trimStart().startsWith('# botscope baseline')
      ? (text ?? '')
      : badArgument(safe`${shown} is not a baseline, and stays as it is.`);
  } catch (error) {
    return badArgument(safe`The baseline ${shown} cannot be read (${clean(errorCode(error), 40)}).`);
  }
}

/** Fails if one, or the baseline to update, could not be written. */
export function reportsOf({ context, values }: KindCall): readonly ReportFile[] | Failure {
  const { report: text, updateBaseline } = values;
  const { baseline } = context.findings;
  const reports = typeof text === 'string' ? (reportFiles(text) ?? []) : [];
  const paths = [...reports.map(({ path }) => path), ...(baseline === undefined ? [] : [baseline])];
  const twice = paths.find((path, at) => paths.slice(0, at).some(other => resolve(other) === resolve(path)));
  if (twice !== undefined)
    return badArgument(
      safe`${clean(twice, 200)} is named twice. Each report, and the baseline, needs a file of its own.`,
    );
  const written = updateBaseline === true ? paths : reports.map(({ path }) => path);
  const problems = written.map(path => writeProblem(path, () => checkNamedFile(path)));
  return problems.find(problem => problem !== undefined) ?? reports;
}

export const isWholeList = ({ values }: KindCall) =>
  ['filter', 'limit', 'dev', 'since'].every(flag => values[flag] === undefined);

export function policyOf(call: KindCall): FindingPolicy | Failure {
  const { context, values, resource } = call;
  const { failOn, ignore = '', baseline } = context.findings;
  const isUpdate = values['updateBaseline'] === true;
  if (baseline === '') return badArgument(safe`--baseline is empty: give it a file.`);
  if (isUpdate && baseline === undefined)
    return badArgument(safe`--update-baseline needs --baseline <file>.`);
  if (isUpdate && !isWholeList(call))
    return badArgument(
      safe`--update-baseline needs the whole list: leave --filter, --limit, --dev and --since out.`,
    );
  const level = FAIL_ON_LEVELS.find(each => each === failOn);
  if (failOn !== undefined && level === undefined)
    return badArgument(
      safe`--fail-on: unknown level "${clean(failOn, 40)}". ${wordHint(failOn, FAIL_ON_LEVELS)}`,
    );
  const rules = rulesOf(resource);
  const ignored = ignore.split(/[\n,]/).flatMap(each => each.trim() || []);
  const unknown = ignored.map(text => text.split(':')[0] ?? '').find(rule => !rules.includes(rule));
  if (unknown !== undefined)
    return badArgument(safe`--ignore: unknown rule "${clean(unknown, 40)}". ${wordHint(unknown, rules)}`);
  const text = readBaseline(call, isUpdate);
  if (typeof text !== 'string') return text;
  // An update judges all findings anew.
  const known = isUpdate ? new Set<string>() : baselineIds(text, rules);
  if (typeof known === 'number')
    return badArgument(
      safe`${clean(baseline ?? '', 200)} line ${known} is not a finding: remove or correct it.`,
    );
  return { failOn: level ?? 'problem', ignored, known };
}
