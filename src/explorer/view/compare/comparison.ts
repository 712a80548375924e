import { type Change, type Difference, difference, type Path } from '../../../diff/diff.ts';
import { isObject, type JsonObject, member } from '../../../json/json.ts';
import type { Field, Fields } from '../../../resources/field.ts';
import { redact } from '../../../resources/redact.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { isLocal, type Ref, type Resource } from '../../../resources/resource.ts';
import { memo } from '../../../text/memo.ts';
import { joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import type { Load } from '../../state/load.ts';
import { againstRef, type ComparePlace, keyOf } from '../../state/place.ts';
import type { State } from '../../state/state.ts';

/** One of two compared records, secrets masked; `at`: its load time in epoch milliseconds. */
export type Side = { readonly ref: Ref; readonly record: JsonObject; readonly at: number };

/** Two records and their differences. */
export type Comparison = {
  readonly resource: Resource;
  readonly before: Side;
  readonly after: Side;
  /**
   * True if a record is compared with its snapshot; `isFirst`: it has none, because it was never opened
   * before.
   */
  readonly isSnapshot: boolean;
  readonly isFirst: boolean;
  readonly difference: Difference;
};

const maskedRecords = memo((resource: Resource, before: JsonObject, after: JsonObject) => {
  const records = { before: redact(resource.fields, before), after: redact(resource.fields, after) };
  return { ...records, difference: difference(records.before, records.after) };
});

type ComparisonInputs = [
  afterRef: Ref,
  after: JsonObject,
  afterAt: number,
  beforeRef: Ref,
  before: JsonObject,
  beforeAt: number,
  isFirst: boolean,
];

/** Cached until one of the records changes. */
const cachedComparison = memo(
  (...[afterRef, after, afterAt, beforeRef, before, beforeAt, isFirst]: ComparisonInputs): Comparison => {
    const resource = resourceOf(afterRef.kind);
    const contents = maskedRecords(resource, before, after);
    return {
      resource,
      before: { ref: beforeRef, record: contents.before, at: beforeAt },
      after: { ref: afterRef, record: contents.after, at: afterAt },
      isSnapshot: beforeRef === afterRef,
      isFirst,
      difference: contents.difference,
    };
  },
);

const loadOf = ({ data: { records } }: State, { kind, ids }: Ref): Load<JsonObject> | undefined =>
  records[keyOf(kind, ids)];

/** Compares a record with its snapshot; undefined if it was not opened in this run. */
export function sinceSeen(state: State, ref: Ref): Comparison | undefined {
  const read = loadOf(state, ref)?.last;
  const earlier = state.data.snapshots[keyOf(ref.kind, ref.ids)];
  if (read === undefined || earlier === undefined) return undefined;
  const { record, at, isFirst = false } = earlier;
  // All times on the screen follow the server's clock.
  return cachedComparison(ref, read.value, read.at, ref, record, at + state.session.clockSkewMs, isFirst);
}

const otherOf = memo(againstRef);

/** Compares the two records of a place; undefined until both are loaded. */
export function comparisonOf(state: State, place: ComparePlace): Comparison | undefined {
  const other = otherOf(place);
  if (other === undefined) return sinceSeen(state, place.ref);
  const [before, after] = [loadOf(state, other)?.last, loadOf(state, place.ref)?.last];
  if (before === undefined || after === undefined) return undefined;
  const earlier = isLocal(resourceOf(other.kind)) ? member(before.value, 'contents') : before.value;
  if (!isObject(earlier)) return undefined;
  return cachedComparison(place.ref, after.value, after.at, other, earlier, before.at, false);
}

/** Separates the relevant changes from those between any two records: ids and times. */
export function sortChanges({ resource, isSnapshot, difference: { changes } }: Comparison): {
  readonly relevant: readonly Change[];
  readonly varying: readonly Change[];
} {
  const varies = ({ kind, path }: Change): boolean =>
    !isSnapshot && kind === 'changed' && fieldAt(resource.fields, path)?.varies !== undefined;
  return { relevant: changes.filter(change => !varies(change)), varying: changes.filter(varies) };
}

const KINDS = [
  ['changed', safe`changed`, safe`~`],
  ['added', safe`added`, safe`+`],
  ['removed', safe`removed`, safe`-`],
  ['moved', safe`reordered`, safe`↕`],
] as const;

/** Returns the number of changes of each kind in words; `all`: also zeros of the first three kinds. */
export function countWords(changes: readonly Change[], { all = false, more = 0 } = {}): SafeText {
  const counts = KINDS.flatMap(([kind, words], at) => {
    const count = changes.filter(change => change.kind === kind).length;
    return count > 0 || (all && at < 3) ? [safe`${count} ${words}`] : [];
  });
  return joinSafe(more > 0 ? [...counts, safe`${more} more`] : counts, ' · ');
}

/** Returns the number of changes of each kind in few cells: `~3 +1 -0`. */
export function countMarks(changes: readonly Change[]): SafeText {
  const counts = KINDS.slice(0, 3).map(
    ([kind, , mark]) => safe`${mark}${changes.filter(change => change.kind === kind).length}`,
  );
  return joinSafe(counts, ' ');
}

/** Returns the field description of the value at a path; undefined where it has none. */
export function fieldAt(fields: Fields, [step, ...rest]: Path): Field | undefined {
  const field = typeof step === 'string' && Object.hasOwn(fields, step) ? fields[step] : undefined;
  if (field === undefined || rest.length === 0) return field;
  if (field.each !== undefined) return fieldAt(field.each, rest.slice(1));
  return fieldAt(field.inner ?? {}, rest);
}
