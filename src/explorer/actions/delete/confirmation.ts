import { idEnd, LOOK_MS, typeableName } from '../../../deletion/confirmation.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { ownId, type Resource, rawName } from '../../../resources/resource.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import { span } from '../../../text/units.ts';
import type { Confirmation, DeleteDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { includedTargets, singleTarget, targetId } from './targets.ts';

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

/** Returns the time of the oldest load of the included targets; 0 if one was never loaded. */
export const oldestLook = (dialog: Pick<DeleteDialog, 'targets'>): number =>
  Math.min(...includedTargets(dialog).map(({ lookedAt = 0 }) => lookedAt));

/** Returns true if a target must be loaded again before its DELETE is sent. */
export const isLookOld = (dialog: DeleteDialog, now: number): boolean =>
  resourceOf(dialog.recordKind).read !== undefined && now - oldestLook(dialog) > LOOK_MS;

export const lookAge = (lookedAt: number, now: number): SafeText =>
  now - lookedAt < LOOK_MS ? safe`just now` : safe`${span(now - lookedAt)} ago`;
