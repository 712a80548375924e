import type { FAIL_ON_LEVELS } from '../../config/settings.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Diagnosis } from '../../resources/diagnosis.ts';
import type { Tone } from '../../resources/field.ts';
import { problemKindOf } from '../../resources/registry.ts';
import { nameOf, ownId, ownName, type Ref, type Resource } from '../../resources/resource.ts';
import { clean, type SafeText } from '../../text/sanitise.ts';

/** Level of a finding, the worst first. */
export type Level = 'problem' | 'warning' | 'note';

export const levelOf = ({ tone }: { readonly tone: Tone }): Level =>
  tone === 'bad' ? 'problem' : tone === 'warn' ? 'warning' : 'note';

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

/** Returns the findings of a record with their identities; one that sums up others as its parts. */
export function identifiedFindings(
  resource: Pick<Resource, 'kind' | 'nameField'>,
  record: JsonObject,
  { findings }: Pick<Diagnosis, 'findings'>,
): readonly IdentifiedFinding[] {
  const target = { kind: resource.kind, id: ownId(record) ?? '', name: nameOf(resource, record) };
  const label = ownName(resource, record) ?? clean(target.id);
  return findings.flatMap(({ rule = 'other', ...whole }) =>
    (whole.parts ?? [whole]).map((part): IdentifiedFinding => {
      const { inner, text, title = text, detail, since, count, ref } = part;
      const steps = [rule, target.kind, target.id, ...(inner === undefined ? [] : [inner])];
      return {
        id: steps.map(step => encodeURIComponent(step.toWellFormed())).join('/'),
        rule,
        level: levelOf(part),
        target: inner === undefined ? target : { ...target, inner: clean(inner) },
        ...{ label, title, text, detail, since, count, ref },
      };
    }),
  );
}

export type FindingPolicy = {
  readonly failOn: (typeof FAIL_ON_LEVELS)[number];
  /** Rules, each with an optional target: `integration-disabled:support-prod`. */
  readonly ignored: readonly string[];
  readonly known: ReadonlySet<string>;
};

export const rulesOf = (resource: Resource): readonly string[] =>
  [resource, problemKindOf(resource)].flatMap(each => each?.rules ?? []);

/** True if `rule` or `rule:target` covers a finding. The target is an id, a name or the name of the part. */
function isCovered({ rule, target }: IdentifiedFinding, text: string): boolean {
  const named = text.slice(rule.length + 1);
  return (
    text === rule ||
    (text.split(':')[0] === rule && [target.id, target.name, target.inner].some(each => each === named))
  );
}

/** Returns whether a finding counts. A rule to ignore wins over the baseline. */
export function stateOf(
  finding: IdentifiedFinding,
  { ignored, known }: FindingPolicy,
): 'new' | 'known' | 'ignored' {
  if (ignored.some(text => isCovered(finding, text))) return 'ignored';
  return known.has(finding.id) ? 'known' : 'new';
}

/** True for a finding at or above the threshold of `--fail-on`. */
export const isFailing = ({ level }: IdentifiedFinding, { failOn }: FindingPolicy): boolean =>
  failOn !== 'never' && (level === 'problem' || (level === 'warning' && failOn === 'warning'));
