import { idEnd, LOOK_MS, typeableName } from '../../../deletion/confirmation.ts';
import type { DeleteResult } from '../../../deletion/delete.ts';
import { deletion, failedReadResult, isStopped, resultRecord } from '../../../deletion/results.ts';
import type { JsonObject } from '../../../json/json.ts';
import { ownId, ownIdName } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { countedRecords, nameOf, type Ref, type Resource, rawName } from '../../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { span } from '../../../text/units.ts';
import type { MarkedRef } from '../../selection/list-marks.ts';
import type { Confirmation, DeleteDialog, DeleteDialogTarget, SaveSelection } from '../../state/dialogs.ts';
import { knownRecord, type State } from '../../state/state.ts';
import { editorText, emptyEditor } from '../../state/text-field.ts';

type Targets = Pick<DeleteDialog, 'targets'>;

export const singleTarget = ({ targets }: Targets): DeleteDialogTarget | undefined =>
  targets.length === 1 ? targets[0] : undefined;

/**
 * Returns the targets that a DELETE would be sent for, by their index: among several not those that could not
 * be reloaded.
 */
export const includedAt = ({ targets }: Targets): readonly number[] =>
  targets.flatMap(({ failure, result }, at) =>
    (failure === undefined || targets.length === 1) && result === undefined ? [at] : [],
  );

export const includedTargets = (dialog: Targets): readonly DeleteDialogTarget[] =>
  includedAt(dialog).flatMap(at => dialog.targets[at] ?? []);

type Identity = Pick<DeleteDialogTarget, 'ref' | 'name'>;

export const targetId = ({ ref }: Pick<Identity, 'ref'>): string =>
  ref.ids[ownIdName(resourceOf(ref.kind))] ?? '';

/** The name of a target whose record has none, or is not known. */
export const idName = (target: Pick<Identity, 'ref'>): SafeText => clean(targetId(target), 80);

/** Returns true if the record of a target has a name, and it is known. */
export const isNamed = (target: Identity): boolean => target.name !== idName(target);

const TALLY = [
  { ends: ['played'], words: safe`simulated, none sent` },
  { ends: ['deleted'], words: safe`deleted` },
  { ends: ['gone'], words: safe`already gone` },
  { ends: ['missing'], words: safe`missing` },
  { ends: ['not-deleted', 'unsent'], words: safe`failed` },
  { ends: ['unknown'], words: safe`unknown, check` },
] as const;

/** Returns the end of a target; undefined if its delete is under way, or was stopped before it was sent. */
const endOf = ({ result }: DeleteDialogTarget): DeleteResult['end'] | undefined =>
  typeof result === 'object' && !isStopped(result) ? result.end : undefined;

export function progressOf(dialog: Targets): { readonly ended: number; readonly left: number } {
  const ended = dialog.targets.filter(target => endOf(target) !== undefined).length;
  const isUnsettled = (target: DeleteDialogTarget): boolean =>
    target.result !== undefined && endOf(target) === undefined;
  return { ended, left: includedAt(dialog).length + dialog.targets.filter(isUnsettled).length };
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
  const all = joinSafe([...parts, ...(left > 0 ? [safe`${left} ${last}`] : [])], ', ');
  return isDry ? safe`Dry run: ${all}` : all;
}

/** Returns true if a delete was to be carried out and is not known to have been. */
export const isFailed = (target: DeleteDialogTarget): boolean =>
  ['missing', 'not-deleted', 'unsent', 'unknown'].includes(endOf(target) ?? '');

/**
 * Shortest times from the last letter, from the opening, and from an Enter that did nothing, to an Enter that
 * counts. A held key repeats faster; its first repeat may take a second.
 */
export const AFTER_LETTER_MS = 150;
export const AFTER_OPENING_MS = 300;
export const AFTER_REFUSAL_MS = 1200;

function isShared(state: State, resource: Resource, { name, id }: { name: string; id: string }): boolean {
  const rows = Object.values(state.data.lists).flatMap(load => load.last?.value.items ?? []);
  return rows.some(item => rawName(resource, item) === name && ownId(item) !== id);
}

/**
 * Returns what confirms the delete: the number of several targets; of a single one the name, or the end of
 * the id if the name is missing, shared or hard to type.
 */
export function confirmationOf(state: State, dialog: Pick<DeleteDialog, 'targets'>): Confirmation {
  const target = singleTarget(dialog);
  if (target === undefined) return { kind: 'count', text: `delete ${includedTargets(dialog).length}` };
  const resource = resourceOf(target.ref.kind);
  const name = typeableName(resource, target.record);
  return name === undefined || isShared(state, resource, { name, id: targetId(target) })
    ? { kind: 'id', text: idEnd(resource, target.ref) }
    : { kind: 'name', text: name };
}

/** Returns a target as it is known when the dialog opens. */
function newTarget(state: State, { ref, isHidden }: MarkedRef): DeleteDialogTarget {
  const record = knownRecord(state, ref);
  const name = record === undefined ? idName({ ref }) : nameOf(resourceOf(ref.kind), record);
  return { ref, name, ...(isHidden ? { isHidden } : {}), ...(record === undefined ? {} : { record }) };
}

/** Returns the dialog for records of one kind as it opens. `from`: the record whose screen lists them. */
export function newDeleteDialog(
  state: State,
  kind: string,
  {
    marked,
    from,
    now,
  }: { readonly marked: readonly MarkedRef[]; readonly from?: Ref | undefined; readonly now: number },
): DeleteDialog {
  const targets = marked.map(each => newTarget(state, each));
  return {
    kind: 'delete',
    recordKind: kind,
    targets,
    ...(from === undefined ? {} : { from }),
    confirmation: confirmationOf(state, { targets }),
    phase: resourceOf(kind).read === undefined ? 'confirming' : 'reading',
    editor: emptyEditor,
    openedAt: now,
    typedAt: now,
    since: now,
    graceMs: state.session.writeProtection.graceMs,
    top: 0,
  };
}

export const NO_TARGETS = safe`No record is left to delete.`;

export const isConfirmed = (dialog: DeleteDialog): boolean =>
  includedTargets(dialog).length > 0 && editorText(dialog.editor) === dialog.confirmation.text;

/** Returns true if this Enter may be the repeat of one that did nothing, which is still held down. */
export const mayBeHeld = ({ refusedAt = Number.NEGATIVE_INFINITY }: DeleteDialog, now: number): boolean =>
  now - refusedAt < AFTER_REFUSAL_MS;

/** Returns why Enter does not delete now. `isAlone`: no other key came in the same read. */
export function refusal(dialog: DeleteDialog, now: number, isAlone: boolean): SafeText | undefined {
  if (dialog.phase !== 'confirming') return safe`Wait: a request is under way.`;
  if (includedTargets(dialog).length === 0) return NO_TARGETS;
  if (!isConfirmed(dialog)) return safe`That doesn't match. Nothing was sent.`;
  const isEarly = now - dialog.typedAt < AFTER_LETTER_MS || now - dialog.openedAt < AFTER_OPENING_MS;
  return isEarly || !isAlone || mayBeHeld(dialog, now)
    ? safe`Matches. Wait a second, then press Enter again to delete.`
    : undefined;
}

/** Returns the result of a target. Without one it could not be read, or was not started. */
function resultOf({ ref, failure, record, result }: DeleteDialogTarget): DeleteResult {
  if (typeof result === 'object') return result;
  if (failure === undefined) return { end: 'unsent', why: safe`not started` };
  // A 404 for a record that a list has shown means that it is gone, unless a 404 is ordinary for its kind.
  return failedReadResult(failure, record !== undefined && resourceOf(ref.kind).missingHint === undefined);
}

function reportRecord({ since }: DeleteDialog, target: DeleteDialogTarget): JsonObject {
  const { ref, name } = target;
  return resultRecord({ ref, name: isNamed(target) ? name : undefined }, resultOf(target), since);
}

/** Returns the results as records, to be saved to a file. A receipt: ids, time and status, nothing else. */
export function reportOf(dialog: DeleteDialog): SaveSelection {
  const targets = countedRecords(resourceOf(dialog.recordKind), dialog.targets.length);
  return {
    resource: deletion,
    records: dialog.targets.map(target => reportRecord(dialog, target)),
    kind: 'list',
    description: safe`the results of deleting ${targets}`,
  };
}

/** Returns the time of the oldest load of the included targets; 0 if one was never loaded. */
export const oldestLook = (dialog: Pick<DeleteDialog, 'targets'>): number =>
  Math.min(...includedTargets(dialog).map(({ lookedAt = 0 }) => lookedAt));

/** Returns true if a target must be loaded again before its DELETE is sent. */
export const isLookOld = (dialog: DeleteDialog, now: number): boolean =>
  resourceOf(dialog.recordKind).read !== undefined && now - oldestLook(dialog) > LOOK_MS;

export const lookAge = (lookedAt: number, now: number): SafeText =>
  now - lookedAt < LOOK_MS ? safe`just now` : safe`${span(now - lookedAt)} ago`;
