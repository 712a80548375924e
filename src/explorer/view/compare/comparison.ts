import { type Change, type Difference, difference, type Path } from '../../../diff/diff.ts';
import type { JsonObject } from '../../../json/json.ts';
import type { Field, Fields } from '../../../resources/field.ts';
import { redact } from '../../../resources/redact.ts';
import { resourceOf } from '../../../resources/registry.ts';
import type { Ref, Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Load } from '../../state/load.ts';
import { againstRef, type ComparePlace, keyOf } from '../../state/place.ts';
import type { State } from '../../state/state.ts';

/** One of two records side by side, secrets masked, and when it was read (epoch milliseconds). */
export type Side = { readonly ref: Ref; readonly record: JsonObject; readonly at: number };

/** Two records and how they differ. */
export type Comparison = {
  readonly resource: Resource;
  readonly before: Side;
  readonly after: Side;
  /** One record as it was seen before and as it is now: that was never before its first read in this run. */
  readonly isCopy: boolean;
  readonly isFirst: boolean;
  readonly difference: Difference;
};

const masked = memo((resource: Resource, before: JsonObject, after: JsonObject) => {
  const records = { before: redact(resource.fields, before), after: redact(resource.fields, after) };
  return { ...records, difference: difference(records.before, records.after) };
});

type Facts = [
  afterRef: Ref,
  after: JsonObject,
  afterAt: number,
  beforeRef: Ref,
  before: JsonObject,
  beforeAt: number,
  isFirst: boolean,
];

/** Made again only when something of it has changed. */
const made = memo(
  (...[afterRef, after, afterAt, beforeRef, before, beforeAt, isFirst]: Facts): Comparison => {
    const resource = resourceOf(afterRef.kind);
    const contents = masked(resource, before, after);
    return {
      resource,
      before: { ref: beforeRef, record: contents.before, at: beforeAt },
      after: { ref: afterRef, record: contents.after, at: afterAt },
      isCopy: beforeRef === afterRef,
      isFirst,
      difference: contents.difference,
    };
  },
);

const loadOf = ({ data: { records } }: State, { kind, ids }: Ref): Load<JsonObject> | undefined =>
  records[keyOf(kind, ids)];

/** A record beside what it was when it was last seen; undefined as long as it was not looked at in this run. */
export function sinceSeen(state: State, ref: Ref): Comparison | undefined {
  const read = loadOf(state, ref)?.last;
  const earlier = state.data.snapshots[keyOf(ref.kind, ref.ids)];
  if (read === undefined || earlier === undefined) return undefined;
  const { record, at, isFirst = false } = earlier;
  // Moments are told by the server's clock, as all times are.
  return made(ref, read.value, read.at, ref, record, at + state.session.clockSkewMs, isFirst);
}

const otherOf = memo(againstRef);

/** The records of a place that shows two; undefined until both were read. */
export function comparisonOf(state: State, place: ComparePlace): Comparison | undefined {
  const other = otherOf(place);
  if (other === undefined) return sinceSeen(state, place.ref);
  const [before, after] = [loadOf(state, other)?.last, loadOf(state, place.ref)?.last];
  if (before === undefined || after === undefined) return undefined;
  return made(place.ref, after.value, after.at, other, before.value, before.at, false);
}

/** The differences that say something, and those between any two records: of their ids and times. */
export function sorted({ resource, isCopy, difference: { changes } }: Comparison): {
  readonly telling: readonly Change[];
  readonly varying: readonly Change[];
} {
  const varies = ({ kind, path }: Change): boolean =>
    !isCopy && kind === 'changed' && fieldAt(resource.fields, path)?.varies !== undefined;
  return { telling: changes.filter(change => !varies(change)), varying: changes.filter(varies) };
}

const KINDS = [
  ['changed', safe`changed`, safe`~`],
  ['added', safe`added`, safe`+`],
  ['removed', safe`removed`, safe`-`],
  ['moved', safe`reordered`, safe`↕`],
] as const;

/** How many differences there are of each kind; `all` names the first three also where there are none. */
export function countWords(changes: readonly Change[], { all = false, more = 0 } = {}): SafeText {
  const counts = KINDS.flatMap(([kind, words], at) => {
    const count = changes.filter(change => change.kind === kind).length;
    return count > 0 || (all && at < 3) ? [safe`${count} ${words}`] : [];
  });
  return joinSafe(more > 0 ? [...counts, safe`${more} more`] : counts, ' · ');
}

/** The same in few cells: `~3 +1 -0`. */
export function countMarks(changes: readonly Change[]): SafeText {
  const counts = KINDS.slice(0, 3).map(
    ([kind, , mark]) => safe`${mark}${changes.filter(change => change.kind === kind).length}`,
  );
  return joinSafe(counts, ' ');
}

/** The description of the value at a path; undefined where none describes it. */
export function fieldAt(fields: Fields, [step, ...rest]: Path): Field | undefined {
  const field = typeof step === 'string' && Object.hasOwn(fields, step) ? fields[step] : undefined;
  if (field === undefined || rest.length === 0) return field;
  if (field.each !== undefined) return fieldAt(field.each, rest.slice(1));
  return fieldAt(field.inner ?? {}, rest);
}
