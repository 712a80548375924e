import type { JsonObject } from '../json/json.ts';
import type { Field, Fields } from '../resources/field.ts';
import { redact } from '../resources/redact.ts';
import type { Ref, Resource } from '../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { type Change, type Difference, difference, type Path } from './diff.ts';

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

/** Masks two records of a kind and returns them with their differences: secrets are never compared. */
export function compareRecords(
  { fields }: Resource,
  before: JsonObject,
  after: JsonObject,
): Record<'before' | 'after', JsonObject> & { readonly difference: Difference } {
  const records = { before: redact(fields, before), after: redact(fields, after) };
  return { ...records, difference: difference(records.before, records.after) };
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
