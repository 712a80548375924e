import type { DeleteResult } from '../../../deletion/delete.ts';
import { isStopped } from '../../../deletion/results.ts';
import { ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import type { DeleteDialog, DeleteTarget } from '../../state/dialogs.ts';

type Targets = Pick<DeleteDialog, 'targets'>;

/** Returns the target of a dialog that has only one. */
export const singleTarget = ({ targets }: Targets): DeleteTarget | undefined =>
  targets.length === 1 ? targets[0] : undefined;

/**
 * Returns the targets that a DELETE would be sent for, by their index: among several not those that could not
 * be reloaded.
 */
export const includedAt = ({ targets }: Targets): readonly number[] =>
  targets.flatMap(({ failure, result }, at) =>
    (failure === undefined || targets.length === 1) && result === undefined ? [at] : [],
  );

/** Returns the targets that a DELETE would be sent for. */
export const includedTargets = (dialog: Targets): readonly DeleteTarget[] =>
  includedAt(dialog).flatMap(at => dialog.targets[at] ?? []);

type Identity = Pick<DeleteTarget, 'ref' | 'name'>;

/** Returns the id of a target, as sent. */
export const targetId = ({ ref }: Pick<Identity, 'ref'>): string =>
  ref.ids[ownIdName(resourceOf(ref.kind))] ?? '';

/** The name of a target whose record has none, or is not known. */
export const idName = (target: Pick<Identity, 'ref'>): SafeText => clean(targetId(target), 80);

/** Returns true if the record of a target has a name, and it is known. */
export const isNamed = (target: Identity): boolean => target.name !== idName(target);

/** Results of a delete under the words that count them. */
const TALLY = [
  { ends: ['played'], words: safe`simulated, none sent` },
  { ends: ['deleted'], words: safe`deleted` },
  { ends: ['gone'], words: safe`already gone` },
  { ends: ['missing'], words: safe`missing` },
  { ends: ['not-deleted', 'unsent'], words: safe`failed` },
  { ends: ['unknown'], words: safe`unknown, check` },
] as const;

/** Returns the end of a target; undefined if its delete is under way, or was stopped before it was sent. */
const endOf = ({ result }: DeleteTarget): DeleteResult['end'] | undefined =>
  typeof result === 'object' && !isStopped(result) ? result.end : undefined;

/** Returns the number of deletes that ended, and of those to go. */
export function progressOf(dialog: Targets): { readonly ended: number; readonly left: number } {
  const ended = dialog.targets.filter(target => endOf(target) !== undefined).length;
  const isUnsettled = (target: DeleteTarget): boolean =>
    target.result !== undefined && endOf(target) === undefined;
  return { ended, left: includedAt(dialog).length + dialog.targets.filter(isUnsettled).length };
}

/** Returns the number of targets for each result, in words. */
export function tallyWords(dialog: Pick<DeleteDialog, 'targets' | 'phase'>): SafeText {
  const { left } = progressOf(dialog);
  const isDry = dialog.targets.some(target => endOf(target) === 'played');
  const parts = TALLY.flatMap(({ ends, words }) => {
    const count = dialog.targets.filter(target => ends.some(end => end === endOf(target))).length;
    const isAlways = words === 'deleted' && !isDry;
    return count > 0 || isAlways ? [safe`${count} ${words}`] : [];
  });
  const last = dialog.phase === 'done' ? safe`not sent` : safe`to go`;
  const all = joinSafe([...parts, ...(left > 0 ? [safe`${left} ${last}`] : [])], ', ');
  return isDry ? safe`Dry run: ${all}` : all;
}

/** Returns true if a delete was to be carried out and is not known to have been. */
export const isFailed = (target: DeleteTarget): boolean =>
  ['missing', 'not-deleted', 'unsent', 'unknown'].includes(endOf(target) ?? '');
