import type { FAIL_ON_LEVELS } from '../../config/settings.ts';
import { problemKindOf } from '../../resources/registry.ts';
import type { Resource } from '../../resources/resource.ts';
import type { IdentifiedFinding, Level } from './finding.ts';

export type FailOn = (typeof FAIL_ON_LEVELS)[number];

/** A finding that counts, one of the baseline, or one that a person chose to ignore. */
export type FindingState = 'new' | 'known' | 'ignored';

export type FindingPolicy = {
  readonly failOn: FailOn;
  /** Rules, each with an optional target: `integration-disabled:support-prod`. */
  readonly ignored: readonly string[];
  readonly known: ReadonlySet<string>;
};

export const rulesOf = (resource: Resource): readonly string[] =>
  [resource, problemKindOf(resource)].flatMap(each => each?.rules ?? []);

export const ruleOf = (text: string): string => text.split(':')[0] ?? '';

/** True if `rule` or `rule:target` covers a finding. The target is an id, a name or the name of the part. */
function isCovered({ rule, target: { id, name, inner } }: IdentifiedFinding, text: string): boolean {
  if (ruleOf(text) !== rule) return false;
  if (text === rule) return true;
  const target = text.slice(rule.length + 1);
  return target === id || target === name || target === inner;
}

/** Returns whether a finding counts. A rule to ignore wins over the baseline. */
export function stateOf(finding: IdentifiedFinding, { ignored, known }: FindingPolicy): FindingState {
  if (ignored.some(text => isCovered(finding, text))) return 'ignored';
  return known.has(finding.id) ? 'known' : 'new';
}

/** Parses `--ignore`: rules separated by commas or lines. */
export const ignoredRules = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map(each => each.trim())
    .filter(each => each !== '');

export const isFailing = (level: Level, failOn: FailOn): boolean =>
  failOn !== 'never' && (level === 'problem' || (level === 'warning' && failOn === 'warning'));
