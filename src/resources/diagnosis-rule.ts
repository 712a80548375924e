import type { Ids } from '../api/operation.ts';
import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { clean, type SafeText } from '../text/sanitise.ts';
import { epoch } from '../text/units.ts';
import { type Clock, free, prose, type Tone, time } from './field.ts';

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
  /** Stored in baselines, so it must never change. */
  readonly id: string;
  /** The data that the rule needs, in words. */
  readonly reads: SafeText;
  readonly apply: (record: JsonObject, clock: Clock) => RuleResult;
};

/** Result of a rule in one place: a finding, no problem, or data that is missing. */
export type PlaceResult = Finding | 'ok' | 'unread';

const isFinding = (outcome: PlaceResult): outcome is Finding => typeof outcome === 'object';

/** Applies a rule to each item. Without the list itself, one place is unread. */
export function applyToEach<T>(items: readonly T[] | undefined, test: (item: T) => PlaceResult): RuleResult {
  if (items === undefined) return { findings: [], places: 1, unread: 1 };
  const outcomes = items.map(test);
  const unread = outcomes.filter(outcome => outcome === 'unread').length;
  return { findings: outcomes.filter(isFinding), places: items.length, unread };
}

/** A pending or deploying state counts as stuck after this time. */
export const STUCK_MS = 10 * 60 * 1000;
/** Time after which a bot that is being deleted is a problem. */
export const LONG_DELETE_MS = 60 * 60 * 1000;

/** Returns a text member; undefined if missing or empty. */
export const textOf = (json: Json, key: string): string | undefined => prose.read(member(json, key));

/** Returns the entries of a map of the bot; undefined if the bot has no such map. */
export function entriesOf(bot: JsonObject, field: string): readonly (readonly [string, Json])[] | undefined {
  const map = free.read(member(bot, field));
  return map === undefined ? undefined : Object.entries(map);
}

/** Returns the milliseconds since the last change; undefined if `updatedAt` is missing. */
export function age(json: Json, clock: Clock): number | undefined {
  const at = epoch(time.read(member(json, 'updatedAt')) ?? '');
  return at === undefined ? undefined : clock.now - at;
}

/** Returns the last change of a part as the member `since` of a finding; nothing if it is missing. */
export const sinceOf = (json: Json): { readonly since?: string } => {
  const since = textOf(json, 'updatedAt');
  return since === undefined ? {} : { since };
};

/** Returns a text member as the member `detail` of a finding, cleaned; nothing if it is missing. */
export const reasonOf = (json: Json, key: string): { readonly detail?: SafeText } => {
  const reason = textOf(json, key);
  return reason === undefined ? {} : { detail: clean(reason) };
};

/** The cause of a finding, and the part of the record that has it. */
type Cause = {
  /** Id of the rule that found it. */
  readonly rule?: string;
  /** The cause without counts and times, the same for all records that have it. */
  readonly title?: SafeText;
  /** One or two words, for a column. */
  readonly short?: SafeText;
  /** Name of the part: the alias of an integration, an event. */
  readonly inner?: string;
  /** ISO time of the last change of the part. */
  readonly since?: string;
  readonly count?: number;
};

/** A line about a record: a finding or a fact. */
export type Remark = { readonly tone: Tone; readonly text: SafeText };

/** A problem, warning or fact that a diagnosis found in a record. Enter opens `ref`. */
export type Finding = Remark &
  Cause & {
    readonly detail?: SafeText;
    /** Shorter text for narrow places. */
    readonly brief?: SafeText;
    readonly ref?: { readonly kind: string; readonly ids: Ids };
    /** The findings that this one sums up for the screen. */
    readonly parts?: readonly Finding[];
  };

const WEIGHT = { bad: 0, warn: 1, good: 2, plain: 2, dim: 2 } as const;

/** Returns the findings by severity; those of the same severity keep their order. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => WEIGHT[a.tone] - WEIGHT[b.tone]);

/** Findings in a record, and the data that was missing for a check. */
export type Diagnosis = { readonly findings: readonly Finding[]; readonly unchecked: readonly SafeText[] };

/** Returns the names that a schema requires; undefined if there is no readable schema. */
export function requiredBy(schema: Json | undefined): readonly string[] | undefined {
  const required = isObject(schema) ? (member(schema, 'required') ?? []) : undefined;
  return Array.isArray(required) ? required.filter(key => typeof key === 'string') : undefined;
}
