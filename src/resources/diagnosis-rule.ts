import type { JsonObject } from '../json/json.ts';
import type { SafeText } from '../text/sanitise.ts';
import type { Clock } from './field.ts';
import type { Finding } from './resource.ts';

/**
 * Result of a rule: its findings, the number of places it applies to, and how many of those lacked its data.
 */
export type RuleResult = {
  readonly findings: readonly Finding[];
  readonly places: number;
  readonly unread: number;
};

/** A rule of a diagnosis. Missing and mistyped fields count as unread. */
export type Rule = {
  /** The data that the rule needs, in words. */
  readonly reads: SafeText;
  readonly apply: (record: JsonObject, clock: Clock) => RuleResult;
};

/** Result of a rule in one place: a finding, no problem, or data that is missing. */
export type Outcome = Finding | 'ok' | 'unread';

const isFinding = (outcome: Outcome): outcome is Finding => typeof outcome === 'object';

/** Applies a rule to each item. Without the list itself, one place is unread. */
export function applyToEach<T>(items: readonly T[] | undefined, test: (item: T) => Outcome): RuleResult {
  if (items === undefined) return { findings: [], places: 1, unread: 1 };
  const outcomes = items.map(test);
  const unread = outcomes.filter(outcome => outcome === 'unread').length;
  return { findings: outcomes.filter(isFinding), places: items.length, unread };
}
