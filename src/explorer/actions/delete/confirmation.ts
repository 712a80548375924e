import { idEnd, typeableName } from '../../../deletion/confirmation.ts';
import { ownId } from '../../../resources/record-ids.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { nameOf, type Ref, type Resource, rawName } from '../../../resources/resource.ts';
import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { MarkedRef } from '../../selection/list-marks.ts';
import type { Confirmation, DeleteDialog, DeleteTarget } from '../../state/dialogs.ts';
import { knownRecord, type State } from '../../state/state.ts';
import { editorText, emptyEditor } from '../../state/text-field.ts';
import { idName, includedTargets, singleTarget, targetId } from './targets.ts';

/**
 * Shortest times from the last letter, from the opening, and from an Enter that did nothing, to an Enter that
 * counts. A held key repeats faster; its first repeat may take a second.
 */
export const AFTER_LETTER_MS = 150;
export const AFTER_OPENING_MS = 300;
export const AFTER_REFUSAL_MS = 1200;

/** Returns true if another loaded record has this name. */
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
function newTarget(state: State, { ref, isHidden }: MarkedRef): DeleteTarget {
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

/** The sentence when no target could be loaded again. */
export const NO_TARGETS = safe`No record is left to delete.`;

/** Returns true if the text that confirms the delete was typed. */
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
