import { resolve } from 'node:path';
import { FAIL_ON_LEVELS } from '../config/settings.ts';
import { badArgument, type Failure } from '../failure.ts';
import { errorCode } from '../storage/files.ts';
import { isBelow } from '../storage/named-file.ts';
import { clean, safe } from '../text/sanitise.ts';
import { wordHint } from '../text/suggest.ts';
import { baselineIds, isBaseline } from './findings/baseline.ts';
import { type FindingPolicy, ignoredRules, ruleOf, rulesOf } from './findings/policy.ts';
import { type ReportFile, reportFiles } from './findings/report-formats.ts';
import type { KindCall } from './shared/context.ts';
import { writeFailure } from './shared/errors.ts';

/** Returns the text of the baseline, empty without one. */
function readBaseline({ context: { findings, files } }: KindCall, mayBeMissing: boolean): string | Failure {
  const { baseline: path, baselineFolder: folder } = findings;
  if (path === undefined) return '';
  if (folder !== undefined && !isBelow(folder, path))
    return badArgument(
      safe`A project file may name a baseline below ${clean(folder, 200)} only, not ${clean(path, 200)}. --baseline may name any file.`,
    );
  try {
    const text = files.read(path);
    if (text === undefined && mayBeMissing) return '';
    if (text === undefined)
      return badArgument(safe`There is no baseline ${clean(path, 200)}: --update-baseline creates it.`);
    return isBaseline(text)
      ? text
      : badArgument(safe`${clean(path, 200)} is no baseline, and stays as it is.`);
  } catch (error) {
    return badArgument(
      safe`The baseline ${clean(path, 200)} cannot be read (${clean(errorCode(error), 40)}).`,
    );
  }
}

/** Returns the files of `--report`; fails if one, or the baseline to update, could not be written. */
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
  for (const path of updateBaseline === true ? paths : reports.map(each => each.path)) {
    try {
      context.files.check(path);
    } catch (error) {
      return writeFailure(path, error);
    }
  }
  return reports;
}

/** Returns the failure of a rule to ignore that no finding has; undefined if all are known. */
function unknownRule({ resource }: KindCall, ignored: readonly string[]): Failure | undefined {
  const rules = rulesOf(resource);
  const unknown = ignored.map(ruleOf).find(rule => !rules.includes(rule));
  if (unknown === undefined) return undefined;
  return badArgument(safe`--ignore: unknown rule "${clean(unknown, 40)}". ${wordHint(unknown, rules)}`);
}

/** True if no flag leaves out findings of the list. */
export const isWholeList = ({ values }: KindCall): boolean =>
  ['filter', 'limit', 'dev', 'since'].every(flag => values[flag] === undefined);

/** Returns the policy of flags and settings, or a failure before any request. */
export function policyOf(call: KindCall): FindingPolicy | Failure {
  const { context, values } = call;
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
  const ignored = ignoredRules(ignore);
  const unknown = unknownRule(call, ignored);
  if (unknown !== undefined) return unknown;
  const text = readBaseline(call, isUpdate);
  if (typeof text !== 'string') return text;
  // An update judges all findings anew.
  const known = isUpdate ? new Set<string>() : baselineIds(text, rulesOf(call.resource));
  if (typeof known === 'number')
    return badArgument(
      safe`${clean(baseline ?? '', 200)} line ${known} is no finding: remove or correct it.`,
    );
  return { failOn: level ?? 'problem', ignored, known };
}
