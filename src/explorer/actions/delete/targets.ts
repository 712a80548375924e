import { isStopped } from '../../../deletion/results.ts';
import type { Remark } from '../../../resources/diagnosis-rule.ts';
import type { Clock } from '../../../resources/field.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { deleteAction, type Ref, type Resource } from '../../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/delete-dialog.ts';

type Targets = Pick<DeleteDialog, 'targets'>;

/** Returns the target of a dialog that has only one. */
export const singleTarget = ({ targets }: Targets): DeleteTarget | undefined =>
  targets.length === 1 ? targets[0] : undefined;

/**
 * Returns the targets that a DELETE would be sent for, by their index: not those that the person excluded,
 * nor, among several, those that could not be reloaded.
 */
export const includedAt = ({ targets }: Targets): readonly number[] =>
  targets.flatMap(({ failure, isExcluded, result }, at) =>
    (failure === undefined || targets.length === 1) && isExcluded !== true && result === undefined
      ? [at]
      : [],
  );

/** Returns the targets that a DELETE would be sent for. */
export const includedTargets = (dialog: Targets): readonly DeleteTarget[] =>
  includedAt(dialog).flatMap(at => dialog.targets[at] ?? []);

/** Returns the id of a target, as sent. */
export const targetId = (resource: Resource, { ref }: Pick<DeleteTarget, 'ref'>): string =>
  ref.ids[ownIdName(resource)] ?? '';

/** The name of a target whose record has none, or is not known. */
export const idName = (resource: Resource, target: Pick<DeleteTarget, 'ref'>): SafeText =>
  clean(targetId(resource, target), 80);

/** Returns true if the record of a target has a name, and it is known. */
export const isNamed = (target: Pick<DeleteTarget, 'ref' | 'name'>): boolean =>
  target.name !== idName(resourceOf(target.ref.kind), target);

/** Returns the facts about one of several targets, from its record as last read. */
export const remarksOn = ({ record }: DeleteTarget, resource: Resource, clock: Clock): readonly Remark[] =>
  record === undefined
    ? []
    : (deleteAction(resource)?.notes ?? []).flatMap(({ one }) => one(record, clock) ?? []);

export const CHANGED_WORDS = safe`changed since the list was loaded`;
export const HIDDEN_WORDS = safe`hidden by the filter`;

/** A fact about several targets: how many it is true of. */
export type FactCount = { readonly count: number; readonly words: SafeText; readonly isWarning: boolean };

/** Returns the facts about all included targets together. */
export function factCounts(dialog: DeleteDialog, resource: Resource, clock: Clock): readonly FactCount[] {
  const included = includedTargets(dialog);
  const facts = (deleteAction(resource)?.notes ?? []).flatMap(({ one, many }) => {
    if (many === undefined) return [];
    const remarks = included.flatMap(({ record }) =>
      record === undefined ? [] : (one(record, clock) ?? []),
    );
    return [{ count: remarks.length, words: many, isWarning: remarks.some(({ tone }) => tone !== 'plain') }];
  });
  const changed = included.filter(({ isChanged }) => isChanged).length;
  const hidden = included.filter(({ isHidden }) => isHidden).length;
  return [
    ...facts,
    { count: changed, words: CHANGED_WORDS, isWarning: changed > 0 },
    { count: hidden, words: HIDDEN_WORDS, isWarning: hidden > 0 },
  ];
}

/** Numbers of targets by their results. */
export type Tally = {
  readonly deleted: number;
  readonly gone: number;
  readonly missing: number;
  readonly failed: number;
  readonly unknown: number;
  readonly left: number;
  readonly simulated: number;
};

/** Returns true for a target whose delete is under way, or was stopped before it was sent. */
const isUnsettled = ({ result }: DeleteTarget): boolean =>
  typeof result === 'string' || (result !== undefined && isStopped(result));

/** Counts the targets by their results; `left` has those that are not settled yet. */
export function tallyOf(dialog: DeleteDialog): Tally {
  const ends = dialog.targets.map(({ result }) =>
    typeof result === 'object' && !isStopped(result) ? result.end : undefined,
  );
  const count = (...of: readonly string[]): number =>
    ends.filter(end => end !== undefined && of.includes(end)).length;
  return {
    deleted: count('deleted'),
    gone: count('gone'),
    missing: count('missing'),
    failed: count('not-deleted', 'unsent'),
    unknown: count('unknown'),
    simulated: count('played'),
    left: includedAt(dialog).length + dialog.targets.filter(isUnsettled).length,
  };
}

/** Returns the tally in words, for the end or while deletes run. */
export function tallyWords(
  { deleted, gone, missing, failed, unknown, left, simulated }: Tally,
  isRunning = false,
): SafeText {
  const parts = [
    ...(simulated > 0 ? [safe`Dry run: ${simulated} simulated, none sent`] : [safe`${deleted} deleted`]),
    ...(gone > 0 ? [safe`${gone} already gone`] : []),
    ...(missing > 0 ? [safe`${missing} missing`] : []),
    ...(failed > 0 ? [safe`${failed} failed`] : []),
    ...(unknown > 0 ? [safe`${unknown} unknown, check`] : []),
    ...(left > 0 ? [safe`${left} ${isRunning ? safe`to go` : safe`not sent`}`] : []),
  ];
  return clean(parts.join(', '));
}

/** Returns true if a delete was to be carried out and is not known to have been. */
const isFailed = ({ result }: DeleteTarget): boolean =>
  typeof result === 'object' &&
  !isStopped(result) &&
  ['missing', 'not-deleted', 'unsent', 'unknown'].includes(result.end);

/** Returns the records that a retry deletes. */
export const failedRefs = ({ targets }: Targets): readonly Ref[] =>
  targets.filter(isFailed).map(({ ref }) => ref);

/** Returns true if a list of only the failed targets would omit any. */
export function hasOtherThanFailed(dialog: Targets): boolean {
  const { length } = failedRefs(dialog);
  return length > 0 && length < dialog.targets.length;
}

/** Returns the listed targets by their index. */
export const listedAt = ({ targets, isFailedOnly }: DeleteDialog): readonly number[] =>
  targets.flatMap((target, at) => (isFailedOnly === true && !isFailed(target) ? [] : [at]));
