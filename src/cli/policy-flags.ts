import { FAIL_ON_LEVELS } from '../config/finding-options.ts';
import { badArgument, type Failure } from '../failure.ts';
import { clean, safe } from '../text/sanitise.ts';
import { baselineIds, isBaseline } from './findings/baseline.ts';
import { type FindingPolicy, ignoredRules } from './findings/policy.ts';
import type { KindCall } from './shared/context.ts';
import { fileFailure } from './shared/errors.ts';

/** Returns the text of the baseline, empty without one. */
function readBaseline({ context: { findings, files } }: KindCall, mayBeMissing: boolean): string | Failure {
  const { baseline: path } = findings;
  if (path === undefined) return '';
  try {
    const text = files.read(path);
    if (text === undefined && mayBeMissing) return '';
    if (text === undefined)
      return badArgument(safe`There is no baseline ${clean(path, 200)}: --update-baseline creates it.`);
    return isBaseline(text)
      ? text
      : badArgument(safe`${clean(path, 200)} is no baseline, and stays as it is.`);
  } catch (error) {
    return fileFailure(error);
  }
}

/** Returns the policy of flags and settings, or a failure before any request. */
export function policyOf(call: KindCall): FindingPolicy | Failure {
  const { context, values } = call;
  const { failOn, ignore = '', baseline } = context.findings;
  const isUpdate = values['updateBaseline'] === true;
  if (isUpdate && baseline === undefined)
    return badArgument(safe`--update-baseline needs --baseline <file>.`);
  const isPart = ['filter', 'limit', 'dev', 'since'].some(flag => values[flag] !== undefined);
  if (isUpdate && isPart)
    return badArgument(
      safe`--update-baseline needs the whole list: leave --filter, --limit, --dev and --since out.`,
    );
  const text = readBaseline(call, isUpdate);
  if (typeof text !== 'string') return text;
  return {
    failOn: FAIL_ON_LEVELS.find(each => each === failOn) ?? 'problem',
    ignored: ignoredRules(ignore),
    // An update judges all findings anew.
    known: isUpdate ? new Set() : baselineIds(text),
  };
}
