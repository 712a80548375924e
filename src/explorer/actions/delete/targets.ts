import { type DeleteResult, NOT_STARTED } from '../../../deletion/delete.ts';
import { deletion, failedReadResult, isStopped, resultRecord } from '../../../deletion/results.ts';
import { refId, resourceOf } from '../../../resources/registry.ts';
import { countedRecords } from '../../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import type { DeleteDialog, DeleteDialogTarget, SaveSelection } from '../../state/dialogs.ts';

type Targets = Pick<DeleteDialog, 'targets'>;

export const singleTarget = ({ targets }: Targets): DeleteDialogTarget | undefined =>
  targets.length === 1 ? targets[0] : undefined;

export const includedTargets = ({ targets }: Targets): readonly DeleteDialogTarget[] =>
  targets.filter(
    ({ failure, result }) => (failure === undefined || targets.length === 1) && result === undefined,
  );

type Identity = Pick<DeleteDialogTarget, 'ref' | 'name'>;

export const idName = (target: Pick<Identity, 'ref'>) => clean(refId(target.ref), 80);

export const isNamed = (target: Identity) => target.name !== idName(target);

const TALLY = [
  { ends: ['played'], words: safe`simulated, none sent` },
  { ends: ['deleted'], words: safe`deleted` },
  { ends: ['gone'], words: safe`already gone` },
  { ends: ['missing'], words: safe`missing` },
  { ends: ['not-deleted', 'unsent'], words: safe`failed` },
  { ends: ['unknown'], words: safe`unknown, check` },
] as const;

const endOf = ({ result }: DeleteDialogTarget): DeleteResult['end'] | undefined =>
  typeof result === 'object' && !isStopped(result) ? result.end : undefined;

export function progressOf(dialog: Targets): Readonly<{ ended: number; left: number }> {
  const ended = dialog.targets.filter(target => endOf(target) !== undefined).length;
  const isUnsettled = (target: DeleteDialogTarget) =>
    target.result !== undefined && endOf(target) === undefined;
  return { ended, left: includedTargets(dialog).length + dialog.targets.filter(isUnsettled).length };
}

export function tallyWords(dialog: Pick<DeleteDialog, 'targets' | 'phase'>): SafeText {
  const { left } = progressOf(dialog);
  const isDry = dialog.targets.some(target => endOf(target) === 'played');
  const parts = TALLY.flatMap(({ ends, words }) => {
    const count = dialog.targets.filter(target => ends.some(end => end === endOf(target))).length;
    const isAlways = words === 'deleted' && !isDry;
    return count > 0 || isAlways ? [safe`${count} ${words}`] : [];
  });
  const last = dialog.phase === 'done' ? safe`not sent` : safe`to go`;
  const all = joinSafe([...parts, ...(left > 0 ? [safe`${left} ${last}`] : [])]);
  return isDry ? safe`Dry run: ${all}` : all;
}

export const isFailed = (target: DeleteDialogTarget) =>
  ['missing', 'not-deleted', 'unsent', 'unknown'].includes(endOf(target) ?? '');

function resultOf({ ref, failure, record, result }: DeleteDialogTarget): DeleteResult {
  if (typeof result === 'object') return result;
  if (failure === undefined) return NOT_STARTED;
  // A 404 for a record that a list has shown means that it is gone, unless a 404 is ordinary for its kind.
  return failedReadResult(failure, record !== undefined && resourceOf(ref.kind).missingHint === undefined);
}

export function reportOf(dialog: DeleteDialog): SaveSelection {
  const targets = countedRecords(resourceOf(dialog.recordKind), dialog.targets.length);
  return {
    resource: deletion,
    records: dialog.targets.map(target => {
      const { ref, name } = target;
      return resultRecord({ ref, name: isNamed(target) ? name : undefined }, resultOf(target), dialog.since);
    }),
    kind: 'list',
    description: safe`the results of deleting ${targets}`,
  };
}
