import type { JsonObject } from '../../json/json.ts';
import type { Diagnosis } from '../../resources/diagnosis-rule.ts';
import type { Tone } from '../../resources/field.ts';
import { ownId } from '../../resources/record-ids.ts';
import { nameOf, ownName, type Ref, type Resource } from '../../resources/resource.ts';
import { clean, type SafeText } from '../../text/sanitise.ts';

export type IdentifiedFinding = {
  /** Rule, kind, id of the record and name of its part. Counts, times and names do not change it. */
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly target: {
    readonly kind: string;
    readonly id: string;
    readonly name: SafeText;
    readonly inner?: SafeText;
  };
  /** The record in lists of several: its name, or its id without one. */
  readonly label: SafeText;
  /** The cause, the same for all records that have it. */
  readonly title: SafeText;
  readonly text: SafeText;
  readonly detail: SafeText | undefined;
  readonly since: string | undefined;
  readonly count: number | undefined;
  readonly ref: Ref | undefined;
};

/** Rule of findings whose diagnosis names none. */
const NO_RULE = 'other';

/** Returns the findings of a record with their identities; one that sums up others as its parts. */
export function identifiedFindings(
  resource: Pick<Resource, 'kind' | 'nameField'>,
  record: JsonObject,
  { findings }: Pick<Diagnosis, 'findings'>,
): readonly IdentifiedFinding[] {
  const target = { kind: resource.kind, id: ownId(record) ?? '', name: nameOf(resource, record) };
  const label = ownName(resource, record) ?? clean(target.id);
  return findings.flatMap(whole =>
    (whole.parts ?? [whole]).map((part): IdentifiedFinding => {
      const { inner, text, title = text, detail, since, count, ref } = part;
      const rule = whole.rule ?? NO_RULE;
      const steps = [rule, target.kind, target.id, ...(inner === undefined ? [] : [inner])];
      return {
        id: steps.map(step => encodeURIComponent(step.toWellFormed())).join('/'),
        rule,
        level: levelOf(part),
        target: inner === undefined ? target : { ...target, inner: clean(inner) },
        label,
        title,
        text,
        detail,
        since,
        count,
        ref,
      };
    }),
  );
}

/** Level of a finding, the worst first. */
const LEVELS = ['problem', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

const LEVEL_OF: { readonly [T in Tone]: Level } = {
  bad: 'problem',
  warn: 'warning',
  good: 'note',
  plain: 'note',
  dim: 'note',
};

export const levelOf = ({ tone }: { readonly tone: Tone }): Level => LEVEL_OF[tone];
